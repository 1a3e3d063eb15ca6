/** What is broken in an impossible position, as sentences: see notation/possible.py. */

import { UsageError } from "./usage.js";

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

/** Throw an error that names all that a position breaks, if anything. */
function refuseImpossible(texts, engine, vector) {
  if (!texts.tables.possible.length) return;
  const broken = brokenConditions(texts, engine.list(vector, "broken"), vector);
  if (!broken.length) return;
  const listed = broken.map(({ name, sentence }) => `\n  - ${sentence} (${name})`);
  const message = `no game reaches this position:${listed.join("")}`;
  throw Object.assign(new UsageError(message, "change what is broken, or load it with { allowImpossible: true }"), { broken });
}

export { brokenConditions, refuseImpossible };
