/** Planted: a worker climbs two levels. */

import { serve } from "../protocol.js";
import { rules } from "../rules.js";

serve({ ...rules, canClimb: (fromLevel, toLevel) => toLevel - fromLevel <= 2 });
