/** Writes positions by the tables of a match: see notation/positions.py. */

import { isObject } from "./expected.js";
import { Memories, absentCards } from "./memories.js";
import { PieceForm } from "./piece_forms.js";
import { numberOf, range } from "./texts.js";

const NO_DIGIT = "-"; // stands for none among digits
const isEmpty = (value) => value === "" || (typeof value === "object" && !Object.keys(value).length);

class Positions {
  /** texts: values as text. engine: computes what players see. */
  constructor(texts, engine) {
    this.texts = texts;
    this.tables = texts.tables;
    this.engine = engine;
    this.memories = new Memories(texts);
    this.entries = this.tables.position.filter((entry) => entry.is !== "absent");
    const shown = this.entries.filter((entry) => entry.form);
    this.forms = new Map(shown.map((entry) => [entry, new PieceForm(texts, entry)]));
  }

  /** The position of a state: its entries, and under `memory` what else has changed. */
  write(v) {
    const position = {};
    const absent = absentCards(this.tables, v);
    for (const entry of this.entries) {
      if (absent.has(entry.card)) continue;
      const value = this.entry(entry, v);
      if (!entry.omitEmpty || !isEmpty(value)) put(position, entry.path, value);
    }
    const written = new Set(this.entries.flatMap((entry) => this.writtenBy(entry, v)));
    const others = this.memories.all.filter(
      (memory) => !memory.covered && !written.has(memory.name) && !this.memories.isFresh(memory, v),
    );
    const values = others.map((memory) => [this.memories.short(memory, v), this.memories.write(memory, v)]);
    return values.length ? { ...position, memory: Object.fromEntries(values) } : position;
  }

  /** The names of the memories that an entry writes in a state. */
  writtenBy(entry, v) {
    if (entry.is !== "memory" || this.held(entry, v) === "") return [];
    return entry.memories.filter(({ holders }) => v[holders]).map(({ name }) => name);
  }

  // -------------------------------------------------------------------------- entries

  /** The value of an entry in a state, as data. */
  entry(entry, v) {
    const text = (n) => this.texts.attribute(entry, n, v);
    switch (entry.is) {
      case "digits":
        return numbersOf(entry, v).map((number) => this.digit(number)).join("");
      case "cells":
        return entry.names.filter((_, n) => numbersOf(entry, v)[n] === 1);
      case "map":
        if (entry.many) return {};
        return Object.fromEntries(entry.names.map((name, n) => [name, text(n)]).filter(([, value]) => value));
      case "byPlayer":
        return range(entry.count).map(text);
      case "value":
        return text(0);
      case "memory":
        return this.held(entry, v);
    }
    return this.ofPieces(entry, v);
  }

  /** A number as a digit, or what stands for none or for unknown. */
  digit(number) {
    if (number === this.tables.none) return NO_DIGIT;
    return number === this.tables.unknown ? "?" : String(number);
  }

  /** A memory of a card that somebody holds; empty if nobody does, or it is none. */
  held(entry, v) {
    const held = entry.memories.find(({ holders }) => v[holders]);
    return held ? this.memories.write(this.memories.named(held.name), v) : "";
  }

  ofPieces(entry, v) {
    const form = this.forms.get(entry);
    const written = (pieces) => pieces.map((piece) => form.write(piece, v));
    if (entry.is === "pieces") {
      const hidden = this.hidden(entry.kind, v);
      return written(this.texts.standing(entry.kind, v).filter((piece) => hidden.has(piece) === entry.hidden));
    }
    if (entry.is === "piece") {
      const isMeant = (piece) => entry.where.every((about) => this.texts.attribute(about, piece, v) === about.text);
      const piece = this.texts.standing(entry.kind, v).find(isMeant);
      return piece === undefined ? "" : form.write(piece, v);
    }
    const pieces = this.inZone(entry, v);
    if (entry.is === "counts") {
      const counts = {};
      for (const text of written(pieces)) counts[text] = (counts[text] ?? 0) + 1;
      return counts;
    }
    if (!entry.whose) return written(pieces);
    return range(this.tables.players).map((player) =>
      written(pieces.filter((piece) => isOf(entry.whose, piece, player, v))),
    );
  }

  /** The pieces in the zone of an entry; all if it has none. */
  inZone({ kind, zone }, v) {
    const pieces = range(this.tables.kinds[kind].names.length);
    return zone === null ? pieces : pieces.filter((piece) => this.texts.place(kind, piece, v) === zone);
  }

  /** The pieces of a kind that some player can't see. */
  hidden(kind, v) {
    const { hiders, names } = this.tables.kinds[kind];
    if (hiders && !hiders.some((slot) => v[slot])) return new Set();
    const views = range(this.tables.players).map((player) => this.engine.view(v, player));
    const isHidden = (piece) => views.some((seen) => this.texts.place(kind, piece, seen) === this.tables.unknown);
    return new Set(range(names.length).filter(isHidden));
  }
}

/** The values of an attribute of all things. */
function numbersOf({ fixed, first, count }, v) {
  return fixed ?? v.slice(first, first + count);
}

/** Whether an attribute of a piece is a player, or has them among its members. */
function isOf(whose, piece, player, v) {
  if (!whose.many) return numberOf(whose, piece, v) === player;
  return whose.fixed ? whose.fixed[piece].includes(player) : v[whose.first + piece * whose.width + player] === 1;
}

function put(position, path, value) {
  let at = position;
  for (const name of path.slice(0, -1)) at = at[name] ??= {};
  const last = path.at(-1);
  at[last] = isObject(value) && isObject(at[last]) ? { ...at[last], ...value } : value;
}

export { NO_DIGIT, Positions, isEmpty, isOf };
