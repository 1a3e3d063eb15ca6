/** Computer players: one that plays at random, and one that searches in a worker. */

import { SEARCH, SKIP, CONCEDE } from "./session.js";

const THINKING = 600; // milliseconds of a search

class Opponents {
  /** library, source: of the matches, and the text of the function that returns it. modules: of the match. */
  constructor(library, source, match, modules) {
    this.library = library;
    this.worker = new library.SearchWorker(match, modules, source);
  }

  /** A choice for the player who decides: a code, "skip" or "concede". */
  async choose(state, kind, seed) {
    if (kind === SEARCH) return this.worker.search(state, { milliseconds: THINKING, seed });
    const [name, code] = state.drawn(new this.library.Random(seed)).reached.how;
    return [SKIP, CONCEDE].includes(name) ? name : code;
  }

  close() {
    this.worker.close();
  }
}

export { Opponents };
