/** The course of a game, and each god's quirk, by hand. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Game } from "./game.js";
import { optionText, readBoard, writeBoard } from "./notation.js";
import { rules } from "./rules.js";

const FLAT = "0".repeat(25);

/** A two-player game in the middle, player 1 about to move. */
function begin(powers, position) {
  const game = new Game([1, 2], powers, rules);
  return [game, game.turnFrom(readBoard({ levels: FLAT, ...position }, [1, 2]), 1)];
}

/** The state after some choices, each of which must be on offer. */
function take(game, state, ...choices) {
  return choices.reduce((now, text) => {
    const option = game.options(now).find((one) => optionText(one) === text);
    assert.ok(option, `${text} is not on offer`);
    return game.play(now, option);
  }, state);
}

const texts = (game, state) => game.options(state).map(optionText).sort();

test("two players place two workers each, then player 1 moves", () => {
  const game = new Game([1, 2], [null, null], rules);
  const state = take(game, game.start(), "@A1", "@B1", "@C1", "@D1");
  assert.equal(state.step, "move");
  assert.equal(state.player, 1);
  assert.deepEqual(writeBoard(state).workers, ["A1 1f", "B1 1m", "C1 2f", "D1 2m"]);
});

test("with four players the teammate of who placed first moves first", () => {
  const game = new Game([1, 2, 1, 2], [null, null, null, null], rules);
  const state = take(game, game.start(), "@A1", "@B1", "@C1", "@D1");
  assert.equal(state.player, 3);
});

test("a move up onto level 3 wins before the build", () => {
  const levels = "23" + "0".repeat(23);
  const [game, state] = begin([null, null], { levels, workers: ["A1 1f", "E5 2f"] });
  assert.deepEqual(take(game, state, "A1-B1").result, {
    winners: [1],
    reason: "move",
    eliminated: [],
  });
});

test("who can't move when the turn begins loses", () => {
  const domes = ["D5", "D4", "E4"];
  const [game, state] = begin([null, null], { workers: ["A1 1f", "E5 2f"], domes });
  const end = take(game, state, "A1-A2", "A2+A1");
  assert.deepEqual(game.options(end), []);
  assert.deepEqual(end.result, { winners: [1], reason: "blocked", eliminated: [] });
});

test("Apollo changes places, and may end where he can build nothing", () => {
  const domes = ["C4", "D4", "E4", "C2", "D2", "E2", "E3"];
  const [game, state] = begin(["apollo", null], { workers: ["C3 1f", "D3 2f"], domes });
  const swapped = take(game, state, "C3-D3");
  assert.deepEqual(writeBoard(swapped).workers, ["D3 1f", "C3 2f"]);
  assert.deepEqual(game.options(swapped), []);
  assert.equal(swapped.result, null);
  assert.equal(game.concede(swapped).result.reason, "stuck");
});

test("Artemis moves twice with one worker, not back", () => {
  const [game, state] = begin(["artemis", null], { workers: ["A1 1f", "C3 1m", "E5 2f"] });
  const once = take(game, state, "A1-A2");
  assert.ok(game.maySkip(once));
  assert.deepEqual(texts(game, once), ["A2-A3", "A2-B1", "A2-B2", "A2-B3"]);
  assert.equal(take(game, once, "A2-A3").step, "build");
});

test("Athena's hold lasts for one turn of the opponent", () => {
  const levels = "01" + "0".repeat(21) + "10";
  const [game, state] = begin(["athena", null], { levels, workers: ["A1 1f", "E5 2f"] });
  const held = take(game, state, "A1-B1", "B1+A1");
  assert.deepEqual(texts(game, held), ["E5-D4", "E5-E4"]);
  const free = take(game, held, "E5-E4", "E4+E5", "B1-C1", "C1+B1");
  assert.ok(texts(game, free).includes("E4-D5"));
});

test("Demeter builds twice, on two spaces", () => {
  const [game, state] = begin(["demeter", null], { workers: ["A1 1f", "E5 2f"] });
  const once = take(game, state, "A1-B1", "B1+A1");
  assert.ok(game.maySkip(once));
  assert.deepEqual(texts(game, once), ["B1+A2", "B1+B2", "B1+C1", "B1+C2"]);
  assert.equal(take(game, once, "B1+A2").player, 2);
  assert.equal(game.skip(once).player, 2);
});

test("Minotaur pushes straight on, onto any level, not off the board", () => {
  const levels = "0030" + "0".repeat(21);
  const workers = ["A1 1f", "B1 2f", "A2 1m"];
  const [game, state] = begin(["minotaur", null], { levels, workers });
  const pushed = take(game, state, "A1-B1");
  assert.deepEqual(writeBoard(pushed).workers, ["B1 1f", "C1 2f", "A2 1m"]);
  assert.equal(pushed.result, null); // being pushed up is no move up
  assert.ok(!texts(game, state).includes("A2-B1")); // behind B1 there is no board
});

test("of three players the blocked one leaves with all workers", () => {
  const game = new Game([1, 2, 3], [null, null, null], rules);
  const board = readBoard(
    { levels: FLAT, workers: ["A1 1f", "E5 2f", "A5 3f"], domes: ["D5", "D4", "E4"] },
    [1, 2, 3],
  );
  const state = take(game, game.turnFrom(board, 1), "A1-A2", "A2+A1");
  assert.equal(state.player, 3);
  assert.deepEqual(state.eliminated, [2]);
  assert.deepEqual(writeBoard(state).workers, ["A2 1f", "A5 3f"]);
});
