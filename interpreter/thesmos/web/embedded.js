/** Load the match. */
async function load() {
  const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return matchOf(bytesOf(MODULE), bytesOf(TRACING), TABLES);
}
