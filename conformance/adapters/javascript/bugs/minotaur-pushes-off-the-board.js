/** Planted: Minotaur pushes workers off the board. */

import { straightOn } from "../board.js";
import { serve } from "../protocol.js";
import { rules } from "../rules.js";

function displace(state, mover, other) {
  const atTheEdge = straightOn(mover.space, other.space) === undefined;
  if (atTheEdge && other.team !== mover.team) return null;
  return rules.powers.minotaur.displace(state, mover, other);
}

const minotaur = { ...rules.powers.minotaur, displace };

serve({ ...rules, powers: { ...rules.powers, minotaur } });
