// Visits the playground in a browser, as a person would, and prints what was seen as JSON.
// Arguments: the folder of the packages, the browser's program, "chrome" or "firefox", the address.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [packages, program, browserName, address] = process.argv.slice(2);
const require = createRequire(`${packages}/package.json`);
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const PATIENCE = 120000; // milliseconds for anything that is waited for
const FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking"];
const seen = { complaints: [] };

const browser = await puppeteer.launch({
  executablePath: program, browser: browserName, headless: true, args: browserName === "chrome" ? FLAGS : [],
});
const page = await browser.newPage();
page.setDefaultTimeout(PATIENCE);
page.on("pageerror", (error) => seen.complaints.push(String(error.message)));

const textOf = (selector) => page.$eval(selector, (node) => node.textContent);
const textsOf = (selector) => page.$$eval(selector, (nodes) => nodes.map((node) => node.textContent));
const until = (selector) => page.waitForSelector(selector);
const count = (selector, least) => page.waitForFunction((of, n) => document.querySelectorAll(of).length >= n, {}, selector, least);
const isReady = () => until("body[data-ready]");
const atEnd = async () => {
  await page.focus(".cm-content");
  await page.keyboard.down("Control");
  await page.keyboard.press("End");
  await page.keyboard.up("Control");
};
const press = async (cell) => {
  await page.waitForFunction(() => !playground.board.thinking);
  await page.$eval(`.play__cell[data-cell="${cell}"]`, (node) => node.dispatchEvent(new MouseEvent("click", { bubbles: true })));
};
const labelOf = (cell) => page.$eval(`.play__cell[data-cell="${cell}"]`, (node) => node.getAttribute("aria-label"));
const kept = () => page.evaluate(() => JSON.stringify([[...playground.edited], playground.board.state.position({ whole: true }), playground.seating.powers]));
const faults = () => page.evaluate(async () => (await axe.run({ resultTypes: ["violations"] })).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`));

try {
  await page.goto(`${address}?game=santorini&file=powers/minotaur.yaml&language=en`);
  await isReady();
  seen.start = { status: await textOf("#status"), text: await textOf(".cm-content"), strength: await textOf("#strength"), marks: await page.evaluate(() => playground.marks), turn: await textOf(".play__status"), sentences: await textOf("#says"), powers: await page.evaluate(() => playground.seating.powers) };

  // A mistake, and its correction.
  await atEnd();
  await page.keyboard.type("\n    permit move wai");
  await until("#status.bad");
  // On a busy machine, what is typed first is checked by itself.
  await page.waitForFunction(() => [...document.querySelectorAll(".cm-lintRange-error")].some((node) => node.textContent === "wai"));
  seen.wrong = { problems: await textOf("#problems"), underlined: await textsOf(".cm-lintRange-error"), dimmed: await page.$eval("body", (body) => body.classList.contains("stale")), cells: (await page.$$(".play__cell")).length };
  await page.keyboard.type("ving ");
  await page.waitForFunction(() => document.querySelector(".cm-tooltip-autocomplete")?.textContent.includes("climb"));
  seen.offered = await textsOf(".cm-tooltip-autocomplete .cm-completionLabel");
  await page.keyboard.type("climp");
  await until("#problems .mend:enabled"); // until the whole word has been checked, its edit is another
  await page.$eval("#problems .mend", (node) => node.click());
  await count("#says button", 2);
  await until("#status.good");
  seen.mended = { sentences: await textsOf("#says button span"), spanish: await textsOf("#says button small") };

  await page.keyboard.press("ArrowLeft");
  await until("#word:not([hidden])");
  seen.word = await textOf("#word");

  await page.waitForFunction(() => playground.marks.board);

  // Two people place their workers; then a move, by the pointer and by the keyboard.
  await page.select(".play__player--2 select", "person");
  for (const [n, cell] of ["A1", "B1", "E5", "D5"].entries()) {
    await press(cell);
    await count(".play__log li", n + 1);
  }
  await press("A1");
  await until('.play__cell--chosen[data-cell="A1"]');
  await press("E5");
  await until(".play__why .place");
  seen.why = await textOf(".play__why");
  await page.$eval('.play__cell[data-cell="A1"]', (node) => node.focus());
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await count(".play__log li", 5);
  seen.played = { moves: await page.evaluate(() => playground.board.moves), cell: await labelOf("A2"), told: await textOf(".play__log li"), arrows: (await page.$$(".play__board .arrow")).length };
  await page.click(".play__tools button");
  await page.waitForFunction(() => playground.board.moves.length === 4);
  await page.click(".play__tools button:nth-of-type(2)");
  await page.waitForFunction(() => playground.board.moves.length === 5);
  await page.waitForFunction(() => /%.*%/s.test(document.getElementById("strength").textContent));
  seen.strength = await textOf("#strength");

  // The position becomes a scenario, which passes.
  await page.click("#keep");
  await page.waitForFunction(() => playground.file.startsWith("scenarios/"));
  await page.waitForFunction(() => [...playground.outcomes.keys()].some((file) => file === playground.file));
  seen.scenario = await page.evaluate(() => playground.outcomes.get(playground.file).status);

  // A link brings back the same text, powers and position.
  await page.click("#share");
  await page.waitForFunction(() => /link|address/.test(document.getElementById("toast").textContent));
  seen.link = { characters: await page.evaluate(() => location.href.length) };
  const before = await kept();
  if (browserName === "chrome") {
    await page.evaluate(axe);
    seen.faults = await faults();
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    seen.faults.push(...(await faults()));
    await page.setViewport({ width: 390, height: 844 });
    seen.overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }
  await page.waitForFunction(() => playground.marks.image);
  await page.reload();
  await isReady();
  await page.waitForFunction(() => playground.board);
  seen.link.same = (await kept()) === before;

  // The way back from another game leads to what was written.
  await page.select("#game", "tic-tac-toe");
  await until('body[data-ready="tic-tac-toe"]');
  await page.evaluate(() => history.back()).catch(() => {}); // which takes this page away
  await until('body[data-ready="santorini"]');
  await page.waitForFunction(() => playground.board);
  seen.back = await page.evaluate(() => [...playground.edited.keys()]);

  seen.anew = await page.evaluate(() => playground.checking.call("keep image"));

  // A worker that does not answer is replaced, and the game goes on.
  const earlier = await kept();
  await page.evaluate(() => playground.checking.call("check_all", [], 1).catch(() => {}));
  await page.waitForFunction(() => playground.restarts === 1);
  seen.again = { cells: (await page.$$(".play__cell")).length, same: (await kept()) === earlier };
} catch (error) {
  const state = await page.evaluate(() => ({ restarts: playground.restarts, marks: playground.marks, toast: document.getElementById("toast").textContent, status: document.getElementById("status").textContent, moves: playground.board?.moves }));
  error.message += ` (${JSON.stringify({ state, seen })})`;
  throw error;
} finally {
  await browser.close();
}
console.log(JSON.stringify(seen));
