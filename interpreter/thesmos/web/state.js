/** A state of a match: what can be asked of it, and the states that follow. */

import { knowledge } from "./knowledge.js";
import { EVERYBODY, Learning } from "./learning.js";
import { distinctTexts } from "./options.js";
import { Random, UNIFORM, WEIGHTS, checkChance } from "./random.js";
import { frozen, keysOf, oneOf, refuse, shown } from "./usage.js";
import { CHANCE, INSPECTED, View, inLine, viewer } from "./view.js";
import { wholePosition } from "./whole_position.js";

const KINDS = ["rule", "permit", "clause", "step"];
const MOST_TRIED = 200000; // codes that are tried to find a text

/** A state of a match; throws an Error for anything else. match: undefined for any. */
function stateOf(state, match) {
  if (state instanceof View) refuse("a view can't be played on", "ask the state itself, which the view was made of");
  // A state of another match may come from another copy of the library.
  if (!(state instanceof State) && !(state?.match && state.vector)) refuse(`this must be a state, not ${shown(state)}`, "match.start() gives the first one");
  if (match && state.match !== match && state.match.tables.rules !== match.tables.rules) {
    refuse("this is a state of another match", "use the match that it belongs to: state.match");
  }
  return state;
}

class State {
  /**
   * vector: the slots. previous: the state before it. codes: those of its options, if they are known.
   * reached: from which vector, and how; null if the state was loaded.
   */
  constructor(match, vector, previous = null, codes = undefined, reached = null) {
    this.match = match;
    this.vector = Array.isArray(vector) ? Object.freeze(vector) : vector; // memory can't be frozen
    this.previous = previous;
    this.reached = reached;
    this.cached = { codes: codes && Object.freeze(codes) };
    Object.freeze(this);
  }

  toString() {
    return inLine("State", this.match.tables.game, this);
  }

  [INSPECTED]() {
    return this.toString();
  }

  /** The value of a slot that all games have, such as "active". */
  core(name) {
    return this.vector[this.match.tables.core[name]];
  }

  /** The codes of the options, in canonical order. */
  get codes() {
    return (this.cached.codes ??= Object.freeze(this.match.engine.list(this.vector, "options")));
  }

  get maySkip() {
    return (this.cached.maySkip ??= this.match.engine.call(this.vector, "may_skip") === 1);
  }

  /** The step that waits for a choice; undefined at the end. */
  get step() {
    return this.match.tables.steps[this.core("step")];
  }

  /** The active player, from 1. */
  get turnOf() {
    return this.core("active") + 1;
  }

  /** The pending decision; null when the game is over. */
  get decision() {
    if (this.step === undefined) return null;
    return (this.cached.decision ??= frozen(this.pending()));
  }

  pending() {
    const { name, power } = this.step;
    const chooser = this.core("chooser");
    const seen = this.seenBy(chooser);
    const options = this.codes.map((code, n) => this.option(code, chooser, seen, this.writtenOptions[n]));
    if (chooser < 0 && options.every(({ weight }) => !weight)) options.forEach((option) => (option.weight = 1));
    const whole = options.reduce((sum, { weight }) => sum + weight, 0);
    const shares = chooser < 0 ? options.map(({ text, weight }) => [text, weight / whole]) : [];
    return {
      player: chooser < 0 ? 0 : chooser + 1,
      chance: chooser < 0,
      probabilities: Object.fromEntries(shares),
      step: name,
      power,
      options,
      maySkip: this.maySkip,
      deadEnd: !options.length && !this.maySkip,
    };
  }

  /** The vector as whoever decides sees it: a player from 0; below 0 it is chance, which sees all. */
  seenBy(chooser) {
    return chooser < 0 ? this.vector : this.match.engine.view(this.vector, chooser);
  }

  /** The texts of the options, which are different, and their roles. */
  get writtenOptions() {
    return (this.cached.writtenOptions ??= this.writeOptions());
  }

