/** Whether a choice told somebody something that they could not know before: see play/revealing.py. */

import { SKIP, choiceOf, taken, textBefore } from "./choices.js";
import { LookAlikes } from "./look_alikes.js";
import { Random } from "./random.js";

const WORLDS = 150; // states in which the choice is tried: see LookAlikes
const OTHER_CHOICES = 60; // other choices that are tried

/**
 * Whether a player, from 1, learned something hidden, or an outcome, from the choice that led to a state.
 * They did if what they see and learn would have been something else in a state that looked the same to
 * them; of an outcome of chance, and of a choice that they do not know, if it would have been something
 * else after another one.
 */
function reveals(after, player) {
  const answers = (after.cached.reveals ??= new Map());
  if (!answers.has(player)) answers.set(player, isRevealing(after, player));
  return answers.get(player);
}

function isRevealing(after, player) {
  const { match, previous: before } = after;
  const text = textBefore(after);
  const random = new Random(1);
  const differs = seesOtherwise(after, player);
  if (before.core("chooser") < 0 || after.choiceFor(player) === null) {
    const choice = choiceOf(before, text);
    const others = [...before.codes, ...(before.maySkip ? [SKIP] : [])].filter((other) => other !== choice);
    const tried = Array.from({ length: Math.min(OTHER_CHOICES, others.length) }, () => others.splice(random.below(others.length), 1)[0]);
    return tried.some((other) => differs(taken(before, other)));
  }
  if (!match.tables.hidden) return false;
  for (const vector of new LookAlikes(match, before.vector, player - 1).some(WORLDS, random)) {
    const world = before.inWorld(vector);
    const choice = choiceOf(world, text);
    if (choice === undefined || differs(taken(world, choice))) return true;
  }
  return false;
}

/** A function that says whether a player sees, or learned, something else in a state than in the first one. */
function seesOtherwise(first, player) {
  const { engine, exchanges, unseen } = first.match;
  const seenIn = (state) => {
    const seen = engine.view(state.vector, player - 1);
    return JSON.stringify([exchanges.renumbered(seen), unseen.numbers(state.vector, seen)]);
  };
  const learnedOf = (state) => JSON.stringify([state.choiceFor(player), state.eventsFor(player)]);
  const [seen, learned] = [seenIn(first), learnedOf(first)];
  return (state) => seenIn(state) !== seen || learnedOf(state) !== learned;
}

export { reveals };
