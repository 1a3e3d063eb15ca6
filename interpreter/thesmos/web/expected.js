/** Check the parts of a position: each function returns its value, or throws an Error. */

function wrong(path, why) {
  throw new Error(`${path}: ${why}`);
}

function listOf(value, path) {
  return Array.isArray(value) ? value : wrong(path, "must be a list");
}

function objectOf(value, path) {
  return value?.constructor === Object ? value : wrong(path, "must be an object");
}

/** The index of a text in a list of names. */
function indexOf(text, names, path) {
  const found = text === "" ? -1 : names.indexOf(text);
  return found < 0 ? wrong(path, `there is no \`${text}\``) : found;
}

export { indexOf, listOf, objectOf, wrong };
