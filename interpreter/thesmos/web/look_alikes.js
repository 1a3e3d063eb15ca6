/** States that look the same to a player, but differ in what is hidden from them. */

const TRIES = 20; // most states that are made to find one that looks the same

function shuffled(members, random) {
  const left = [...members];
  return members.map(() => left.splice(random.below(left.length), 1)[0]);
}

/** Exchange hidden pieces that look the same from behind, with all values that belong to them. */
function exchanged(made, truth, pieces, { backs, own, named }, random) {
  const source = own.map((_, piece) => piece);
  for (const back of new Set(pieces.map((piece) => backs[piece]))) {
    const group = pieces.filter((piece) => backs[piece] === back);
    shuffled(group, random).forEach((one, n) => (source[group[n]] = one));
  }
  own.forEach((slots, piece) => slots.forEach((slot, n) => (made[slot] = truth[own[source[piece]][n]])));
  for (const slot of named) if (made[slot] >= 0) made[slot] = source.indexOf(made[slot]);
}

/** Move hidden pieces on a board to cells without a piece of their kind. */
function moved(made, pieces, { first, names, cells }, random) {
  const standing = pieces.filter((piece) => made[first + piece] >= 0 && made[first + piece] < cells);
  const others = names.map((_, piece) => piece).filter((piece) => !standing.includes(piece));
  const taken = new Set(others.map((piece) => made[first + piece]));
  const free = Array.from({ length: cells }, (_, cell) => cell).filter((cell) => !taken.has(cell));
  const cellsOf = shuffled(free, random);
  standing.slice(0, free.length).forEach((piece, n) => (made[first + piece] = cellsOf[n]));
}

/** A vector that looks like the true one to a player (from 0); the true one if none is found. */
function lookAlike(match, truth, player, random) {
  const { hidden, kinds, unknown, core, size } = match.tables;
  const seen = match.engine.view(truth, player);
  for (let tried = 0; tried < TRIES; tried++) {
    const made = [...truth];
    for (const about of hidden.kinds) {
      const kind = kinds[about.kind];
      const pieces = [...kind.names.keys()].filter((piece) => seen[kind.first + piece] === unknown);
      exchanged(made, truth, pieces, about, random);
      moved(made, pieces, kind, random);
    }
    for (const [first, count, low, high] of hidden.secrets) {
      for (let slot = first; slot < first + count; slot++) {
        if (seen[slot] === unknown) made[slot] = low + random.below(high - low + 1);
      }
    }
    for (const [first, count] of hidden.registers) {
      for (let slot = first; slot < first + count; slot++) {
        if (seen[slot] !== truth[slot] && seen[slot] !== unknown && random.below(2)) made[slot] = seen[slot];
      }
    }
    if (seen[core.cancellation] !== truth[core.cancellation]) {
      made[core.cancellation] = seen[core.cancellation];
      for (let slot = size; slot < made.length; slot++) made[slot] = seen[slot];
    }
    if (match.engine.view(made, player).every((one, slot) => one === seen[slot])) return made;
  }
  return truth;
}

export { lookAlike };
