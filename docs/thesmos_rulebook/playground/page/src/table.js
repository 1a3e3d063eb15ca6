/** The board of the page: the match that is played on it, and how a position survives an edit. */

import { byId, toast } from "./elements.js";
import { isEdited, open, slugOf } from "./files.js";
import { page, python, trouble } from "./page.js";
import { whyParts } from "./panels.js";
import { spoken, word } from "./words.js";

const MOST_EXPLAINED = 80; // options of a decision whose clauses are looked up
const boards = () => globalThis.thesmosBoards;
const scripts = new Map();
const tables = new Map(); // of shipped games, by game and language
let board = null;
let shipped = null; // the match of the shipped game, with the cards to choose from
let dealt = null; // what is on the board: see `deal`

/** What the page does when something happens at the board. */
const listeners = { changed: () => {}, looked: () => {}, dealt: () => {} };

/** The bytes of a module that Python has packed as JSON. */
const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Load a classic script, once. */
function loadScript(address) {
  if (!scripts.has(address)) {
    scripts.set(address, new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${address} can't be read`));
      script.src = address;
      document.head.append(script);
    }));
  }
  return scripts.get(address);
}

/** The table of the shipped game in the language of the page. */
async function shippedTable() {
  const { slug } = page.game;
  const key = `${slug}.${spoken()}`;
  if (!tables.has(key)) {
    await loadScript(`boards/${key}.js`);
    tables.set(key, boards().tables[slug]);
  }
  return tables.get(key);
}

async function shippedMatch() {
  const name = `${page.game.slug}/${page.game.mode}`;
  if (shipped?.name !== name) {
    await loadScript(`boards/${name}.js`);
    const modules = boards().modulesOf(name);
    shipped = { name, modules, match: await boards().matchOf(modules) };
  }
  return shipped;
}

/** Whether a seating can be played by the match that is shipped with the page. */
function isShipped({ mode, options }) {
  const usual = page.about?.options.every(({ name, values }) => (options[name] ?? values[0].name) === values[0].name) ?? true;
  return !isEdited() && mode === page.game.mode && usual;
}

/** The match of the present seating, with its modules and its table: of the text as it was last good. */
async function matchNow() {
  const { seating } = page;
  if (isShipped(seating)) {
    const [{ modules, match }, table] = await Promise.all([shippedMatch(), shippedTable()]);
    const all = match.powers.map(({ slug }) => slug);
    seating.powers = usualPowers(match.players, all, (powers) => isAllowed(match, powers));
    return { modules, match, table, cards: undefined, powers: match.powers.length ? seating.powers : [] };
  }
  const [usual, { modules: packed, words }] = await Promise.all([shippedTable(), python("dealt", seating, spoken())]);
  const modules = { ...packed, module: bytes(packed.module) };
  const match = await boards().matchOf(modules);
  const { titles } = page;
  const cards = titles.size ? { titles: [...titles], powers: seating.powers, deal: (powers) => takeSeats({ ...seating, powers }) } : undefined;
  return { modules, match, table: { ...usual, ...words }, cards, powers: [] };
}

function isAllowed(match, powers) {
  try {
    match.check(powers, boards().setupOf(match, powers));
    return true;
  } catch {
    return false;
  }
}

/**
 * Play the present seating by the text as it was last good. keep: in the position on the board, if the
 * rules can have it. position: where to begin otherwise.
 */
async function deal({ keep = false, position } = {}) {
  const next = await matchNow();
  const before = keep && hasMoved() ? { position: wholePosition(), moves: board.moves, first: board.position } : null;
  const wanted = before?.position ?? position;
  const seats = board?.session.seats.length === next.match.players ? board.session.seats : undefined;
  const setup = boards().setupOf(next.match, next.powers);
  const settings = { ...next, setup, seats, reasons, looked: listeners.looked, changed: listeners.changed };
  dealt = next;
  let lost = null;
  try {
    if (wanted) takeUp(settings, wanted, before);
    else sit(settings);
  } catch (error) {
    if (!wanted) throw error;
    lost = error.message;
    sit(settings);
  }
  if (lost !== null) toast(word("lost", { reason: lost }));
  listeners.dealt();
  trace().catch(trouble);
}

/** Let the match on the board tell what happens and explain options, if it can't yet and is not out of date. */
async function trace() {
  const { match } = board;
  if (match.tracer) return;
  const packed = await python("tracing", page.seating, match.tables.rules);
  if (packed === null || board.match !== match) return;
  match.tracer = await boards().tracerOf(bytes(packed));
  if (board.match === match) board.traced();
}

/** Begin a game at the board. from: the position and the choices to begin with, if any. */
function sit(settings, { position, moves = [] } = {}) {
  if (board) board.deal({ ...settings, position, moves });
  else board = page.board = boards().board(byId("board"), { ...settings, position, moves });
}

/** Go to a position: by the choices that led to it, if they lead there still, so that they can be undone. */
function takeUp(settings, position, before) {
  if (before) {
    try {
      sit(settings, { position: before.first, moves: before.moves });
      if (JSON.stringify(wholePosition()) === JSON.stringify(position)) return;
    } catch {
      // The first position is not possible any more; the present one may be.
    }
  }
  sit(settings, { position });
}

const wholePosition = () => board.state.position({ whole: true });

/** Whether there is a position on the board other than the beginning of a game. */
const hasMoved = () => board !== null && (board.position !== undefined || board.session.states.length > 1);

/** Whether anything in the game on the board was hidden from a player. */
const hasSecrets = () => board.session.hasSecrets();

/** The match on the board, its modules, and the powers to begin it with. */
const onBoard = () => dealt;

/** Let others play, or by other options. */
async function takeSeats(seating) {
  page.seating = seating;
  await deal();
}

/** The powers on the board, where they are chosen there. */
function noteSeats(at) {
  board = page.board = at; // which calls this while it is made
  if (board.match.powers.length) page.seating.powers = board.powers;
}

/** Why a choice is closed, with values and places, by the text as it was last good. */
async function reasons(state, text) {
  if (!page.ready) return null;
  try {
    return whyParts(await python("why", page.seating, state.position({ whole: true }), text, spoken()), open);
  } catch {
    return null; // what the board itself says stays
  }
}

/** The clauses and rules that let options lead to a cell, or keep them from it, by cell. */
function lights() {
  const lit = new Map();
  if (!board?.match.tracer) return lit;
  const options = board.paths?.all ?? [];
  for (const { option, path } of options.length <= MOST_EXPLAINED ? options : []) {
    if (!path.length) continue;
    const ids = board.state.explain(option.code).map(({ id }) => id);
    lit.set(path.at(-1), [...(lit.get(path.at(-1)) ?? []), ...ids]);
  }
  return lit;
}

/**
 * The powers to play with: those of the seating that there are; without any, the card that is written
 * against another one. all: slugs. allows: whether a list of powers may be played.
 */
function usualPowers(players, all, allows) {
  const chosen = Array.from({ length: players }, (_, n) => (all.includes(page.seating.powers[n]) ? page.seating.powers[n] : null));
  const card = slugOf(page.file);
  if (chosen.some(Boolean) || !all.includes(card)) return chosen;
  const rest = Array(players - 1).fill(null);
  const against = all.filter((slug) => slug !== card).map((other) => [card, other, ...rest.slice(1)]).filter(() => players > 1);
  return [...against.slice(0, 3), [card, ...rest], [...rest, card]].find(allows) ?? chosen;
}

export { boards, bytes, deal, hasMoved, hasSecrets, isShipped, lights, listeners, matchNow, noteSeats, onBoard, shippedMatch, takeSeats, trace, usualPowers, wholePosition };
