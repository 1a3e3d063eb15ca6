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

/** A list with an entry for each player. */
function forEachPlayer(value, path, players) {
  const { length } = listOf(value, path, players);
  if (length < players) wrong(`${path} has ${length === 1 ? "1 entry" : `${length} entries`}`, `write one for each of the ${players} players`);
  return value;
}

/** Throw an Error if two texts of a list mean the same thing. numbers: what each means. */
function refuseRepeated(numbers, texts, path) {
  const repeated = numbers.findIndex((number, n) => numbers.indexOf(number) < n);
  if (repeated >= 0) wrong(`${path}: \`${String(texts[repeated]).slice(0, 40)}\` is listed twice`, "list each thing once");
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

export { forEachPlayer, indexOf, isObject, listOf, neverChanges, objectOf, refuseRepeated, wrong };
