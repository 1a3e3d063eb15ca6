/** Reads positions in the notation of records into states: the inverse of `positions.js`. */

import { indexOf, listOf, objectOf, wrong } from "./expected.js";
import { TURN_VALUES, TurnReader } from "./in_turn.js";

const BESIDE = ["to_move", "memory", "held", "step"];

/** Whether an attribute of a piece is fixed, or follows from who holds a card. */
const isGiven = (about) => about.fixed || about.lent;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const anyOf = (names) => names.filter((name) => name).map(escaped).join("|") || "(?!)";

const range = (count) => [...Array(count).keys()];

/** All texts in a part of a position, at any depth. */
function textsIn(value) {
  if (typeof value === "string") return [value];
  return value instanceof Object ? [...Object.keys(value), ...Object.values(value).flatMap(textsIn)] : [];
}

/** The cards of a pool that take part: the players' cards, named cards, and those they bring. */
function takingPart(pool, powers, named) {
  const about = new Map(pool.map((one) => [one.slug, one]));
  const found = new Set([...powers, ...named].filter((slug) => about.has(slug)));
  for (const power of powers) {
    for (const slug of about.get(power)?.brings ?? []) {
      if (!about.get(slug)?.banned.some((other) => found.has(other))) found.add(slug);
    }
  }
  return found;
}

/** The state before anything happens. powers, named: slugs of cards, in a pool. */
function begun({ initial, pool, sides, players }, powers = [], named = []) {
  const made = [...initial];
  const playing = takingPart(pool ?? [], powers, named);
  for (const { slug, holders, received, pieces } of pool ?? []) {
    const holder = powers.indexOf(slug);
    made[holders] = holder < 0 ? 0 : 1 << holder;
    made[received] = holder >= 0 ? holder : players + (playing.has(slug) ? 0 : 1);
    for (const [at, owner, place, gone] of pieces) {
      made[at] = playing.has(slug) ? place : gone;
      if (owner !== null) made[owner] = holder < 0 ? 0 : sides[holder];
    }
  }
  return made;
}

/** Reads one position. v: the state that it is read into. */
class PositionReader {
  /** powers, named: in a pool, the cards received; by default, the first that each player holds. */
  constructor(positions, position, powers, named) {
    this.tables = positions.tables;
    this.positions = positions;
    this.powers = powers;
    this.named = named;
    this.position = objectOf(position, "position");
    this.v = begun(this.tables, powers ?? (position.held ?? []).map(([first]) => first ?? null), named);
    this.inTurn = "step" in position ? new TurnReader(this, objectOf(position.step, "step")) : null;
    this.known = this.inTurn?.places() ?? {}; // by kind, the place of each piece
    this.placed = Object.fromEntries(Object.keys(this.tables.kinds).map((kind) => [kind, new Set()]));
    // Pieces that a `piece` entry has placed, which a `pieces` entry may contain too.
    this.single = Object.fromEntries(Object.keys(this.tables.kinds).map((kind) => [kind, new Set()]));
    this.called = {}; // by kind, the pieces that the position calls by number
    this.later = []; // functions that read the rest once all pieces are placed
    this.allPlaced = false;
  }

  /** The state, before the flow goes on. */
  read() {
    const { tables, position, v } = this;
    if (position.step?.before !== undefined) this.before(position.step.before);
    for (const key of Object.keys(position)) {
      const known = BESIDE.includes(key) || tables.position.some((one) => one.path[0] === key);
      if (!known) wrong(key, `a position of ${tables.game} has no such part here`);
    }
    for (const entry of tables.position) {
      const value = entry.path.reduce((at, name) => at?.[name], position);
      if (value !== undefined) this.entry(entry, value, entry.path.join("."));
    }
    this.putAway();
    for (const [kind, places] of Object.entries(this.known)) {
      places.forEach((place, piece) => (v[tables.kinds[kind].first + piece] = place));
    }
    this.allPlaced = true;
    this.memories(position.memory ?? {});
    this.held(position.held);
    const toMove = position.to_move ?? 1;
    if (!Number.isInteger(toMove) || toMove < 1 || toMove > tables.players) {
      wrong("to_move", `players go from 1 to ${tables.players}`);
    }
    v[tables.core.active] = toMove - 1;
    if (this.inTurn) this.inTurn.read();
    else v[tables.core.instruction] = tables.turnStart;
    return v;
  }

  /** The state that a cancelled turn returns to, as the second half of the state. */
  before(position) {
    const { size, initial } = this.tables;
    if (initial.length === size || position?.step?.before !== undefined) wrong("step", "there is no `before` here");
    const half = new PositionReader(this.positions, position, this.powers, this.named).read();
    half.slice(0, size).forEach((value, slot) => (this.v[size + slot] = value));
  }

