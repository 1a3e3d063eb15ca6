/**
 * @NAME@: how the adapter asks your implementation. Fill in the functions, from top to bottom.
 *
 * A state may be anything: your game object, a list, a plain object. Options are texts in the
 * notation of the game's records, see docs/pages/traces.md. To look at some:
 * `thesmos legal @GAME@ --json` shows the first decision, `--position FILE` that of a position;
 * `thesmos record @GAME@ --games 1` writes a whole game.
 *
 * None of these functions prints anything: standard output belongs to the adapter.
 */

/** What works so far. Claim more as you go on: everything that you claim is compared. */
export const IMPLEMENTATION = { name: "@NAME@", version: "0.1", language: "JavaScript" };
export const CLAIM = {
  editions: ["@EDITION@"],
  modes: ["@MODE@"],
  powers: [], // the slugs of those that work; games without powers are always asked about
  levels: ["legal"], // then "apply": positions are compared; then "result": who has won
  from: ["position"], // then "start": the game from its set-up
  dead_ends: "shown", // or "pruned", "lost": what you do where a player can't go on
};
export const PLAYERS = ["@PLAYERS@"];

/** Throw it for anything that your implementation lacks: new Unsupported("the Ram"). */
export class Unsupported extends Error {}

/** Thrown by what is not written yet. */
export class Todo extends Error {}

/**
 * The state at the beginning of the turn of player `position.to_move`.
 *
 * setup: { players: 2, teams: [1, 2], powers: [null, null] }. position: in the notation
 * of a record. Throw Unsupported for parts of it that you do not know.
 */
export function load(setup, position) {
  throw new Todo("1. load: a position becomes a state");
}

/**
 * The decision in a state, or the result of the game:
 * { player: 1, options: ["…", "…"], may_skip: false }, each option once, in any order, without
 * `skip`; or { result: { winners: [1] } } when the game is over.
 */
export function decision(state) {
  throw new Todo("2. decision: who decides, and everything on offer");
}

/**
 * The state after one of the options, or after `skip` or `concede`. The adapter checks that the
 * choice is on offer. The old state must stay as it is.
 */
export function take(state, choice) {
  throw new Todo("3. take: the state after a choice");
}

/** The position in the notation of a record, without `to_move`: for the level `apply`. */
export function position(state) {
  throw new Todo("4. position: a state becomes a position");
}

/** The state at the first decision of the set-up: if you claim `start`. */
export function begin(setup) {
  throw new Todo("5. begin: the game from its set-up");
}
