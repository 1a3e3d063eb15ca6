/** A game on a page: its states, who decides, and undo and redo within what people know. */

const [PERSON, SEARCH, RANDOM] = ["person", "search", "random"];
const [SKIP, CONCEDE] = ["skip", "concede"];

/** Whether a state has something that a player can't see. */
function hides(state, player) {
  const shown = (position) => JSON.stringify(position);
  return Boolean(state.match.tables.hidden) && shown(state.view(player).position()) !== shown(state.position());
}

class Session {
  /** library: of the matches. state: the first one. seats: for each player, who decides. */
  constructor(library, state, seats, seed) {
    this.library = library;
    this.first = state;
    this.states = [state];
    this.later = [];
    this.seats = [...seats];
    this.random = new library.Random(seed);
  }

  get state() {
    return this.states.at(-1);
  }

  /** Who decides: "chance", or a seat; undefined at the end. */
  get decides() {
    const decision = this.state.decision;
    if (!decision) return undefined;
    return decision.chance ? "chance" : this.seats[decision.player - 1];
  }

  get people() {
    return this.seats.flatMap((seat, n) => (seat === PERSON ? [n + 1] : []));
  }

  /** Go on by a choice. What was undone is forgotten, unless this is the same choice. */
  take(choice) {
    const next = this.library.taken(this.state, choice);
    const again = this.later.at(-1);
    if (again && String(again.vector) === String(next.vector)) this.later.pop();
    else this.later = [];
    this.states.push(next);
    return next;
  }

  /** Draw the outcome of a decision of chance. */
  draw() {
    this.later = [];
    this.states.push(this.state.drawn(this.random));
    return this.state;
  }

  /** How many states are to be taken back, to the last decision of a person; 0 if there is none. */
  sinceChosen() {
    if (!this.first.match.tracer) return 0; // nobody knows yet what was learned
    for (let count = 1; count < this.states.length; count++) {
      const before = this.states[this.states.length - count].previous.decision;
      if (!before.chance && this.seats[before.player - 1] === PERSON) return count;
    }
    return 0;
  }

  /**
   * Who of the people has learned something since the last decision of a person, which can't be undone
   * therefore; undefined if nobody has. It may take long: what would have been seen elsewhere is played.
   */
  learner() {
    const since = this.states.slice(this.states.length - this.sinceChosen());
    return this.people.find((player) => since.some((after) => this.library.reveals(after, player)));
  }

  /** Go back to the last decision of a person, unless somebody has learned something since: return who. */
  undo() {
    const learner = this.learner();
    if (learner !== undefined) return learner;
    for (let count = this.sinceChosen(); count > 0; count--) this.later.push(this.states.pop());
    return undefined;
  }

  /** Take what was undone again, up to the next decision of a person. */
  redo() {
    let count = 0;
    do {
      this.states.push(this.later.pop());
      count++;
    } while (this.later.length && this.decides !== PERSON);
    return count;
  }

  /** The texts of all choices so far. */
  moves() {
    return this.states.slice(1).map((state) => this.library.textBefore(state));
  }

  /** Whether anything so far was hidden from a player: a part of a position, or a choice. It may be, before the match has its tracer. */
  hasSecrets() {
    const { match } = this.first;
    const players = match.tables.hidden ? Array.from({ length: match.players }, (_, n) => n + 1) : [];
    if (players.length && !match.tracer) return true;
    const isSecret = (state, player) => hides(state, player) || (state.previous && state.choiceFor(player) === null);
    return this.states.some((state) => players.some((player) => isSecret(state, player)));
  }
}

export { CONCEDE, PERSON, RANDOM, SEARCH, SKIP, Session, hides };
