/** Load the match. source, tracing: the bytes of its modules, or their URLs; by default files beside this. */
async function load(source = new URL(MODULE, import.meta.url), tracing = new URL(TRACING, import.meta.url)) {
  return matchOf(...(await Promise.all([bytesOf(source), bytesOf(tracing)])), TABLES);
}

async function bytesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  if (source.protocol === "file:" && typeof process === "object") {
    const { readFile } = await import("node:fs/promises");
    return readFile(source);
  }
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`${source} can't be read: ${answer.status}`);
  return answer.arrayBuffer();
}
