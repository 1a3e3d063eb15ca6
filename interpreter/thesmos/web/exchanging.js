/** Interchangeable pieces, and one key for all states that play the same: see play/canonical.py. */

import { range } from "./texts.js";

class Exchanges {
  /** engine: plays the match whose tables these are. */
  constructor(tables, engine) {
    this.tables = tables;
    this.engine = engine;
    Object.assign(this, tables.exchanging);
    this.naming = this.blocks.filter(({ names }) => names);
    this.unmoved = range(tables.size);
    this.slotsOf = new Map(); // by kind, those of each piece
  }

  /**
   * The vector with pieces exchanged, in every slot that is about them. orders: by kind, for each place
   * the piece that takes it.
   */
  permuted(vector, orders) {
    const { size } = this.tables;
    const sources = this.moved(orders);
    const exchanged = [...vector];
    for (let first = 0; first < vector.length; first += size) {
      if (vector.slice(first, first + size).some(Boolean)) this.exchange(exchanged, vector, first, orders, sources);
    }
    return exchanged;
  }

  /** For each slot, which one takes its place. */
  moved(orders) {
    const sources = [...this.unmoved];
    for (const { first, axes } of this.blocks) {
      if (!axes.some(([kind]) => orders[kind])) continue;
      let numbers = [0];
      for (const [kind, count] of axes) {
        const order = orders[kind] ?? range(count);
        numbers = numbers.flatMap((number) => order.map((place) => number * count + place));
      }
      numbers.forEach((number, n) => (sources[first + n] = first + number));
    }
    return sources;
  }

  /** Exchange pieces in the state, or in the one to which a turn goes back, that begins at a slot. */
  exchange(exchanged, vector, begin, orders, sources) {
    const { core, none, steps } = this.tables;
    for (let slot = 0; slot < sources.length; slot++) {
      if (sources[slot] !== slot) exchanged[begin + slot] = vector[begin + sources[slot]];
    }
    const place = (slot, order) => {
      if (order && exchanged[begin + slot] >= 0) exchanged[begin + slot] = order.indexOf(exchanged[begin + slot]);
    };
    for (const { first, count, names } of this.naming) {
      for (let n = 0; orders[names] && n < count; n++) place(first + n, orders[names]);
    }
    const step = exchanged[begin + core.interrupted];
    if (step !== none && this.roles.length) {
      const action = steps[step].actions[exchanged[begin + core.interrupted_action]];
      this.kinds[action].slice(0, this.roles.length).forEach((kind, n) => place(this.roles[n], orders[kind]));
    }
  }

  /** All that a vector says about a piece: its own slots, and where it is a value. */
  numbersAbout(vector, kind, piece) {
    const { size } = this.tables;
    const slots = this.ownSlots(kind)[piece];
    const numbers = slots.map((slot) => vector[slot]);
    if (vector.length > size) numbers.push(...slots.map((slot) => vector[size + slot]));
    for (const { first, count, names } of this.naming) {
      if (names === kind) for (const n of range(count)) numbers.push(+(vector[first + n] === piece));
    }
    return numbers;
  }

  /** For each piece of a kind, the slots in its rows. */
  ownSlots(kind) {
    if (!this.slotsOf.has(kind)) {
      const slots = this.tables.kinds[kind].names.map(() => []);
      for (const block of this.blocks) addRows(slots, block, kind);
      this.slotsOf.set(kind, slots);
    }
    return this.slotsOf.get(kind);
  }

  /**
   * The vector with interchangeable pieces sorted by everything that it says about them. Of a finished
   * game, only the board, the result and the scores count.
   */
  key(vector) {
    const { core, players, scores } = this.tables;
    if (!vector[core.winners]) return this.inOrder(vector);
    const board = vector.map(() => 0);
    for (const [first, count] of this.board) for (const n of range(count)) board[first + n] = vector[first + n];
    const byPlayer = scores.length ? range(players).map((player) => this.engine.list(vector, `scores${player}`)) : [];
    const ends = scores.flatMap((_, n) => byPlayer.map((numbers) => numbers[n]));
    return [...this.inOrder(board), ...ends];
  }

  /** What a player sees, with numbers of pieces that tell nothing else. */
  renumbered(seen) {
    return this.inOrder(seen, this.unnamed);
  }

  inOrder(vector, classes = this.classes) {
    const orders = {};
    for (const [kind, groups] of Object.entries(classes)) {
      const order = range(this.tables.kinds[kind].names.length);
      for (const members of groups) {
        const about = new Map(members.map((piece) => [piece, this.numbersAbout(vector, kind, piece)]));
        const ranked = [...members].sort((one, other) => compared(about.get(one), about.get(other)));
        members.forEach((place, n) => (order[place] = ranked[n]));
      }
      if (order.some((piece, place) => piece !== place)) orders[kind] = order;
    }
    return Object.keys(orders).length ? this.permuted(vector, orders) : vector;
  }
}

/** Add the slots of a block to those of the pieces in whose rows they are. */
function addRows(slots, { first, count, axes }, kind) {
  for (const n of range(count)) {
    let rest = n;
    const rows = new Set();
    for (const [owner, size] of [...axes].reverse()) {
      if (owner === kind) rows.add(rest % size);
      rest = Math.floor(rest / size);
    }
    for (const piece of rows) slots[piece].push(first + n);
  }
}

/** Below 0 if the first numbers come before the others, as lists. */
function compared(numbers, others) {
  const n = numbers.findIndex((number, at) => number !== others[at]);
  return n < 0 ? 0 : numbers[n] - others[n];
}

export { Exchanges };
