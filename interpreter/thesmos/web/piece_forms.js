/** The text of a piece in positions, such as `A1 2f`, written and read: see notation/piece_forms.py. */

import { indexOf, wrong } from "./expected.js";
import { anyOf, escaped, numberOf } from "./texts.js";

/** The form of the texts of pieces in one entry of positions. */
class PieceForm {
  constructor(texts, entry) {
    this.texts = texts;
    this.entry = entry;
    this.kind = entry.kind;
    this.form = entry.form;
    this.pieces = texts.tables.kinds[entry.kind];
    this.fields = entry.form.filter((part) => typeof part !== "string");
  }

  /** The text of a piece. */
  write(piece, v) {
    return this.form.map((part) => (typeof part === "string" ? part : this.field(part, piece, v))).join("");
  }

  field(field, piece, v) {
    if (field.is === "place") return this.texts.cell(this.kind, this.texts.place(this.kind, piece, v));
    return field.is === "name" ? this.pieces.names[piece] : this.texts.attribute(field, piece, v);
  }

  // -------------------------------------------------------------------------- reading

  /** A pattern that just the texts of this form match, with a group for each field. */
  get pattern() {
    return (this.exact ??= this.patternWith(""));
  }

  /** A pattern that texts with numbers outside of their ranges match as well. */
  get loosePattern() {
    return (this.loose ??= this.patternWith("-?[0-9]+"));
  }

  patternWith(numbers) {
    const parts = this.form.map((part) =>
      typeof part === "string" ? escaped(part) : `(${this.fieldPattern(part, numbers)})`,
    );
    return new RegExp(`^${parts.join("")}$`);
  }

  fieldPattern(field, numbers) {
    const { names } = this.pieces;
    if (field.is === "place") return this.placePattern();
    if (field.is === "name") return anyOf(names) + (names.includes("") ? "|" : "");
    return this.texts.pattern(field, numbers);
  }

  /** A pattern for the place of a piece; it is empty for one not on a board. */
  placePattern() {
    const cells = anyOf(this.pieces.places.slice(0, this.pieces.cells));
    if (this.entry.zone === undefined) return cells;
    return this.entry.zone === null ? `${cells}|` : "";
  }

  isText(text) {
    return this.pattern.test(text);
  }

  /** What a text says: its place and name, if it says them, and the texts of attributes. */
  read(text, path) {
    const match = typeof text === "string" && (this.pattern.exec(text) ?? this.loosePattern.exec(text));
    if (!match) {
      if (this.form.length === 1 && this.form[0].is === "name") indexOf(text, this.pieces.names, path);
      wrong(`${path}: can't read \`${String(text).slice(0, 40)}\``, `write it as ${this.template()}`);
    }
    const meaning = { place: null, name: null, values: [] };
    this.fields.forEach((field, n) => {
      if (field.is) meaning[field.is] = match[n + 1];
      else meaning.values.push([field, match[n + 1]]);
    });
    return meaning;
  }

  /** The form as it is declared: `{place} {owner}{sex}`. */
  template() {
    return this.form.map((part) => (typeof part === "string" ? part : `{${part.is ?? part.attribute}}`)).join("");
  }

  /** Whether the name and the constant attributes of a piece are as a text says. */
  fits(piece, { name, values }, path, v) {
    if (name !== null && name !== this.pieces.names[piece]) return false;
    const { types } = this.texts.tables;
    return values
      .filter(([about]) => about.constant && !types[about.type].piece) // which piece one is, is not known yet
      .every(([about, text]) => numberOf(about, piece, v) === this.texts.number(about, text, path));
  }

  /** Give a piece those attributes in a text that positions set. */
  put(piece, { values }, path, v) {
    for (const [about, text] of values) if (!about.constant) this.texts.put(about, piece, text, path, v);
  }
}

export { PieceForm };
