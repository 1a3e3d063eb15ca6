/** A match: its states, the options in them, and the states that follow. */

import { Engine } from "./engine.js";
import { Events } from "./events.js";
import { listOf } from "./expected.js";
import { EVERYBODY, Learning } from "./learning.js";
import { lookAlike } from "./look_alikes.js";
import { OptionTexts, distinctTexts } from "./options.js";
import { begun } from "./pool.js";
import { Positions } from "./positions.js";
import { refuseImpossible } from "./possible.js";
import { placePosition } from "./reading.js";
import { Texts } from "./texts.js";
import { isState, isView } from "./valid.js";
import { CHANCE, View, viewer } from "./view.js";
import { wholePosition } from "./whole_position.js";

const KINDS = ["rule", "permit", "clause", "step"];
const MOST_TRIED = 200000; // codes that are tried to find a text
const [WEIGHTS, UNIFORM] = ["weights", "uniform"]; // how outcomes of chance are drawn
const GAMMA = 0x9e3779b97f4a7c15n;
const bits64 = (number) => BigInt.asUintN(64, number);

/** Random numbers: SplitMix64, as in Python, so that a seed gives the same game everywhere. */
class Random {
  constructor(seed = 0) {
    this.state = bits64(BigInt(seed));
  }

  next() {
    this.state = bits64(this.state + GAMMA);
    let z = this.state;
    z = bits64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = bits64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }

  below(count) {
    return Number((this.next() * BigInt(count)) >> 64n);
  }
}

class Match {
  /** tracer: see learning.js. */
  constructor(instance, tables, tracer) {
    if (tables.format !== 2) throw new Error(`tables of format ${tables.format} are not known`);
    this.engine = new Engine(instance);
    this.tracer = tracer;
    this.tables = tables;
    this.game = tables.game;
    this.players = tables.players;
    const texts = new Texts(tables);
    this.events = new Events(tables);
    this.options = new OptionTexts(texts);
    this.positions = new Positions(texts, this.engine);
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
    const chosen = [...powers, ...Object.values(setup)].filter((slug) => slug !== null);
    if (new Set(chosen).size < chosen.length) throw new Error("a power can be held only once");
    powers.forEach((slug, player) => slug === null || this.checkCard(slug, chosen, setup, player));
    for (const [word, slug] of Object.entries(setup)) {
      const { tags } = this.checkCard(slug, chosen, setup);
      const tag = this.tables.named[word];
      if (tag === undefined) throw new Error(`the set-up has no \`${word}\``);
      if (!tags.includes(tag)) throw new Error(`${slug} can't be the ${word}: it is not tagged ${tag}`);
    }
  }

  /** Check one card in the same way. player: its holder, from 0; undefined for nobody. */
  checkCard(slug, others, setup, player) {
    const card = this.tables.pool?.find((choice) => choice.slug === slug);
    if (!card) throw new Error(`there is no power \`${slug}\` to choose`);
    const banned = others.find((other) => card.banned.includes(other));
    if (banned) throw new Error(`${slug} and ${banned} may not be played together`);
    if (card.players.length && !card.players.includes(this.players)) {
      throw new Error(`${slug} is for ${card.players.join(" or ")} players, not for ${this.players}`);
    }
    if (player !== undefined) {
      const wrong = { always: player > 0, never: player === 0 }[card.begins];
      if (wrong) throw new Error(`${slug} ${card.begins} begins`);
      if (card.needs && !(card.needs in setup)) throw new Error(`${slug} needs a ${card.needs}`);
    }
    return card;
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
    const received = powers ?? (position.held ?? []).map(([first]) => first ?? null);
    const vector = begun(this.tables, received, Object.values(setup));
    placePosition(this.positions, vector, position);
    if (!allowImpossible) refuseImpossible(this.positions.texts, this.engine, vector);
    if (!("step" in position)) return this.entered(vector);
    if (!isState(this.tables, vector)) throw new Error("step: no state matches this");
    return new State(this, vector);
  }

  /** A state from the result of `toJSON`, under the same rules. */
  fromJSON({ rules, vector, view }) {
    if (rules !== this.tables.rules) throw new Error("this state was saved under other rules");
    if (view !== undefined) throw new Error("a view can't be played on; read it by `viewFromJSON`");
    if (!Array.isArray(vector) || !isState(this.tables, vector)) throw new Error("this is not a saved game");
    return new State(this, [...vector]);
  }

  /** A view from the result of its `toJSON`, or of `to_json` in Python, under the same rules. */
  viewFromJSON({ rules, player, view, choice, events }) {
    if (rules !== this.tables.rules) throw new Error("this view was made under other rules");
    const number = viewer(this, player) === CHANCE ? 0 : player;
    if (!Array.isArray(view) || !isView(this.tables, view, number)) throw new Error("this is not a view");
    const path = "this is not a view: events";
    const read = listOf(events ?? [], path, Infinity).map((event, n) => this.events.read(event, `${path}[${n}]`));
    const learned = { choice: () => choice, events: () => read.map((event) => this.events.write(event)) };
    return new View(new State(this, [...view]), player, learned);
  }

