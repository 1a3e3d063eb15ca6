/** Planted: Artemis may move back to where she began. */

import { serve } from "../protocol.js";
import { rules } from "../rules.js";

const artemis = { ...rules.powers.artemis, secondMove: () => true };

serve({ ...rules, powers: { ...rules.powers, artemis } });