  writeOptions() {
    const chooser = this.core("chooser");
    const seen = this.seenBy(chooser);
    const options = this.codes.map((code) => this.written(code, chooser, seen));
    const texts = distinctTexts(options.map(({ text }) => text));
    return options.map(({ roles }, n) => ({ text: texts[n], roles }));
  }

  /** The text and roles of an option, as somebody writes it who sees this. */
  written(code, chooser, seen) {
    return this.match.options.written(code, this.numbersOf("wording", code, chooser, seen));
  }

  option(code, chooser, seen, written) {
    const { engine, options } = this.match;
    const action = options.action(code);
    const shown = action.shows.length ? this.numbersOf("shown", code, chooser, seen) : [];
    const { none, unknown } = this.match.tables;
    const values = action.shows.map((name, n) => [name, shown[n]]);
    return {
      ...written,
      code,
      weight: action.weighted ? engine.call(this.vector, "weight", code) : 1,
      suggested: action.suggests && engine.call(this.vector, "suggested", code) === 1,
      values: Object.fromEntries(values.filter(([, value]) => value !== none && value !== unknown)),
    };
  }

  /** What a function of the engine lists about an option for whoever decides. */
  numbersOf(name, code, chooser, seen) {
    const of = chooser < 0 ? `_chance${-1 - chooser}` : String(chooser);
    return this.match.engine.list(seen, name + of, code);
  }

  // -------------------------------------------------------------------------- choosing

  /** The state after an option: its text, its code, or the option itself. */
  apply(option) {
    this.going();
    const code = this.codeOf(option);
    if (code === undefined) this.refuseOption(option);
    return this.after("choose", code);
  }

  /** Throw an Error if the game is over. */
  going() {
    if (this.step === undefined) refuse("the game is over", "state.result says how it ended; state.undo() goes back");
  }

  /** Throw an Error that says what could be meant by an option that is not offered. */
  refuseOption(option) {
    const text = typeof option === "object" && option !== null ? option.text : option;
    const texts = this.decision.options.map((offered) => offered.text);
    if (text === "skip" && this.maySkip) refuse("`skip` is not offered", "write state.skip()");
    if (text === "concede") refuse("`concede` is not offered", "write state.concede()");
    refuse(`\`${shown(text)}\` is not offered`, typeof text === "string" ? oneOf(texts, text) : "use an option of state.decision.options, its text or its code");
  }

  /** The code of an offered option, by itself, its text or its code; undefined if it is not offered. */
  codeOf(option) {
    const isOption = typeof option === "object" && option !== null;
    const code = isOption ? option.code : option;
    // A code means something only in its own match: an option of another one has another text.
    if (isOption) return this.decision?.options.find((offered) => offered.code === code && offered.text === option.text)?.code;
    if (typeof code === "number") return this.codes.includes(code) ? code : undefined;
    return this.decision?.options.find(({ text }) => text === code)?.code;
  }

  /** The state after skipping the step. */
  skip() {
    this.going();
    if (!this.maySkip) refuse("this step may not be skipped", "state.maySkip says whether it may; choose one of state.decision.options");
    return this.after("skip");
  }

  /** The state after the deciding player has conceded. */
  concede() {
    this.going();
    if (this.core("chooser") < 0) refuse("a decision of chance can't be conceded", "state.drawn(random) draws an outcome");
    return this.after("concede");
  }

  /** The state after a random choice, the one that `playouts` would make with the same numbers.
   * chance: how its outcomes are drawn. */
  drawn(random, chance = WEIGHTS) {
    checkChance(chance);
    if (!(random instanceof Random)) refuse(`this must be a source of random numbers, not ${shown(random)}`, "write state.drawn(new Random(7))");
    this.going();
    const { codes, maySkip } = this;
    if (!codes.length && !maySkip) return this.concede();
    const place = this.match.engine.pick(this.vector, random.next(), +(chance === UNIFORM));
    return place < codes.length ? this.apply(codes[place]) : this.skip();
  }

