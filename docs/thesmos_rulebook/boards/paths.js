/** Options by the cells that they name, in their order: what is chosen by one click after another. */

const MOST_CODES = 20000; // that are tried to find out why cells can't be chosen

/** The cells that an option names: those in its roles. cells: all cells of the boards. */
function pathOf(option, cells) {
  const named = Object.values(option.roles).filter((value) => cells.has(value));
  return named.filter((cell, n) => named.indexOf(cell) === n);
}

const startsWith = (path, prefix) => prefix.every((cell, n) => path[n] === cell);

/** The options of a decision that begin with chosen cells, and the cells that can follow. */
class Paths {
  constructor(decision, cells) {
    this.all = decision.options.map((option) => ({ option, path: pathOf(option, cells) }));
  }

  /** The options after these cells. */
  after(chosen) {
    return this.all.filter(({ path }) => startsWith(path, chosen));
  }

  /** The cells that can be chosen next. */
  next(chosen) {
    return new Set(this.after(chosen).map(({ path }) => path[chosen.length]).filter(Boolean));
  }

  /** These cells, and those that follow in every option, as long as there are more after them. */
  settled(chosen) {
    let cells = chosen;
    for (;;) {
      const options = this.after(cells);
      const next = this.next(cells);
      const on = options.length > 1 && next.size === 1 && options.every(({ path }) => path.length > cells.length + 1);
      if (!on) return cells;
      cells = [...cells, ...next];
    }
  }
}

/**
 * The option of these cells that the fewest rules keep from being offered: its code, and what these
 * rules and clauses are. Without such an option, no code and no findings.
 */
function closed(state, chosen, cells) {
  const { tables } = state.match;
  const chooser = state.decision.player - 1;
  const seen = state.seenBy(chooser);
  let least = { code: undefined, findings: [] };
  for (const number of state.step.actions) {
    const { first, count } = tables.actions[number];
    for (let code = first; code < first + Math.min(count, MOST_CODES); code++) {
      const path = pathOf(state.written(code, chooser, seen), cells);
      if (path.length !== chosen.length || !startsWith(path, chosen)) continue;
      const findings = state.whyNot(code);
      const isBetter = least.code === undefined || findings.length < least.findings.length;
      if (findings.length && isBetter) least = { code, findings };
    }
  }
  return least;
}

export { Paths, closed, pathOf };
