/** Write states as positions, in the notation of records, and read them, with a match's tables. */

import { NO_DIGIT, PositionReader } from "./reading.js";
import { Texts } from "./texts.js";

const isEmpty = (value) => value === "" || (typeof value === "object" && !Object.keys(value).length);

/** Texts in which runs of the same text are written once, with their length: `-*14`. */
function inRuns(texts) {
  const begins = texts.flatMap((text, n) => (n && texts[n - 1] === text ? [] : [n]));
  return begins.map((start, n) => {
    const often = (begins[n + 1] ?? texts.length) - start;
    return often === 1 ? texts[start] : `${texts[start]}*${often}`;
  });
}

class Positions {
  /** engine: computes what players see. */
  constructor(tables, engine) {
    this.tables = tables;
    this.engine = engine;
    this.texts = new Texts(tables);
    this.byName = new Map();
    for (const one of tables.memory) {
      this.byName.set(one.short, one);
      this.byName.set(one.name, one);
    }
  }

  // -------------------------------------------------------------------------- writing

  /** The position of a state. */
  write(v) {
    const made = {};
    const said = new Set();
    for (const entry of this.tables.position) {
      const value = this.entry(entry, v, said);
      if (entry.omitEmpty && isEmpty(value)) continue;
      let at = made;
      for (const name of entry.path.slice(0, -1)) at = at[name] ??= {};
      const last = entry.path.at(-1);
      const joined = [value, at[last]].every((one) => one?.constructor === Object);
      at[last] = joined ? { ...at[last], ...value } : value;
    }
    const memory = {};
    for (const one of this.tables.memory) {
      if (!said.has(one.name) && !this.isFresh(one, v) && !this.isSaid(one)) {
        memory[one.short] = this.memory(one, v, one.axes, one.first, one.count);
      }
    }
    return isEmpty(memory) ? made : { ...made, memory };
  }

  /** The state of a position, before the flow goes on. powers, named: see the reader. */
  read(position, powers, named) {
    return new PositionReader(this, position, powers, named).read();
  }

  /** Whether an entry writes the value of a memory. */
  isSaid(memory) {
    return this.tables.position.some((entry) => attributesOf(entry).includes(memory.first));
  }

  isFresh(memory, v) {
    if (memory.is === "remembered") return v[memory.filled] === 0;
    return memory.start.every((value, n) => v[memory.first + n] === value);
  }

  /** The value of an entry. said: gets the names of the memories that it writes. */
  entry(entry, v, said) {
    const value = (n) => this.attribute(entry, n, v);
    switch (entry.is) {
      case "digits":
        return numbersFrom(entry, v).map((n) => this.digit(n)).join("");
      case "cells":
        return entry.names.filter((_, n) => (entry.fixed ?? numbersFrom(entry, v))[n] === 1);
      case "map":
        return Object.fromEntries(entry.names.map((name, n) => [name, value(n)]).filter(([, text]) => text));
      case "byPlayer":
        return numbersFrom(entry, v).map((_, n) => value(n));
      case "value":
        return value(0);
      case "memory":
        return this.held(entry, v, said);
      case "pieces": {
        const hidden = this.hidden(entry.kind, v);
        const pieces = this.standing(entry.kind, v).filter((one) => hidden.has(one) === entry.hidden);
        return pieces.map((one) => this.form(entry, one, v));
      }
      case "piece": {
        const is = (one) => entry.where.every((each) => this.attribute(each, one, v) === each.text);
        const found = this.standing(entry.kind, v).find(is);
        return found === undefined ? "" : this.form(entry, found, v);
      }
      case "counts": {
        const made = {};
        for (const one of this.inZone(entry, v)) {
          const text = this.form(entry, one, v);
          made[text] = (made[text] ?? 0) + 1;
        }
        return made;
      }
    }
    const there = this.inZone(entry, v);
    if (!entry.whose) return there.map((one) => this.form(entry, one, v));
    const players = Array.from({ length: this.tables.players }, (_, player) => player);
    return players.map((player) =>
      there.filter((one) => isOf(entry.whose, one, player, v)).map((one) => this.form(entry, one, v)),
    );
  }

  /** A memory of a card that somebody holds; none is written as if nobody held it. */
  held(entry, v, said) {
    const held = entry.memories.filter((one) => v[one.holders]);
    if (!held.length) return "";
    const memory = this.byName.get(held[0].name);
    const value = this.memory(memory, v, memory.axes, memory.first, memory.count);
    if (value !== "") for (const one of held) said.add(one.name);
    return value;
  }

  /** A number as a digit, or what stands for none or for unknown. */
  digit(number) {
    if (number === this.tables.none) return NO_DIGIT;
    return number === this.tables.unknown ? "?" : String(number);
  }

  place(kind, piece, v) {
    return v[this.tables.kinds[kind].first + piece];
  }

  /** The pieces of a kind that are on a board. */
  standing(kind, v) {
    const { names, cells } = this.tables.kinds[kind];
    const pieces = names.map((_, piece) => piece);
    return pieces.filter((one) => this.place(kind, one, v) >= 0 && this.place(kind, one, v) < cells);
  }