  after(name, ...numbers) {
    const how = [name, ...numbers];
    const { vector, codes } = this.match.engine.after(this.vector, ...how);
    return new State(this.match, vector, this, codes, { vector: this.vector, how });
  }

  /** The same decision with other numbers, such as those of a look-alike. */
  inWorld(vector) {
    return new State(this.match, vector);
  }

  /** The state before the last choice; this state itself if there was none. */
  undo() {
    return this.previous ?? this;
  }

  // -------------------------------------------------------------------------- asking

  /** The winners, from 1; none if the game goes on, or nobody has won. */
  get winners() {
    const mask = this.core("winners");
    return this.match.tables.sides.flatMap((_, player) => ((mask >> player) & 1 ? [player + 1] : []));
  }

  /** The ground of the result; null if the game has not ended. */
  get reason() {
    return this.core("winners") ? this.match.tables.reasons[this.core("reason")] : null;
  }

  /** How the game ended; null if it has not ended. */
  get result() {
    if (!this.core("winners")) return null;
    const { winners, reason } = this;
    const { sides, scores: names } = this.match.tables;
    const scores = sides.map((_, player) => this.scoresOf(player));
    const out = this.core("out");
    const gone = sides.flatMap((_, player) => ((out >> player) & 1 ? [player + 1] : []));
    return frozen({
      winners,
      reason,
      eliminated: gone.filter((player) => !winners.includes(player)),
      places: winners.length ? this.places(winners, gone, scores) : [],
      scores: Object.fromEntries(names.map((name, n) => [name, scores.map((mine) => mine[n])])),
    });
  }

  /** The scores of a player, from 0, in the order of the game. */
  scoresOf(player) {
    return this.match.tables.scores.length ? this.match.engine.list(this.vector, `scores${player}`) : [];
  }

  /** The place of each player: winners come first, then those who are not out, by any ranking. */
  places(winners, gone, scores) {
    const { sides, rankings } = this.match.tables;
    const criteria = rankings[this.reason] ?? [];
    const best = new Map();
    sides.forEach((side, player) => {
      const out = gone.includes(player + 1);
      const mine = out ? [] : criteria.map(([sign, number]) => sign * scores[player][number]);
      const standing = [+winners.includes(player + 1), +!out, ...mine];
      if (!best.has(side) || above(standing, best.get(side))) best.set(side, standing);
    });
    const standings = [...best.values()];
    return sides.map((side) => 1 + standings.filter((other) => above(other, best.get(side))).length);
  }

  /** What a player, from 1, sees; "chance" sees everything. Throws an Error for anybody else. */
  view(player) {
    const { match, vector } = this;
    const isChance = viewer(match, player) === CHANCE;
    const seen = isChance ? vector : match.engine.view(vector, player - 1);
    const shown = isChance ? vector : match.exchanges.renumbered(seen);
    const learned = { choice: () => this.choiceFor(player), events: () => this.eventsFor(player) };
    return new View(new State(match, shown), player, learned, () => match.unseen.numbers(vector, seen));
  }

  /** All events since the previous state, also what players must not know; none if it was loaded. */
  get events() {
    return this.eventsFor(CHANCE);
  }

  /** Those of the events that a player, from 1, learns of, as far as they do; all for "chance". */
  eventsFor(player) {
    const number = viewer(this.match, player) === CHANCE ? EVERYBODY : player - 1;
    return frozen(this.reached ? this.learning().events(number) : []);
  }

