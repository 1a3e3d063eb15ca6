/** The checking worker: Python with Thesmos. One message in, one message out. */

import { loadPyodide } from "./python/pyodide.mjs";

const indexURL = new URL("./python/", import.meta.url).href;
const bytesOf = async (name) => new Uint8Array(await (await fetch(new URL(name, import.meta.url))).arrayBuffer());

async function started() {
  const archive = bytesOf("./python/thesmos.zip");
  const python = await loadPyodide({ indexURL, stdout: () => {}, lockFileURL: new URL("lock.json", indexURL).href });
  python.unpackArchive(await archive, "zip", { extractDir: "/app" });
  python.runPython("import os, sys; os.environ['THESMOS_CACHE'] = ''; sys.path.insert(0, '/app')");
  return python.pyimport("thesmos_rulebook.playground.browser.host").call;
}

const call = started();

self.onmessage = async ({ data: { id, name, values } }) => {
  try {
    self.postMessage({ id, ...JSON.parse((await call)(name, JSON.stringify(values))) });
  } catch (error) {
    self.postMessage({ id, error: String(error?.message ?? error).trim().split("\n").at(-1) });
  }
};
