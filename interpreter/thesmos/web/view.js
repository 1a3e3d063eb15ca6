/** What a player sees of a state: it can be asked and sent, but not played on. */

import { frozen, refuse, shownForNumber } from "./usage.js";

const CHANCE = "chance"; // whoever asks for its view by this name sees everything

const INSPECTED = Symbol.for("nodejs.util.inspect.custom"); // the method that Node.js's console calls

/** A state or view in a line: what is to be decided, or how the game ended. */
function inLine(name, game, { decision, result }) {
  const who = (player) => (player ? `player ${player}` : "chance");
  const winners = result?.winners.map(who).join(" and ") || "nobody";
  const ended = result && `${winners} won (${result.reason})`;
  const count = decision?.options.length;
  const asked = decision && `${who(decision.player)} chooses among ${count} option${count === 1 ? "" : "s"} of ${decision.step}`;
  return `<${name} of ${game}: ${ended ?? asked}>`;
}

class View {
  #seen;
  #learned;
  #unseen;

  /**
   * seen: a state in which what the player can't see is unknown. player: from 1, or "chance".
   * learned: functions that return the choice and the events since the previous state, as the player
   * knows them. unseen: one that returns the numbers of hidden pieces (see Unseen).
   */
  constructor(seen, player, learned, unseen) {
    this.#seen = seen;
    this.#learned = learned;
    this.#unseen = unseen;
    this.player = player;
    Object.freeze(this);
  }

  toString() {
    return inLine("View", this.#seen.match.tables.game, this);
  }

  [INSPECTED]() {
    return this.toString();
  }

  get choice() {
    return this.#learned.choice();
  }

  get events() {
    return this.#learned.events();
  }

  /** How many pieces the player can't see in the lists of the position, by their keys. */
  get unseen() {
    return frozen(this.#unseen());
  }

  get codes() {
    return this.#seen.codes;
  }

  get maySkip() {
    return this.#seen.maySkip;
  }

  get turnOf() {
    return this.#seen.turnOf;
  }

  get decision() {
    return this.#seen.decision;
  }

  get winners() {
    return this.#seen.winners;
  }

  get reason() {
    return this.#seen.reason;
  }

  get result() {
    return this.#seen.result;
  }

  position() {
    return this.#seen.position();
  }

  explain(option) {
    return this.#seen.explain(option);
  }

  whyNot(option) {
    return this.#seen.whyNot(option);
  }

  /** The view as data without anything hidden, for `viewFromJSON`. */
  toJSON() {
    const { rules, vector } = this.#seen.toJSON();
    const { player, unseen, choice, events } = this;
    return { rules, player, view: vector, unseen, choice, events };
  }
}

/** A player whose view is asked for: from 1, or "chance". Throws for anybody else. */
function viewer(match, player) {
  if (player === CHANCE || (Number.isInteger(player) && player >= 1 && player <= match.players)) return player;
  return refuse(`there is no player ${shownForNumber(player)}; players go from 1 to ${match.players}`, `write a number, or "${CHANCE}" for everything`);
}

export { CHANCE, INSPECTED, View, inLine, viewer };
