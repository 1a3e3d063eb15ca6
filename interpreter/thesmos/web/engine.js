/** A WebAssembly module made by `thesmos build`, as functions of vectors and codes. */

const WIDTHS = { 8: Int8Array, 16: Int16Array, 32: Int32Array };
const MAX_DECISIONS = 100000; // in a random game: in some games, a turn may go on forever

/** The numbers as a list: much faster than Array.from. */
function copied(numbers) {
  const list = new Array(numbers.length);
  for (let n = 0; n < list.length; n++) list[n] = numbers[n];
  return list;
}

/** Write numbers into memory: for a list, which may be frozen, many times as fast as `memory.set`. */
function overwrite(memory, numbers) {
  for (let n = 0; n < numbers.length; n++) memory[n] = numbers[n];
}

/** Plays a match: states are arrays of integers, options are codes, players are numbered from 0. */
class Engine {
  constructor(instance) {
    const exported = instance.exports;
    const width = WIDTHS[exported.slot_bits.value];
    this.functions = exported;
    this.state = new width(exported.memory.buffer, exported.state.value, exported.slots.value);
    this.noted = new Int32Array(exported.memory.buffer, 0, 3); // of a list: the address, -, the count
  }

  /** The list of numbers that the last call returned. */
  numbers() {
    const [first, , count] = this.noted;
    return copied(new Int32Array(this.functions.memory.buffer, first, count));
  }

  /** Call a function of the module on a state, which `this.state` then holds. */
  call(vector, name, ...numbers) {
    overwrite(this.state, vector);
    return this.functions[name](...numbers);
  }

  list(vector, name, ...numbers) {
    this.call(vector, name, ...numbers);
    return this.numbers();
  }

  /** The state after `choose` (with a code), `skip`, `concede` or `enter`, and its options. */
  after(vector, name, ...numbers) {
    const noted = this.call(vector, name, ...numbers);
    const codes = noted & 1 ? this.numbers() : [];
    return { vector: copied(this.state), codes, turns: noted >> 1 };
  }

  /** The state as a player sees it. */
  view(vector, player) {
    return this.look(vector, player) === vector ? vector : copied(this.state);
  }

  /** The same, until the next call. */
  look(vector, player) {
    const name = `view${player}`;
    if (!(name in this.functions)) return vector;
    this.call(vector, name);
    return this.state;
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

export { Engine, copied };
