/**
 * Prints decisions a second of random chess, by chess.js and by the library that `thesmos build chess`
 * writes, as JSON: node peers.mjs FOLDER_OF_CHESS_JS CHESS.mjs SECONDS. `peers.py` runs it.
 */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const TURNS = 3; // in which the ways take turns
const [folder, module, seconds] = process.argv.slice(2);
const { Chess } = createRequire(`${folder}/`)("chess.js");
const { load, Random } = await import(pathToFileURL(module));
const match = await load();
const start = match.start();
const random = new Random(1);
const any = (list) => list[Math.floor(Math.random() * list.length)];

/** chess.js; its moves are texts. */
function byChessJs() {
  const game = new Chess();
  for (let count = 0; ; count++) {
    const moves = game.moves();
    if (!moves.length || game.isDrawByFiftyMoves() || game.isThreefoldRepetition() || game.isInsufficientMaterial()) return count;
    game.move(any(moves));
  }
}

/** Our states, with a function that takes a choice. */
function byStates(next) {
  let count = 0;
  for (let state = start; state.step; count++) state = next(state);
  return count;
}

let seed = 0;
const ways = {
  "chess.js": byChessJs,
  states: () => byStates((state) => state.apply(any(state.codes))),
  "decisions, texts": () => byStates((state) => state.apply(any(state.decision.options).text)),
  playouts: () => match.playouts(start, 5, ++seed).reduce((sum, game) => sum + game.decisions, 0),
};
const spent = Object.fromEntries(Object.keys(ways).map((name) => [name, { decisions: 0, time: 0 }]));
const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
for (let turn = 0; turn < TURNS; turn++) {
  for (const [name, play] of Object.entries(ways)) {
    play();
    const begin = clock();
    while (clock() - begin < seconds / TURNS) spent[name].decisions += play();
    spent[name].time += clock() - begin;
  }
}
const rates = Object.entries(spent).map(([name, { decisions, time }]) => [name, decisions / time]);
console.log(JSON.stringify(Object.fromEntries(rates)));
