/** Load the match. source: the bytes of its module, or their URL; by default a file beside this. */
async function load(source = new URL(FILE, import.meta.url)) {
  const { instance } = await WebAssembly.instantiate(await bytesOf(source));
  return new Match(instance, TABLES);
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
