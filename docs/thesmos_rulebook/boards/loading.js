/** What other scripts use: boards, and the tables and matches that scripts of the book bring. */

import { Board } from "./board.js";
import { setupOf } from "./seats.js";
import { unpacked } from "./unpacking.js";

const library = source();
const given = globalThis.thesmosBoards ?? {};

/** The modules of a match that a script of the book brought, by its name: `santorini/two-players`. */
function modulesOf(name) {
  const { packed, lengths } = globalThis.thesmosBoards.matches[name];
  const bytes = unpacked(Uint8Array.from(atob(packed), (character) => character.charCodeAt(0)));
  const [module, tracing, tables] = lengths.map((length, n) => {
    const first = lengths.slice(0, n).reduce((sum, other) => sum + other, 0);
    return bytes.slice(first, first + length);
  });
  return { module, tracing, tables: JSON.parse(new TextDecoder().decode(tables)) };
}

globalThis.thesmosBoards = {
  ...given,
  tables: given.tables ?? {},
  matches: given.matches ?? {},
  library,
  modulesOf,
  setupOf,
  matchOf: ({ module, tracing, tables }) => library.matchOf(module, tracing, tables),
  board: (place, settings) => new Board(place, { library, source: `(${source})`, ...settings }),
};