  /** Whether a piece can be at a place, as far as that is known. */
  canBe(kind, piece, place) {
    return place === null || this.known[kind] === undefined || this.known[kind][piece] === place;
  }

  entry(entry, value, path) {
    const { v } = this;
    switch (entry.is) {
      case "digits":
        if (typeof value !== "string" || value.length !== entry.count || /[^0-9]/.test(value)) {
          wrong(path, `must be ${entry.count} digits`);
        }
        [...value].forEach((digit, n) => (v[entry.first + n] = this.within(Number(digit), entry, path)));
        break;
      case "cells":
        if (!entry.fixed) v.fill(0, entry.first, entry.first + entry.count);
        for (const text of listOf(value, path)) {
          const thing = indexOf(text, entry.names, path);
          if (!entry.fixed) v[entry.first + thing] = 1;
          else if (entry.fixed[thing] !== 1) wrong(path, `\`${text}\` can't be one of these`);
        }
        break;
      case "map":
        if (entry.none) v.fill(this.tables.none, entry.first, entry.first + entry.count);
        for (const [name, text] of Object.entries(objectOf(value, path))) {
          this.put(text, entry.first + indexOf(name, entry.names, path) * entry.width, entry, path);
        }
        break;
      case "byPlayer":
        listOf(value, path).slice(0, entry.count).forEach((text, n) => {
          if (text !== "" || entry.none) this.put(text, entry.first + n, entry, path);
        });
        break;
      case "value":
        if (value !== "" || entry.none) this.put(value, entry.first, entry, path);
        break;
      case "memory":
        if (value === "") break;
        if (!entry.memories.length) wrong(path, "its card is not in play");
        this.later.push(() => this.memory(this.positions.byName.get(entry.memories[0].name), value));
        break;
      default:
        this.pieces(entry, value, path);
    }
  }

  // -------------------------------------------------------------------------- pieces

  pieces(entry, value, path) {
    switch (entry.is) {
      case "pieces":
        for (const text of listOf(value, path)) this.stand(entry, this.said(entry, text, path), path);
        break;
      case "piece": {
        if (value === "") break;
        const said = this.said(entry, value, path);
        said.values = entry.where.map((one) => [one, one.text]);
        this.stand(entry, said, path);
        break;
      }
      case "counts":
        for (const [text, count] of Object.entries(objectOf(value, path))) {
          const said = this.said(entry, text, path, false);
          if (said) this.putInZone(entry, said, count, path);
        }
        break;
      case "members":
        this.members(entry, value, path);
    }
  }

  /** Parse the text of a piece: its place, its name, and the values of attributes. */
  said(entry, text, path, needed = true) {
    const { names } = this.tables.kinds[entry.kind];
    const fields = entry.form.filter((part) => typeof part !== "string");
    const pattern = entry.form.map((part) => {
      if (typeof part === "string") return escaped(part);
      if (part.is === "place") return "([A-Za-z0-9,]*)"; // empty for a piece that is not on a board
      if (part.is === "name") return `(${anyOf(names)}${names.includes("") ? "|" : ""})`;
      return `(${this.pattern(part)})`;
    });
    const found = new RegExp(`^${pattern.join("")}$`).exec(text);
    if (!found) return needed ? wrong(path, `can't read \`${text}\``) : null;
    const made = { place: null, name: null, values: [] };
    fields.forEach((part, n) => {
      if (part.is) made[part.is] = found[n + 1];
      else made.values.push([part, found[n + 1]]);
    });
    return made;
  }

  pattern(about) {
    const type = this.tables.types[about.type];
    const { ownNames, places, cells } = this.tables.kinds[type.pieces] ?? {};
    const called = ownNames?.map((name, n) => name || `${type.pieces} ${n + 1}`);
    const words = called ? [...called, ...places.slice(0, cells)] : type.words;
    return (words ? anyOf(words) : "-?\\d+") + (about.optional ? "|" : "");
  }

