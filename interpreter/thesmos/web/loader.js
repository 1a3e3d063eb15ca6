/** Load the match. source, tracing: the bytes of its modules, or their URLs; by default files beside this. */
async function load(source = new URL(MODULE, import.meta.url), tracing = new URL(TRACING, import.meta.url)) {
  return loaded(...(await Promise.all([bytesOf(source), bytesOf(tracing)])));
}

async function bytesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  if (!(source instanceof URL)) refuse(`a module must be bytes or a URL, not ${shown(source)}`, "write load(new URL(\"game.wasm\", import.meta.url), …)");
  if (source.protocol === "file:" && typeof process === "object") {
    return process.getBuiltinModule("node:fs").readFileSync(source);
  }
  const answer = await fetch(source);
  if (!answer.ok) refuse(`${source} can't be read: ${answer.status}`, "put the .wasm files beside the library, or give their URLs");
  return answer.arrayBuffer();
}
