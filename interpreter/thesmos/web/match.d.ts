// Types of what `thesmos build --target wasm` writes. In a page that loads the classic script, the
// same names are in the global object `thesmos`.

/** Something that can be chosen. A weight is the relative probability of an outcome of chance. */
export interface Option {
  readonly text: string;
  readonly code: number;
  readonly roles: Readonly<Record<string, string>>;
  readonly weight: number;
  readonly suggested: boolean;
  readonly values: Readonly<Record<string, number>>;
}

/** What is to be decided. Players are counted from 1; 0 is chance. */
export interface Decision {
  readonly player: number;
  readonly step: string;
  readonly power: string | null;
  readonly options: readonly Option[];
  readonly maySkip: boolean;
  readonly deadEnd: boolean;
}

/** How a game ended. places: of each player; empty if nobody has won. */
export interface Result {
  readonly winners: readonly number[];
  readonly reason: string;
  readonly eliminated: readonly number[];
  readonly places: readonly number[];
  readonly scores: Readonly<Record<string, readonly number[]>>;
}

/** What a rule or clause says of an option, for the player who has it. A permit lifts the rule before it. */
export interface Finding {
  readonly kind: "rule" | "permit" | "clause" | "step";
  readonly id: string;
  readonly holder: number;
  readonly holds: boolean;
}

/** A position as records write it. */
export type Position = Record<string, unknown>;

/** Cards that nobody has at first, by what they are for. */
export type Setup = Readonly<Record<string, string>>;

/** A power that can be chosen. setup: what has to be named beside it, and from which cards. */
export interface Power {
  readonly slug: string;
  readonly title: Readonly<Record<string, string>>;
  readonly setup: Readonly<Record<string, readonly string[]>>;
}

/** A state as it is saved. */
export interface Saved {
  readonly rules: string;
  readonly vector: readonly number[];
}

/** How a random game ended. reason: null if it did not. */
export interface Playout {
  readonly winners: readonly number[];
  readonly reason: string | null;
  readonly decisions: number;
}

/** A state; nothing changes it. Methods throw an Error for what the rules do not allow. */
export class State {
  readonly match: Match;
  readonly vector: readonly number[];
  readonly codes: readonly number[];
  readonly maySkip: boolean;
  /** The active player, from 1. */
  readonly turnOf: number;
  /** null when the game is over. */
  readonly decision: Decision | null;
  /** null while the game is not over. */
  readonly result: Result | null;
  readonly winners: readonly number[];
  readonly reason: string | null;
  /** The state after an option: its text, its code, or the option itself. */
  apply(option: Option | string | number): State;
  skip(): State;
  concede(): State;
  /** The state before the last choice; the state itself if there was none. */
  undo(): State;
  /** The state as a player, from 1, sees it. */
  view(player: number): State;
  position(): Position;
  /** Every rule and clause about an option, offered or not; "skip" for skipping. */
  explain(option: Option | string | number): Finding[];
  /** Those that keep an option from being offered. */
  whyNot(option: Option | string | number): Finding[];
  toJSON(): Saved;
}

export class Match {
  readonly game: string;
  readonly players: number;
  /** The powers that can be chosen, if the match was built with --pool. */
  readonly powers: readonly Power[];
  /** The first state. powers: if they are chosen here, that of each player, or null; setup: the other
   * cards that the mode or these powers need, by words such as `night_power`. */
  start(powers?: readonly (string | null)[], setup?: Setup): State;
  /** A state at the start of the turn of `to_move`. */
  load(position: Position, powers?: readonly (string | null)[], setup?: Setup): State;
  fromJSON(saved: Saved): State;
  /** Games to the end at random, or for 100 000 decisions; the same seed gives the same games in
   * every language. */
  playouts(state: State, games: number, seed?: number | bigint): Playout[];
}

/** Random numbers: SplitMix64. */
export class Random {
  constructor(seed?: number | bigint);
  next(): bigint;
  /** A number from 0 to count - 1. */
  below(count: number): number;
}

/** Chooses for whoever decides: returns the next state. */
export type Player = (state: State) => State;

/** A player that chooses uniformly, also for chance. */
export function randomPlayer(seed?: number | bigint): Player;

/** A player that takes what wins most of some random games. What it cannot see is elsewhere in these games. */
export function playoutPlayer(games?: number, seed?: number | bigint): Player;

/** The match. source: the bytes of its module, or where they are. */
export function load(source?: URL | BufferSource): Promise<Match>;

export as namespace thesmos;
