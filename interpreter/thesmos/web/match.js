/** A match: its first state, and states from positions and saved games. */

import { Engine } from "./engine.js";
import { Events } from "./events.js";
import { Exchanges } from "./exchanging.js";
import { listOf } from "./expected.js";
import { checkMatchUp } from "./match_up.js";
import { OptionTexts } from "./options.js";
import { begun } from "./pool.js";
import { Positions } from "./positions.js";
import { refuseImpossible } from "./possible.js";
import { Random, UNIFORM, WEIGHTS, checkChance } from "./random.js";
import { placePosition } from "./reading.js";
import { State, stateOf } from "./state.js";
import { Texts } from "./texts.js";
import { Unseen } from "./unseen.js";
import { refuse, shown, wholeNumber } from "./usage.js";
import { isState, isView, staysWithoutOptions } from "./valid.js";
import { CHANCE, View, viewer } from "./view.js";

const VIEWS = "use what state.view(player).toJSON() gives";

class Match {
  /** tracer: see learning.js. It may come later, as `match.tracer`; before that, no events are known. */
  constructor(instance, tables, tracer) {
    if (tables.format !== 5) refuse(`tables of format ${tables.format} are not known`, "build the match anew, with `thesmos build`");
    this.engine = new Engine(instance);
    this.tracer = tracer;
    this.tables = tables;
    this.game = tables.game;
    this.players = tables.players;
    const texts = new Texts(tables);
    this.events = new Events(tables);
    this.options = new OptionTexts(texts);
    this.positions = new Positions(texts, this.engine);
    this.unseen = new Unseen(tables);
    this.exchanges = new Exchanges(tables, this.engine);
  }

  /** The powers from which each player can have one; empty if they were chosen by the build. */
  get powers() {
    const { pool, named } = this.tables;
    const tagged = (tag) => pool.filter(({ tags }) => tags.includes(tag)).map(({ slug }) => slug);
    const setupOf = (needs) => (needs ? { [needs]: tagged(named[needs]) } : {});
    return (pool ?? []).map(({ slug, title, needs }) => ({ slug, title, setup: setupOf(needs) }));
  }

  /** The first state. In a pool, powers: that of each player, or null; setup: other cards, by word. */
  start(powers = [], setup = {}) {
    this.check(powers, setup);
    return this.entered(begun(this.tables, powers, Object.values(setup)));
  }

  /** Throw an Error if the rules do not allow a match-up. */
  check(powers, setup) {
    checkMatchUp(this.tables, this.players, powers, setup);
  }

  entered(vector) {
    const after = this.engine.after(vector, "enter");
    return new State(this, after.vector, null, after.codes, { vector, how: ["enter"] });
  }

  /**
   * The state of a position: at the start of a turn or, if it has a part `step`, in the middle of one.
   * powers, setup: in a pool, as in `start`. allowImpossible: whether it may be one that no game reaches;
   * otherwise the error for it has all conditions that it breaks, as `broken`.
   */
  load(position, powers = undefined, setup = {}, { allowImpossible = false } = {}) {
    if (typeof position !== "object" || position === null || Array.isArray(position)) {
      refuse(`a position must be an object, not ${shown(position)}`, "use what state.position() gives");
    }
    const received = powers ?? (position.held ?? []).map(([first]) => first ?? null);
    const vector = begun(this.tables, received, Object.values(setup));
    const lacking = placePosition(this.positions, vector, position);
    if (!allowImpossible || lacking.length) {
      refuseImpossible(this.positions.texts, this.engine, vector, lacking, allowImpossible, "to_move" in position);
    }
    if (!("step" in position)) return this.entered(vector);
    if (!isState(this.tables, vector)) refuse("step: no state matches this", "use what state.position({ whole: true }) gives");
    const state = new State(this, vector);
    const { decision } = state;
    if (decision && !state.codes.length && !staysWithoutOptions(this.tables, vector, state.maySkip)) {
      refuse(`step: nothing can be chosen in \`${decision.step}\``, "use what state.position({ whole: true }) gives");
    }
    return state;
  }

  /** A state from the result of `toJSON`, under the same rules. */
  fromJSON(saved) {
    const { rules, vector, view } = this.saved(saved, "this is not a saved game", "use what state.toJSON() gives");
    if (rules !== this.tables.rules) refuse("this state was saved under other rules", "read it with the match that saved it");
    if (view !== undefined) refuse("a view can't be played on; read it by `viewFromJSON`", "only a whole state can be played on");
    if (!Array.isArray(vector) || !isState(this.tables, vector)) refuse("this is not a saved game", "use what state.toJSON() gives");
    return new State(this, [...vector]);
  }

  saved(value, message, hint) {
    return typeof value === "object" && value !== null ? value : refuse(message, hint);
  }

  /** A view from the result of its `toJSON`, or of `to_json` in Python, under the same rules. */
  viewFromJSON(sent) {
    const { rules, player, view, unseen = {}, choice = null, events } = this.saved(sent, "this is not a view", VIEWS);
    if (rules !== this.tables.rules) refuse("this view was made under other rules", "read it with the match that made it");
    const number = viewer(this, player) === CHANCE ? 0 : player;
    if (!Array.isArray(view) || !isView(this.tables, view, number)) refuse("this is not a view", VIEWS);
    if (choice !== null && typeof choice !== "string") refuse("this is not a view", VIEWS);
    const path = "this is not a view: events";
    const read = listOf(events ?? [], path, Infinity).map((event, n) => this.events.read(event, `${path}[${n}]`));
    const learned = { choice: () => choice, events: () => read.map((event) => this.events.write(event)) };
    const numbers = this.unseen.read(unseen);
    return new View(new State(this, [...view]), player, learned, () => numbers);
  }

  own(state) {
    return stateOf(state, this);
  }

  /** Play games from a state at random, to the end or up to the limit. Returns the winners, reason
   * and number of decisions of each. chance: how its outcomes are drawn. */
  playouts(state, games, seed = 0, chance = WEIGHTS) {
    checkChance(chance);
    this.own(state);
    wholeNumber(games, "the number of games");
    const seeds = new Random(seed);
    return Array.from({ length: games }, () => {
      const decisions = this.engine.play(state.vector, seeds.next(), undefined, +(chance === UNIFORM));
      const end = new State(this, this.engine.state); // valid only until the next game
      return { winners: end.winners, reason: end.reason, decisions };
    });
  }
}

export { Match };
