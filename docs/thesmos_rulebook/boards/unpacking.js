/** Reads what Python's `lzma` wrote in its form "alone": modules become half as long as by what browsers know. */

const TOP = 2 ** 24;
const HALF_CHANCE = 1024;
const [LIT_STATES, POS_STATES] = [7, 4];

class RangeDecoder {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at + 1;
    this.range = 0xffffffff;
    this.code = 0;
    for (let n = 0; n < 4; n++) this.code = ((this.code << 8) | this.bytes[this.at++]) >>> 0;
  }

  normalize() {
    if (this.range < TOP) {
      this.range = (this.range << 8) >>> 0;
      this.code = ((this.code << 8) | this.bytes[this.at++]) >>> 0;
    }
  }

  bit(chances, at) {
    const chance = chances[at];
    const bound = (this.range >>> 11) * chance;
    let bit = 0;
    if (this.code < bound) {
      this.range = bound;
      chances[at] = chance + ((2048 - chance) >> 5);
    } else {
      this.range -= bound;
      this.code -= bound;
      chances[at] = chance - (chance >> 5);
      bit = 1;
    }
    this.normalize();
    return bit;
  }

  direct(count) {
    let value = 0;
    for (let n = 0; n < count; n++) {
      this.range = this.range >>> 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit) this.code -= this.range;
      this.normalize();
      value = (value << 1) | bit;
    }
    return value >>> 0;
  }

  tree(chances, from, bits) {
    let node = 1;
    for (let n = 0; n < bits; n++) node = (node << 1) | this.bit(chances, from + node);
    return node - (1 << bits);
  }

  reversed(chances, from, bits) {
    let [node, value] = [1, 0];
    for (let n = 0; n < bits; n++) {
      const bit = this.bit(chances, from + node);
      node = (node << 1) | bit;
      value |= bit << n;
    }
    return value;
  }
}

const chancesOf = (count) => new Uint16Array(count).fill(HALF_CHANCE);

class Lengths {
  constructor() {
    this.choice = chancesOf(2);
    this.low = chancesOf(POS_STATES << 3);
    this.middle = chancesOf(POS_STATES << 3);
    this.high = chancesOf(256);
  }

  read(range, posState) {
    if (!range.bit(this.choice, 0)) return range.tree(this.low, posState << 3, 3);
    if (!range.bit(this.choice, 1)) return 8 + range.tree(this.middle, posState << 3, 3);
    return 16 + range.tree(this.high, 0, 8);
  }
}

/** The bytes that were packed. packed: a header of 13 bytes, of which the last 8 are the length, and the code. */
function unpacked(packed) {
  let properties = packed[0];
  const lc = properties % 9;
  properties = Math.floor(properties / 9);
  const lpMask = (1 << properties % 5) - 1;
  const posMask = (1 << Math.floor(properties / 5)) - 1;
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(5, true);
  const out = new Uint8Array(size);
  const range = new RangeDecoder(packed, 13);
  const literals = chancesOf(0x300 << (lc + properties % 5));
  const isMatch = chancesOf(12 << 4);
  const [isRep, isRep0, isRep1, isRep2] = [12, 12, 12, 12].map(chancesOf);
  const isRep0Long = chancesOf(12 << 4);
  const slots = chancesOf(4 << 6);
  const special = chancesOf(128);
  const align = chancesOf(16);
  const [matchLengths, repLengths] = [new Lengths(), new Lengths()];
  const reps = [0, 0, 0, 0];
  let [state, at] = [0, 0];
  const repeat = (length) => {
    for (let n = Math.min(length + 2, size - at); n > 0; n--, at++) out[at] = out[at - reps[0] - 1];
  };
  while (at < size) {
    const posState = at & posMask;
    if (!range.bit(isMatch, (state << 4) + posState)) {
      const before = at ? out[at - 1] : 0;
      const from = 0x300 * (((at & lpMask) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (state >= LIT_STATES) {
        let match = out[at - reps[0] - 1];
        while (symbol < 0x100) {
          const matchBit = (match >> 7) & 1;
          match <<= 1;
          const bit = range.bit(literals, from + ((1 + matchBit) << 8) + symbol);
          symbol = (symbol << 1) | bit;
          if (matchBit !== bit) break;
        }
      }
      while (symbol < 0x100) symbol = (symbol << 1) | range.bit(literals, from + symbol);
      out[at++] = symbol & 0xff;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    if (range.bit(isRep, state)) {
      let distance = reps[0];
      if (!range.bit(isRep0, state)) {
        if (!range.bit(isRep0Long, (state << 4) + posState)) {
          state = state < LIT_STATES ? 9 : 11;
          repeat(-1);
          continue;
        }
      } else {
        if (!range.bit(isRep1, state)) {
          distance = reps[1];
        } else {
          if (!range.bit(isRep2, state)) {
            distance = reps[2];
          } else {
            distance = reps[3];
            reps[3] = reps[2];
          }
          reps[2] = reps[1];
        }
        reps[1] = reps[0];
        reps[0] = distance;
      }
      state = state < LIT_STATES ? 8 : 11;
      repeat(repLengths.read(range, posState));
      continue;
    }
    reps.unshift(0);
    reps.pop();
    const length = matchLengths.read(range, posState);
    state = state < LIT_STATES ? 7 : 10;
    const slot = range.tree(slots, Math.min(length, 3) << 6, 6);
    reps[0] = distanceOf(range, slot, special, align);
    repeat(length);
  }
  return out;
}

function distanceOf(range, slot, special, align) {
  if (slot < 4) return slot;
  const bits = (slot >> 1) - 1;
  const base = (2 | (slot & 1)) << bits;
  if (slot < 14) return base + range.reversed(special, base - slot, bits);
  return base + range.direct(bits - 4) * 16 + range.reversed(align, 0, 4);
}

export { unpacked };
