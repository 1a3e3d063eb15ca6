// Prints, for each pair of states that look the same to a player, in what a board shows them otherwise, now
// or after the same choice; or null. See board_surface.py.
import { readFileSync } from "node:fs";

const EXPLAINED = 4; // cells of which it is asked why they can't be chosen

/** An element of a page as far as boards need one. */
class Element {
  constructor(name) {
    Object.assign(this, { name, attributes: {}, children: [], listeners: {}, dataset: {}, classes: {}, style: {} });
    this.classList = { add: () => {}, toggle: (word, on) => (this.classes[word] = Boolean(on)) };
  }
  append(...parts) {
    this.children.push(...parts);
  }
  prepend(...parts) {
    this.children.unshift(...parts);
  }
  replaceChildren(...parts) {
    this.children = parts.filter((part) => part !== null && part !== undefined);
  }
  appendChild(part) {
    this.children.push(part);
    return part;
  }
  setAttribute(key, value) {
    this.attributes[key] = String(value);
  }
  removeAttribute(key) {
    delete this.attributes[key];
  }
  get childElementCount() {
    return this.children.length;
  }
  set textContent(text) {
    this.children = [text];
  }
  addEventListener() {}
  focus() {}
  contains() {
    return false;
  }
  /** All that somebody sees of it. */
  toJSON() {
    const { name, attributes, children, classes, disabled, hidden, innerHTML } = this;
    return { name, attributes, children, classes, disabled, hidden, innerHTML };
  }
}

globalThis.document = {
  createElement: (name) => new Element(name),
  createElementNS: (_, name) => new Element(name),
};
globalThis.location = { protocol: "https:", href: "https://example.org/" };
globalThis.Worker = class {
  constructor() {
    throw new Error("nobody searches here");
  }
};

const { script, tables, match: parts, pairs } = JSON.parse(readFileSync(0, "utf-8"));
(0, eval)(script);
const boards = globalThis.thesmosBoards;

/** A board at a state, at which only one player is a person. */
function boardAt(settings, state, player) {
  const seats = Array.from({ length: state.match.players }, (_, n) => (n + 1 === player ? "person" : "random"));
  return boards.board(new Element("div"), { ...settings, position: state.position({ whole: true }), seats, seed: 1 });
}

/** What a board shows, by where it shows it. */
function shown(board) {
  const { place, status, grid, beside, options, log, undoButton, session } = board;
  const undo = [undoButton.disabled, session.learner() ?? null];
  const parts = { status, grid: grid?.element, beside, options, log, undo, board: place };
  return Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)]);
}

/** The same, also of the reasons why cells are closed, and after a choice, if chance does not follow. */
function* everything(settings, vector, { player, code }) {
  const state = settings.match.fromJSON({ rules: settings.match.tables.rules, vector });
  if (state.decision?.chance) return; // a board draws at once, other cards from other ones
  const board = boardAt(settings, state, player);
  yield* shown(board);
  if (state.decision?.player === player) {
    for (const cell of [...(board.drawing.cells ?? [])].slice(0, EXPLAINED)) {
      board.explain(cell, board.drawing.cells);
      yield ["why a cell is closed", JSON.stringify(board.why)];
    }
    const follows = code !== null && state.apply(code).decision;
    if (follows && !follows.chance) {
      board.take(code);
      yield* shown(board);
    }
  }
  board.turn = null; // the others do not go on
}

const [module, tracing] = [parts.module, parts.tracing].map((text) => Buffer.from(text, "base64"));
const match = await boards.matchOf({ module, tracing, tables: parts.tables });
const load = match.load.bind(match);
// Hidden pieces have been moved anywhere, so that no game may reach this.
match.load = (position, powers, setup) => load(position, powers, setup, { allowImpossible: true });

/** Where a board in the language of a table shows a pair of states otherwise, or null. */
function difference(table, pair) {
  const settings = { table, match, modules: {}, powers: [] };
  const [one, other] = pair.vectors.map((vector) => [...everything(settings, vector, pair)]);
  const at = one.findIndex(([name, text], n) => other[n]?.[0] !== name || other[n]?.[1] !== text);
  return at < 0 && one.length === other.length ? null : one[Math.max(at, 0)][0];
}

for (const pair of pairs) {
  const found = tables.map((table) => difference(table, pair)).find((name) => name !== null);
  console.log(JSON.stringify(found ?? null));
}
process.exit(0);
