/** Which pieces the parts of a position stand for, as they are read one after the other: see notation/claims.py. */

class Claims {
  /** places: where each piece of the kind has to be, if known. */
  constructor(places) {
    this.places = places;
    this.at = new Map(); // by piece that has been read, its place
    this.byPart = {};
    this.shownValues = {};
  }

  /** Whether a piece can be in a place, as far as that is known. */
  canBe(piece, place) {
    return this.places === undefined || this.places[piece] === place;
  }

  /**
   * The piece in a place that a text stands for; undefined if there is none.
   * fitting: the pieces with the right constants, in the order in which they are taken.
   * taken: the pieces that the entry has claimed before; the new one is added.
   */
  claim(place, fitting, { values }, { shown, apart }, taken) {
    const same = (this.byPart[shown] ??= new Set());
    const others = new Set(apart.flatMap((part) => [...(this.byPart[part] ?? [])]));
    const canBe = fitting.filter((piece) => !taken.has(piece) && this.canBe(piece, place));
    const samePlace = canBe.filter((piece) => this.at.get(piece) === place && !others.has(piece));
    const order = (piece) => (same.has(piece) ? 0 : 2) + (this.agrees(piece, values) ? 0 : 1);
    samePlace.sort((piece, other) => order(piece) - order(other));
    const claimed = samePlace[0] ?? canBe.find((piece) => !this.at.has(piece));
    if (claimed === undefined) return undefined;
    taken.add(claimed);
    same.add(claimed);
    this.at.set(claimed, place);
    const texts = (this.shownValues[claimed] ??= {});
    for (const [{ attribute }, text] of values) texts[attribute] = text;
    return claimed;
  }

  /** Whether the parts read so far show no other values of a piece. */
  agrees(piece, values) {
    const before = this.shownValues[piece] ?? {};
    return values.every(([{ attribute }, text]) => (before[attribute] ?? text) === text);
  }
}

export { Claims };
