/** Make a match of its modules. */

import { Tracer } from "./learning.js";
import { Match } from "./match.js";

/** A match, of the bytes of its module and of the one that traces it, and its tables. */
async function matchOf(module, tracing, tables) {
  const tracer = new Tracer();
  const made = await Promise.all([
    WebAssembly.instantiate(module),
    WebAssembly.instantiate(tracing, tracer.imports),
  ]);
  const [playing, noting] = made.map(({ instance }) => instance);
  return new Match(playing, tables, tracer.attach(noting));
}
