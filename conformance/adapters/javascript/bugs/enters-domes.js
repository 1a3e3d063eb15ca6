/** Planted: domes can be climbed. */

import { serve } from "../protocol.js";
import { rules } from "../rules.js";

serve({ ...rules, canEnter: () => true });