  /** Play games from a state at random, to the end or up to the limit. Returns the winners, reason
   * and number of decisions of each. chance: how its outcomes are drawn. */
  playouts(state, games, seed = 0, chance = WEIGHTS) {
    checkChance(chance);
    if (!(state instanceof State)) throw new Error("a view can't be played on");
    const seeds = new Random(seed);
    return Array.from({ length: games }, () => {
      const decisions = this.engine.play(state.vector, seeds.next(), undefined, +(chance === UNIFORM));
      const end = new State(this, this.engine.state); // valid only until the next game
      return { winners: end.winners, reason: end.reason, decisions };
    });
  }
}

class State {
  /** reached: from which vector, and how; null if the state was loaded. */
  constructor(match, vector, previous = null, codes = undefined, reached = null) {
    this.match = match;
    this.vector = vector;
    this.previous = previous;
    this.reached = reached;
    this.cached = { codes };
  }

  core(name) {
    return this.vector[this.match.tables.core[name]];
  }

  /** The codes of the options, in canonical order. */
  get codes() {
    return (this.cached.codes ??= this.match.engine.list(this.vector, "options"));
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
    return (this.cached.decision ??= this.pending());
  }

  pending() {
    const { name, power } = this.step;
    const chooser = this.core("chooser");
    const seen = this.seenBy(chooser);
    const options = this.codes.map((code) => this.option(code, chooser, seen));
    const texts = distinctTexts(options.map(({ text }) => text));
    options.forEach((option, n) => (option.text = texts[n]));
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

  seenBy(chooser) {
    return chooser < 0 ? this.vector : this.match.engine.view(this.vector, chooser);
  }

  /** The text and roles of an option, as somebody writes it who sees this. */
  written(code, chooser, seen) {
    return this.match.options.written(code, this.numbersOf("wording", code, chooser, seen));
  }

  option(code, chooser, seen) {
    const { engine, options } = this.match;
    const action = options.action(code);
    const shown = action.shows.length ? this.numbersOf("shown", code, chooser, seen) : [];
    const { none, unknown } = this.match.tables;
    const values = action.shows.map((name, n) => [name, shown[n]]);
    return {
      ...this.written(code, chooser, seen),
      code,
      weight: action.weighted ? engine.call(this.vector, "weight", code) : 1,
      suggested: action.suggests && engine.call(this.vector, "suggested", code) === 1,
      values: Object.fromEntries(values.filter(([, value]) => value !== none && value !== unknown)),
    };
  }

  numbersOf(name, code, chooser, seen) {
    const of = chooser < 0 ? `_chance${-1 - chooser}` : String(chooser);
    return this.match.engine.list(seen, name + of, code);
  }

  // -------------------------------------------------------------------------- choosing

  /** The state after an option: its text, its code, or the option itself. */
  apply(option) {
    const code = this.codeOf(option);
    if (code === undefined) throw new Error(`\`${option?.text ?? option}\` is not offered`);
    return this.after("choose", code);
  }

  codeOf(option) {
    const code = typeof option === "object" ? option.code : option;
    if (typeof code === "number") return this.codes.includes(code) ? code : undefined;
    return this.decision?.options.find(({ text }) => text === code)?.code;
  }

  /** The state after skipping the step. */
  skip() {
    if (!this.maySkip) throw new Error("this step may not be skipped");
    return this.after("skip");
  }

  /** The state after the deciding player has conceded. */
  concede() {
    if (this.step === undefined) throw new Error("the game is over");
    if (this.core("chooser") < 0) throw new Error("a decision of chance can't be conceded");
    return this.after("concede");
  }

  /** The state after a random choice, the one that `playouts` would make with the same numbers.
   * chance: how its outcomes are drawn. */
  drawn(random, chance = WEIGHTS) {
    checkChance(chance);
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

  get winners() {
    const mask = this.core("winners");
    return this.match.tables.sides.flatMap((_, player) => ((mask >> player) & 1 ? [player + 1] : []));
  }

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
    return {
      winners,
      reason,
      eliminated: gone.filter((player) => !winners.includes(player)),
      places: winners.length ? this.places(winners, gone, scores) : [],
      scores: Object.fromEntries(names.map((name, n) => [name, scores.map((mine) => mine[n])])),
    };
  }

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
    const seen = viewer(match, player) === CHANCE ? vector : match.engine.view(vector, player - 1);
    const learned = { choice: () => this.choiceFor(player), events: () => this.eventsFor(player) };
    return new View(new State(match, seen), player, learned);
  }

  /** All events since the previous state, also what players must not know; none if it was loaded. */
  get events() {
    return this.eventsFor(CHANCE);
  }

