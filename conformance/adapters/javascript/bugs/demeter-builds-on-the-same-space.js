/** Planted: Demeter may build twice on one space. */

import { serve } from "../protocol.js";
import { rules } from "../rules.js";

const demeter = { ...rules.powers.demeter, secondBuild: () => true };

serve({ ...rules, powers: { ...rules.powers, demeter } });
