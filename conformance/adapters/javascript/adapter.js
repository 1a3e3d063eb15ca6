/** The adapter: this Santorini, behind the protocol. */

import { serve } from "./protocol.js";
import { rules } from "./rules.js";

serve(rules);
