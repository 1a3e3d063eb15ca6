/** How many hidden pieces each list of a position has, by the tables of a match: see notation/unseen.py. */

import { isObject } from "./expected.js";
import { isOf } from "./positions.js";
import { range } from "./texts.js";
import { refuse } from "./usage.js";

class Unseen {
  constructor(tables) {
    this.tables = tables;
    this.lists = tables.position.filter(({ is, kind }) => is === "members" && tables.kinds[kind].hiders?.length !== 0);
  }

  /** The numbers by the key of the list, without lists that hide nothing. seen: the truth, as a player sees it. */
  numbers(truth, seen) {
    return this.written(this.lists.map((entry) => this.inList(entry, truth, seen)));
  }

  inList({ kind, zone, whose }, truth, seen) {
    const { first, names } = this.tables.kinds[kind];
    const isHidden = (piece) =>
      seen[first + piece] === this.tables.unknown && (zone === null || truth[first + piece] === zone);
    const hidden = range(names.length).filter(isHidden);
    if (!whose) return hidden.length;
    return range(this.tables.players).map((player) => hidden.filter((piece) => isOf(whose, piece, player, truth)).length);
  }

  written(numbers) {
    const pairs = this.lists.map(({ path }, n) => [path.join("."), numbers[n]]);
    return Object.fromEntries(pairs.filter(([, number]) => [number].flat().some(Boolean)));
  }

  /** Numbers that were sent. Throws an Error if these are none. */
  read(sent) {
    const numbers = this.lists.map((entry) => this.fitting(entry, isObject(sent) ? sent[entry.path.join(".")] : undefined));
    const read = this.written(numbers);
    const isWhole = isObject(sent) && Object.keys(sent).length === Object.keys(read).length;
    if (!isWhole) refuse("unseen: these are no numbers of hidden pieces", "use view.unseen");
    return read;
  }

  /** What was sent of a list, or zeros if that is no number of its pieces for each player, or for nobody. */
  fitting({ kind, whose }, sent) {
    const most = this.tables.kinds[kind].names.length;
    const isNumber = (number) => Number.isInteger(number) && number >= 0 && number <= most;
    if (!whose) return isNumber(sent) ? sent : 0;
    const zeros = range(this.tables.players).fill(0);
    return Array.isArray(sent) && sent.length === zeros.length && sent.every(isNumber) ? sent : zeros;
  }
}

export { Unseen };
