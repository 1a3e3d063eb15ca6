// Visits the playground in a browser, as a person would, and prints what was seen as JSON.
// Arguments: the folder of the packages, the browser's program, "chrome" or "firefox", the address.
import { createRequire } from "node:module";

const [packages, program, browserName, address] = process.argv.slice(2);
const require = createRequire(`${packages}/package.json`);
const puppeteer = require("puppeteer-core");

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
const until = (selector) => page.waitForSelector(selector);
const isReady = () => until("body[data-ready]");
const atEnd = async () => {
  await page.focus(".cm-content");
  await page.keyboard.down("Control");
  await page.keyboard.press("End");
  await page.keyboard.up("Control");
};
const press = (cell) => page.$eval(`[data-cell="${cell}"]`, (node) => node.dispatchEvent(new MouseEvent("click", { bubbles: true })));

try {
  await page.goto(`${address}?game=santorini&file=powers/minotaur.yaml&language=en`);
  await isReady();
  seen.start = { status: await textOf("#status"), text: await textOf(".cm-content"), turn: await textOf("#turn"), sentences: await textOf("#says") };

  await atEnd();
  await page.keyboard.type("\n    permit moev");
  await until("#status.bad");
  seen.wrong = { problems: await textOf("#problems"), underlined: await page.$$eval(".cm-lintRange-error", (nodes) => nodes.map((node) => node.textContent)), dimmed: await page.$eval("body", (body) => body.classList.contains("stale")), cells: (await page.$$("[data-cell]")).length };

  for (let n = 0; n < 11; n++) await page.keyboard.press("Backspace");
  await page.keyboard.type("permit move waiving climb");
  await until("#status.good");
  await page.waitForFunction(() => document.querySelectorAll("#says button").length > 1);
  seen.mended = { sentences: await page.$$eval("#says button", (nodes) => nodes.map((node) => node.textContent)) };

  await press("A1");
  await page.waitForFunction(() => document.querySelectorAll("#story li").length === 1);
  seen.played = { story: await textOf("#story"), board: await textOf("#board desc") };
} finally {
  await browser.close();
}
console.log(JSON.stringify(seen));
