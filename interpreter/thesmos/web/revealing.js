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
 * else after another one, there or in such a state.
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
  const isUnknown = before.core("chooser") < 0 || after.choiceFor(player) === null;
  if (isUnknown) {
    const choice = choiceOf(before, text);
    const others = choicesIn(before).filter((other) => other !== choice);
    const tried = Array.from({ length: Math.min(OTHER_CHOICES, others.length) }, () => others.splice(random.below(others.length), 1)[0]);
    if (tried.some((other) => differs(taken(before, other)))) return true;
  }
  if (!match.tables.hidden) return false;
  let number = 0;
  for (const vector of new LookAlikes(match, before.vector, player - 1).some(WORLDS, random)) {
    const world = before.inWorld(vector);
    const choices = isUnknown ? choicesIn(world) : [choiceOf(world, text)];
    const choice = choices[number++ % choices.length];
    if (choice === undefined ? !isUnknown : differs(taken(world, choice))) return true;
  }
  return false;
}

/** The choices in a state: the codes of options, and to skip. */
function choicesIn(state) {
  return [...state.codes, ...(state.maySkip ? [SKIP] : [])];
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
