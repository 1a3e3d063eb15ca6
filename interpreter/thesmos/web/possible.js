/** What is broken in an impossible position, as sentences: see notation/possible.py. */

import { UsageError } from "./usage.js";

const WHOSE_TURN = "say who is to move with `to_move` (without it, player 1), ";
const CHOICE = /\[[^\][|]*\|([^\][]*)\]/g; // `[holds|does not hold]`

/** The conditions that a position breaks: their names, and what is so in the first case.
 * numbers: as the module's `broken` lists them, each condition with its variables. */
function brokenConditions(texts, numbers, vector) {
  const broken = [];
  const remaining = numbers[Symbol.iterator]();
  for (const number of remaining) {
    const { name, says, over } = texts.tables.possible[number];
    let sentence = says.replace(CHOICE, "$1");
    for (const [variable, typeName] of over) {
      const value = caseText(texts, typeName, remaining.next().value, vector);
      sentence = sentence.replaceAll(`{${variable}}`, () => value);
    }
    broken.push({ name, sentence: sentence.split(/\s+/).filter(Boolean).join(" ") });
  }
  return broken;
}

/** A value of a variable; a piece by its name, or `on` its cell. */
function caseText(texts, typeName, value, vector) {
  const { piece } = texts.tables.types[typeName];
  if (!piece) return texts.value(typeName, value, 0);
  const called = texts.value(typeName, value, texts.place(piece, value, vector));
  return texts.tables.kinds[piece].places.includes(called) ? `on ${called}` : called;
}

/** Throw an error that names all that a position breaks, if anything, and the pieces that it lacks.
 * allowed: whether it may break something; pieces that there are not can't be had even then.
 * saysTurn: whether the position says who is to move. */
function refuseImpossible(texts, engine, vector, lacking, allowed, saysTurn) {
  const isAsked = texts.tables.possible.length && !allowed;
  const broken = isAsked ? brokenConditions(texts, engine.list(vector, "broken"), vector) : [];
  if (!broken.length && !lacking.length) return;
  const listed = [...lacking, ...broken.map(({ name, sentence }) => `${sentence} (${name})`)];
  const message = !broken.length ? lacking.join("; ")
    : `no game reaches this position:${listed.map((line) => `\n  - ${line}`).join("")}`;
  const hint = lacking.length ? "leave out what is too much: the powers in play have no more pieces"
    : `${saysTurn ? "" : WHOSE_TURN}change what is broken, or load it with { allowImpossible: true }`;
  throw Object.assign(new UsageError(message, hint), { broken, lacking });
}

export { brokenConditions, refuseImpossible };
