/** Wrong uses of the library: each is an error with a sentence, and with a hint what to do instead. */

const MOST_SHOWN = 60; // characters of what is shown of a wrong value
const FEW = 6; // texts that a hint lists
const NEAR = 0.4; // of the letters of a text may differ in what was perhaps meant

/** The error of a wrong use. hint: what to do instead. */
class UsageError extends Error {
  constructor(message, hint) {
    super(message);
    this.name = "UsageError"; // as it is printed
    this.hint = hint;
  }
}

/** Throw a UsageError. */
function refuse(message, hint) {
  throw new UsageError(message, hint);
}

/** A value where a number is wanted, as a message shows it: a text is in quotes. */
const shownForNumber = (value) => (typeof value === "string" ? `"${shown(value)}"` : shown(value));

/** A value as a message shows it, with at most MOST_SHOWN characters. */
function shown(value) {
  let text;
  try {
    const isPlain = ["string", "bigint", "number"].includes(typeof value);
    text = isPlain ? String(value) : (JSON.stringify(value) ?? String(value));
  } catch {
    text = String(value);
  }
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** How many letters have to be changed, added or left out to turn a text into another. */
function distance(text, other) {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [n, letter] of [...text].entries()) {
    const next = [n + 1];
    for (let at = 0; at < other.length; at++) {
      next.push(Math.min(next[at] + 1, row[at + 1] + 1, row[at] + (letter === other[at] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1);
}

/** A hint by the texts that there are: the one that was perhaps meant, or the first of them. */
function oneOf(texts, wrong) {
  if (!texts.length) return "there are none here";
  const wanted = String(wrong).slice(0, MOST_SHOWN).toLowerCase();
  const byDistance = texts.map((text) => [distance(wanted, text.toLowerCase()), text]);
  const [least, nearest] = byDistance.reduce((best, pair) => (pair[0] < best[0] ? pair : best));
  if (least <= NEAR * Math.max(wanted.length, 1)) return `did you mean \`${nearest}\`?`;
  return `there ${texts.length > 1 ? "are" : "is"} ${texts.slice(0, FEW).join(", ")}${texts.length > FEW ? " …" : ""}`;
}

/** The value, if it is a whole number from `least`; else throw a UsageError. name: what it is for. */
function wholeNumber(value, name, least = 0) {
  if (Number.isInteger(value) && value >= least) return value;
  return refuse(`${name} must be a whole number from ${least}, not ${shownForNumber(value)}`, `write ${Math.max(least, 1)}, for example`);
}

/** The value, if it can be a seed: a whole number, also a BigInt; else throw a UsageError. */
function seedOf(value) {
  if (typeof value === "bigint" || Number.isInteger(value)) return value;
  return refuse(`a seed must be a whole number, not ${shownForNumber(value)}`, "write 7, or Date.now()");
}

/** The value, if it is an object with no other keys than these; else throw a UsageError. */
function keysOf(value, keys, name) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    refuse(`${name} must be an object, not ${shown(value)}`, `its keys can be ${keys.join(", ")}`);
  }
  const wrong = Object.keys(value).find((key) => !keys.includes(key));
  if (wrong !== undefined) refuse(`${name} have no \`${wrong}\``, oneOf(keys, wrong));
  return value;
}

/** The value, which from now on can't be changed, nor anything in it. */
function frozen(value) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

export { UsageError, frozen, keysOf, oneOf, refuse, seedOf, shown, shownForNumber, wholeNumber };
