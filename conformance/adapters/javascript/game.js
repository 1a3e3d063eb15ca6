/**
 * The course of a game: who decides what, and what follows.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Worker} Worker
 * @typedef {import("./state.js").Relocation} Relocation
 * @typedef {import("./rules.js").Rules} Rules
 *
 * @typedef {{ kind: "place", worker: number, to: number }} Place
 * @typedef {{ kind: "move", move: Relocation, displaced: Relocation | null }} Move
 * @typedef {{ kind: "build", from: number, at: number }} Build
 * @typedef {Place | Move | Build} Option
 */

import { SPACES, neighboursOf } from "./board.js";
import { emptyState, relocated, relocation, workerOn } from "./state.js";

export class Game {
  /**
   * @param {number[]} teams - the team of each player; with four players, two teams of two
   * @param {(string | null)[]} powers - the god of each player
   * @param {Rules} rules
   */
  constructor(teams, powers, rules) {
    this.teams = teams;
    this.rules = rules;
    this.powers = powers.map((name) => (name === null ? {} : rules.powers[name]));
    this.players = teams.map((_, index) => index + 1);
    this.first = teams.length === 4 ? 3 : 1; // the two who place are followed by their teammates
  }

  // ------------------------------------------------------------------------------------ beginnings

  /** The beginning: every team has a woman and a man in hand. @returns {State} */
  start() {
    const teams = [...new Set(this.teams)];
    const pair = (team) => [
      { team, sex: "f", space: null },
      { team, sex: "m", space: null },
    ];
    return emptyState(teams.flatMap(pair));
  }

  /**
   * The beginning of a player's turn, with nothing known of earlier turns.
   * @param {{ levels: number[], domes: boolean[], workers: Worker[] }} board
   * @returns {State}
   */
  turnFrom(board, player) {
    return this.#beginTurn({ ...emptyState([]), ...board }, player);
  }

  // ------------------------------------------------------------------------------- what is offered

  /** Everything that the player may choose now, except declining. @returns {Option[]} */
  options(state) {
    if (state.result) return [];
    if (state.step === "place") return this.#placements(state);
    return state.step === "move" ? this.#moves(state) : this.#builds(state);
  }

  /** Whether the player may decline: what a god offers beyond the first move and build. */
  maySkip(state) {
    const done = state.step === "move" ? state.moves : state.builds;
    return !state.result && done.length > 0;
  }

