/** A search: a tree of choices, and random games from its leaves; for any game, also with chance and hidden things. */

import { CONCEDE, SKIP, taken } from "./choices.js";
import { lookAlike } from "./look_alikes.js";
import { Random } from "./random.js";
import { State, stateOf } from "./state.js";
import { keysOf, refuse, shownForNumber, wholeNumber } from "./usage.js";

const EXPLORING = 0.9; // how much a choice is worth trying that was rarely tried
const LONGEST = 400; // decisions of a random game
const ROUNDS = 1e6; // at most
const OFTEN = 8; // rounds between looks at the clock

class SearchNode {
  constructor() {
    this.visits = 0;
    this.worth = 0; // of the player who chose it: 1 for each win
    this.offered = 0; // how often it could be chosen
    this.children = new Map();
  }
}

/** The choice of a node: not tried yet, or the most promising. */
function selected(node, choices, random) {
  const known = choices.map((choice) => node.children.get(choice));
  const fresh = choices.filter((_, n) => !known[n]);
  known.forEach((child) => child && child.offered++);
  if (fresh.length) return fresh[random.below(fresh.length)];
  const bound = ({ worth, visits, offered }) => worth / visits + EXPLORING * Math.sqrt(Math.log(offered) / visits);
  let best = 0;
  const bounds = known.map(bound);
  bounds.forEach((value, n) => value > bounds[best] && (best = n));
  return choices[best];
}

/** What a player can choose: codes, "skip", or else "concede". */
function choicesOf(state) {
  const choices = [...state.codes, ...(state.maySkip ? [SKIP] : [])];
  return choices.length ? choices : [CONCEDE];
}

/** One round: down the tree, a random game, and back. */
function round(root, from, random) {
  const { match } = from;
  const { sides } = match.tables;
  let [state, node] = [from, root];
  const way = [];
  while (state.step !== undefined) {
    const chooser = state.core("chooser");
    if (chooser < 0) {
      state = state.drawn(random);
      continue;
    }
    const choice = selected(node, choicesOf(state), random);
    const known = node.children.get(choice);
    const child = known ?? new SearchNode();
    if (!known) {
      node.children.set(choice, child);
      child.offered = 1;
    }
    way.push([child, chooser]);
    state = taken(state, choice);
    node = child;
    if (!known) break;
  }
  if (state.step !== undefined) {
    match.engine.play(state.vector, random.next(), LONGEST);
    state = new State(match, Array.from(match.engine.state));
  }
  const { winners } = state;
  const shares = 1 / Math.max(new Set(winners.map((player) => sides[player - 1])).size, 1);
  const won = (player) => winners.some((winner) => sides[winner - 1] === sides[player]);
  const drawn = winners.length ? 0 : 1 / new Set(sides).size;
  root.visits++;
  for (const [child, player] of way) {
    child.visits++;
    child.worth += won(player) ? shares : drawn;
  }
}

/** How long a search lasts; throws an Error if that is not said rightly. */
function checkedOptions(options) {
  const { milliseconds = 0, rounds = 1 } = keysOf(options, ["milliseconds", "rounds", "seed"], "the options of a search");
  if (typeof milliseconds !== "number" || !(milliseconds >= 0)) {
    refuse(`milliseconds must be a number from 0, not ${shownForNumber(milliseconds)}`, "write { milliseconds: 500 }");
  }
  wholeNumber(rounds, "rounds", 1);
  return options;
}

/**
 * The choice that a search prefers for the player who decides: a code, "skip" or "concede". What is hidden
 * from them is guessed anew in each round. It stops after some milliseconds, or some rounds.
 */
function searched(state, options = {}) {
  const { milliseconds = 500, rounds = ROUNDS, seed = 0 } = checkedOptions(options);
  stateOf(state).going();
  const random = new Random(seed);
  const chooser = state.core("chooser");
  const choices = choicesOf(state);
  if (choices.length === 1) return choices[0];
  const { match } = state;
  const root = new SearchNode();
  const end = Date.now() + milliseconds;
  for (let done = 0; done < rounds; done++) {
    if (done % OFTEN === OFTEN - 1 && Date.now() > end) break;
    const world = match.tables.hidden ? state.inWorld(lookAlike(match, state.vector, chooser, random)) : state;
    round(root, world, random);
  }
  const most = (choice) => root.children.get(choice)?.visits ?? 0;
  return choices.reduce((best, choice) => (most(choice) > most(best) ? choice : best));
}

/** A player that searches. options: `milliseconds` or `rounds`, and `seed`; a seed with rounds makes the same choices. */
function searchPlayer(options = {}) {
  checkedOptions(options);
  const random = new Random(options.seed ?? 0);
  return (state) => {
    if (stateOf(state).core("chooser") < 0) return state.drawn(random);
    return taken(state, searched(state, { ...options, seed: random.next() }));
  };
}

export { searchPlayer, searched };
