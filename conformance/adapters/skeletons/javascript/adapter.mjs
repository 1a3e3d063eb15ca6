/** The protocol: one request per line in, one answer per line out. No need to change this file. */

import { createInterface } from "node:readline";

import * as game from "./game.mjs";

const VERSION = 1;

/** A choice is not on offer; its index among the choices, from 0. */
class Refused extends Error {
  constructor(choice) {
    super(`choice ${choice} is not on offer`);
    this.choice = choice;
  }
}

/** Answers requests until `bye` or the end of the input. */
async function main() {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    process.stdout.write(`${JSON.stringify({ id: request.id, ...answer(request) })}\n`);
    if (request.op === "bye") break;
  }
  process.stdin.destroy(); // an open input would keep the process alive
}

/** Returns the answer to a request, without its id. */
function answer(request) {
  try {
    return { ok: dispatch(request) };
  } catch (error) {
    if (error instanceof Refused) return { refused: { choice: error.choice } };
    if (error instanceof game.Unsupported) return { unsupported: error.message || "this" };
    const todo = error instanceof game.Todo && `not written yet, in game.mjs: ${error.message}`;
    return { error: todo || String(error) };
  }
}

/** Returns the `ok` of a request. */
function dispatch(request) {
  if (request.op === "hello") return hello(request.thesmos);
  if (request.op === "look") return look(request);
  if (request.op === "bye") return {};
  throw new Error(`unknown op ${request.op}`);
}

/** Returns the name of the implementation, and its claims. */
function hello(versions) {
  if (!versions.includes(VERSION)) throw new Error(`this adapter speaks version ${VERSION} only`);
  return { thesmos: VERSION, implementation: game.IMPLEMENTATION, games: game.CLAIMS };
}

/** Returns the decision after some choices; with `every`, also those before each choice. */
function look(request) {
  check(request);
  const { position, choices = [], every } = request;
  const claim = game.CLAIMS[request.game];
  const setup = { ...request.setup, game: request.game };
  const states = [position ? game.load(setup, position) : game.begin(setup)];
  choices.forEach((choice, number) => states.push(after(states.at(-1), choice, number)));
  const path = (every ? states : states.slice(-1)).map((state) => tell(state, claim));
  return every ? { path } : path[0];
}

/** Throws Unsupported for anything that is not claimed: an adapter must not guess. */
function check(request) {
  const { players, teams, powers, mode, options = {}, ...others } = request.setup;
  const unless = (condition, what) => {
    if (!condition) throw new game.Unsupported(what);
  };
  unless(request.game in game.CLAIMS, `game ${request.game}`);
  const claim = game.CLAIMS[request.game];
  unless(game.PLAYERS[request.game].includes(players), `${players} players`);
  unless(mode === undefined || claim.modes.includes(mode), `mode ${mode}`);
  for (const power of powers) {
    unless(power === null || claim.powers.includes(power), `power ${power}`);
  }
  for (const [name, value] of Object.entries(options)) {
    unless(claim.options[name]?.includes(value), `option ${name}=${value}`);
  }
  for (const [key, value] of Object.entries(others)) {
    unless(Object.keys(value ?? {}).length === 0, key);
  }
  for (const key of ["viewer", "why"]) unless(!(key in request), key);
  unless(claim.from.includes(request.position ? "position" : "start"), "where this begins");
  unless(claim.memory || !request.position?.memory, "memory");
}

/** Returns the state after a choice, which must be on offer. */
function after(state, choice, number) {
  const { options = [], may_skip: maySkip, result } = game.decision(state);
  const offered = [...options, ...(maySkip ? ["skip"] : []), "concede"];
  if (result || !offered.includes(choice)) throw new Refused(number);
  return game.take(state, choice);
}

/** Returns the answer for a state, as far as it is claimed. */
function tell(state, claim) {
  const decision = game.decision(state);
  if (!claim.levels.includes("apply")) return decision;
  return { ...decision, position: game.position(state) };
}

main();