  /** Place the first piece that is not placed yet and fits a text. */
  stand(entry, said, path) {
    const { first, places, cells } = this.tables.kinds[entry.kind];
    const cell = indexOf(said.place, places.slice(0, cells), path);
    const [placed, single, isSingle] = [this.placed[entry.kind], this.single[entry.kind], entry.is === "piece"];
    const both = isSingle ? (one) => placed.has(one) && !single.has(one) : (one) => single.has(one);
    const others = new Set(this.tables.kinds[entry.kind].names.map((_, one) => one).filter((one) => !both(one)));
    const canBe = (one) => this.canBe(entry.kind, one, cell);
    const there = this.free(entry.kind, said, path, others).find((one) => this.v[first + one] === cell && canBe(one));
    const free = this.free(entry.kind, said, path).filter(canBe);
    // A piece that the position calls by number, not by this cell, is elsewhere.
    const onCell = (one) => placed.has(one) && this.v[first + one] === cell;
    const elsewhere = (one) => this.numbered(entry.kind).has(one) && !range(one).some(onCell);
    const piece = there ?? free.find((one) => !elsewhere(one)) ?? free[0];
    if (piece === undefined) wrong(path, `no ${entry.kind} is left for ${said.place}`);
    placed.add(piece);
    if (isSingle) single.add(piece);
    else single.delete(piece);
    this.v[first + piece] = cell;
    this.give(piece, said, path);
  }

  /** The pieces that the position calls by number; none if it never calls them by a cell. */
  numbered(kind) {
    this.called[kind] ??= new Set(
      this.tables.kinds[kind].foundByPlace
        ? textsIn(this.position).flatMap((text) =>
            [...text.matchAll(new RegExp(`\\b${escaped(kind)} ([0-9]{1,6})\\b`, "g"))].map((one) => one[1] - 1),
          )
        : [],
    );
    return this.called[kind];
  }

  /** The pieces that are not placed yet and fit. */
  free(kind, said, path, taken = this.placed[kind]) {
    const { names } = this.tables.kinds[kind];
    const fits = (one) =>
      (said.name === null || said.name === names[one]) &&
      said.values.every(
        ([about, text]) => !isGiven(about) || this.given(about, one) === this.number(about, text, path),
      );
    return names.flatMap((_, one) => (!taken.has(one) && fits(one) ? [one] : []));
  }

  /** The value of an attribute of a piece that positions don't set. */
  given({ fixed, first, width }, piece) {
    return fixed ? fixed[piece] : this.v[first + piece * width];
  }

  give(piece, said, path) {
    for (const [about, text] of said.values) {
      if (!isGiven(about)) this.put(text, about.first + piece * about.width, about, path);
    }
  }

  putInZone(entry, said, count, path) {
    const free = this.free(entry.kind, said, path).filter((one) => this.canBe(entry.kind, one, entry.zone));
    for (const piece of free.slice(0, Math.max(count, 0))) {
      this.toZone(entry, piece);
      this.later.push(() => this.give(piece, said, path));
    }
  }

  toZone({ kind, zone }, piece) {
    if (zone === null) return;
    this.placed[kind].add(piece);
    this.v[this.tables.kinds[kind].first + piece] = zone;
  }

  members(entry, value, path) {
    const { fixed, first, width, many } = entry.whose ?? {};
    const isOf = (piece, player) => fixed[piece] === player || fixed[piece]?.includes?.(player);
    const listed = new Set();
    const find = (text, player) => {
      const said = this.said(entry, text, path);
      const free = this.free(entry.kind, said, path, listed);
      const found = free.filter((one) => this.canBe(entry.kind, one, entry.zone));
      const piece = found.find((one) => fixed && isOf(one, player)) ?? found[0];
      if (piece === undefined) wrong(path, `no ${entry.kind} is left for \`${text}\``);
      listed.add(piece);
      this.later.push(() => this.give(piece, said, path));
      return piece;
    };
    if (!entry.whose) {
      for (const text of listOf(value, path)) this.toZone(entry, find(text));
      return;
    }
    listOf(value, path).slice(0, this.tables.players).forEach((texts, player) => {
      if (many && !fixed) listed.clear(); // players can have the same piece
      for (const text of listOf(texts, path)) {
        const piece = find(text, player);
        if (fixed && !isOf(piece, player)) wrong(path, `not ${text}`);
        if (!fixed) this.v[first + piece * width + (many ? player : 0)] = many ? 1 : player;
        this.toZone(entry, piece);
      }
    });
  }

  /** Remove the pieces that the position does not mention from the game. */
  putAway() {
    const elsewhere = this.tables.memory.filter((one) => one.is === "place").map((one) => one.kind);
    for (const [kind, { first, names, places, onBoards }] of Object.entries(this.tables.kinds)) {
      if (!onBoards || elsewhere.includes(kind)) continue;
      names.forEach((_, piece) => {
        if (!this.placed[kind].has(piece)) this.v[first + piece] = places.length - 1;
      });
    }
  }

  // -------------------------------------------------------------------------- values

  within(number, { low, high }, path) {
    if (!Number.isInteger(number) || ((number < low || number > high) && number !== this.tables.none)) {
      wrong(path, `values go from ${low} to ${high}`);
    }
    return number;
  }

