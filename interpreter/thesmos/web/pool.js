/** A module of many cards: the state with which a match-up of some of them begins. */

/** The cards of a pool that take part: the players' cards, named cards, and those they bring. */
function takingPart(pool, powers, named) {
  const about = new Map(pool.map((card) => [card.slug, card]));
  const playing = new Set([...powers, ...named].filter((slug) => about.has(slug)));
  for (const power of powers) {
    for (const slug of about.get(power)?.brings ?? []) {
      if (!about.get(slug)?.banned.some((other) => playing.has(other))) playing.add(slug);
    }
  }
  return playing;
}

/** The state before anything happens. powers, named: slugs of cards, in a pool. */
function begun({ initial, pool, players }, powers = [], named = []) {
  const state = [...initial];
  const playing = takingPart(pool ?? [], powers, named);
  for (const { slug, holders, received, pieces } of pool ?? []) {
    const holder = powers.indexOf(slug);
    state[holders] = holder < 0 ? 0 : 1 << holder;
    state[received] = holder >= 0 ? holder : players + (playing.has(slug) ? 0 : 1);
    for (const [at, owner, owners, place, gone] of pieces) {
      state[at] = playing.has(slug) ? place : gone;
      if (owner !== null) state[owner] = owners[holder < 0 ? players : holder];
    }
  }
  return state;
}

export { begun };
