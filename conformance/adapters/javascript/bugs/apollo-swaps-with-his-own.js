/** Planted: Apollo may change places with his own worker. */

import { serve } from "../protocol.js";
import { rules } from "../rules.js";

const apollo = { ...rules.powers.apollo, displace: (state, mover) => mover.space };

serve({ ...rules, powers: { ...rules.powers, apollo } });
