/** What a player has seen and learned of a game: their information state. See play/history.py. */

/**
 * The knowledge of a player, from 1, or of "chance" in the last state of a game. Keys are equal exactly if
 * the player can't tell two games apart. text: a line for each state.
 */
function knowledge(last, player) {
  const sights = [];
  for (let state = last; state; state = state.previous) sights.push(sightOf(state, player));
  sights.reverse();
  const { rules } = last.match.tables;
  const key = JSON.stringify([rules, player, ...sights.map((sight) => sight.key)]);
  return Object.freeze({ player, rules, key, text: sights.map((sight) => sight.line).join("\n") });
}

/** What a player sees of a state and learned on the way there, as a key and as a line. */
function sightOf(state, player) {
  const sights = (state.cached.sights ??= new Map());
  if (!sights.has(player)) sights.set(player, newSight(state, player));
  return sights.get(player);
}

function newSight(state, player) {
  const { match } = state;
  const view = state.view(player);
  const { choice, events, unseen, decision } = view;
  const line = {
    choice,
    events,
    position: view.position(),
    unseen,
    player: decision?.player ?? null,
    step: decision?.step ?? null,
  };
  const seen = match.exchanges.key(view.toJSON().view);
  return { key: [seen, unseen, choice, events], line: written(line) };
}

/** Data as Python writes it, so that the text is the same there. */
function written(data) {
  if (Array.isArray(data)) return `[${data.map(written).join(", ")}]`;
  if (typeof data !== "object" || data === null) return JSON.stringify(data);
  return `{${Object.entries(data).map(([key, value]) => `${JSON.stringify(key)}: ${written(value)}`).join(", ")}}`;
}

export { knowledge };
