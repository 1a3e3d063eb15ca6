/** States that look the same to a player, but differ in what is hidden from them. */

const TRIES = 20; // most states that are tried for one that looks the same

function shuffled(members, random) {
  const rest = [...members];
  return members.map(() => rest.splice(random.below(rest.length), 1)[0]);
}

/** Exchange hidden pieces that look the same from behind, with all values that belong to them. */
function exchanged(vector, truth, pieces, { backs, own: slots, named }, random) {
  const source = slots.map((_, piece) => piece);
  for (const back of new Set(pieces.map((piece) => backs[piece]))) {
    const group = pieces.filter((piece) => backs[piece] === back);
    shuffled(group, random).forEach((piece, n) => (source[group[n]] = piece));
  }
  slots.forEach((targets, piece) => {
    const sources = slots[source[piece]];
    targets.forEach((slot, n) => (vector[slot] = truth[sources[n]]));
  });
  for (const slot of named) if (vector[slot] >= 0) vector[slot] = source.indexOf(vector[slot]);
}

/** Move hidden pieces on a board to cells without a piece of their kind. */
function moved(vector, pieces, { first, names, cells }, random) {
  const standing = pieces.filter((piece) => vector[first + piece] >= 0 && vector[first + piece] < cells);
  const others = names.map((_, piece) => piece).filter((piece) => !standing.includes(piece));
  const taken = new Set(others.map((piece) => vector[first + piece]));
  const free = Array.from({ length: cells }, (_, cell) => cell).filter((cell) => !taken.has(cell));
  const cellsOf = shuffled(free, random);
  standing.slice(0, free.length).forEach((piece, n) => (vector[first + piece] = cellsOf[n]));
}

/** A vector that looks like the true one to a player (from 0); the true one if none is found. */
function lookAlike(match, truth, player, random) {
  const { hidden, kinds, unknown, core, size } = match.tables;
  const seen = match.engine.view(truth, player);
  for (let tried = 0; tried < TRIES; tried++) {
    const vector = [...truth];
    for (const about of hidden.kinds) {
      const kind = kinds[about.kind];
      const pieces = [...kind.names.keys()].filter((piece) => seen[kind.first + piece] === unknown);
      exchanged(vector, truth, pieces, about, random);
      moved(vector, pieces, kind, random);
    }
    for (const [first, count, low, high] of hidden.secrets) {
      for (let slot = first; slot < first + count; slot++) {
        if (seen[slot] === unknown) vector[slot] = low + random.below(high - low + 1);
      }
    }
    for (const [first, count] of hidden.registers) {
      for (let slot = first; slot < first + count; slot++) {
        if (seen[slot] !== truth[slot] && seen[slot] !== unknown && random.below(2)) vector[slot] = seen[slot];
      }
    }
    if (seen[core.cancellation] !== truth[core.cancellation]) {
      vector[core.cancellation] = seen[core.cancellation];
      for (let slot = size; slot < vector.length; slot++) vector[slot] = seen[slot];
    }
    if (match.engine.view(vector, player).every((value, slot) => value === seen[slot])) return vector;
  }
  return truth;
}

export { lookAlike };
