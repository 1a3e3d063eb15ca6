/** Load the match. */
async function load() {
  const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return loaded(bytesOf(MODULE), bytesOf(TRACING));
}
