/** Planted: Athena holds nobody, though she moved up. */

import { serve } from "../protocol.js";
import { rules } from "../rules.js";

const athena = { ...rules.powers.athena, forbidsOpponent: () => false };

serve({ ...rules, powers: { ...rules.powers, athena } });
