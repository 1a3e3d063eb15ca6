/** Planted: a worker that is forced up onto level 3 wins. */

import { serve } from "../protocol.js";
import { rules } from "../rules.js";

serve({ ...rules, wins: (relocation) => rules.wins({ ...relocation, forced: false }) });
