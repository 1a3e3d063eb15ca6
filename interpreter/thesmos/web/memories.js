/** Values that positions write by name, under `memory` and in the part `step`: see notation/memories.py. */

import { indexOf, isObject, objectOf, refuseRepeated, wrong } from "./expected.js";
import { range } from "./texts.js";

const HIDDEN = "?"; // a value that is unknown in a view
const FLAGS = new Map([[true, 1], [false, 0], [1, 1], [0, 0], ["yes", 1], ["no", 0]]);
const BY_TYPE = ["int", "flag", "thing"];
const MOST_VALUES = 10000;

class Memories {
  constructor(texts) {
    this.texts = texts;
    this.tables = texts.tables;
    this.all = texts.tables.memory;
  }

  // -------------------------------------------------------------------------- names

  /** The memory with a full name. */
  named(name) {
    return this.all.find((memory) => memory.name === name);
  }

  /** The bare name of a memory, unless it is ambiguous in a state. */
  short(memory, v) {
    return this.withName(memory.bare, v).length === 1 ? memory.bare : memory.name;
  }

  withName(name, v) {
    return this.takingPart(this.all.filter((memory) => memory.name === name || memory.bare === name), v);
  }

  /** The memories, without those of cards of a pool that take no part. */
  takingPart(memories, v) {
    const absent = absentCards(this.tables, v);
    return memories.filter(({ card }) => !absent.has(card));
  }

  /** The memories given by name, with their values. */
  byName(values, v) {
    const names = new Map(); // as they are given, by full name
    return Object.entries(objectOf(values, "memory", " {name: value}")).map(([name, value]) => {
      const memory = this.withAnyName(name, v);
      const before = names.get(memory.name);
      if (before !== undefined) wrong(`memory ${memory.name} is given twice`, `also as ${before}`);
      names.set(memory.name, name);
      return [memory, value];
    });
  }

  withAnyName(name, v) {
    const matching = this.withName(name, v);
    if (matching.length === 1) return matching[0];
    const full = (matching.length ? matching : this.takingPart(this.all, v)).map((memory) => memory.name);
    if (matching.length) wrong(`several things remember \`${name}\``, `write ${full.join(" or ")}`);
    return wrong(`there is no memory \`${name.slice(0, 40)}\` here`, `memories here: ${full.join(", ") || "none"}`);
  }

  // -------------------------------------------------------------------------- writing

  /** Whether a memory is as it was at the beginning. */
  isFresh({ is, filled, first, start }, v) {
    return is === "remembered" ? v[filled] === 0 : start.every((value, n) => v[first + n] === value);
  }

  /**
   * The value as data; for several things, an object with those that have changed.
   * placed: a state. Things that differ from it are also written, so that it becomes the same.
   */
  write(memory, v, placed = undefined) {
    const { first, count, start, names } = memory;
    if (memory.is === "remembered") return remembered(memory, v);
    if (memory.is === "due") {
      return v.slice(first, first + count).filter((number) => number !== this.tables.none).map((number) => names[number]);
    }
    const isChanged = (slot) => v[slot] !== start[slot - first] || (placed && v[slot] !== placed[slot]);
    return this.things(memory, v, memory.axes, first, count, isChanged);
  }

  things(memory, v, axes, first, count, isChanged) {
    if (!axes.length) return memory.many ? this.members(memory, v, first, count) : this.text(memory, v[first], v);
    const [axis, ...others] = axes;
    const texts = {};
    const size = count / axis.size;
    for (const number of range(axis.size)) {
      const start = first + number * size;
      if (!range(size).some((n) => isChanged(start + n))) continue;
      texts[this.thing(axis, number, v)] = this.things(memory, v, others, start, size, isChanged);
    }
    return texts;
  }

  members(memory, v, first, count) {
    const numbers = v.slice(first, first + count);
    if (numbers.includes(this.tables.unknown)) return HIDDEN;
    return numbers.flatMap((flag, member) => (flag === 1 ? [this.text(memory, member, v)] : []));
  }

