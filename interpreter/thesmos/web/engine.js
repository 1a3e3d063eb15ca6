/** A module of WebAssembly that `thesmos build` has made, as functions of vectors and codes. */

const WIDTHS = { 8: Int8Array, 16: Int16Array, 32: Int32Array };
const MAX_DECISIONS = 100000; // of a random game: in some, a turn may go on for ever

/** What plays: states are arrays of integers, options are codes, players are numbered from 0. */
class Engine {
  constructor(instance) {
    const made = instance.exports;
    const width = WIDTHS[made.slot_bits.value];
    this.functions = made;
    this.state = new width(made.memory.buffer, made.state.value, made.slots.value);
    this.noted = new Int32Array(made.memory.buffer, 0, 2); // an address, and how many numbers
  }

  /** The numbers that were noted last. */
  numbers() {
    const [first, count] = this.noted;
    return Array.from(new Int32Array(this.functions.memory.buffer, first, count));
  }

  /** What a function says of a state, or does to it. */
  call(vector, name, ...given) {
    this.state.set(vector);
    return this.functions[name](...given);
  }

  list(vector, name, ...given) {
    this.call(vector, name, ...given);
    return this.numbers();
  }

  /** What follows `choose` (with a code), `skip`, `concede` or `enter`. */
  after(vector, name, ...given) {
    const found = this.call(vector, name, ...given);
    const codes = found & 1 ? this.numbers() : [];
    return { vector: Array.from(this.state), codes, turns: found >> 1 };
  }

  /** The state as a player sees it. */
  view(vector, player) {
    const name = `view${player}`;
    if (!(name in this.functions)) return vector;
    this.call(vector, name);
    return Array.from(this.state);
  }

  /** Play at random to the end or up to a limit: `state` then holds the last state. Returns how many
   * decisions that took. */
  play(vector, seed, limit = MAX_DECISIONS) {
    return this.call(vector, "play", BigInt.asIntN(64, seed), limit);
  }
}

export { Engine };
