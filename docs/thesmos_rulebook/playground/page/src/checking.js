/** The checking worker: Python with Thesmos. One message in, one message out. */

import { ARCHIVE } from "./archive.js";
import { loadPyodide } from "./python/pyodide.mjs";
import { Image, goingOnFrom } from "./python_image.js";

const indexURL = new URL("./python/", import.meta.url).href;
const options = { indexURL, stdout: () => {}, lockFileURL: new URL("lock.json", indexURL).href };
const bytesOf = async (name) => new Uint8Array(await (await fetch(new URL(name, import.meta.url))).arrayBuffer());
const image = new Image(ARCHIVE);
let python;

async function started() {
  const archive = bytesOf("./python/thesmos.archive");
  const bytes = await image.read();
  if (bytes) {
    try {
      python = await loadPyodide({ ...options, ...goingOnFrom(bytes) });
    } catch {
      await image.forget();
    }
  }
  const begins = !python;
  python ??= await loadPyodide({ ...options, _makeSnapshot: true });
  python.unpackArchive(await archive, "gztar", { extractDir: "/app" }); // no image has files
  if (begins) python.runPython("import os, sys; os.environ['THESMOS_CACHE'] = ''; sys.path.insert(0, '/app')");
  return { begins, call: python.pyimport("thesmos_rulebook.playground.browser.host").call };
}

const ready = started();

/** Keep an image of what Python holds now, unless it goes on from one. Returns whether there is a new one. */
async function keepImage() {
  if (!(await ready).begins) return false;
  python.runPython("import gc; gc.collect()");
  return image.keep(python.makeMemorySnapshot());
}

self.onmessage = async ({ data: { id, name, values } }) => {
  try {
    if (name === "keep image") self.postMessage({ id, value: await keepImage() });
    else self.postMessage({ id, ...JSON.parse((await ready).call(name, JSON.stringify(values))) });
  } catch (error) {
    self.postMessage({ id, error: String(error?.message ?? error).trim().split("\n").at(-1) });
  }
};
