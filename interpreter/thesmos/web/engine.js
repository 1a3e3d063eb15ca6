/** A WebAssembly module made by `thesmos build`, as functions of vectors and codes. */

const WIDTHS = { 8: Int8Array, 16: Int16Array, 32: Int32Array };
const MAX_DECISIONS = 100000; // in a random game: in some games, a turn may go on forever

/** Plays a match: states are arrays of integers, options are codes, players are numbered from 0. */
class Engine {
  constructor(instance) {
    const made = instance.exports;
    const width = WIDTHS[made.slot_bits.value];
    this.functions = made;
    this.state = new width(made.memory.buffer, made.state.value, made.slots.value);
    this.noted = new Int32Array(made.memory.buffer, 0, 3); // of a list: the address, -, the count
  }

  /** The list of numbers that the last call returned. */
  numbers() {
    const [first, , count] = this.noted;
    return Array.from(new Int32Array(this.functions.memory.buffer, first, count));
  }

  /** Call a function of the module on a state, which `this.state` then holds. */
  call(vector, name, ...given) {
    this.state.set(vector);
    return this.functions[name](...given);
  }

  list(vector, name, ...given) {
    this.call(vector, name, ...given);
    return this.numbers();
  }

  /** The state after `choose` (with a code), `skip`, `concede` or `enter`, and its options. */
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

  /** Play at random to the end or up to a limit; `this.state` then holds the last state. Returns the
   * number of decisions. uniform: 1 to draw outcomes of chance as if they all weighed the same. */
  play(vector, seed, limit = MAX_DECISIONS, uniform = 0) {
    return this.call(vector, "play", BigInt.asIntN(64, seed), limit, uniform);
  }

  /** The place of a random choice among the codes: drawn with a number of 64 bits, as in `play`. It is
   * the number of codes to skip, and -1 if there is no choice. */
  pick(vector, number, uniform = 0) {
    this.call(vector, "options");
    return this.functions.picked(BigInt.asIntN(64, number), uniform);
  }
}

export { Engine };
