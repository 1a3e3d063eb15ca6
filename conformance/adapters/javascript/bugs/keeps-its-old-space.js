/** Planted: one may not build on the space that the builder has left. */

import { serve } from "../protocol.js";
import { rules } from "../rules.js";

const canBuildOn = (state, move, space) =>
  space !== move.from && rules.canBuildOn(state, move, space);

serve({ ...rules, canBuildOn });
