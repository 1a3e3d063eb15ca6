/**
 * The rules of the base game, one function each, and the gods that bend them.
 *
 * @typedef {typeof rules} Rules
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Relocation} Relocation
 */

import { powers } from "./powers.js";
import { workerOn } from "./state.js";

export const rules = {
  powers,

  /** A worker climbs one level at most, and jumps down from any. */
  canClimb: (fromLevel, toLevel) => toLevel - fromLevel <= 1,

  /** A dome closes its space. This does not check whether a worker is in the way. */
  canEnter: (state, space) => !state.domes[space],

  /**
   * One builds on spaces without a dome and without a worker.
   * @param {State} state
   * @param {Relocation} move - the builder's last move
   * @param {number} space - next to the builder
   */
  canBuildOn: (state, move, space) => !state.domes[space] && !workerOn(state, space),

  /** Moving up onto level 3 wins: not standing there, and not being brought there. */
  wins: ({ forced, fromLevel, toLevel }) => !forced && fromLevel < 3 && toLevel === 3,
};
