/** Reads a position, as records write it, into a state: see notation/reading.py. */

import { Claims } from "./claims.js";
import { forEachPlayer, indexOf, isObject, listOf, neverChanges, objectOf, refuseRepeated, wrong } from "./expected.js";
import { StepPart } from "./in_turn.js";
import { absentCards } from "./memories.js";
import { PieceReader } from "./piece_reading.js";
import { NO_DIGIT, isEmpty } from "./positions.js";

const BESIDE = ["to_move", "memory", "held", "step"];

/** Write a position into a new state; return what is said of each piece that it lacks. */
function placePosition(positions, v, position) {
  if (!isObject(position)) wrong("a position must be an object", "such as the `position` of a record");
  const step = objectOf(position.step ?? {}, "step");
  const lacking = [];
  if ("before" in step) {
    const { size } = positions.tables;
    if (v.length === size || (isObject(step.before?.step) && "before" in step.before.step)) {
      wrong("step: there is no `before` here", "no turn can be cancelled twice");
    }
    const half = [...v];
    lacking.push(...placePosition(positions, half, step.before));
    half.slice(0, size).forEach((value, slot) => (v[size + slot] = value));
  }
  return [...lacking, ...new PositionReader(positions, v, position).read(step)];
}

/** Reads one position. v: the state that it is read into. */
class PositionReader {
  constructor(positions, v, position) {
    this.positions = positions;
    this.texts = positions.texts;
    this.tables = positions.tables;
    this.memories = positions.memories;
    this.v = v;
    this.position = position;
    this.step = new StepPart(this.tables, this.memories);
    this.absent = absentCards(this.tables, v);
    this.inPlay = positions.entries.filter(({ card }) => !this.absent.has(card));
    this.later = []; // reads the rest once all pieces are placed
  }

  /** Read all of the position; return what is said of each piece that it lacks. */
  read(step) {
    const { tables, v, position } = this;
    this.refuseUnknownKeys(position, []);
    this.refuseAbsent();
    const placesOf = this.step.places(step);
    const kinds = Object.keys(tables.kinds);
    const claims = Object.fromEntries(kinds.map((kind) => [kind, new Claims(placesOf[kind])]));
    const pieces = new PieceReader(this.positions, v, position, claims, this.later);
    for (const [entry, value] of this.shared().sort(([entry], [other]) => other.tells - entry.tells)) {
      if (entry.form) pieces.read(entry, value);
      else this.entry(entry, value, entry.path.join("."));
    }
    this.putAway(claims);
    for (const [kind, places] of Object.entries(placesOf)) {
      places.forEach((place, piece) => (v[tables.kinds[kind].first + piece] = place));
    }
    this.remember();
    this.held();
    const toMove = position.to_move ?? 1;
    if (!Number.isInteger(toMove) || toMove < 1 || toMove > tables.players) {
      wrong(`to_move is ${toMove}`, `give a player from 1 to ${tables.players}`);
    }
    v[tables.core.active] = toMove - 1;
    if ("step" in position) this.step.read(step, v);
    else v[tables.core.instruction] = tables.turnStart;
    return pieces.lacking;
  }

  // -------------------------------------------------------------------------- keys

  /** Throw an Error for a key that the game does not have, in the object at a path. */
  refuseUnknownKeys(within, path) {
    const depth = path.length;
    const begins = (other, start) => start.every((name, n) => other[n] === name);
    const paths = this.tables.position.map((entry) => entry.path);
    const keys = paths.filter((other) => other.length > depth && begins(other, path)).map((other) => other[depth]);
    const possible = new Set([...keys, ...(depth ? [] : BESIDE)]);
    for (const [key, value] of Object.entries(within)) {
      const inner = [...path, key];
      const shown = inner.join(".");
      if (!possible.has(key)) {
        wrong(`a position of ${this.tables.game} has no \`${shown}\``, `possible keys: ${[...possible].sort().join(", ")}`);
      }
      if (paths.some((other) => other.length > depth + 1 && begins(other, inner))) {
        this.refuseUnknownKeys(objectOf(value, shown), inner);
      }
    }
  }

  /** Throw an Error for a value, unless empty, about a card that does not take part. */
  refuseAbsent() {
    const paths = new Set(this.inPlay.map((entry) => entry.path.join(".")));
    for (const { path, card } of this.tables.position) {
      const key = path.join(".");
      const value = this.find(path);
      if (!paths.has(key) && value !== null && !isEmpty(value)) {
        wrong(`${key}: ${card} is not in play`, `${key} is a part of positions in which ${card} takes part`);
      }
    }
  }

  /** The value at a path; null if there is none. */
  find(path) {
    return path.reduce((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : null), this.position);
  }

  /** The entries with their values; several with one path get those keys of its object that are their own. */
  shared() {
    const values = this.inPlay.map((entry) => [entry, this.find(entry.path)]).filter(([, value]) => value !== null);
    return values.map(([entry, value]) => [entry, this.ownPart(entry, value, values)]);
  }

  ownPart(entry, value, values) {
    const path = entry.path.join(".");
    const sharing = values.map(([other]) => other).filter((other) => other.path.join(".") === path);
    if (sharing.length === 1) return value;
    const keys = Object.keys(objectOf(value, path, " {text: value}"));
    const strange = keys.find((key) => !sharing.some((other) => this.isKey(key, other)));
    if (strange !== undefined) wrong(`${path}: can't read \`${strange.slice(0, 40)}\``, "no part of it is written so");
    return Object.fromEntries(keys.filter((key) => this.isKey(key, entry)).map((key) => [key, value[key]]));
  }

