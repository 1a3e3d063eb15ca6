/**
 * @NAME@: how the adapter asks your implementation. Fill in the functions, from top to bottom.
 *
 * A state may be anything: your game object, a list, a plain object. Options are texts in the
 * notation of the game's records, see its page in docs/pages/facts. To look at some:
 * `thesmos legal @GAME@ --json` shows the first decision, `--position FILE` that of a position;
 * `thesmos record @GAME@ --games 1` writes a whole game.
 *
 * None of these functions prints anything: standard output belongs to the adapter.
 */

/** What works so far. Claim more as you go on: everything that you claim is compared. */
export const IMPLEMENTATION = { name: "@NAME@", version: "0.1", language: "JavaScript" };
export const CLAIMS = {
  "@GAME@": { // one entry for each game that your program plays
    editions: ["@EDITION@"],
    modes: ["@MODE@"],
    options: {}, // the values that work, of options that are not always the default
    powers: [], // the slugs of the powers that work; games without powers are always tested
    levels: ["legal"], // then "apply": positions are compared; then "result": who has won
    from: ["position"], // then "start": the game from its set-up
    memory: false, // whether `load` understands what positions say under `memory`
    dead_ends: "shown", // or "pruned", "lost": what you do when a player can't go on
  },
};
export const PLAYERS = { "@GAME@": ["@PLAYERS@"] };

/** Throw this for anything that your implementation lacks: new Unsupported("the Ram"). */
export class Unsupported extends Error {}

/** Thrown by functions that are not written yet. */
export class Todo extends Error {}

/**
 * Returns the state at the beginning of the turn of player `position.to_move`.
 *
 * setup: { game: "@GAME@", players: 2, teams: [1, 2], powers: [null, null] }, perhaps with
 * options: { "…": "…" }. position: in the notation of records. Throw Unsupported for parts of it that you do not know.
 */
export function load(setup, position) {
  throw new Todo("1. load: a position becomes a state");
}

/**
 * Returns the decision in a state, or the result of the game:
 * { player: 1, options: ["…", "…"], may_skip: false }, each option once, in any order, without
 * `skip`; or { result: { winners: [1] } } when the game is over.
 */
export function decision(state) {
  throw new Todo("2. decision: who decides, and everything on offer");
}

/**
 * Returns the state after one of the options, or after `skip` or `concede`. The adapter checks
 * that the choice is on offer. The old state must stay as it is.
 */
export function take(state, choice) {
  throw new Todo("3. take: the state after a choice");
}

/** Returns the position in the notation of records, without `to_move`; for the level `apply`. */
export function position(state) {
  throw new Todo("4. position: a state becomes a position");
}

/** Returns the state at the first decision of the set-up; needed if you claim `start`. */
export function begin(setup) {
  throw new Todo("5. begin: the game from its set-up");
}
