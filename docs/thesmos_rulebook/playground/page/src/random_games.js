/** The playing worker: only the WebAssembly of matches, with the library of `thesmos build`. */

import { Tracer } from "thesmos-web/learning.js";
import { Match, Random } from "thesmos-web/match.js";
import { searchPlayer } from "thesmos-web/searching.js";

const ROUND = 16; // random games for each option between two looks at the clock
const LEAST = 60; // games after which a share is first believed
const matches = new Map();
const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

async function load(name, { module, tracing, tables }) {
  const tracer = new Tracer();
  const [playing, noting] = await Promise.all([
    WebAssembly.instantiate(bytes(module)),
    WebAssembly.instantiate(bytes(tracing), tracer.imports),
  ]);
  matches.set(name, new Match(playing.instance, tables, tracer.attach(noting.instance)));
}

/** The state after the choice that a search in a tree finds in a time, as JSON. */
function best(name, saved, milliseconds, seed) {
  const match = matches.get(name);
  return searchPlayer({ milliseconds, seed })(match.fromJSON(saved)).toJSON();
}

/** How often each player wins random games, played for a time or up to a number. */
function playedOut(name, milliseconds, most, seed) {
  const match = matches.get(name);
  const [start, random, end] = [match.start(), new Random(seed), performance.now() + milliseconds];
  const wins = Array(match.players).fill(0);
  let [games, decisions] = [0, 0];
  while (games < most && (performance.now() < end || games === 0)) {
    const some = match.playouts(start, games < LEAST ? 1 : ROUND, random.next());
    for (const game of some) {
      decisions += game.decisions;
      for (const player of game.winners) wins[player - 1]++;
    }
    games += some.length;
  }
  return { wins, games, decisions };
}

const functions = { load, best, playedOut };

self.onmessage = async ({ data: { id, name, values } }) => {
  try {
    self.postMessage({ id, value: await functions[name](...values) });
  } catch (error) {
    self.postMessage({ id, error: String(error?.message ?? error) });
  }
};
