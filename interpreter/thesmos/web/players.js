/** Players that choose at random, or by random games. */

import { SKIP, taken } from "./choices.js";
import { lookAlike } from "./look_alikes.js";
import { Random, WEIGHTS, checkChance } from "./random.js";
import { State, stateOf } from "./state.js";
import { wholeNumber } from "./usage.js";

/** Chooses at random, uniformly for players. chance: how its outcomes are drawn. */
function randomPlayer(seed = 0, chance = WEIGHTS) {
  checkChance(chance);
  const random = new Random(seed);
  return (state) => stateOf(state).drawn(random, chance);
}

/**
 * A player that plays random games after each option, and takes the option that won most often. What
 * is hidden from it is guessed anew for each of these games.
 */
function playoutPlayer(games = 50, seed = 0) {
  wholeNumber(games, "the number of games", 1);
  const random = new Random(seed);
  return (state) => {
    stateOf(state).going();
    const chooser = state.core("chooser");
    if (chooser < 0 || (!state.codes.length && !state.maySkip)) return state.drawn(random);
    const { match } = state;
    const { sides, hidden } = match.tables;
    const choices = [...state.codes, ...(state.maySkip ? [SKIP] : [])];
    const isMine = ({ winners }) => winners.some((player) => sides[player - 1] === sides[chooser]);
    const worth = choices.map(() => 0);
    for (let round = 0; round < (hidden ? games : 1); round++) {
      const from = hidden ? new State(match, lookAlike(match, state.vector, chooser, random)) : state;
      choices.forEach((choice, n) => {
        const played = match.playouts(taken(from, choice), hidden ? 1 : games, random.next());
        worth[n] += played.filter(isMine).length;
      });
    }
    return taken(state, choices[worth.indexOf(Math.max(...worth))]);
  };
}

export { playoutPlayer, randomPlayer };