  inZone({ kind, zone }, v) {
    const pieces = this.tables.kinds[kind].names.map((_, piece) => piece);
    return zone === null ? pieces : pieces.filter((one) => this.place(kind, one, v) === zone);
  }

  /** The pieces of a kind that some player can't see. */
  hidden(kind, v) {
    const views = this.tables.sides.map((_, player) => this.engine.view(v, player));
    const pieces = this.tables.kinds[kind].names.map((_, piece) => piece);
    const unseen = (one) => views.some((seen) => this.place(kind, one, seen) === this.tables.unknown);
    return new Set(pieces.filter(unseen));
  }

  /** The text of a piece. */
  form({ kind, form }, piece, v) {
    const { names } = this.tables.kinds[kind];
    const parts = form.map((part) => {
      if (typeof part === "string") return part;
      if (part.is === "name") return names[piece];
      if (part.is === "place") return this.texts.cell(kind, this.place(kind, piece, v));
      return this.attribute(part, piece, v);
    });
    return parts.join("");
  }

  /** The value of an attribute of a thing as text. */
  attribute(about, thing, v) {
    const value = about.fixed ? about.fixed[thing] : v[about.first + thing * about.width];
    const { pieces } = this.tables.types[about.type];
    return pieces && value >= 0 ? this.called(pieces, value, v) : this.texts.value(about.type, value);
  }

  /** An unambiguous text for a piece: its own name, its cell if that is read as it, or its number. */
  called(kind, piece, v) {
    const { ownNames, foundByPlace } = this.tables.kinds[kind];
    if (ownNames[piece]) return ownNames[piece];
    const cell = foundByPlace ? this.texts.cell(kind, this.place(kind, piece, v)) : "";
    return cell && this.firstAt(kind, cell, v) === piece ? cell : `${kind} ${piece + 1}`;
  }

  // -------------------------------------------------------------------------- memories

  /** The value of a memory as data; with an index, only the values that have changed. */
  memory(memory, v, axes, first, count) {
    if (memory.is === "remembered") return this.remembered(memory, v);
    if (!axes.length) return memory.many ? this.members(memory, v, first, count) : this.one(memory, v[first], v);
    const [axis, ...others] = axes;
    const made = {};
    const size = count / axis.size;
    for (let number = 0; number < axis.size; number++) {
      const start = first + number * size;
      const slots = Array.from({ length: size }, (_, n) => start + n);
      if (slots.some((slot) => v[slot] !== memory.start[slot - memory.first])) {
        made[this.thing(axis, number, v)] = this.memory(memory, v, others, start, size);
      }
    }
    return made;
  }

  /** The remembered positions, each as the texts of its values, which are packed into numbers. */
  remembered({ filled, first, width, parts }, v) {
    return Array.from({ length: v[filled] }, (_, row) => {
      let at = first + row * width;
      const texts = parts.flatMap((part) => {
        const made = [];
        while (made.length < part.count) {
          const left = Math.min(part.together, part.count - made.length);
          const steps = Array.from({ length: left }, (_, n) => part.texts.length ** (left - 1 - n));
          made.push(...steps.map((step) => part.texts[Math.floor(v[at] / step) % part.texts.length]));
          at += 1;
        }
        return made;
      });
      return inRuns(texts).join(" ");
    });
  }

  members(memory, v, first, count) {
    const slots = v.slice(first, first + count);
    if (slots.includes(this.tables.unknown)) return "?";
    return slots.flatMap((there, n) => (there === 1 ? [this.one(memory, n, v)] : []));
  }

  one(memory, value, v) {
    if (value === this.tables.unknown) return "?";
    if (value === this.tables.none) return "";
    if (memory.is === "int") return value;
    if (memory.is === "flag") return value === 1;
    if (memory.is === "place") return this.tables.kinds[memory.kind].places[value];
    return this.thing(memory.values, value, v);
  }

  /** The text of one of the things of an axis. */
  thing(axis, number, v) {
    if (axis.words) return axis.words[number];
    if (axis.pieces) return this.called(axis.pieces, number, v);
    return axis.names[number] || `${axis.numbered} ${number + 1}`;
  }

  firstAt(kind, cell, v) {
    return this.standing(kind, v).find((one) => this.texts.cell(kind, this.place(kind, one, v)) === cell);
  }
}

/** The first slots of the attributes that an entry writes. */
function attributesOf(entry) {
  const about = [entry, entry.whose, ...(entry.where ?? []), ...(entry.form ?? [])];
  return about.filter((one) => one && one.type !== undefined).map((one) => one.first);
}

/** The numbers in the slots of an attribute. */
function numbersFrom({ first, count }, v) {
  return v.slice(first, first + count);
}

/** Whether a piece is a player's. */
function isOf(whose, piece, player, v) {
  if (whose.fixed) {
    const given = whose.fixed[piece];
    return Array.isArray(given) ? given.includes(player) : given === player;
  }
  const slot = whose.first + piece * whose.width;
  return whose.many ? v[slot + player] === 1 : v[slot] === player;
}

export { Positions };
