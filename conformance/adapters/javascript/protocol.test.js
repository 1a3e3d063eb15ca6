/** The protocol: what is answered to whom. */

import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";

import { answer, serve } from "./protocol.js";
import { rules } from "./rules.js";

const SETUP = { players: 2, teams: [1, 2], powers: ["athena", null] };
const POSITION = { levels: "0".repeat(25), workers: ["A1 1f", "E5 2f"], to_move: 1 };

const look = (keys) =>
  answer({ op: "look", game: "santorini", setup: SETUP, position: POSITION, ...keys }, rules);

test("a look tells who decides, what is offered, and the position", () => {
  const { ok } = look({ choices: ["A1-B1"] });
  assert.equal(ok.player, 1);
  assert.equal(ok.step, "build");
  assert.deepEqual(ok.options.sort(), ["B1+A1", "B1+A2", "B1+B2", "B1+C1", "B1+C2"]);
  assert.deepEqual(ok.position.workers, ["B1 1f", "E5 2f"]);
  assert.deepEqual(ok.events, [{ e: "move", from: "A1", to: "B1" }]);
});

test("`every` answers for the beginning and after each choice", () => {
  const { ok } = look({ choices: ["A1-B1", "B1+A1"], every: true });
  assert.deepEqual(ok.path.map(({ step }) => step), ["move", "build", "move"]);
});

test("the first choice that is not on offer is refused", () => {
  assert.deepEqual(look({ choices: ["A1-B1", "skip", "zzz"] }), { refused: { choice: 1 } });
});

test("what this implementation does not do is unsupported", () => {
  const of = (keys) => look(keys).unsupported;
  assert.equal(of({ game: "chess" }), "game chess");
  assert.equal(of({ setup: { ...SETUP, powers: ["circe", null] } }), "power circe");
  assert.equal(of({ setup: { ...SETUP, mode: "golden-fleece" } }), "mode golden-fleece");
  assert.equal(of({ setup: { ...SETUP, golden_fleece: "apollo" } }), "golden_fleece");
  assert.equal(of({ setup: { ...SETUP, teams: [1, 1] } }), "teams 1,1");
  assert.equal(of({ position: { ...POSITION, memory: { circe: 1 } } }), "memory");
  assert.equal(of({ position: { ...POSITION, tokens: ["A1 coin 1"] } }), "tokens");
  assert.equal(of({ viewer: 1 }), "viewer");
});

test("what can't be understood is an error", () => {
  const of = (keys) => look(keys).error;
  assert.match(of({ position: { ...POSITION, levels: "0" } }), /25 digits/);
  assert.match(of({ position: { ...POSITION, workers: ["Z9 1f"] } }), /no worker/);
  assert.match(of({ position: { ...POSITION, workers: ["A1 1f", "A1 2f"] } }), /two workers/);
  assert.match(of({ position: { ...POSITION, to_move: 3 } }), /to_move/);
  assert.match(of({ setup: [] }), /setup must be an object/);
  assert.match(of({ op: "dance" }), /unknown op "dance"/);
  assert.match(answer({ op: "hello", thesmos: [7] }, rules).error, /version 1/);
});

test("one answer a line, with the id of the request; `bye` ends it", async () => {
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: "utf8" })];
  input.write('{"id":"1","op":"hello","thesmos":[1]}\nnonsense\n{"id":"3","op":"bye"}\n');
  await serve(rules, input, output);
  const lines = output.read().trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.map(({ id }) => id), ["1", "", "3"]);
  assert.equal(lines[0].ok.implementation.name, "tower-js");
  assert.match(lines[1].error, /not a JSON object/);
});
