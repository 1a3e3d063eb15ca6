/**
 * How positions, options and events are written in messages.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./game.js").Option} Option
 */

import { SPACES, nameOf, spaceNamed } from "./board.js";
import { Malformed, Unsupported } from "./errors.js";

const LEVELS = /^[0-3]{25}$/;
const WORKER = /^([A-E][1-5]) ([1-9])([fm])$/;

/**
 * Reads where everything stands from the position of a message.
 * @param {object} position
 * @param {number[]} teams - those that play
 * @throws {Malformed} for an impossible position
 * @throws {Unsupported} for pieces and memories of powers that are not played here
 */
export function readBoard(position, teams) {
  const { levels, domes = [], workers, to_move, ...others } = position;
  const unknown = Object.keys(others).find((key) => !isEmpty(others[key]));
  if (unknown) throw new Unsupported(unknown);
  if (typeof levels !== "string" || !LEVELS.test(levels)) {
    throw new Malformed("`levels` must be 25 digits from 0 to 3");
  }
  const closed = new Set(listOf(domes, "domes").map(readSpace));
  const board = {
    levels: Array.from(levels, Number),
    domes: SPACES.map((space) => closed.has(space)),
    workers: listOf(workers, "workers").map((text) => readWorker(text, teams)),
  };
  const taken = new Set(board.workers.map(({ space }) => space));
  if (taken.size < board.workers.length) throw new Malformed("two workers stand on one space");
  const walled = [...taken].some((space) => closed.has(space));
  if (walled) throw new Malformed("a worker stands on a dome");
  return board;
}

function readSpace(name) {
  const space = spaceNamed(name);
  if (space === undefined) throw new Malformed(`there is no space ${JSON.stringify(name)}`);
  return space;
}

function readWorker(text, teams) {
  const [, place, team, sex] = WORKER.exec(text) ?? [];
  if (!teams.includes(Number(team))) {
    throw new Malformed(`${JSON.stringify(text)} is no worker: write "B3 1f"`);
  }
  return { team: Number(team), sex, space: readSpace(place) };
}

/** @returns {any[]} The value, which must be a list. @throws {Malformed} */
export function listOf(value, name) {
  if (!Array.isArray(value)) throw new Malformed(`\`${name}\` must be a list`);
  return value;
}

/** Whether a value is empty: null, or a list or an object without entries. */
export const isEmpty = (value) =>
  value === null || (typeof value === "object" && Object.values(value).every(isEmpty));

/** Where everything stands, as the position of a message. @param {State} state */
export function writeBoard({ levels, domes, workers }) {
  const closed = SPACES.filter((space) => domes[space]).map(nameOf);
  const standing = workers.filter(({ space }) => space !== null);
  return {
    levels: levels.join(""),
    ...(closed.length > 0 && { domes: closed }),
    workers: standing.map(({ team, sex, space }) => `${nameOf(space)} ${team}${sex}`),
  };
}

/** An option as text; no two options of a decision have the same text. @param {Option} option */
export function optionText(option) {
  if (option.kind === "place") return `@${nameOf(option.to)}`;
  if (option.kind === "build") return `${nameOf(option.from)}+${nameOf(option.at)}`;
  return `${nameOf(option.move.from)}-${nameOf(option.move.to)}`;
}

/** An event, with its spaces by name. */
export function writeEvent(event) {
  const spaces = ["from", "to", "at"].filter((key) => key in event);
  return { ...event, ...Object.fromEntries(spaces.map((key) => [key, nameOf(event[key])])) };
}
