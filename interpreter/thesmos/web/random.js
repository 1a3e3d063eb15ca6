/** Random numbers, and how chance draws with them. */

import { refuse, seedOf, shown, wholeNumber } from "./usage.js";

const [WEIGHTS, UNIFORM] = ["weights", "uniform"]; // how outcomes of chance are drawn
const GAMMA = 0x9e3779b97f4a7c15n;
const bits64 = (number) => BigInt.asUintN(64, number);

/** Random numbers: SplitMix64, as in Python, so that a seed gives the same game everywhere. */
class Random {
  constructor(seed = 0) {
    this.state = bits64(BigInt(seedOf(seed)));
  }

  next() {
    this.state = bits64(this.state + GAMMA);
    let z = this.state;
    z = bits64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = bits64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }

  below(count) {
    wholeNumber(count, "the count", 1);
    return Number((this.next() * BigInt(count)) >> 64n);
  }
}

/** Throw an Error if chance can't draw its outcomes so. */
function checkChance(chance) {
  if (chance !== WEIGHTS && chance !== UNIFORM) refuse(`chance can't draw by ${shown(chance)}`, `write "${WEIGHTS}" or "${UNIFORM}"`);
}

export { Random, UNIFORM, WEIGHTS, checkChance };
