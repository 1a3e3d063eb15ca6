/** Computer players in a worker, so that a page stays alive while they think. */

const THINKING = 600; // milliseconds of a search

/** What runs in the worker: it plays the same match. */
function answer(library, match, { saved, player, kind, seed, milliseconds }) {
  const state = match.fromJSON(saved);
  if (kind === "random") {
    const next = state.drawn(new library.Random(seed));
    const [name, code] = next.reached.how;
    return name === "choose" ? code : name;
  }
  return library.searched(state, { player, milliseconds, seed });
}

class Opponents {
  /** source: of the library, as a function's text. modules, tables: of the match. */
  constructor(library, source, match, { module, tracing, tables }) {
    this.library = library;
    this.match = match;
    this.waiting = null;
    try {
      const program = `const library = (${source})();
        let match;
        onmessage = async ({ data }) => {
          if (data.tables) match = await library.matchOf(data.module, data.tracing, data.tables);
          else postMessage((${answer})(library, match, data));
        };`;
      this.url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
      this.worker = new Worker(this.url);
      this.worker.postMessage({ module, tracing, tables });
      this.worker.onerror = () => this.stopped();
      this.worker.onmessage = ({ data }) => this.waiting?.(data);
    } catch {
      this.worker = null; // some browsers have none for pages that are opened as files
    }
  }

  stopped() {
    this.worker = null;
    if (this.waiting) this.waiting(answer(this.library, this.match, this.question));
  }

  /** A choice for the player who decides: a code, "skip" or "concede". */
  choose(state, kind, seed) {
    this.question = { saved: state.toJSON(), player: state.decision.player, kind, seed, milliseconds: THINKING };
    if (!this.worker) return Promise.resolve(answer(this.library, this.match, this.question));
    return new Promise((resolve) => {
      this.waiting = (choice) => {
        this.waiting = null;
        resolve(choice);
      };
      this.worker.postMessage(this.question);
    });
  }

  close() {
    this.worker?.terminate();
    if (this.url) URL.revokeObjectURL(this.url);
  }
}

export { Opponents };
