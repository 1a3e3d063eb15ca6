// Types of the library that `thesmos build --target wasm` writes. In a page that loads the classic
// script, the same names are in the global object `thesmos`. Values can't be changed: they are frozen.

/** What a wrong use throws: a sentence, and what to do instead. */
export class UsageError extends Error {
  readonly hint: string;
  /** Of an impossible position: the conditions that it breaks. */
  readonly broken?: readonly { readonly name: string; readonly sentence: string }[];
}

/** An option of a decision. weight: the relative probability of an outcome of chance. */
export interface Option {
  readonly text: string;
  readonly code: number;
  readonly roles: Readonly<Record<string, string>>;
  readonly weight: number;
  readonly suggested: boolean;
  readonly values: Readonly<Record<string, number>>;
}

/** A pending decision. Players are numbered from 1; 0 is chance. */
export interface Decision {
  readonly player: number;
  /** Whether chance decides; then probabilities: that of each option, by its text. They sum to 1. */
  readonly chance: boolean;
  readonly probabilities: Readonly<Record<string, number>>;
  readonly step: string;
  readonly power: string | null;
  readonly options: readonly Option[];
  readonly maySkip: boolean;
  readonly deadEnd: boolean;
}

/** How a game ended. places: the place of each player; empty if nobody has won. */
export interface Result {
  readonly winners: readonly number[];
  readonly reason: string;
  readonly eliminated: readonly number[];
  readonly places: readonly number[];
  readonly scores: Readonly<Record<string, readonly number[]>>;
}

/** Whether a rule or clause allows an option. holder: the player who has the clause. A permit waives
 * the rule before it. */
export interface Finding {
  readonly kind: "rule" | "permit" | "clause" | "step";
  readonly id: string;
  readonly holder: number;
  readonly holds: boolean;
}

/** A position in the notation of records. */
export type Position = Record<string, unknown>;

/** Cards that nobody has at first, by the word for their use. */
export type Setup = Readonly<Record<string, string>>;

/** A power that can be chosen. setup: the words of other cards to name, each with the choices. */
export interface Power {
  readonly slug: string;
  readonly title: Readonly<Record<string, string>>;
  readonly setup: Readonly<Record<string, readonly string[]>>;
}

/** A saved state. */
export interface Saved {
  readonly rules: string;
  readonly vector: readonly number[];
}

/** How outcomes of chance are drawn: by their weights, or each as often as any other. */
export type ChanceDraws = "weights" | "uniform";

/** How a random game ended. reason: null if it did not end. */
export interface Playout {
  readonly winners: readonly number[];
  readonly reason: string | null;
  readonly decisions: number;
}

/** A player, from 1, or "chance", which sees everything. */
export type Viewer = number | "chance";

/**
 * How many pieces a player can't see in the lists of the position, such as hands, by their keys: a number
 * for each player, or one for a list that is nobody's. Lists of which everything can be seen are left out.
 */
export type Unseen = Readonly<Record<string, number | readonly number[]>>;

/** A view as data. */
export interface SavedView {
  readonly rules: string;
  readonly player: Viewer;
  readonly view: readonly number[];
  readonly unseen: Unseen;
  readonly choice: string | null;
  readonly events: readonly Event[];
}

/** Something that happened: `e` says what; the other keys are its roles. */
export type Event = Readonly<Record<string, unknown>> & { readonly e: string };

/** Everything that a player has seen and learned in a game: their information state. */
export interface Knowledge {
  readonly player: Viewer;
  /** The hash of the rules. */
  readonly rules: string;
  /** Equal for two games exactly if the player can't tell them apart. Pieces that nothing tells apart
   * count as the same. */
  readonly key: string;
  /** A line of JSON for each state, the same as in Python: the choice and the events that led to it, as
   * far as the player knows them, the position as they see it, how much of it they can't see, who
   * decides, and in which step. */
  readonly text: string;
}

/** What can be asked of a state, and of what a player sees of it. */
export interface Situation {
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
  /** What is to be decided, or how the game ended, in a line. */
  toString(): string;
  position(): Position;
  /** Every rule and clause that applies to an option, offered or not; "skip" for skipping. */
  explain(option: Option | string | number): Finding[];
  /** The rules and clauses that keep an option from being offered; empty if it is offered. */
  whyNot(option: Option | string | number): Finding[];
}

/** What a player sees of a state. It can be asked like one, but not played on. */
export interface View extends Situation {}
export class View {
  readonly player: Viewer;
  /** The choice that led here; null if there was none, or the player does not know it. */
  readonly choice: string | null;
  /** The events since the previous state, as the player learned them. */
  readonly events: readonly Event[];
  readonly unseen: Unseen;
  toJSON(): SavedView;
}

