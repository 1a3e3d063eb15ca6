/** Reads the part `step` of a position, which only a state in the middle of a turn has. */

import { indexOf, listOf, objectOf, wrong } from "./expected.js";

const OTHERS = ["places", "history", "before"];
/** The kinds of values that only this part has. */
const TURN_VALUES = new Set(["number", "chooser", "named", "players", "winners"]);

class TurnReader {
  /** reader: that of the position; part: the value of its `step`. */
  constructor(reader, part) {
    this.reader = reader;
    this.tables = reader.tables;
    this.part = part;
  }

  /** The place of each piece, by kind. */
  places() {
    const { kinds, none } = this.tables;
    const given = Object.entries(objectOf(this.part.places ?? {}, "step: places"));
    const made = given.map(([kind, texts]) => {
      const path = `step: places of ${kind}`;
      const { names, places } = kinds[kind] ?? wrong(path, "there is no such kind");
      if (listOf(texts, path).length !== names.length) wrong(path, `there are ${names.length}`);
      return [kind, texts.map((text) => (text === "" ? none : indexOf(text, places, path)))];
    });
    return Object.fromEntries(made);
  }

  /** Read all else into the state, once the pieces are placed. */
  read() {
    const { core, history } = this.tables.inTurn;
    const of = (known, name) => (Object.hasOwn(known, name) ? known[name] : wrong("step", `there is no \`${name}\``));
    for (const [name, value] of Object.entries(this.part)) {
      if (!OTHERS.includes(name)) this.reader.memory(of(core, name), value);
    }
    for (const [name, value] of Object.entries(objectOf(this.part.history ?? {}, "step: history"))) {
      this.reader.memory(of(history, name), value);
    }
  }

  /** Read the steps that are due, each with its player, and their number. */
  due({ first, count, height }, steps, path) {
    const { players } = this.tables;
    const names = this.tables.steps.flatMap(({ name }) =>
      Array.from({ length: players }, (_, player) => `${name} ${player + 1}`),
    );
    if (steps.length > count) wrong(path, `at most ${count} steps can be due`);
    steps.forEach((step, n) => (this.reader.v[first + n] = indexOf(step, names, path)));
    this.reader.v[height] = steps.length;
  }

  /** The number that stands for a value. */
  value(about, value, path) {
    const { none, nobody } = this.tables;
    if (about.is === "players") return this.players(value, path);
    if (about.is === "winners") return this.players(value, path) || nobody;
    if (value === "" && (about.none || about.is !== "named")) return none;
    if (about.is === "named") return indexOf(value, about.names, path);
    if (about.is === "chooser") return this.chooser(value, path);
    return this.reader.within(value, about, path);
  }

  /** Players from 1; chance on behalf of player 1 is -1. */
  chooser(value, path) {
    const { players } = this.tables;
    if (!Number.isInteger(value) || value === 0 || Math.abs(value) > players) {
      wrong(path, `players go from 1 to ${players}; -1 is chance, for player 1`);
    }
    return value > 0 ? value - 1 : value;
  }

  /** A set of players, as a bit for each. */
  players(value, path) {
    const { players } = this.tables;
    const isPlayer = (one) => Number.isInteger(one) && one >= 1 && one <= players;
    const good = listOf(value, path).every(isPlayer);
    return good ? value.reduce((sum, one) => sum | (1 << (one - 1)), 0) : wrong(path, `players go from 1 to ${players}`);
  }
}

export { TURN_VALUES, TurnReader };