  /** Whether a key of an object is an entry's own. */
  isKey(key, entry) {
    if (entry.is === "map") return entry.names.includes(key);
    return entry.is !== "counts" || this.positions.forms.get(entry).isText(key);
  }

  // -------------------------------------------------------------------------- values

  /** Read the value of an entry that is not about pieces. */
  entry(entry, value, path) {
    switch (entry.is) {
      case "digits":
        this.digits(entry, value, path);
        break;
      case "cells":
        this.cells(entry, value, path);
        break;
      case "map":
        this.map(entry, value, path);
        break;
      case "byPlayer":
        forEachPlayer(value, path, entry.count).forEach((text, player) => {
          if (text !== "" || entry.none) this.putLater(entry, player, text, path);
        });
        break;
      case "value":
        if (value !== "" || entry.none) this.putLater(entry, 0, value, path);
        break;
      case "memory":
        this.memoryOfCard(entry, value, path);
    }
  }

  /** Set an attribute once all pieces are placed: it may be one of them. */
  putLater(entry, thing, text, path) {
    this.later.push(() => this.texts.put(entry, thing, text, path, this.v));
  }

  digits({ first, count, low, high, none }, value, path) {
    const readable = none ? /^[-0-9]*$/ : /^[0-9]*$/;
    if (typeof value !== "string" || value.length !== count || !readable.test(value)) {
      wrong(`${path} must be ${count} digits${none ? `, or ${NO_DIGIT} for none` : ""}`, `it is '${String(value).slice(0, 40)}'`);
    }
    [...value].forEach((digit, n) => {
      const number = digit === NO_DIGIT ? this.tables.none : Number(digit);
      if (digit !== NO_DIGIT && (number < low || number > high)) {
        wrong(`${path} has a ${digit}`, `digits go from ${low} to ${high}`);
      }
      this.v[first + n] = number;
    });
  }

  cells({ fixed, names, first, count }, value, path) {
    const things = listOf(value, path, names.length).map((text) => indexOf(text, names, path));
    refuseRepeated(things, value, path);
    if (!fixed) {
      this.later.push(() => {
        for (let thing = 0; thing < count; thing++) this.v[first + thing] = Number(things.includes(thing));
      });
      return;
    }
    for (const thing of things) if (fixed[thing] !== 1) neverChanges(path, names[thing]);
  }

  map(entry, value, path) {
    const values = objectOf(value, path, " {cell: value}");
    const { fixed, names, left_out: leftOut, first, count } = entry;
    if (fixed) {
      this.later.push(() => this.check(entry, values, path));
      return;
    }
    if (leftOut !== null) this.later.push(() => this.v.fill(leftOut, first, first + count));
    for (const [name, text] of Object.entries(values)) this.putLater(entry, indexOf(name, names, path), text, path);
  }

  /** Throw an Error if a position gives another value for a constant attribute. */
  check(entry, values, path) {
    const written = this.positions.entry(entry, this.v);
    const { places, cells } = this.tables.kinds[this.tables.types[entry.type].piece] ?? { places: [], cells: 0 };
    for (const [name, text] of Object.entries(values)) {
      if (places.slice(0, cells).includes(text)) continue; // which piece is called by its cell can differ: see 15.7
      if (written[name] !== text) neverChanges(path, name);
    }
  }

  memoryOfCard({ of, memories }, value, path) {
    if (value === "") return; // written if nobody holds the card
    if (!memories.length) wrong(`${path}: ${of} is not in play`, `only ${of} has ${path}`);
    const memory = this.memories.named(memories[0].name);
    this.later.push(() => this.memories.read(memory, value, this.v));
  }

  // -------------------------------------------------------------------------- the rest

  /** Take the pieces that the position does not mention out of the game. */
  putAway(claims) {
    for (const [kind, { first, names, gone }] of Object.entries(this.tables.kinds)) {
      if (gone === null) continue;
      names.forEach((_, piece) => {
        if (!claims[kind].at.has(piece)) this.v[first + piece] = gone;
      });
    }
  }

  /** Read what is under `memory`, and what entries say about pieces, once these are placed. */
  remember() {
    const byName = this.memories.byName(this.position.memory ?? {}, this.v);
    const read = (values) => values.forEach(([memory, value]) => this.memories.read(memory, value, this.v));
    read(byName.filter(([memory]) => memory.is === "place"));
    for (const readRest of this.later) readRest();
    read(byName.filter(([memory]) => memory.is !== "place"));
  }

  /** Set who holds which card, if given: a list of slugs for each player. */
  held() {
    const held = this.position.held ?? null;
    if (held === null) return;
    const { cards, players } = this.tables;
    const inPlay = cards.filter(({ slug }) => !this.absent.has(slug));
    const slugs = inPlay.map(({ slug }) => slug);
    const masks = new Map(slugs.map((slug) => [slug, 0]));
    forEachPlayer(held, "held", players).forEach((theirs, player) => {
      for (const slug of listOf(theirs, "held", slugs.length)) {
        if (!masks.has(slug)) {
          wrong(`held: \`${String(slug).slice(0, 40)}\` is not in play`, `in play: ${slugs.join(", ")}`);
        }
        masks.set(slug, masks.get(slug) | (1 << player));
      }
      refuseRepeated(theirs, theirs, "held");
    });
    const moved = inPlay.find(({ slug, holders }) => this.v[holders] !== masks.get(slug));
    if (moved && !inPlay.some(({ moves }) => moves)) {
      const hint = "no text in this match-up moves cards; leave out `held`, or choose other powers";
      wrong(`held: \`${moved.slug}\` can't change hands`, hint);
    }
    for (const { slug, holders } of inPlay) this.v[holders] = masks.get(slug);
  }
}

export { placePosition };
