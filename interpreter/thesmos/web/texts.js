/** Values as text, and read back, by the tables of a match: see notation/texts.py. */

import { indexOf, wrong } from "./expected.js";

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** A pattern for any of these names; it matches nothing if there are none. */
const anyOf = (names) => names.filter((name) => name).map(escaped).join("|") || "(?!)";
const range = (count) => [...Array(count).keys()];

/** The value of an attribute of a thing. */
function numberOf({ fixed, first, width }, thing, v) {
  return fixed ? fixed[thing] : v[first + thing * width];
}

class Texts {
  constructor(tables) {
    this.tables = tables;
    // By kind, what each piece is called wherever it is: by its own name, or its number.
    this.names = Object.fromEntries(
      Object.entries(tables.kinds).map(([kind, { ownNames }]) => [
        kind,
        ownNames.map((name, piece) => name || `${kind} ${piece + 1}`),
      ]),
    );
  }

  /** A value as text. at: the place of a piece without a name. */
  value(typeName, value, at) {
    const { none, unknown, types } = this.tables;
    if (value === unknown) return "?";
    if (value === none) return "";
    const { piece, words, from } = types[typeName];
    if (piece) return this.piece(piece, value, at);
    return words ? words[value] : String(value + from);
  }

  /** A piece by its name, or else by the cell it is on, or its number. */
  piece(kind, piece, at) {
    const { names } = this.tables.kinds[kind];
    return names[piece] || this.cell(kind, at) || `${kind} ${piece + 1}`;
  }

  /** The name of a cell; empty for any other place. */
  cell(kind, at) {
    const { places, cells } = this.tables.kinds[kind];
    return at >= 0 && at < cells ? places[at] : "";
  }

  // -------------------------------------------------------------------------- pieces

  /** The place of a piece, by its number. */
  place(kind, piece, v) {
    return v[this.tables.kinds[kind].first + piece];
  }

  /** The pieces of a kind that are on a board, by number. */
  standing(kind, v) {
    const { names, cells } = this.tables.kinds[kind];
    const isOnBoard = (place) => place >= 0 && place < cells;
    return range(names.length).filter((piece) => isOnBoard(this.place(kind, piece, v)));
  }

  /** The first piece of a kind on the cell with a name; undefined if there is none. */
  firstAt(kind, cell, v) {
    return this.standing(kind, v).find((piece) => this.cell(kind, this.place(kind, piece, v)) === cell);
  }

  /** A unique text for a piece: its own name, its cell if read as it, or its number. */
  called(kind, piece, v) {
    const { ownNames, foundByPlace } = this.tables.kinds[kind];
    if (foundByPlace && !ownNames[piece]) {
      const cell = this.cell(kind, this.place(kind, piece, v));
      if (cell && this.firstAt(kind, cell, v) === piece) return cell;
    }
    return this.names[kind][piece];
  }

  /** The value of an attribute of a thing as text, in which a piece is unique. */
  attribute(about, thing, v) {
    const value = numberOf(about, thing, v);
    const { piece } = this.tables.types[about.type];
    return piece && value >= 0 ? this.called(piece, value, v) : this.value(about.type, value);
  }

  // -------------------------------------------------------------------------- reading

  /** The value of a text; none if it is empty. */
  number(about, text, path) {
    if (about.optional && text === "") return this.tables.none;
    const { piece, words, from } = this.tables.types[about.type];
    if (piece) return indexOf(text, this.names[piece], path);
    if (words) return words.includes(text) ? words.indexOf(text) : indexOf(text, words, path);
    const isNumber = Number.isFinite(text) || (typeof text === "string" && /^\s*[-+]?\d+\s*$/.test(text));
    return isNumber ? Math.trunc(Number(text)) - from : wrong(`${path}: \`${String(text).slice(0, 20)}\` is not a number`);
  }

  /** Set an attribute of a thing, in a state in which all pieces are placed. */
  put(about, thing, text, path, v) {
    const { none, types } = this.tables;
    const { low, high, type } = about;
    const { piece } = types[type];
    const onCell = piece && !this.names[piece].includes(text) ? this.firstAt(piece, text, v) : undefined;
    const number = onCell ?? this.number(about, text, path);
    if ((number < low || number > high) && number !== none) {
      const ends = [low, high].map((end) => this.value(type, end, piece && this.place(piece, end, v)));
      wrong(`${path} can't be ${String(text).slice(0, 20)}`, `values go from ${ends.join(" to ")}`);
    }
    v[about.first + thing * about.width] = number;
  }

  /** A pattern for exactly the texts that a value can have in a longer text. numbers: used for their range. */
  pattern({ type, optional }, numbers = "") {
    const about = this.tables.types[type];
    let words = about.words ?? [];
    if (about.piece) {
      const { places, cells } = this.tables.kinds[about.piece];
      words = [...this.names[about.piece], ...places.slice(0, cells)];
    }
    const pattern = about.from === undefined ? anyOf(words) : numbers || about.pattern;
    return optional || words.includes("") ? `${pattern}|` : pattern;
  }
}

export { Texts, anyOf, escaped, numberOf, range };
