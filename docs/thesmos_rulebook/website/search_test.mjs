// Asks the search of a built site some questions: what `search_test.py` runs in Node.js.
import fs from "node:fs"; import path from "node:path"; import {pathToFileURL} from "node:url";
const [site, language, words, game, ...questions] = process.argv.slice(2);
globalThis.document = {querySelector: () => ({getAttribute: () => language}), currentScript: null};
globalThis.location = {href: "http://x/", origin: "http://x"};
globalThis.window = globalThis;
globalThis.fetch = async (url) => {
  const file = path.join(site, new URL(String(url).split("?")[0], "http://x/").pathname);
  const bytes = fs.readFileSync(file);
  return {ok: true, status: 200, json: async () => JSON.parse(bytes), arrayBuffer: async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)};
};
const load = async (name) => import(`data:text/javascript;base64,${fs.readFileSync(path.join(site, name)).toString("base64")}`);
const pagefind = await load("pagefind/pagefind.js");
await pagefind.options({basePath: "/pagefind/", baseUrl: "/", noWorker: true});
const {find} = await load("assets/search.js");
const out = [];
for (const question of questions) out.push((await find(pagefind, JSON.parse(words), question, game)).map((page) => page.url));
console.log(JSON.stringify(out));