  /** The choice that led here, if a player, from 1, knows it: an option, "skip" or "concede". */
  choiceFor(player) {
    const isChance = viewer(this.match, player) === CHANCE;
    const [name, code] = this.reached?.how ?? ["enter"];
    if (name === "enter") return null;
    if (name === "concede") return name;
    if (!isChance && !this.learning().knowsChoice(player - 1)) return null;
    if (name === "skip") return name;
    const { match, vector, codes, writtenOptions } = this.previous;
    const chooser = this.previous.core("chooser");
    if (isChance || player === chooser + 1) return writtenOptions[codes.indexOf(code)].text;
    const written = (seen) => this.previous.written(code, chooser, seen);
    const [theirs, mine] = [written(this.previous.seenBy(chooser)), written(match.engine.view(vector, player - 1))];
    return JSON.stringify(theirs) === JSON.stringify(mine) ? theirs.text : null;
  }

  /** All that a player, from 1, has seen and learned since the first state; all there is for "chance". */
  knownTo(player) {
    return knowledge(this, viewer(this.match, player));
  }

  learning() {
    const { match, reached } = this;
    return (this.cached.learning ??= new Learning(match, match.tracer.follow(reached.vector, ...reached.how)));
  }

  /** The position in the game's notation. whole: with all of the state, even in the middle of a turn. */
  position(options = {}) {
    const { whole = false } = keysOf(options, ["whole"], "the options of a position");
    const { positions } = this.match;
    return whole ? wholePosition(positions, this.vector) : positions.write(this.vector);
  }

  /** Every rule and clause that applies to an option of the pending step, offered or not. */
  explain(option) {
    this.going();
    if (option === "skip") return this.findings("explain_skip");
    const code = this.codeOf(option) ?? this.otherCode(option);
    if (code === undefined) {
      const texts = this.decision.options.map(({ text }) => text);
      refuse(`\`${shown(option?.text ?? option)}\` is not an option of the step ${this.step.name}`, texts.length ? `options look like ${texts[0]}` : "no option is offered");
    }
    return this.findings("explain", code);
  }

  /** The rules and clauses that keep an option from being offered; empty if it is offered. */
  whyNot(option) {
    return this.explain(option).filter(({ holds }) => !holds);
  }

  /** What is found about an option: four numbers for each rule or clause that applies. */
  findings(name, ...code) {
    const numbers = this.match.tracer.engine.list(this.vector, name, ...code);
    const { findings } = this.match.tables;
    const listed = Array.from({ length: numbers.length / 4 }, (_, n) => {
      const [kind, number, holder, holds] = numbers.slice(4 * n, 4 * n + 4);
      const word = KINDS[kind];
      const id = findings[word === "permit" ? "clause" : word][number];
      return { kind: word, id, holder: holder + 1, holds: holds === 1 };
    });
    return frozen(listed);
  }

  /** Of the codes with a text, the one that the fewest rules refuse; undefined if there is none. */
  otherCode(option) {
    if (typeof option === "number") return this.isCode(option) ? option : undefined;
    const chooser = this.core("chooser");
    const seen = this.seenBy(chooser);
    let [likeliest, least] = [undefined, Infinity];
    for (const number of this.step.actions) {
      const { first, count } = this.match.tables.actions[number];
      for (let code = first; code < first + Math.min(count, MOST_TRIED) && least; code++) {
        const { text } = this.written(code, chooser, seen);
        if (text !== option) continue;
        const refused = this.findings("explain", code).filter(({ holds }) => !holds).length;
        if (refused < least) [likeliest, least] = [code, refused];
      }
    }
    return likeliest;
  }

  /** Whether a number is the code of an option of the pending step, offered or not. */
  isCode(number) {
    const { actions } = this.match.tables;
    return this.step.actions.some((action) => number >= actions[action].first && number < actions[action].first + actions[action].count);
  }

  /** The state as `match.fromJSON` takes it: only for a match of the same rules. */
  toJSON() {
    return { rules: this.match.tables.rules, vector: [...this.vector] };
  }
}

/** Whether a standing is above another: the first numbers that differ decide. */
function above(standing, other) {
  const n = standing.findIndex((number, at) => number !== other[at]);
  return n >= 0 && (other[n] === undefined || standing[n] > other[n]);
}

export { State, stateOf };
