/** Wrong uses of the library: each is an error with a sentence, and with a hint what to do instead. */

const MOST_SHOWN = 60; // characters of what is shown of a wrong value
const FEW = 6; // texts that a hint lists
const NEAR = 0.4; // of the letters of a text may differ in what was perhaps meant

/** hint: what to do instead. */
class UsageError extends Error {
  constructor(message, hint) {
    super(message);
    this.hint = hint;
  }
}

function refuse(message, hint) {
  throw new UsageError(message, hint);
}

/** A value as a message shows it. */
function shown(value) {
  let text;
  try {
    text = typeof value === "string" ? value : typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? String(value));
  } catch {
    text = String(value);
  }
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** How many letters have to change to turn one text into another. */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [n, letter] of [...one].entries()) {
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
  const asked = String(wrong).slice(0, MOST_SHOWN).toLowerCase();
  const byDistance = texts.map((text) => [distance(asked, text.toLowerCase()), text]);
  const [least, nearest] = byDistance.reduce((best, pair) => (pair[0] < best[0] ? pair : best));
  if (least <= NEAR * Math.max(asked.length, 1)) return `did you mean \`${nearest}\`?`;
  return `there ${texts.length > 1 ? "are" : "is"} ${texts.slice(0, FEW).join(", ")}${texts.length > FEW ? " …" : ""}`;
}

/** A whole number that is at least `least`. name: what it is for. */
function wholeNumber(value, name, least = 0) {
  if (Number.isInteger(value) && value >= least) return value;
  return refuse(`${name} must be a whole number from ${least}, not ${shown(value)}`, `write ${Math.max(least, 1)}, for example`);
}

/** A seed: a whole number, also a BigInt. */
function seedOf(value) {
  if (typeof value === "bigint" || Number.isInteger(value)) return value;
  return refuse(`a seed must be a whole number, not ${shown(value)}`, "write 7, or Date.now()");
}

/** An object whose keys are known. */
function keysOf(value, known, name) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    refuse(`${name} must be an object, not ${shown(value)}`, `its keys can be ${known.join(", ")}`);
  }
  const wrong = Object.keys(value).find((key) => !known.includes(key));
  if (wrong !== undefined) refuse(`${name} have no \`${wrong}\``, oneOf(known, wrong));
  return value;
}

/** A value that can't be changed, nor anything in it. */
function frozen(value) {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

export { UsageError, frozen, keysOf, oneOf, refuse, seedOf, shown, wholeNumber };
