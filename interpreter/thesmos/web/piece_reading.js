/** Reads the parts of a position that show pieces: see notation/piece_reading.py. */

import { forEachPlayer, indexOf, isObject, listOf, neverChanges, wrong } from "./expected.js";
import { isOf } from "./positions.js";
import { escaped, range } from "./texts.js";

/** All texts in a part of a position, at any depth. */
function textsIn(value) {
  if (typeof value === "string") return [value];
  return value instanceof Object ? [...Object.keys(value), ...Object.values(value).flatMap(textsIn)] : [];
}

const MOST_ENTRIES = 10000; // of a list of pieces: more are no position

/** Puts pieces into their places. */
class PieceReader {
  /** v: the state that a position is read into. claims: by kind. later: what is done when all pieces are placed. */
  constructor(positions, v, position, claims, later) {
    this.tables = positions.tables;
    this.forms = positions.forms;
    this.v = v;
    this.position = position;
    this.claims = claims;
    this.later = later;
    this.byNumber = {};
    this.lacking = []; // what is said of each text that stands for no piece: there are too few of them
  }

  /** Read the value of an entry. */
  read(entry, value) {
    const path = entry.path.join(".");
    const form = this.forms.get(entry);
    const count = form.pieces.names.length;
    if (entry.is === "pieces") {
      const taken = new Set();
      for (const text of this.atMost(value, path, count)) this.stand(form, text, form.read(text, path), path, taken);
    } else if (entry.is === "piece" && value !== "") { // else no such piece is on the board
      const values = entry.where.map((about) => [about, about.text]);
      this.stand(form, value, { ...form.read(value, path), values }, path, new Set());
    } else if (entry.is === "counts") {
      this.counts(form, value, path);
    } else if (entry.is === "members") {
      this.members(form, value, path);
    }
  }

  /** Put the piece that a text stands for on its cell. */
  stand(form, text, meaning, path, taken) {
    const { places, cells } = form.pieces;
    const cell = indexOf(meaning.place, places.slice(0, cells), path);
    if (this.claim(form, cell, meaning, path, taken) === undefined) this.noneLeft(form, text, path);
  }

  /** As many entries of a list as there are pieces. */
  atMost(value, path, most) {
    const { length } = listOf(value, path, MOST_ENTRIES);
    if (length > most) this.lacking.push(`${path} has ${length} entries, of ${most} at most`);
    return value.slice(0, most);
  }

  /** Note that a text stands for no piece. */
  noneLeft({ kind }, text, path) {
    this.lacking.push(`${path}: no ${kind} is left for \`${String(text).slice(0, 40)}\``);
  }

  /** Put pieces into the zone, given as {text: number}. */
  counts(form, value, path) {
    if (!isObject(value) || !Object.values(value).every((count) => Number.isInteger(count) && count >= 0)) {
      wrong(`${path} must be an object {text: number}`, "numbers go from 0");
    }
    const taken = new Set();
    for (const [text, count] of Object.entries(value)) {
      const meaning = form.read(text, path);
      let unplaced = count;
      while (unplaced > 0 && this.claim(form, form.entry.zone, meaning, path, taken) !== undefined) unplaced -= 1;
      if (unplaced > 0) this.noneLeft(form, text, path);
    }
  }

  // -------------------------------------------------------------------------- members

  /** Give each player the listed pieces, or put them into the zone. */
  members(form, value, path) {
    const { whose } = form.entry;
    const count = form.pieces.names.length;
    const listed = new Set();
    if (!whose) {
      for (const text of this.atMost(value, path, count)) this.member(form, text, path, listed);
      return;
    }
    forEachPlayer(value, path, this.tables.players).forEach((texts, player) => {
      if (whose.many) listed.clear(); // players can have the same piece
      for (const text of this.atMost(texts, path, count)) {
        const piece = this.member(form, text, path, listed, player);
        const slot = whose.first + piece * whose.width;
        if (piece !== undefined && !whose.fixed) this.v[slot + (whose.many ? player : 0)] = whose.many ? 1 : player;
      }
    });
  }

  /** The piece that a text stands for, put into the zone; of a player, if any. */
  member(form, text, path, listed, player = -1) {
    const { zone, whose } = form.entry;
    const meaning = form.read(text, path);
    const pieces = range(form.pieces.names.length);
    const isOwn = (piece) => !whose?.fixed || isOf(whose, piece, player, this.v);
    const fits = (piece) => form.fits(piece, meaning, path, this.v);
    let member;
    if (zone !== null) {
      member = this.claim(form, zone, meaning, path, listed, isOwn);
    } else {
      member = pieces.find((piece) => !listed.has(piece) && isOwn(piece) && fits(piece));
      if (member !== undefined) {
        listed.add(member);
        this.putLater(form, member, meaning, path);
      }
    }
    if (member === undefined && whose?.fixed && pieces.some(fits)) neverChanges(path, text);
    if (member === undefined) this.noneLeft(form, text, path);
    return member;
  }

  // -------------------------------------------------------------------------- claims

  /** Put the piece that a text stands for into a place; undefined if none is left. */
  claim(form, place, meaning, path, taken, isMeant = () => true) {
    const fits = (piece) => form.fits(piece, meaning, path, this.v) && isMeant(piece);
    const fitting = this.inOrder(form, place).filter(fits);
    const piece = this.claims[form.kind].claim(place, fitting, meaning, form.entry, taken);
    if (piece !== undefined) {
      this.v[form.pieces.first + piece] = place;
      this.putLater(form, piece, meaning, path);
    }
    return piece;
  }

  putLater(form, piece, meaning, path) {
    this.later.push(() => form.put(piece, meaning, path, this.v));
  }

  /**
   * The pieces; for a cell, last come those that the position calls by number: on this cell they
   * would be called by the cell. This is not needed if the position says where each piece is.
   */
  inOrder({ kind, pieces: { names, cells } }, place) {
    const { places, at } = this.claims[kind];
    const pieces = range(names.length);
    if (places !== undefined || place >= cells) return pieces;
    const numbered = this.numbered(kind);
    const first = Math.min(...pieces.filter((piece) => at.get(piece) === place), names.length);
    const isElsewhere = (piece) => piece < first && numbered.has(piece);
    return [...pieces.filter((piece) => !isElsewhere(piece)), ...pieces.filter(isElsewhere)];
  }

  /** The pieces that the position calls by number; none if it calls none by a cell. */
  numbered(kind) {
    if (!this.tables.kinds[kind].foundByPlace) return new Set();
    const pattern = new RegExp(`\\b${escaped(kind)} ([0-9]{1,6})\\b`, "g");
    const numbers = () => textsIn(this.position).flatMap((text) => [...text.matchAll(pattern)].map(([, n]) => n - 1));
    return (this.byNumber[kind] ??= new Set(numbers()));
  }
}

export { PieceReader };