  put(text, slot, about, path) {
    if (this.tables.types[about.type].pieces && !this.allPlaced) {
      this.later.push(() => this.put(text, slot, about, path));
      return;
    }
    this.v[slot] = this.within(this.number(about, text, path), about, path);
  }

  /** The number for the text of a value. */
  number(about, text, path) {
    const type = this.tables.types[about.type];
    if (about.optional && text === "") return this.tables.none;
    if (type.pieces) return this.piece(type.pieces, String(text), path);
    return type.words ? indexOf(text, type.words, path) : Number(text) - type.from;
  }

  /** The piece with a name, or else the first one on a cell, or the one with a number. */
  piece(kind, text, path, names = this.tables.kinds[kind].ownNames) {
    if (text && names.includes(text)) return names.indexOf(text);
    const there = this.positions.firstAt(kind, text, this.v);
    if (there !== undefined) return there;
    const number = text.startsWith(`${kind} `) ? Number(text.slice(kind.length + 1)) - 1 : -1;
    return number in names ? number : wrong(path, `there is no ${kind} \`${text}\``);
  }

  memories(values) {
    const given = Object.entries(objectOf(values, "memory")).map(([name, value]) => {
      const found = this.positions.byName.get(name);
      return [found ?? wrong("memory", `there is no \`${name}\` here`), value];
    });
    const read = (part) => part.forEach(([memory, value]) => this.memory(memory, value));
    read(given.filter(([memory]) => memory.is === "place"));
    this.later.forEach((one) => one()); // after the places, by which it can name pieces
    read(given.filter(([memory]) => memory.is !== "place"));
  }

  memory(memory, value, axes = memory.axes, first = memory.first, count = memory.count) {
    const { v } = this;
    const path = `memory ${memory.name}`;
    if (memory.is === "remembered") {
      this.remembered(memory, listOf(value, path), path);
    } else if (memory.is === "due") {
      this.inTurn.due(memory, listOf(value, path), path);
    } else if (axes.length) {
      const size = count / axes[0].size;
      for (const [key, inner] of Object.entries(objectOf(value, path))) {
        const number = this.thing(axes[0], key, path);
        this.memory(memory, inner, axes.slice(1), first + number * size, size);
      }
    } else if (memory.many) {
      v.fill(0, first, first + count);
      for (const one of listOf(value, path)) v[first + this.value(memory, one, path)] = 1;
    } else {
      v[first] = this.value(memory, value, path);
    }
  }

  /** Read remembered positions, each a text of values, which are packed into numbers. */
  remembered({ filled, first, width, parts }, positions, path) {
    const { v } = this;
    const most = parts.reduce((sum, part) => sum + part.count, 0);
    v[filled] = positions.length;
    positions.forEach((position, row) => {
      const texts = String(position).split(" ").flatMap((word) => {
        const [, text, often] = word.match(/^(.*)\*([0-9]+)$/) ?? [word, word, 1];
        return Array(Math.min(Number(often), most + 1)).fill(text);
      });
      if (texts.length !== most) wrong(path, `must have ${most} values`);
      let at = first + row * width;
      for (const part of parts) {
        const values = texts.splice(0, part.count).map((text) => indexOf(text, part.texts, path));
        while (values.length) {
          v[at] = values.splice(0, part.together).reduce((sum, one) => sum * part.texts.length + one, 0);
          at += 1;
        }
      }
    });
  }

  value(memory, value, path) {
    if (TURN_VALUES.has(memory.is)) return this.inTurn.value(memory, value, path);
    if (memory.none && (value === "" || value === this.tables.none)) return this.tables.none;
    if (memory.is === "place") return indexOf(value, this.tables.kinds[memory.kind].places, path);
    if (memory.is === "flag") return value === true || value === "yes" || value === 1 ? 1 : 0;
    if (memory.is === "thing") return this.thing(memory.values, value, path);
    return memory.many ? value : this.within(value, memory, path);
  }

  thing(axis, text, path) {
    if (axis.words) return indexOf(String(text), axis.words, path);
    return this.piece(axis.numbered ?? axis.pieces, String(text), path, axis.names);
  }

  /** Set who holds which card, if given: a list of slugs for each player. */
  held(held) {
    if (held === undefined) return;
    const { cards, players } = this.tables;
    for (const card of cards) this.v[card.holders] = 0;
    listOf(held, "held").slice(0, players).forEach((slugs, player) => {
      for (const slug of listOf(slugs, "held")) {
        const card = cards.find((one) => one.slug === slug);
        this.v[(card ?? wrong("held", `\`${slug}\` is not in play`)).holders] |= 1 << player;
      }
    });
  }
}

export { PositionReader, begun };
