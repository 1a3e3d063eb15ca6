// Nim, written by hand, as an engine for read-suite.mjs: see docs/pages/facts/nim.md.
const NAMES = ["A1", "B1", "C1", "D1"];

const offered = (heaps) =>
  heaps.flatMap((size, at) => Array.from({ length: size }, (_, left) => `${NAMES[at]}-${left + 1}`));

export function look({ game, setup, position = { heaps: "1357", to_move: 1 }, choices }) {
  if (game !== "nim") return undefined;
  const heaps = [...position.heaps].map(Number);
  let player = position.to_move;
  for (const [number, choice] of choices.entries()) {
    if (!offered(heaps).includes(choice)) return { refused: number };
    heaps[NAMES.indexOf(choice.slice(0, 2))] -= Number(choice.slice(3));
    player = 3 - player;
  }
  if (offered(heaps).length) return { player, options: offered(heaps), may_skip: false };
  const loses = setup.options?.last_counter === "loses"; // who took the last one is not to move
  return { winners: [loses ? player : 3 - player] };
}
