/** Reads positions in the notation of records into states: the inverse of `positions.js`. */

import { indexOf, listOf, objectOf, wrong } from "./expected.js";
import { TURN_VALUES, TurnReader } from "./in_turn.js";

const NO_DIGIT = "-"; // stands for none among digits
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
function begun({ initial, pool, players }, powers = [], named = []) {
  const made = [...initial];
  const playing = takingPart(pool ?? [], powers, named);
  for (const { slug, holders, received, pieces } of pool ?? []) {
    const holder = powers.indexOf(slug);
    made[holders] = holder < 0 ? 0 : 1 << holder;
    made[received] = holder >= 0 ? holder : players + (playing.has(slug) ? 0 : 1);
    for (const [at, owner, owners, place, gone] of pieces) {
      made[at] = playing.has(slug) ? place : gone;
      if (owner !== null) made[owner] = owners[holder < 0 ? players : holder];
    }
  }
  return made;
}

/** The pieces of one kind that have been read: see notation/claims.py. */
class Claims {
  constructor() {
    this.at = new Map(); // by piece, its place
    this.byPart = {};
    this.said = {};
  }

  /** The piece in a place that a text stands for, of those that it can mean; undefined if there is none. */
  claim(meant, place, values, { shown, apart }) {
    const same = (this.byPart[shown] ??= new Set());
    const others = new Set(apart.flatMap((one) => [...(this.byPart[one] ?? [])]));
    const agrees = (one) => values.every(([about, text]) => (this.said[one]?.[about.first] ?? text) === text);
    const order = (one) => (same.has(one) ? 0 : 2) + (agrees(one) ? 0 : 1);
    const there = meant.filter((one) => this.at.get(one) === place && !others.has(one));
    there.sort((one, other) => order(one) - order(other));
    const piece = there[0] ?? meant.find((one) => !this.at.has(one));
    if (piece === undefined) return undefined;
    same.add(piece);
    this.at.set(piece, place);
    this.said[piece] ??= {};
    for (const [about, text] of values) if (!about.fixed) this.said[piece][about.first] = text;
    return piece;
  }
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
    this.claims = Object.fromEntries(Object.keys(this.tables.kinds).map((kind) => [kind, new Claims()]));
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
    const found = tables.position.map((entry) => [entry, entry.path.reduce((at, name) => at?.[name], position)]);
    const parts = this.shared(found.filter(([, value]) => value !== undefined));
    parts.sort(([one], [other]) => other.tells - one.tells);
    for (const [entry, value] of parts) this.entry(entry, value, entry.path.join("."));
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

  /** The values of entries, those with one path with only those keys of its object that are their own. */
  shared(found) {
    const pathOf = ([entry]) => entry.path.join(".");
    return found.map((one) => {
      const [entry, whole] = one;
      const same = found.filter((other) => pathOf(other) === pathOf(one));
      if (same.length === 1) return one;
      const path = pathOf(one);
      const isOwn = (of, key) => (of.is === "map" ? of.names.includes(key) : this.said(of, key, path, false) !== null);
      const keys = Object.keys(objectOf(whole, path));
      const strange = keys.find((key) => !same.some(([other]) => isOwn(other, key)));
      if (strange !== undefined) wrong(path, `can't read \`${strange}\``);
      return [entry, Object.fromEntries(keys.filter((key) => isOwn(entry, key)).map((key) => [key, whole[key]]))];
    });
  }

  /** Whether a piece can be at a place, as far as that is known. */
  canBe(kind, piece, place) {
    return place === null || this.known[kind] === undefined || this.known[kind][piece] === place;
  }

