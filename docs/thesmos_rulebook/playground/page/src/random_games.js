/** A worker that plays random games, with the library of the boards; it is a classic script. */

const ROUND = 16; // random games for each option between two looks at the clock
const LEAST = 60; // games after which a share is first believed
const matches = new Map();

importScripts("boards.js");
const { library } = self.thesmosBoards;

/** Load a match under a name. It can't say what happens in its games, for which it would need another module. */
async function load(name, module, tables) {
  const { instance } = await WebAssembly.instantiate(module);
  matches.set(name, new library.Match(instance, tables));
}

/** How often each player wins random games, played for a time or up to a number. */
function playedOut(name, powers, setup, milliseconds, most, seed) {
  const match = matches.get(name);
  const [start, random, end] = [match.start(powers, setup), new library.Random(seed), performance.now() + milliseconds];
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

const functions = { load, playedOut };

self.onmessage = async ({ data: { id, name, values } }) => {
  try {
    self.postMessage({ id, value: await functions[name](...values) });
  } catch (error) {
    self.postMessage({ id, error: String(error?.message ?? error) });
  }
};
