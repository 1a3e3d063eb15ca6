/**
 * The protocol: one request per line in, one answer per line out. See ../../protocol/README.md.
 *
 * @typedef {import("./rules.js").Rules} Rules
 * @typedef {import("./state.js").State} State
 */

import { createInterface } from "node:readline";

import { Malformed, Refused, Unsupported } from "./errors.js";
import { Game } from "./game.js";
import { isEmpty, listOf, optionText, readBoard, writeBoard, writeEvent } from "./notation.js";
import { powers } from "./powers.js";

const VERSION = 1;
const MODES = new Map([
  [2, "two-players"],
  [3, "three-players"],
  [4, "four-players"],
]);

const HELLO = {
  thesmos: VERSION,
  implementation: { name: "tower-js", version: "1.0.0", language: "JavaScript" },
  games: {
    santorini: {
      editions: ["2021-09"],
      modes: [...MODES.values()],
      powers: Object.keys(powers),
      levels: ["legal", "apply", "result", "events"],
      from: ["position", "start"],
      granularity: "step",
      dead_ends: "shown",
      memory: false,
    },
  },
};

/** Answers requests until `bye` or the end of the input. @param {Rules} rules */
export async function serve(rules, input = process.stdin, output = process.stdout) {
  for await (const line of createInterface({ input })) {
    const { op, ...reply } = answerLine(line, rules);
    output.write(`${JSON.stringify(reply)}\n`);
    if (op === "bye") break;
  }
  input.destroy(); // an open input would keep the process alive
}

function answerLine(line, rules) {
  let request;
  try {
    request = objectOf(JSON.parse(line), "a request");
  } catch {
    return { id: "", error: "this line is not a JSON object" };
  }
  return { op: request.op, id: request.id, ...answer(request, rules) };
}

/** The answer to a request, without its id. @param {Rules} rules */
export function answer(request, rules) {
  try {
    return { ok: dispatch(request, rules) };
  } catch (error) {
    if (error instanceof Refused) return { refused: { choice: error.choice } };
    if (error instanceof Unsupported) return { unsupported: error.message };
    return { error: error instanceof Malformed ? error.message : String(error) };
  }
}

function dispatch(request, rules) {
  switch (request.op) {
    case "hello":
      if (listOf(request.thesmos, "thesmos").includes(VERSION)) return HELLO;
      throw new Malformed(`this adapter speaks version ${VERSION} only`);
    case "look":
      return look(request, rules);
    case "bye":
      return {};
    default:
      throw new Malformed(`unknown op ${JSON.stringify(request.op)}`);
  }
}

/** The decision after some choices; with `every`, also those before each choice. */
function look(request, rules) {
  if (request.game !== "santorini") throw new Unsupported(`game ${request.game}`);
  const beyond = ["viewer", "why"].find((key) => key in request);
  if (beyond) throw new Unsupported(beyond);
  const setup = objectOf(request.setup, "setup");
  const game = readGame(setup, rules);
  const states = [begin(game, request.position)];
  for (const [index, text] of listOf(request.choices ?? [], "choices").entries()) {
    const next = choose(game, states.at(-1), text);
    if (!next) throw new Refused(index);
    states.push(next);
  }
  if (!request.every) return tell(game, setup, states.at(-1));
  return { path: states.map((state) => tell(game, setup, state)) };
}

/** @returns {Game} */
function readGame(setup, rules) {
  const { players, teams, powers: held, mode, ...others } = setup;
  const unknown = Object.keys(others).find((key) => !isEmpty(others[key]));
  if (unknown) throw new Unsupported(unknown);
  if (!MODES.has(players)) throw new Unsupported(`${players} players`);
  if (mode !== undefined && mode !== MODES.get(players)) throw new Unsupported(`mode ${mode}`);
  if (!isSeated(listOf(teams, "teams"), players)) throw new Unsupported(`teams ${teams}`);
  if (listOf(held, "powers").length !== players) throw new Malformed("`powers` must have one entry for each player");
  const other = held.find((name) => name !== null && !Object.hasOwn(rules.powers, name));
  if (other !== undefined) throw new Unsupported(`power ${other}`);
  return new Game(teams, held, rules);
}

/** Whether all play alone, or four players in two teams that take turns. */
function isSeated(teams, players) {
  const numbers = teams.every((team) => Number.isInteger(team) && team > 0 && team < 10);
  if (!numbers || teams.length !== players) return false;
  const sides = new Set(teams).size;
  if (players < 4) return sides === players;
  return sides === 2 && teams[0] === teams[2] && teams[1] === teams[3];
}

function begin(game, position) {
  if (position === undefined) return game.start();
  const board = readBoard(objectOf(position, "position"), game.teams);
  if (!game.players.includes(position.to_move)) throw new Malformed("`to_move` must be a player");
  return game.turnFrom(board, position.to_move);
}

/** @returns {State | undefined} The state after a choice, undefined if it is not on offer. */
function choose(game, state, text) {
  if (state.result) return undefined;
  if (text === "concede") return game.concede(state);
  if (text === "skip") return game.maySkip(state) ? game.skip(state) : undefined;
  const option = game.options(state).find((offered) => optionText(offered) === text);
  return option && game.play(state, option);
}

/** The answer for a state. */
function tell(game, setup, state) {
  const reply = {
    position: writeBoard(state),
    held: setup.powers.map((name) => (name === null ? [] : [name])),
    events: state.events.map(writeEvent),
  };
  if (state.result) return { ...reply, result: state.result };
  const decision = {
    player: state.player,
    step: state.step,
    may_skip: game.maySkip(state),
    options: game.options(state).map(optionText),
  };
  return { ...(state.step !== "place" && { turn_of: state.player }), ...decision, ...reply };
}

function objectOf(value, name) {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject) throw new Malformed(`${name} must be an object`);
  return value;
}
