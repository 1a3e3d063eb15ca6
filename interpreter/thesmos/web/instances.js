/** Make a match of its modules. */

import { Tracer } from "./learning.js";
import { Match } from "./match.js";
import { UsageError, refuse } from "./usage.js";

/** A match, of the bytes of its module and of the one that traces it, and its tables. */
async function matchOf(module, tracing, tables) {
  const tracer = new Tracer();
  try {
    const pair = [WebAssembly.instantiate(module), WebAssembly.instantiate(tracing, tracer.imports)];
    const [playing, noting] = (await Promise.all(pair)).map(({ instance }) => instance);
    return new Match(playing, tables, tracer.attach(noting));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return refuse(`these are not the modules of a match: ${error.message}`, "give the bytes of both .wasm files that `thesmos build` wrote");
  }
}
