/** What the editor offers while one types, and what it says under the pointer. */

import { page } from "./page.js";
import { textOf } from "./files.js";
import { KEYWORDS } from "./keywords.js";

const WORD = /[a-z_][a-z0-9_]{2,}/gi;
const LEAST = 2; // letters before words are offered

/** Keywords, and the words of the game and of this file, for the word before the cursor. */
function completions(context) {
  const before = context.matchBefore(/[a-z_]\w*/i);
  if (!before || (before.text.length < LEAST && !context.explicit)) return null;
  const own = context.state.doc.toString().replace(before.text, "");
  const words = new Set([...(textOf("game.yaml").match(WORD) ?? []), ...(own.match(WORD) ?? [])]);
  for (const keyword of KEYWORDS) words.delete(keyword);
  const options = [
    ...[...KEYWORDS].map((label) => ({ label, type: "keyword", boost: 1 })),
    ...[...words].map((label) => ({ label, type: "variable" })),
  ];
  return { from: before.from, options, validFor: /^\w*$/ };
}

/** The sentence of the clause under the pointer. */
function hover(view, at) {
  const line = view.state.doc.lineAt(at);
  const said = page.sentences.find((sentence) => sentence.line === line.number);
  if (!said) return null;
  const create = () => {
    const dom = document.createElement("p");
    dom.className = "said";
    dom.textContent = said.text;
    return { dom };
  };
  return { pos: line.from, end: line.to, above: true, create };
}

export { completions, hover };
