/** Load the match. */
async function load() {
  const bytes = Uint8Array.from(atob(MODULE), (character) => character.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes);
  return new Match(instance, TABLES);
}
