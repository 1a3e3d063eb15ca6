/** Planted: one may build on a space where a worker stands. */

import { serve } from "../protocol.js";
import { rules } from "../rules.js";

serve({ ...rules, canBuildOn: (state, move, space) => !state.domes[space] });