  entry(entry, value, path) {
    const { v } = this;
    switch (entry.is) {
      case "digits":
        if (typeof value !== "string" || value.length !== entry.count || !/^[-0-9]*$/.test(value)) {
          wrong(path, `must be ${entry.count} digits`);
        }
        [...value].forEach((digit, n) => {
          if (digit === NO_DIGIT && !entry.none) wrong(path, "can't be none");
          const number = digit === NO_DIGIT ? this.tables.none : this.within(Number(digit), entry, path);
          v[entry.first + n] = number;
        });
        break;
      case "cells":
        if (!entry.fixed) this.later.push(() => v.fill(0, entry.first, entry.first + entry.count));
        for (const text of listOf(value, path)) {
          const thing = indexOf(text, entry.names, path);
          if (!entry.fixed) this.later.push(() => (v[entry.first + thing] = 1));
          else if (entry.fixed[thing] !== 1) wrong(path, `\`${text}\` can't be one of these`);
        }
        break;
      case "map":
        if (entry.none) this.later.push(() => v.fill(this.tables.none, entry.first, entry.first + entry.count));
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
      case "pieces": {
        const taken = new Set();
        for (const text of listOf(value, path)) this.stand(entry, this.said(entry, text, path), taken, path);
        break;
      }
      case "piece": {
        if (value === "") break;
        const said = this.said(entry, value, path);
        said.values = entry.where.map((one) => [one, one.text]);
        this.stand(entry, said, new Set(), path);
        break;
      }
      case "counts": {
        const taken = new Set();
        for (const [text, count] of Object.entries(objectOf(value, path))) {
          const said = this.said(entry, text, path);
          let left = count;
          while (left > 0 && this.claim(entry, entry.zone, said, taken, path) !== undefined) left -= 1;
        }
        break;
      }
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
      if (part.is === "place") return `(${this.placePattern(entry)})`;
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

  /** A pattern for the place of a piece; it is empty for one that is not on a board. */
  placePattern(entry) {
    const { places, cells } = this.tables.kinds[entry.kind];
    const names = anyOf(places.slice(0, cells));
    if (entry.is === "pieces" || entry.is === "piece") return names;
    return entry.zone === null ? `${names}|` : "";
  }

  pattern(about) {
    const type = this.tables.types[about.type];
    const { ownNames, places, cells } = this.tables.kinds[type.pieces] ?? {};
    const called = ownNames?.map((name, n) => name || `${type.pieces} ${n + 1}`);
    const words = called ? [...called, ...places.slice(0, cells)] : type.words;
    const empty = about.optional || words?.includes("");
    return (words ? anyOf(words) : type.pattern) + (empty ? "|" : "");
  }

  /** Put the piece that a text stands for on its cell. */
  stand(entry, said, taken, path) {
    const { places, cells } = this.tables.kinds[entry.kind];
    const cell = indexOf(said.place, places.slice(0, cells), path);
    if (this.claim(entry, cell, said, taken, path) === undefined) {
      wrong(path, `no ${entry.kind} is left for ${said.place}`);
    }
  }

  /** Put the piece that a text stands for into a place; the result is undefined if none is left. */
  claim(entry, place, said, taken, path, isMeant = () => true) {
    const { names, first } = this.tables.kinds[entry.kind];
    const claims = this.claims[entry.kind];
    // A piece that the position calls by number, not by this cell, is elsewhere.
    const onCell = (one) => claims.at.get(one) === place;
    const onBoard = place < this.tables.kinds[entry.kind].cells && this.known[entry.kind] === undefined;
    const elsewhere = (one) => onBoard && this.numbered(entry.kind).has(one) && !range(one).some(onCell);
    const pieces = names.map((_, one) => one);
    const ordered = [...pieces.filter((one) => !elsewhere(one)), ...pieces.filter(elsewhere)];
    const meant = (one) =>
      !taken.has(one) && isMeant(one) && this.fits(entry.kind, one, said, path) && this.canBe(entry.kind, one, place);
    const piece = claims.claim(ordered.filter(meant), place, said.values, entry);
    if (piece !== undefined) {
      taken.add(piece);
      this.v[first + piece] = place;
      this.later.push(() => this.give(piece, said, path));
    }
    return piece;
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

  /** Whether the name and the constants of a piece are as a text says; which piece one is, is not known yet. */
  fits(kind, piece, said, path) {
    if (said.name !== null && said.name !== this.tables.kinds[kind].names[piece]) return false;
    return said.values.every(([about, text]) => {
      const isKnown = isGiven(about) && !this.tables.types[about.type].pieces;
      return !isKnown || this.given(about, piece) === this.number(about, text, path);
    });
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

  members(entry, value, path) {
    const { fixed, first, width, many } = entry.whose ?? {};
    const isOf = (piece, player) => fixed[piece] === player || fixed[piece]?.includes?.(player);
    const listed = new Set();
    const find = (text, player) => {
      const said = this.said(entry, text, path);
      const isOwn = (one) => !fixed || player === undefined || isOf(one, player);
      let piece;
      if (entry.zone === null) {
        const meant = (one) => !listed.has(one) && isOwn(one) && this.fits(entry.kind, one, said, path);
        piece = range(this.tables.kinds[entry.kind].names.length).find(meant);
        listed.add(piece);
        this.later.push(() => this.give(piece, said, path));
      } else {
        piece = this.claim(entry, entry.zone, said, listed, path, isOwn);
      }
      return piece ?? wrong(path, `no ${entry.kind} is left for \`${text}\``);
    };
    if (!entry.whose) {
      for (const text of listOf(value, path)) find(text);
      return;
    }
    listOf(value, path).slice(0, this.tables.players).forEach((texts, player) => {
      if (many) listed.clear(); // players can have the same piece
      for (const text of listOf(texts, path)) {
        const piece = find(text, player);
        if (!fixed) this.v[first + piece * width + (many ? player : 0)] = many ? 1 : player;
      }
    });
  }

  /** Remove the pieces that the position does not mention from the game. */
  putAway() {
    const elsewhere = this.tables.memory.filter((one) => one.is === "place").map((one) => one.kind);
    for (const [kind, { first, names, places, onBoards }] of Object.entries(this.tables.kinds)) {
      if (!onBoards || elsewhere.includes(kind)) continue;
      names.forEach((_, piece) => {
        if (!this.claims[kind].at.has(piece)) this.v[first + piece] = places.length - 1;
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
    if (!this.allPlaced) {
      this.later.push(() => this.put(text, slot, about, path));
      return;
    }
    this.v[slot] = this.within(this.number(about, text, path), about, path);
  }

  /** The number for the text of a value. */
  number(about, text, path) {
    const type = this.tables.types[about.type];
    if (about.optional && text === "") return this.tables.none;
    if (type.words?.includes(text)) return type.words.indexOf(text); // a mark may be empty
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

export { NO_DIGIT, PositionReader, begun };
