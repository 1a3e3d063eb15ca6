/** Events as data, and read back, by the tables of a match: see notation/events.py. */

import { indexOf, objectOf, wrong } from "./expected.js";

class Events {
  constructor(tables) {
    this.tables = tables;
  }

  /** An event as data. row: in the table of events; values: for each key of it, negative if left out. */
  write({ row, values }) {
    const { e, keys } = this.tables.events[row];
    const texts = keys.map(({ key, type }, n) => [key, values[n] < 0 ? "" : this.text(type, values[n])]);
    return { e, ...Object.fromEntries(texts.filter(([, text]) => text !== "")) };
  }

  text(type, value) {
    const words = this.words(type);
    return words ? words[value] : value + 1;
  }

  /** The texts of the values of a type; undefined for players, who are numbers from 1. */
  words(type) {
    const { piece, names, words } = this.tables.types[type];
    return piece ? this.tables.kinds[piece].names : (names ?? words);
  }

  // -------------------------------------------------------------------------- reading

  /** The event that data describes. path: what the data is called in errors. */
  read(data, path) {
    const { events } = this.tables;
    const word = objectOf(data, path).e;
    const rows = [...events.keys()].filter((row) => events[row].e === word);
    if (!rows.length) indexOf(word, events.map(({ e }) => e), `${path}.e`);
    for (const row of rows.slice(0, -1)) {
      try {
        return this.readAs(row, data, path); // cards can have actions of one name
      } catch {
        continue;
      }
    }
    return this.readAs(rows.at(-1), data, path);
  }

  readAs(row, data, path) {
    const { keys } = this.tables.events[row];
    const names = ["e", ...keys.map(({ key }) => key)];
    for (const name of Object.keys(data)) indexOf(name, names, path);
    return { row, values: keys.map((key) => this.value(key, data, path)) };
  }

  value({ key, type, optional }, data, path) {
    if (!Object.hasOwn(data, key)) return optional ? this.tables.none : wrong(`${path}: \`${key}\` is missing`);
    const [text, words] = [data[key], this.words(type)];
    if (words) {
      if (text === null && words.includes(null)) return words.indexOf(null);
      return indexOf(text, words, `${path}.${key}`);
    }
    const { players } = this.tables;
    if (Number.isInteger(text) && text >= 1 && text <= players) return text - 1;
    return wrong(`${path}.${key}: there is no player ${String(text).slice(0, 20)}`, `players go from 1 to ${players}`);
  }
}

export { Events };
