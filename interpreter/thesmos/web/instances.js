/** Make a match of its modules. */

import { Tracer } from "./learning.js";
import { Match } from "./match.js";

/** A match, of the bytes of its module and of the one that traces it. */
async function matchOf(module, tracing) {
  const tracer = new Tracer();
  const made = await Promise.all([
    WebAssembly.instantiate(module),
    WebAssembly.instantiate(tracing, tracer.imports),
  ]);
  const [playing, noting] = made.map(({ instance }) => instance);
  return new Match(playing, TABLES, tracer.attach(noting));
}