  /** A value of a memory as data. */
  text(memory, value, v) {
    const { unknown, none, players, kinds } = this.tables;
    if (value === unknown) return HIDDEN;
    if (memory.is === "players" || memory.is === "winners") {
      return range(players).filter((player) => (value >> player) & 1).map((player) => player + 1);
    }
    if (value === none) return "";
    switch (memory.is) {
      case "int":
      case "number":
        return value;
      case "flag":
        return value === 1;
      case "chooser":
        return value >= 0 ? value + 1 : value;
      case "named":
        return memory.names[value];
      case "place":
        return kinds[memory.kind].places[value];
    }
    return this.thing(memory.values, value, v);
  }

  /** The text of one of the things of an axis. */
  thing({ words, piece, numbered }, number, v) {
    if (words) return words[number];
    return piece ? this.texts.called(piece, number, v) : this.texts.names[numbered][number];
  }

  // -------------------------------------------------------------------------- reading

  /** Put a value into a state in which all pieces are placed. */
  read(memory, value, v) {
    if (memory.is === "remembered") this.readRemembered(memory, value, v);
    else if (memory.is === "due") this.readDue(memory, value, v);
    else this.readThings(memory, value, memory.axes, memory.first, memory.count, v);
  }

  readThings(memory, value, axes, first, count, v) {
    if (axes.length) {
      const [axis, ...others] = axes;
      if (!isObject(value)) {
        const example = axis.size ? this.thing(axis, 0, v) : "thing";
        mistaken(memory, value, `write an object, such as {${example}: …}`);
      }
      const size = count / axis.size;
      for (const [key, inner] of Object.entries(value)) {
        const start = first + this.readThing(axis, key, memory.name, v) * size;
        this.readThings(memory, inner, others, start, size, v);
      }
    } else if (memory.many) {
      if (!Array.isArray(value)) mistaken(memory, value, "write a list of its members");
      const members = value.map((member) => this.readMember(memory, member, count, v));
      refuseRepeated(members, value, memory.name);
      v.fill(0, first, first + count);
      for (const member of members) v[first + member] = 1;
    } else {
      v[first] = this.readValue(memory, value, v);
    }
  }

  readMember(memory, value, count, v) {
    if (memory.is !== "int") return this.readThing(memory.values, value, memory.name, v);
    const isMember = Number.isInteger(value) && value >= 0 && value < count;
    return isMember ? value : mistaken(memory, value, `its members go from 0 to ${count - 1}`);
  }

  /** The number that stands for a value. */
  readValue(memory, value, v) {
    const { none, nobody, kinds } = this.tables;
    if (memory.is === "players") return this.readPlayers(memory, value);
    if (memory.is === "winners") return this.readPlayers(memory, value) || nobody;
    if (value === "" && (memory.none || ["number", "chooser", "place"].includes(memory.is))) return none;
    if (BY_TYPE.includes(memory.is) && memory.none && value === none) return none;
    const { low, high, names } = memory;
    switch (memory.is) {
      case "int":
      case "number":
        if (Number.isInteger(value) && value >= low && value <= high) return value;
        return mistaken(memory, value, `its values go from ${low} to ${high}`);
      case "flag":
        return FLAGS.get(value) ?? mistaken(memory, value, "write true or false");
      case "chooser":
        return this.readChooser(memory, value);
      case "named":
        if (names.includes(value)) return names.indexOf(value);
        return mistaken(memory, value, `one of: ${names.join(", ")}`);
      case "place":
        return indexOf(value, kinds[memory.kind].places, memory.name);
    }
    return this.readThing(memory.values, value, memory.name, v);
  }

  /** Who decides: a player from 1; chance on behalf of player 1 is -1. */
  readChooser(memory, value) {
    const { players } = this.tables;
    if (!Number.isInteger(value) || value === 0 || Math.abs(value) > players) {
      mistaken(memory, value, `players go from 1 to ${players}; -1 is chance, for player 1`);
    }
    return value > 0 ? value - 1 : value;
  }

  /** A set of players, as a bit for each. */
  readPlayers(memory, value) {
    const { players } = this.tables;
    const isPlayer = (player) => Number.isInteger(player) && player >= 1 && player <= players;
    if (!Array.isArray(value) || !value.every(isPlayer)) {
      mistaken(memory, value, `write a list of players, from 1 to ${players}`);
    }
    refuseRepeated(value, value, memory.name);
    return value.reduce((mask, player) => mask | (1 << (player - 1)), 0);
  }

