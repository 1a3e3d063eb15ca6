/** Check whether numbers are a state: the same as `is_state` in play/saved.py. */

const MARKED = 1; // the slot `cancellation` of a turn that is going to be cancelled

/** Whether every slot is in its range, and all of them fit together; what is not used is as play leaves it. */
function isState(tables, vector) {
  const { size, initial, core, none } = tables;
  if (vector.length !== initial.length || !vector.every(Number.isInteger)) return false;
  const now = vector.slice(0, size);
  const before = vector.slice(size);
  if (!inRange(tables, now)) return false;
  if (now[core.cancellation] !== 0 && before.length === 0) return false;
  if (now[core.cancellation] === MARKED) {
    if (!inRange(tables, before) || before[core.cancellation] !== 0) return false;
  } else if (!allZero(before)) return false;
  return (now[core.step] === none) === (now[core.winners] !== 0);
}

/** Whether the pending step, which has no options, waits for its chooser all the same. */
function staysWithoutOptions({ core, valid }, vector, maySkip) {
  const { chance, empty } = valid.steps[vector[core.step]];
  if (chance || empty === "ask") return !chance;
  return !maySkip && empty !== "pass" && vector[core.done] !== 0;
}

/** Whether numbers are what a player, from 1, may see of a state; 0 is chance. */
function isView(tables, vector, player) {
  const { core, initial, hidden, unknown } = tables;
  if (vector.length !== initial.length || vector[core.view] !== (hidden ? player : 0)) return false;
  const filled = vector.map((value, slot) => (value === unknown ? initial[slot] : value));
  filled[core.view] = 0;
  return isState(tables, filled);
}

/** Whether every slot of one half is in its range, and the slots of every game fit together. */
function inRange(tables, half) {
  const { valid, none, core, steps } = tables;
  const good = valid.entries.every(([first, count, low, high, optional]) =>
    half.slice(first, first + count).every((value) => (low <= value && value <= high) || (optional && value === none)),
  );
  if (!good || half[core.view] !== 0 || Math.max(half[core.step], half[core.interrupted]) >= steps.length) return false;
  return goesOn(tables, half) && decides(tables, half) && interrupts(tables, half) && isAgenda(tables, half)
    && remembers(tables, half);
}

/** Whether each remembered position is one, and the place of every other is empty. */
function remembers({ valid }, half) {
  if (valid.remembered === null) return true;
  const { first, size, count, most } = valid.remembered;
  const numbers = half.slice(first, first + size);
  const filled = half[count] * most.length;
  const isInRange = (number, at) => number <= most[at % most.length];
  return allZero(numbers.slice(filled)) && numbers.slice(0, filled).every(isInRange);
}

const allZero = (numbers) => numbers.every((number) => number === 0);

/** Whether whole sides are out, and several are left unless somebody has won; until then there is no reason. */
function goesOn({ core, sides }, half) {
  if (half[core.reason] !== 0 && half[core.winners] === 0) return false;
  const isOut = (player) => ((half[core.out] >> player) & 1) === 1;
  const gone = new Set(sides.filter((_, player) => isOut(player)));
  const remaining = new Set(sides.filter((_, player) => !isOut(player)));
  if ([...gone].some((side) => remaining.has(side))) return false;
  return half[core.winners] !== 0 || gone.size === 0 || remaining.size > 1;
}

/** Whether the pending step has a possible chooser. */
function decides({ core, none, valid }, half) {
  const step = half[core.step];
  const chooser = half[core.chooser];
  if (step === none || chooser === none) return step === chooser;
  const player = chooser >= 0 ? chooser : -1 - chooser;
  return chooser < 0 === valid.steps[step].chance && mayChoose(valid.steps[step], player, half[core.active]);
}

/** Whether a player may decide in a step: some belong only to the active player. */
function mayChoose(step, player, active) {
  return player === active || !step.active;
}

/** Whether an interrupted step has a player, and an event with possible roles of its action. */
function interrupts({ core, none, valid, steps }, half) {
  const step = half[core.interrupted];
  const player = half[core.interrupted_player];
  const values = valid.event.map((slot) => half[slot]);
  const empty = (slots) => slots.every((value) => value === none);
  if (step === none || player === none) {
    return step === player && empty(values) && half[core.next_seat] === 0 && half[core.interrupted_action] === 0;
  }
  const action = steps[step].actions[half[core.interrupted_action]];
  if (!mayChoose(valid.steps[step], player, half[core.active]) || action === undefined) return false;
  const roles = valid.roles[action];
  const fits = ([low, high], value) => value === none || (low <= value && value <= high);
  return roles.every((role, n) => fits(role, values[n])) && empty(values.slice(roles.length));
}

/** Whether the numbers of due steps, in all and in the present option, fit the steps. */
function isAgenda({ core, none, valid }, half) {
  if (valid.agenda === null) return true;
  const { first, count, most, slots } = valid.agenda;
  const [height, fresh, before, added] = slots.map((slot) => half[slot]);
  const due = half.slice(first, first + count);
  const fits = height <= most && due.every((step, place) => (step !== none) === place < height);
  const counted = fresh <= height - before && added <= before && before <= height;
  return fits && counted && (half[core.interrupted] !== none || before === 0);
}

export { isState, isView, staysWithoutOptions };
