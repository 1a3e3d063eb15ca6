/**
 * States of a game. They are never changed: each step makes a new one out of the old one.
 *
 * @typedef {object} Worker
 * @property {number} team
 * @property {"f" | "m"} sex
 * @property {number | null} space - null: in its owner's hand, or out of the game
 *
 * @typedef {object} Relocation - a worker goes from one space to another
 * @property {number} worker - its index in the list of workers
 * @property {number} from
 * @property {number | null} to
 * @property {number} fromLevel
 * @property {number} toLevel
 * @property {boolean} forced - whether the worker was moved by another one
 *
 * @typedef {object} Result
 * @property {number[]} winners
 * @property {"move" | "blocked" | "stuck"} reason
 * @property {number[]} eliminated
 *
 * @typedef {object} State
 * @property {readonly number[]} levels - the blocks on each space, 0 to 3
 * @property {readonly boolean[]} domes
 * @property {readonly Worker[]} workers
 * @property {number} player - who decides, from 1
 * @property {"place" | "move" | "build"} step
 * @property {readonly Relocation[]} moves - in the turn under way, the forced ones left out
 * @property {readonly number[]} builds - spaces built on in the turn under way
 * @property {readonly number[]} climbers - players who moved up in the last turn they finished
 * @property {readonly number[]} eliminated
 * @property {Result | null} result - null while the game goes on
 * @property {readonly object[]} events - what the last choice brought about
 */

import { SPACES } from "./board.js";

/** @returns {State} An empty board, and player 1 about to place the first of these workers. */
export function emptyState(workers) {
  return {
    levels: SPACES.map(() => 0),
    domes: SPACES.map(() => false),
    workers,
    player: 1,
    step: "place",
    moves: [],
    builds: [],
    climbers: [],
    eliminated: [],
    result: null,
    events: [],
  };
}

/** @returns {Worker | undefined} Who stands on a space. */
export function workerOn(state, space) {
  return state.workers.find((worker) => worker.space === space);
}

/** The relocation of a worker on the board to a space. @returns {Relocation} */
export function relocation(state, worker, to, forced) {
  const from = worker.space;
  return {
    worker: state.workers.indexOf(worker),
    from,
    to,
    fromLevel: state.levels[from],
    toLevel: state.levels[to],
    forced,
  };
}

/** The workers after some relocations, all at once. */
export function relocated(workers, relocations) {
  return workers.map((worker, index) => {
    const gone = relocations.find((relocation) => relocation.worker === index);
    return gone ? { ...worker, space: gone.to } : worker;
  });
}
