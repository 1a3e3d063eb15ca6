const modules = new WeakMap(); // of the matches that were loaded

async function loaded(module, tracing) {
  const match = await matchOf(module, tracing, TABLES);
  modules.set(match, { module, tables: TABLES });
  return match;
}

/** A worker that searches. match: from `load`. */
function searchWorker(match) {
  if (!modules.has(match)) refuse(`this must be a match, not ${shown(match)}`, "write searchWorker(await load())");
  return new SearchWorker(match, modules.get(match), `(${library})`);
}
