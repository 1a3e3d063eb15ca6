/** What other scripts use: boards, and the tables and matches that scripts of the book bring. */

import { Board } from "./board.js";
import { setupOf } from "./seats.js";
import { Showing } from "./showing.js";
import { unpacked } from "./unpacking.js";

const library = source();
const given = globalThis.thesmosBoards ?? {};

/** The modules of a match that a script of the book brought, by its name: `santorini/two-players`. */
function modulesOf(name) {
  const [module, tracing, tables] = partsOf(globalThis.thesmosBoards.matches[name]);
  return { module, tracing, tables: read(tables) };
}

/** What boards begin with that are opened at the examples of a page: `santorini/powers/apollo`. */
const startsOf = (page) => read(partsOf(globalThis.thesmosBoards.starts[page])[0]);

function partsOf({ packed, lengths }) {
  const bytes = unpacked(Uint8Array.from(atob(packed), (character) => character.charCodeAt(0)));
  return lengths.map((length, n) => {
    const first = lengths.slice(0, n).reduce((sum, other) => sum + other, 0);
    return bytes.slice(first, first + length);
  });
}

const read = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

globalThis.thesmosBoards = {
  ...given,
  tables: given.tables ?? {},
  matches: given.matches ?? {},
  starts: given.starts ?? {},
  library,
  modulesOf,
  startsOf,
  setupOf,
  matchOf: ({ module, tracing, tables }) => library.matchOf(module, tracing, tables),
  tracerOf: library.tracerOf,
  board: (place, settings) => new Board(place, { library, source: `(${source})`, ...settings }),
  showing: (place, settings) => new Showing(place, { library, source: `(${source})`, ...settings }),
};
