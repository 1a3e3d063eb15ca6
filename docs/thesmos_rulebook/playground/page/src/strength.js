/** How strong the edited text is, against the saved one, in random games. */

import { byId, element } from "./elements.js";
import { isEdited, slugOf } from "./files.js";
import { page, python } from "./page.js";
import { boards, isShipped, onBoard, shippedMatch } from "./table.js";
import { word } from "./words.js";
import { WorkerCalls } from "./worker_calls.js";

const TIME = 150; // milliseconds of random games for each version
const LIMIT = 20000; // milliseconds that the worker may take
const MOST = 4000; // games from each seat
const Z = 1.96; // of an interval of 95 %

/** A share with its interval (Wilson's), as [share, low, high]. */
function share(wins, games) {
  const p = wins / games;
  const middle = (p + (Z * Z) / (2 * games)) / (1 + (Z * Z) / games);
  const half = (Z * Math.sqrt((p * (1 - p)) / games + (Z * Z) / (4 * games * games))) / (1 + (Z * Z) / games);
  return [p, middle - half, middle + half];
}

const percent = ([p, low, high]) => `${Math.round(100 * p)} % (${Math.round(100 * low)}–${Math.round(100 * high)})`;

/** Whether two shares differ for sure: 1 if the second is higher, -1 if it is lower, else 0. */
const compared = (before, now) => (now[1] > before[2] ? 1 : now[2] < before[1] ? -1 : 0);

/** The share of wins of a seat over several tables. played: results with the player of each. */
function over(played) {
  const wins = played.reduce((sum, { result, player }) => sum + result.wins[player - 1], 0);
  const games = played.reduce((sum, { result }) => sum + result.games, 0);
  return share(wins, games);
}

const SVG = "http://www.w3.org/2000/svg";

/** A drawing of a share with its interval, and of the one before, from 0 to 100 %. */
function bar(now, before) {
  const drawing = document.createElementNS(SVG, "svg");
  const line = (kind, x, width, y, height) => {
    const rect = document.createElementNS(SVG, "rect");
    for (const [key, value] of Object.entries({ class: kind, x: 100 * x, y, width: 100 * width, height })) rect.setAttribute(key, value);
    drawing.append(rect);
  };
  drawing.setAttribute("viewBox", "0 0 100 8");
  drawing.setAttribute("class", "bar");
  drawing.setAttribute("aria-hidden", "true");
  line("all", 0, 1, 2.5, 3);
  line("share", 0, now[0], 2.5, 3);
  line("interval", now[1], now[2] - now[1], 3.4, 1.2);
  if (before) line("before", before[0] - 0.004, 0.008, 0.5, 7);
  return drawing;
}

let worker = null;
const loaded = new Map(); // what the worker has, by name

const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Bring modules into the worker, if it has others under this name; mark: of what they were made. */
async function bring(name, mark, modules) {
  if (loaded.get(name) === mark) return;
  loaded.set(name, mark);
  await worker.call("load", [name, modules], LIMIT);
}

/**
 * Make a match ready in the worker: its name there, and its powers and set-up. before: of the text that
 * the page began with. null if that text can't play it.
 */
async function ready(powers, before) {
  const seating = { ...page.seating, powers };
  if ((before && seating.mode === page.game.mode && powers.every((slug) => slug === null || page.game.powers.includes(slug))) || isShipped(seating)) {
    const { name, modules, match } = await shippedMatch();
    await bring(name, "shipped", modules);
    const choosable = match.powers.length ? powers : [];
    return [name, choosable, boards().setupOf(match, choosable)];
  }
  const name = `${before ? "before" : "now"} ${powers.join(" ")}`;
  const mark = before ? "shipped" : page.version;
  const isOnBoard = !before && String(powers) === String(page.seating.powers);
  if (isOnBoard) {
    await bring(name, mark, onBoard().modules);
  } else if (loaded.get(name) !== mark) {
    const packed = await python("compiled", seating, before);
    if (packed === null) return null;
    await bring(name, mark, { module: bytes(packed.module), tracing: bytes(packed.tracing), tables: packed.tables });
  }
  return [name, [], {}];
}

/** Show how often the card wins random games now, and with the text that it began with. */
async function showStrength(stale) {
  worker ??= new WorkerCalls("random_games.js", async () => loaded.clear(), "classic");
  const { powers } = page.seating;
  const seat = Math.max(0, powers.indexOf(slugOf(page.file)));
  const both = powers.length === 2 && Boolean(powers[seat]);
  const seats = both ? [powers, [...powers].reverse()] : [powers];
  const results = { now: [], before: [] };
  for (const version of isEdited() ? ["now", "before"] : ["now"]) {
    for (const [n, sitting] of seats.entries()) {
      const match = await ready(sitting, version === "before");
      if (stale()) return;
      if (match === null) continue;
      const seed = crypto.getRandomValues(new Uint32Array(1))[0];
      try {
        const result = await worker.call("playedOut", [...match, TIME / seats.length, MOST, seed], LIMIT);
        results[version].push({ result, player: 1 + (n === 0 ? seat : 1 - seat) });
      } catch (error) {
        if (error.stopped || n === 0) throw error; // but the powers may not sit the other way round
      }
    }
  }
  if (!stale() && results.now.length) shown(results, both, seat);
}

const nameOf = (player) => page.titles.get(page.seating.powers[player - 1]) ?? word("player", { n: player });

function shown({ now, before }, both, seat) {
  const mine = over(now);
  const who = nameOf(seat + 1);
  const lines = [both
    ? word("strength of", { card: who, now: percent(mine), other: nameOf(2 - seat) })
    : word("strength of seat", { who, now: percent(mine) })];
  if (before.length) {
    const saved = over(before);
    const change = { 1: "stronger", 0: "same", "-1": "weaker" }[compared(saved, mine)];
    lines.push(`${word("before it", { before: percent(saved) })} ${word("so", { change: word(change) })}`);
  }
  const box = byId("strength");
  box.hidden = false;
  box.replaceChildren(bar(mine, before.length ? over(before) : null), ...lines.map((line) => element("p", {}, line)));
}

export { showStrength };
