/**
 * Five gods. A god changes the game at a few points; what it leaves out stays as in the base game.
 *
 * @typedef {object} Power
 * @property {(state: State, mover: Worker, other: Worker) => number | null | undefined} [displace]
 *   Where the worker goes when the mover enters its space; undefined if the mover may not enter.
 * @property {(first: Relocation, to: number) => boolean} [secondMove]
 *   The worker may move a second time, to these spaces.
 * @property {(first: number, at: number) => boolean} [secondBuild]
 *   The worker may build a second time, on these spaces, having built on `first`.
 * @property {(climbed: boolean, rise: number) => boolean} [forbidsOpponent]
 *   An opponent may not move up by this many levels. climbed: whether the god's player moved up in
 *   their last turn.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Worker} Worker
 * @typedef {import("./state.js").Relocation} Relocation
 */

import { straightOn } from "./board.js";
import { workerOn } from "./state.js";

/** @type {Power} Changes places with an opponent. */
const apollo = {
  displace: (state, mover, other) => (other.team === mover.team ? undefined : mover.space),
};

/** @type {Power} Moves twice, but not back to where the turn began. */
const artemis = {
  secondMove: (first, to) => to !== first.from,
};

/** @type {Power} Having moved up, keeps the others down. */
const athena = {
  forbidsOpponent: (climbed, rise) => climbed && rise > 0,
};

/** @type {Power} Builds twice, but not on the same space. */
const demeter = {
  secondBuild: (first, at) => at !== first,
};

/** @type {Power} Pushes an opponent straight on, if there is room behind. */
const minotaur = {
  displace(state, mover, other) {
    if (other.team === mover.team) return undefined;
    const behind = straightOn(mover.space, other.space);
    if (behind === undefined || state.domes[behind] || workerOn(state, behind)) return undefined;
    return behind;
  },
};

/** @type {Record<string, Power>} By the names that set-ups use. */
export const powers = { apollo, artemis, athena, demeter, minotaur };