  /** The thing with a text. */
  readThing({ words, piece, numbered }, text, path, v) {
    if (!piece) return indexOf(String(text), words ?? this.texts.names[numbered], path);
    const index = this.texts.names[piece].indexOf(text);
    const number = index >= 0 ? index : this.texts.firstAt(piece, text, v);
    const hint = `name a ${piece} by its cell, or as \`${piece} 1\``;
    return number ?? wrong(`${path}: there is no ${piece} \`${String(text).slice(0, 20)}\``, hint);
  }

  /** Put the steps that are due, and how many there are, into a state. */
  readDue(memory, value, v) {
    const { names, first, count, height } = memory;
    if (!Array.isArray(value) || value.length > count) mistaken(memory, value, `write a list of at most ${count} steps`);
    value.forEach((text, n) => {
      if (!names.includes(text)) mistaken(memory, text, `write a step and a player, such as \`${names[0]}\``);
      v[first + n] = names.indexOf(text);
    });
    v[height] = value.length;
  }

  readRemembered(memory, value, v) {
    const { first, count, things, filled } = memory;
    if (!Array.isArray(value) || value.length > things) {
      mistaken(memory, value, `write a list of at most ${things} positions`);
    }
    v.fill(0, first, first + count);
    value.flatMap((position) => packed(memory, String(position))).forEach((number, n) => (v[first + n] = number));
    v[filled] = value.length;
  }
}

/** The cards of a pool that take no part in a state. */
function absentCards({ cards, players }, v) {
  return new Set(cards.filter(({ received }) => received !== null && v[received] > players).map(({ slug }) => slug));
}

function mistaken({ part, name }, value, hint) {
  return wrong(`${part} ${name} can't be ${String(value).slice(0, 20)}`, hint);
}

/** Remembered positions, each as the texts of its values; a repeated one has its number of times: `-*14`. */
function remembered(memory, v) {
  const { filled, first, width } = memory;
  return range(v[filled]).map((row) => inRuns(unpacked(memory, v, first + row * width)).join(" "));
}

/** The texts of the values of a remembered position; a number has several of them. */
function unpacked({ parts }, v, first) {
  let at = first;
  return parts.flatMap(({ count, together, texts }) => {
    const values = [];
    for (let start = 0; start < count; start += together) {
      const digits = [];
      let number = v[at++];
      for (let n = start; n < Math.min(start + together, count); n++) {
        digits.unshift(texts[number % texts.length]);
        number = Math.floor(number / texts.length);
      }
      values.push(...digits);
    }
    return values;
  });
}

/** The numbers of a remembered position. */
function packed(memory, position) {
  const texts = textsOf(position);
  const most = memory.parts.reduce((sum, { count }) => sum + count, 0);
  if (texts.length !== most) mistaken(memory, position, `write the ${most} values that are compared`);
  return memory.parts.flatMap((part) => {
    const values = texts.splice(0, part.count);
    const numbers = [];
    while (values.length) {
      const digits = values.splice(0, part.together).map((text) => digit(memory, part, text));
      numbers.push(digits.reduce((sum, value) => sum * part.texts.length + value, 0));
    }
    return numbers;
  });
}

function digit(memory, { texts, hint }, text) {
  if (hint && !texts.includes(text)) mistaken(memory, text, hint);
  return indexOf(text, texts, memory.name);
}

/** The texts of a position, each as often as the number after it says. */
function textsOf(position) {
  return position.split(/\s+/).filter((word) => word).flatMap((word) => {
    const [, text, often] = word.match(/^(.+)\*([0-9]{1,6})$/) ?? [word, word, 1];
    return Array(Math.min(Number(often), MOST_VALUES)).fill(text);
  });
}

/** Texts with each run of the same one written once, with its length: `-*14`. */
function inRuns(texts) {
  const begins = texts.flatMap((text, n) => (n && texts[n - 1] === text ? [] : [n]));
  return begins.map((start, n) => {
    const often = (begins[n + 1] ?? texts.length) - start;
    return often === 1 ? texts[start] : `${texts[start]}*${often}`;
  });
}

export { Memories, absentCards };
