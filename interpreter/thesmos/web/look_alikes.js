/** States that look the same to a player, but differ in what is hidden from them: see play/look_alikes.py. */

import { range } from "./texts.js";

const TRIES = 20; // states that are made until one looks the same

/** The members in a random order. */
function mixed(members, random) {
  const rest = [...members];
  return members.map(() => rest.splice(random.below(rest.length), 1)[0]);
}

/** What is hidden from a player in a state, and states in which it is something else. */
class LookAlikes {
  /** player: from 0. */
  constructor(match, truth, player) {
    const { kinds, hidden, unknown } = match.tables;
    Object.assign(this, { match, truth, player, tables: match.tables });
    this.seen = match.engine.view(truth, player);
    this.kinds = hidden.kinds.map(({ kind, backs }) => {
      const { first, names } = kinds[kind];
      const pieces = range(names.length).filter((piece) => this.seen[first + piece] === unknown);
      const groups = [...new Set(pieces.map((piece) => backs[piece]))].map((back) => pieces.filter((piece) => backs[piece] === back));
      return { kind, pieces, groups };
    });
  }

  looksTheSame(vector) {
    const seen = this.match.engine.look(vector, this.player);
    return this.seen.every((value, slot) => value === seen[slot]);
  }

  /** A random state; the true one if none is found soon that looks the same. */
  any(random) {
    for (let tried = 0; tried < TRIES; tried++) {
      const vector = this.made(random);
      if (this.looksTheSame(vector)) return vector;
    }
    return this.truth;
  }

  /**
   * Different states that look the same: up to so many in which one thing is something else, and as many
   * in which anything may be.
   */
  *some(most, random) {
    const vectors = new Set([String(this.truth)]);
    const isNew = (vector) => vectors.size < vectors.add(String(vector)).size;
    const changes = mixed([...this.changes()], random).slice(0, most);
    for (const change of changes) {
      const vector = this.changed(change);
      if (this.looksTheSame(vector) && isNew(vector)) yield vector;
    }
    for (let n = 0; n < most; n++) {
      const vector = this.any(random);
      if (isNew(vector)) yield vector;
    }
  }

  // ------------------------------------------------------------------ anything changes

  /** A state that should look the same. By some rules it may look different after all. */
  made(random) {
    const { seen, truth } = this;
    const { unknown } = this.tables;
    const orders = {};
    for (const { kind, groups } of this.kinds) {
      for (const group of groups) {
        const order = (orders[kind] ??= range(this.tables.kinds[kind].names.length));
        mixed(group, random).forEach((piece, n) => (order[group[n]] = piece));
      }
    }
    const vector = this.match.exchanges.permuted(truth, orders);
    for (const { kind, pieces } of this.kinds) this.move(vector, kind, pieces, random);
    for (const { register, low, high, slot } of this.slots()) {
      if (register) {
        if (seen[slot] !== truth[slot] && seen[slot] !== unknown && random.below(2)) vector[slot] = seen[slot];
      } else if (seen[slot] === unknown) {
        vector[slot] = low + random.below(high - low + 1);
      }
    }
    return this.asFarAsKnown(vector);
  }

  /** Move hidden pieces on a board to cells without a piece of their kind. */
  move(vector, kind, pieces, random) {
    const { first } = this.tables.kinds[kind];
    const { standing, free } = this.onBoard(vector, kind, pieces);
    if (!standing.length) return;
    const cells = mixed(free, random);
    standing.slice(0, free.length).forEach((piece, n) => (vector[first + piece] = cells[n]));
  }

  /** Those of the pieces that are on a board, and the cells on which no other piece of the kind is. */
  onBoard(vector, kind, pieces) {
    const { first, names, cells } = this.tables.kinds[kind];
    const standing = pieces.filter((piece) => vector[first + piece] >= 0 && vector[first + piece] < cells);
    const others = range(names.length).filter((piece) => !standing.includes(piece));
    const taken = new Set(others.map((piece) => vector[first + piece]));
    return { standing, free: range(cells).filter((cell) => !taken.has(cell)) };
  }

  *slots() {
    for (const { register, first, count, low, high } of this.tables.hidden.entries) {
      for (const n of range(count)) yield { register, low, high, slot: first + n };
    }
  }

  /** The vector of a player who doesn't know yet that the turn will be undone. */
  asFarAsKnown(vector) {
    const { seen, truth } = this;
    const { core, size } = this.tables;
    if (seen[core.cancellation] === truth[core.cancellation]) return vector;
    vector[core.cancellation] = seen[core.cancellation];
    for (let slot = size; slot < vector.length; slot++) vector[slot] = seen[slot];
    return vector;
  }

  // ------------------------------------------------------------------ one thing changes

  /** Each single change: {kind, pieces} to exchange two, or {slot, value}. */
  *changes() {
    const { seen, truth } = this;
    const { unknown, kinds } = this.tables;
    const { exchanges } = this.match;
    for (const { kind, groups } of this.kinds) {
      for (const group of groups) {
        const about = group.map((piece) => String(exchanges.numbersAbout(truth, kind, piece)));
        for (const [n, piece] of group.entries()) {
          for (let other = n + 1; other < group.length; other++) {
            if (about[n] !== about[other]) yield { kind, pieces: [piece, group[other]] };
          }
        }
      }
    }
    for (const { kind, pieces } of this.kinds) {
      const { standing, free } = this.onBoard(truth, kind, pieces);
      for (const piece of standing) {
        const slot = kinds[kind].first + piece;
        for (const value of free) if (value !== truth[slot]) yield { slot, value };
      }
    }
    for (const { register, low, high, slot } of this.slots()) {
      if (register) {
        if (seen[slot] !== truth[slot] && seen[slot] !== unknown) yield { slot, value: seen[slot] };
      } else if (seen[slot] === unknown) {
        for (let value = low; value <= high; value++) if (value !== truth[slot]) yield { slot, value };
      }
    }
  }

  changed({ kind, pieces, slot, value }) {
    if (!kind) {
      const vector = [...this.truth];
      vector[slot] = value;
      return this.asFarAsKnown(vector);
    }
    const order = range(this.tables.kinds[kind].names.length);
    [order[pieces[0]], order[pieces[1]]] = [pieces[1], pieces[0]];
    return this.asFarAsKnown(this.match.exchanges.permuted(this.truth, { [kind]: order }));
  }
}

/** A vector that looks like the true one to a player (from 0); the true one if none is found. */
function lookAlike(match, truth, player, random) {
  return new LookAlikes(match, truth, player).any(random);
}

export { LookAlikes, lookAlike, mixed };
