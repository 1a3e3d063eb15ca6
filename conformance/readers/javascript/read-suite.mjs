// Compares an engine with a suite, as `thesmos suite` writes it: node read-suite.mjs SUITE ENGINE
//
// ENGINE is a module with `look({game, setup, position, choices})`: what is on offer there, as
// {player, options, may_skip}, {result: {winners}} or {refused: {choice}}; undefined if the engine
// does not know the question. That is the answer to a `look` of conformance/protocol/README.md.
// The exit code is 0 if cases passed and none failed.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

if (process.argv.length !== 4) {
  console.error("usage: node read-suite.mjs SUITE ENGINE");
  process.exit(2);
}
const [suite, engine] = process.argv.slice(2).map((path) => resolve(path));
const { look } = await import(engine);

const sorted = (list) => JSON.stringify([...(list ?? [])].sort());
const counts = { passed: 0, failed: 0, unsupported: 0 };

function ask(place) {
  try {
    return look(place);
  } catch (error) {
    return { thrown: String(error) }; // one case fails, and the others are asked
  }
}

function wrong(right, got) {
  if (got.thrown) return got.thrown;
  if (right.refused) return got.refused?.choice === right.refused.choice ? "" : "not refused";
  if (right.ok.result) return sorted(right.ok.result.winners) === sorted(got.result?.winners) ? "" : "winners";
  if (right.ok.player !== got.player) return "player";
  if (right.ok.may_skip !== Boolean(got.may_skip)) return "may_skip";
  return sorted(right.ok.options) === sorted(got.options) ? "" : "options";
}

for (const line of readFileSync(suite, "utf8").split("\n").filter(Boolean)) {
  const { id, looks } = JSON.parse(line);
  const questions = looks.flatMap(({ ok, refused, refuse = [], views, ...place }) => {
    const at = place.choices ?? [];
    const tried = refuse.map(({ option }) => [
      { ...place, choices: [...at, option] },
      { refused: { choice: at.length } },
    ]);
    return [[place, { ok, refused }], ...tried];
  });
  const answers = questions.map(([place, right]) => [right, ask(place), place]);
  if (answers.some(([, got]) => got === undefined)) {
    counts.unsupported += 1;
    continue;
  }
  const found = answers.map(([right, got, place]) => [wrong(right, got), place]).find(([words]) => words);
  counts[found ? "failed" : "passed"] += 1;
  if (found) console.log(`${id}: ${found[0]} after ${(found[1].choices ?? []).join(" ") || "nothing"}`);
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.unsupported} unsupported`);
process.exitCode = counts.passed && !counts.failed ? 0 : 1;