/** An immutable state. Methods throw an Error for what the rules do not allow. */
export interface State extends Situation {}
export class State {
  readonly match: Match;
  readonly vector: readonly number[];
  /** The state after an option: its text, its code, or the option itself. */
  apply(option: Option | string | number): State;
  skip(): State;
  concede(): State;
  /** The state after a random choice: uniform for a player, by weight for chance, unless "uniform". */
  drawn(random: Random, chance?: ChanceDraws): State;
  /** The state before the last choice; the state itself if there was none. */
  undo(): State;
  /** What a player, from 1, sees; "chance" sees everything. Throws an Error for anybody else. */
  view(player: Viewer): View;
  /** All events since the previous state, also what players must not know; none if it was loaded. */
  readonly events: readonly Event[];
  /** Those that a player learns of, as far as they do. Throws an Error for who is no player. */
  eventsFor(player: Viewer): Event[];
  /** The choice that led here, if a player knows it; null also if there was none. */
  choiceFor(player: Viewer): string | null;
  /** All that a player has seen and learned from the first state on, or from the one that was loaded. */
  knownTo(player: Viewer): Knowledge;
  /** whole: with all of the state, even in the middle of a turn. */
  position(options?: { readonly whole?: boolean }): Position;
  toJSON(): Saved;
}

export class Match {
  readonly game: string;
  readonly players: number;
  /** The powers that can be chosen, if the match was built with --pool. */
  readonly powers: readonly Power[];
  /** The first state. If the match was built with --pool, powers: that of each player, or null; setup:
   * the other cards that the mode or these powers need, by words such as `night_power`. */
  start(powers?: readonly (string | null)[], setup?: Setup): State;
  /** The state of a position: at the start of the turn of `to_move` or, if it has a part `step`, in the
   * middle of that turn. powers, setup: as in `start`. */
  load(
    position: Position,
    powers?: readonly (string | null)[],
    setup?: Setup,
    options?: { allowImpossible?: boolean },
  ): State;
  fromJSON(saved: Saved): State;
  /** A view from `toJSON` of a view, or from `to_json` in Python. */
  viewFromJSON(sent: SavedView): View;
  /** Play games at random to the end, or for 100,000 decisions; the same seed gives the same games in
   * every language. chance: how outcomes of chance are drawn, by their weights unless "uniform". */
  playouts(state: State, games: number, seed?: number | bigint, chance?: ChanceDraws): Playout[];
}

/** Random numbers: SplitMix64. */
export class Random {
  constructor(seed?: number | bigint);
  next(): bigint;
  /** A number from 0 to count - 1. */
  below(count: number): number;
}

/** Makes the pending decision, for any player, and returns the next state. */
export type Player = (state: State) => State;

/** A player that chooses uniformly; outcomes of chance are drawn by their weights, unless "uniform". The
 * same seed, 0 if none is given, makes the same choices. */
export function randomPlayer(seed?: number | bigint, chance?: ChanceDraws): Player;

/** A player that plays random games after each option, and takes the option that won most often. What
 * it cannot see is guessed anew for each of these games. games: per option. */
export function playoutPlayer(games?: number, seed?: number | bigint): Player;

/** How long a search lasts: some milliseconds, or a number of random games. */
export interface SearchOptions {
  readonly milliseconds?: number;
  readonly rounds?: number;
  readonly seed?: number | bigint;
}

/** A player that searches a tree of choices by random games, for half a second by default. What it can't
 * see is guessed anew for each of them. With `rounds` the same seed makes the same choices. */
export function searchPlayer(options?: SearchOptions): Player;

/** Searches in a worker of the page, or of Node.js, so that everything else goes on meanwhile. */
export interface SearchWorker {
  /** The choice that a search finds: a code, "skip" or "concede". */
  search(state: State, options?: SearchOptions): Promise<number | "skip" | "concede">;
  /** The state after that choice. */
  play(state: State, options?: SearchOptions): Promise<State>;
  /** End the worker. What it was asked is never answered. */
  close(): void;
}

/** A worker that searches a match, which comes from `load`. */
export function searchWorker(match: Match): SearchWorker;

/** Load the match. Of the lean library: source, tracing: the bytes of its modules, or their URLs; by
 * default files beside the library. */
export function load(source?: URL | BufferSource, tracing?: URL | BufferSource): Promise<Match>;

export as namespace thesmos;
