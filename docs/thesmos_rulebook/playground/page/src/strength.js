/** How strong the edited text is, against the saved one, in random games. */

import { byId, element } from "./elements.js";
import { isEdited, slugOf } from "./files.js";
import { page, python } from "./page.js";
import { bar, compared, over, percent } from "./shares.js";
import { boards, bytes, isShipped, onBoard, shippedMatch } from "./table.js";
import { word } from "./words.js";
import { WorkerCalls } from "./worker_calls.js";

const TIME = 150; // milliseconds of random games for each version
const LIMIT = 20000; // milliseconds that the worker may take
const MOST = 4000; // games from each seat

let worker = null;
const loaded = new Map(); // what the worker has, by name

/** Bring a match into the worker, if it has another under this name; mark: of what it was made. */
async function bring(name, mark, { module, tables }) {
  if (loaded.get(name) === mark) return;
  loaded.set(name, mark);
  await worker.call("load", [name, module, tables], LIMIT);
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
    await bring(name, mark, { ...packed, module: bytes(packed.module) });
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
  if (!stale() && results.now.length) show(results, both, seat);
}

const nameOf = (player) => page.titles.get(page.seating.powers[player - 1]) ?? word("player", { n: player });

function show({ now, before }, both, seat) {
  const share = over(now);
  const who = nameOf(seat + 1);
  const lines = [both
    ? word("strength of", { card: who, now: percent(share), other: nameOf(2 - seat) })
    : word("strength of seat", { who, now: percent(share) })];
  if (before.length) {
    const saved = over(before);
    const change = { 1: "stronger", 0: "same", "-1": "weaker" }[compared(saved, share)];
    lines.push(`${word("before it", { before: percent(saved) })} ${word("so", { change: word(change) })}`);
  }
  const box = byId("strength");
  box.hidden = false;
  box.replaceChildren(bar(share, before.length ? over(before) : null), ...lines.map((line) => element("p", {}, line)));
}

export { showStrength };