  /** Those of the events that a player, from 1, learns of, as far as they do; all for "chance". */
  eventsFor(player) {
    const number = viewer(this.match, player) === CHANCE ? EVERYBODY : player - 1;
    return this.reached ? this.learning().events(number) : [];
  }

  /** The choice that led here, if a player, from 1, knows it: an option, "skip" or "concede". */
  choiceFor(player) {
    const isChance = viewer(this.match, player) === CHANCE;
    const [name, code] = this.reached?.how ?? ["enter"];
    if (name === "enter") return null;
    if (name === "concede") return name;
    if (!isChance && !this.learning().knowsChoice(player - 1)) return null;
    if (name === "skip") return name;
    const { match, vector, decision } = this.previous;
    const chooser = this.previous.core("chooser");
    if (isChance || player === chooser + 1) return decision.options.find((option) => option.code === code).text;
    const written = (seen) => this.previous.written(code, chooser, seen);
    const [told, seen] = [written(this.previous.seenBy(chooser)), written(match.engine.view(vector, player - 1))];
    return JSON.stringify(told) === JSON.stringify(seen) ? told.text : null;
  }

  learning() {
    const { match, reached } = this;
    return (this.cached.learning ??= new Learning(match, match.tracer.follow(reached.vector, ...reached.how)));
  }

  /** The position in the game's notation. whole: with all of the state, even in the middle of a turn. */
  position({ whole = false } = {}) {
    const { positions } = this.match;
    return whole ? wholePosition(positions, this.vector) : positions.write(this.vector);
  }

  /** Every rule and clause that applies to an option of the pending step, offered or not. */
  explain(option) {
    if (this.step === undefined) throw new Error("the game is over");
    if (option === "skip") return this.findings("explain_skip");
    const code = this.codeOf(option) ?? this.otherCode(option);
    if (code === undefined) throw new Error(`\`${option}\` is not an option of the step ${this.step.name}`);
    return this.findings("explain", code);
  }

  /** The rules and clauses that keep an option from being offered; empty if it is offered. */
  whyNot(option) {
    return this.explain(option).filter(({ holds }) => !holds);
  }

  findings(name, ...code) {
    const numbers = this.match.engine.list(this.vector, name, ...code);
    const { findings } = this.match.tables;
    return Array.from({ length: numbers.length / 4 }, (_, n) => {
      const [kind, number, holder, holds] = numbers.slice(4 * n, 4 * n + 4);
      const word = KINDS[kind];
      const id = findings[word === "permit" ? "clause" : word][number];
      return { kind: word, id, holder: holder + 1, holds: holds === 1 };
    });
  }

  /** Of the codes with a text, the one that the fewest rules refuse; undefined if there is none. */
  otherCode(option) {
    if (typeof option === "number") return option;
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

  toJSON() {
    return { rules: this.match.tables.rules, vector: [...this.vector] };
  }
}

/** Whether a standing is above another: the first numbers that differ decide. */
function above(standing, other) {
  const n = standing.findIndex((number, at) => number !== other[at]);
  return n >= 0 && (other[n] === undefined || standing[n] > other[n]);
}

/** Throw an Error if chance can't draw its outcomes so. */
function checkChance(chance) {
  if (chance !== WEIGHTS && chance !== UNIFORM) throw new Error(`chance can't draw by ${chance}`);
}

/** Chooses at random, uniformly for players. chance: how its outcomes are drawn. */
function randomPlayer(seed = 0, chance = WEIGHTS) {
  checkChance(chance);
  const random = new Random(seed);
  return (state) => state.drawn(random, chance);
}

/**
 * A player that plays random games after each option, and takes the option that won most often. What
 * is hidden from it is guessed anew for each of these games.
 */
function playoutPlayer(games = 50, seed = 0) {
  const random = new Random(seed);
  return (state) => {
    const chooser = state.core("chooser");
    if (chooser < 0 || (!state.codes.length && !state.maySkip)) return state.drawn(random);
    const { match } = state;
    const { sides, hidden } = match.tables;
    const choices = [...state.codes, ...(state.maySkip ? ["skip"] : [])];
    const after = (from, choice) => (choice === "skip" ? from.skip() : from.apply(choice));
    const isMine = ({ winners }) => winners.some((player) => sides[player - 1] === sides[chooser]);
    const worth = choices.map(() => 0);
    for (let round = 0; round < (hidden ? games : 1); round++) {
      const from = hidden ? new State(match, lookAlike(match, state.vector, chooser, random)) : state;
      choices.forEach((choice, n) => {
        const played = match.playouts(after(from, choice), hidden ? 1 : games, random.next());
        worth[n] += played.filter(isMine).length;
      });
    }
    return after(state, choices[worth.indexOf(Math.max(...worth))]);
  };
}

export { Match, Random, State, View, playoutPlayer, randomPlayer };
