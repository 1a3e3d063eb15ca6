// Compares an engine with a suite of `thesmos suite`: node read-suite.mjs SUITE ENGINE
// ENGINE is a module with a function `look(question)`. It returns what the line has as `expect`, or
// undefined if the engine does not support the question. docs/pages/cli.md#suite describes a line.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

if (process.argv.length !== 4) { console.error("usage: node read-suite.mjs SUITE ENGINE"); process.exit(2); }
const [suite, engine] = process.argv.slice(2);
const { look } = await import(pathToFileURL(engine));
const counts = { passed: 0, failed: 0, unsupported: 0 };
const sorted = (list) => list && [...list].sort();
const text = ({ player, options, may_skip, winners, refused }) =>
  JSON.stringify({ player, options: sorted(options), may_skip, winners: sorted(winners), refused });

for (const line of readFileSync(suite, "utf8").split("\n").filter(Boolean)) {
  const { expect, answer, why, ...question } = JSON.parse(line);
  let got;
  try {
    const found = question.viewer ? undefined : look(question); // only `answer` has a view in full
    got = found && text(found);
  } catch (error) {
    got = String(error);
  }
  const verdict = got === undefined ? "unsupported" : got === text(expect) ? "passed" : "failed";
  counts[verdict] += 1;
  if (verdict === "failed")
    console.log(`${question.id}: expected ${text(expect)}, got ${got} after ${JSON.stringify(question.choices)}`);
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.unsupported} unsupported`);
process.exitCode = counts.passed > 0 && counts.failed === 0 ? 0 : 1;
