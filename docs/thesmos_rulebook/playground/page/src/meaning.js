/** What a file means: its sentences, and the light that they share with clauses and cells. */

import { files } from "./files.js";
import { page, python } from "./page.js";
import { lightSentences, showSentences } from "./panels.js";
import { lights, listeners } from "./table.js";
import { WORDS, spoken } from "./words.js";

let byCell = new Map();

/** Show the sentences of the file in the editor, in every language; that of the page comes first. */
async function describe() {
  const languages = Object.keys(WORDS).sort((a) => (a === spoken() ? -1 : 1));
  try {
    const [first, ...others] = await Promise.all(languages.map((code) => python("sentences", page.file, code)));
    page.sentences = first.map((sentence, n) => ({ ...sentence, others: others.map((list) => list[n]?.text) }));
  } catch {
    page.sentences = [];
  }
  showSentences(page.sentences, {
    looked: (sentence) => light(sentence === null ? [] : [sentence.id]),
    open: (sentence) => files.editor.goTo(sentence.line),
  });
}

const cellsOf = (lit) => [...byCell].filter(([, clauses]) => clauses.some((id) => lit.has(id))).map(([cell]) => cell);

/** Light up clauses everywhere: their sentences, their lines, and the cells that they open. */
function light(ids) {
  const lit = new Set(ids);
  lightSentences(lit);
  files.editor.light(page.sentences.filter(({ id }) => lit.has(id)).map(({ line }) => line));
  page.board?.light(cellsOf(lit));
}

/** Light up what the line of the cursor says. */
function lightLine(line) {
  const before = page.sentences.filter((sentence) => sentence.line <= line).at(-1);
  const lit = new Set(before ? [before.id] : []);
  lightSentences(lit);
  page.board?.light(cellsOf(lit));
}

/** Let the cells of the board light up the clauses that decide about them. */
function lightByBoard() {
  listeners.looked = (cell) => light(cell === null ? [] : (byCell.get(cell) ?? []));
}

/** Look up which clauses decide about which cells now. */
function lookUpLights() {
  byCell = lights();
}

export { describe, lightByBoard, lightLine, lookUpLights };
