// Whether two positions, or other values, are the same: conformance/protocol/README.md, section 9.
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const byCharacters = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)); // UTF-8: by code points
const isNothing = (value) =>
  !value || (typeof value === "object" && Object.keys(value).length === 0);

/** A position in its normal form. byPlayer: the paths of lists with an entry for each player. */
export function normal(value, byPlayer = [], path = "") {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => normal(entry));
    const texts = !byPlayer.includes(path) && entries.every((entry) => typeof entry === "string");
    return texts ? entries.sort(byCharacters) : entries;
  }
  if (!isObject(value)) return value;
  const remembered = path.split(".")[0] === "memory"; // there, only null and {} are nothing
  const parts = Object.entries(value)
    .map(([key, part]) => [key, normal(part, byPlayer, path ? `${path}.${key}` : key)])
    .filter(([, part]) => !isNothing(part) || (remembered && part !== null && !(isObject(part))));
  return Object.fromEntries(parts);
}

/** A value as text, the same for values that are the same; of a normal form, its canonical text. */
export function text(value) {
  if (Array.isArray(value)) return `[${value.map(text)}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== null);
  return `{${keys.sort(byCharacters).map((key) => `${JSON.stringify(key)}:${text(value[key])}`)}}`;
}
