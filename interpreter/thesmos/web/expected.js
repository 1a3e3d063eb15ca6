/** Checks of the parts of a position: each returns the value, or throws an Error. See notation/expected.py. */

import { refuse } from "./usage.js";

const POSITIONS = "use what state.position() gives, or change it a little";

/** detail: what is said besides. */
function wrong(message, detail) {
  refuse(detail ? `${message}: ${detail}` : message, POSITIONS);
}

/** most: how many entries a state can have. */
function listOf(value, path, most) {
  if (!Array.isArray(value)) wrong(`${path} must be a list`);
  if (value.length > most) wrong(`${path} has ${value.length} entries`, `there can be at most ${most}`);
  return value;
}

const isObject = (value) => value?.constructor === Object;

/** form: such as ` {cell: value}`. */
function objectOf(value, path, form = "") {
  return isObject(value) ? value : wrong(`${path} must be an object${form}`);
}

/** The index of a text in a list of names. */
function indexOf(text, names, path) {
  const index = text ? names.indexOf(text) : -1;
  if (index >= 0) return index;
  const named = names.filter((name) => name);
  const hint = named.length ? `one of ${named[0]} … ${named.at(-1)}` : "";
  return wrong(`${path}: there is no \`${String(text).slice(0, 20)}\``, hint);
}

function neverChanges(path, text) {
  wrong(`${path}: \`${text}\` can't be one of these`, "this never changes in a game");
}

export { indexOf, isObject, listOf, neverChanges, objectOf, wrong };
