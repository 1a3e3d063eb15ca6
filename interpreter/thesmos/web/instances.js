/** Make a match of its modules. */

import { Tracer } from "./learning.js";
import { Match } from "./match.js";
import { UsageError, refuse } from "./usage.js";

/**
 * A match, of the bytes of its module and of the one that traces it, and its tables. Without `tracing`,
 * it can be played, but tells no events and explains nothing until it gets a `tracer`: see `tracerOf`.
 */
async function matchOf(module, tracing, tables) {
  try {
    const [{ instance }, tracer] = await Promise.all([WebAssembly.instantiate(module), tracing ? tracerOf(tracing) : null]);
    return new Match(instance, tables, tracer);
  } catch (error) {
    return refuseModules(error);
  }
}

/** What traces a match, of the bytes of its module. */
async function tracerOf(tracing) {
  const tracer = new Tracer();
  try {
    return tracer.attach((await WebAssembly.instantiate(tracing, tracer.imports)).instance);
  } catch (error) {
    return refuseModules(error);
  }
}

function refuseModules(error) {
  if (error instanceof UsageError) throw error;
  return refuse(`these are not the modules of a match: ${error.message}`, "give the bytes of both .wasm files that `thesmos build` wrote");
}