  #placements(state) {
    const worker = this.#inHand(state, state.player);
    const free = SPACES.filter((space) => !workerOn(state, space));
    return free.map((to) => ({ kind: "place", worker, to }));
  }

  #moves(state) {
    const [first] = state.moves;
    const { secondMove } = this.#powerOf(state.player);
    const movers = first
      ? [state.workers[first.worker]]
      : state.workers.filter(({ team, space }) => team === this.teamOf(state.player) && space !== null);
    const moves = movers.flatMap((mover) =>
      neighboursOf(mover.space).flatMap((to) => this.#moveTo(state, mover, to)),
    );
    return first ? moves.filter(({ move }) => secondMove(first, move.to)) : moves;
  }

  /** The move of a worker to a neighbouring space, as a list; empty if it is not allowed. */
  #moveTo(state, mover, to) {
    const move = relocation(state, mover, to, false);
    const { fromLevel, toLevel } = move;
    if (!this.rules.canClimb(fromLevel, toLevel) || !this.rules.canEnter(state, to)) return [];
    if (this.#isHeld(state, toLevel - fromLevel)) return [];
    const other = workerOn(state, to);
    if (!other) return [{ kind: "move", move, displaced: null }];
    const target = this.#powerOf(state.player).displace?.(state, mover, other);
    if (target === undefined) return [];
    return [{ kind: "move", move, displaced: relocation(state, other, target, true) }];
  }

  /** Whether an opponent's god forbids moving up by this many levels. */
  #isHeld(state, rise) {
    const team = this.teamOf(state.player);
    return this.players
      .filter((player) => this.teamOf(player) !== team)
      .some((player) =>
        this.#powerOf(player).forbidsOpponent?.(state.climbers.includes(player), rise),
      );
  }

  #builds(state) {
    const move = state.moves.at(-1);
    const { secondBuild } = this.#powerOf(state.player);
    const [first] = state.builds;
    return neighboursOf(move.to)
      .filter((at) => this.rules.canBuildOn(state, move, at))
      .filter((at) => first === undefined || secondBuild(first, at))
      .map((at) => ({ kind: "build", from: move.to, at }));
  }

  // ---------------------------------------------------------------------------------- what follows

  /** The state after one of the options. @param {Option} option @returns {State} */
  play(state, option) {
    const fresh = { ...state, events: [] };
    if (option.kind === "place") return this.#place(fresh, option);
    return option.kind === "move" ? this.#move(fresh, option) : this.#build(fresh, option);
  }

  /** The state after declining a second move or build. @returns {State} */
  skip(state) {
    const fresh = { ...state, events: [{ e: "skip" }] };
    return state.step === "move" ? { ...fresh, step: "build" } : this.#endTurn(fresh);
  }

  /** The state after the player has given up. @returns {State} */
  concede(state) {
    return this.#lose({ ...state, events: [] }, "stuck");
  }

  #place(state, { worker, to }) {
    const workers = relocated(state.workers, [{ worker, to }]);
    return this.#goOnPlacing(withEvent({ ...state, workers }, { e: "place", at: to }));
  }

  /** The next worker is placed, or the first turn begins. */
  #goOnPlacing(state) {
    const seats = this.#seatsFrom(state, 1);
    const player = seats.find((seat) => this.#inHand(state, seat) >= 0);
    if (player) return { ...state, player };
    return this.#beginTurn(state, this.#seatsFrom(state, this.first)[0]);
  }

  #move(state, { move, displaced }) {
    const relocations = displaced ? [displaced, move] : [move];
    const events = relocations.map(({ forced, from, to }) => {
      return { e: forced ? "force" : "move", from, to };
    });
    const workers = relocated(state.workers, relocations);
    const moved = { ...state, workers, moves: [...state.moves, move], events };
    const winning = relocations.find(this.rules.wins);
    if (winning) return this.#win(moved, state.workers[winning.worker].team, "move");
    const { secondMove } = this.#powerOf(state.player);
    const again = secondMove && moved.moves.length === 1 && this.#moves(moved).length > 0;
    return again ? moved : { ...moved, step: "build" };
  }

  #build(state, { from, at }) {
    const level = state.levels[at];
    const dome = level === 3;
    const built = withEvent(
      {
        ...state,
        levels: dome ? state.levels : replaced(state.levels, at, level + 1),
        domes: dome ? replaced(state.domes, at, true) : state.domes,
        builds: [...state.builds, at],
      },
      { e: "build", from, at, what: dome ? "dome" : "block" },
    );
    const { secondBuild } = this.#powerOf(state.player);
    const again = secondBuild && built.builds.length === 1 && this.#builds(built).length > 0;
    return again ? built : this.#endTurn(built);
  }

  // ----------------------------------------------------------------------------------------- turns

  /** Begins a turn. A player who can't move loses at once. */
  #beginTurn(state, player) {
    const begun = withEvent(
      {
        ...state,
        player,
        step: "move",
        moves: [],
        builds: [],
        climbers: state.climbers.filter((climber) => climber !== player),
      },
      { e: "turn", player },
    );
    return this.#moves(begun).length > 0 ? begun : this.#lose(begun, "blocked");
  }

  #endTurn(state) {
    const climbed = state.moves.some(({ fromLevel, toLevel }) => toLevel > fromLevel);
    const climbers = climbed ? [...state.climbers, state.player] : state.climbers;
    return this.#beginTurn({ ...state, climbers }, this.#nextAfter(state));
  }

  #nextAfter(state) {
    return this.#seatsFrom(state, state.player + 1)[0];
  }

  /** The players who are still in the game, in seating order from one of them on. */
  #seatsFrom({ eliminated }, player) {
    const seats = [...this.players.slice(player - 1), ...this.players.slice(0, player - 1)];
    return seats.filter((seat) => !eliminated.includes(seat));
  }

  // ------------------------------------------------------------------------------------------ ends

  /** Eliminates the player's team: two of three players go on; the other of two teams wins. */
  #lose(state, reason) {
    const team = this.teamOf(state.player);
    const losers = this.players.filter((player) => this.teamOf(player) === team);
    const lost = losers.reduce((now, player) => withEvent(now, { e: "lose", player, reason }), state);
    if (this.teams.length !== 3) {
      return this.#win(lost, this.teams.find((other) => other !== team), reason);
    }
    const eliminated = [...state.eliminated, state.player].sort((a, b) => a - b);
    const remaining = this.players.filter((player) => !eliminated.includes(player));
    if (remaining.length === 1) return this.#win({ ...lost, eliminated }, this.teamOf(remaining[0]), reason);
    const workers = state.workers.filter((worker) => worker.team !== team);
    const out = withEvent({ ...lost, eliminated, workers }, { e: "eliminated", player: state.player });
    if (state.step === "place") return this.#goOnPlacing(out);
    return this.#beginTurn(out, this.#nextAfter(out));
  }

  #win(state, team, reason) {
    const winners = this.players.filter((player) => this.teamOf(player) === team);
    return { ...state, result: { winners, reason, eliminated: [...state.eliminated] } };
  }

  // ------------------------------------------------------------------------------------- who's who

  teamOf(player) {
    return this.teams[player - 1];
  }

  #powerOf(player) {
    return this.powers[player - 1];
  }

  /** The index of the player's next worker to be placed; -1 if there is none. */
  #inHand(state, player) {
    const team = this.teamOf(player);
    return state.workers.findIndex((worker) => worker.team === team && worker.space === null);
  }
}

/** The state with one more event. */
function withEvent(state, event) {
  return { ...state, events: [...state.events, event] };
}

/** The list with another value at one index. */
function replaced(list, index, value) {
  return list.map((old, place) => (place === index ? value : old));
}
