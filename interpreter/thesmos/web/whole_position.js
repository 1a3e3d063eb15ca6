/** Positions that contain all of a state, even in the middle of a turn: see notation/whole_position.py. */

import { StepPart } from "./in_turn.js";
import { placePosition } from "./reading.js";
import { range } from "./texts.js";

/** The position from which exactly this state is read. v: a state, not a view. */
function wholePosition(positions, v) {
  const { tables, memories } = positions;
  const { core, cards, players, size, initial } = tables;
  const position = { ...positions.write(v), to_move: v[core.active] + 1 };
  if (cards.some(({ holders }) => v[holders] !== initial[holders])) {
    const holds = ({ holders }, player) => (v[holders] >> player) & 1;
    position.held = range(players).map((player) =>
      cards.filter((card) => holds(card, player)).map(({ slug }) => slug),
    );
  }
  position.step = new StepPart(tables, memories).write(v);
  const before = v.slice(size);
  if (before.some((value) => value)) {
    position.step.before = wholePosition(positions, [...before, ...before.map(() => 0)]);
  }
  const placed = [...initial];
  placePosition(positions, placed, position);
  for (const memory of memories.all) {
    const slots = range(memory.count).map((n) => memory.first + n);
    if (slots.some((slot) => placed[slot] !== v[slot])) { // pieces that entries omit or mix up
      const values = { [memories.short(memory, v)]: memories.write(memory, v, placed) };
      position.memory = { ...position.memory, ...values };
    }
  }
  return position;
}

export { wholePosition };
