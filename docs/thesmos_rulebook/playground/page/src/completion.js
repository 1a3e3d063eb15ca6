/** What the editor offers as you type, and what it says under the pointer. Python is asked for both. */

import { textOf } from "./files.js";
import { KEYWORDS } from "./keywords.js";
import { page, python } from "./page.js";
import { spoken } from "./words.js";

const ICONS = { keyword: "keyword", action: "method", rule: "property", step: "method", fact: "function", core: "function",
  attribute: "property", memory: "property", kind: "class", word: "enum", value: "enum", key: "property" };

/** The line of a place, and its column in characters, both from 1. */
function placeOf(doc, at) {
  const line = doc.lineAt(at);
  return [line.number, [...line.text.slice(0, at - line.from)].length + 1];
}

/** What may be written before the cursor. Names are offered unasked after a space, keywords are not. */
async function completions(context) {
  const before = context.matchBefore(/[\w-]*$/);
  const typed = before !== null && before.from < before.to;
  if (!typed && !context.explicit && !/[ .(]/.test(context.state.sliceDoc(Math.max(context.pos - 1, 0), context.pos))) return null;
  const from = before?.from ?? context.pos;
  if (!page.ready) return typed ? { from, options: [...KEYWORDS].map((label) => ({ label, type: "keyword" })) } : null;
  const { version } = page;
  const items = await ask("completion", ...placeOf(context.state.doc, context.pos));
  // After an answer that comes too late, CodeMirror asks again; after none, it would not.
  if (version !== page.version) return { from, options: [] };
  if (!items?.length || (!typed && !context.explicit && items.some(({ kind }) => kind === "keyword"))) return null;
  const options = items.map(({ text, kind, form, said }, place) => (
    { label: text, type: ICONS[kind] ?? "variable", detail: form === text ? "" : form, info: said || undefined, boost: -place / items.length }
  ));
  return { from, options, validFor: /^[\w-]*$/ };
}

/** What the word at a place means: how it is used, and what the rule book says of it; null if nothing. */
const meaningAt = async (state, at) => (page.ready ? ask("hover", ...placeOf(state.doc, at), spoken()) : null);

/** A meaning as elements. */
function meaningParts({ form, said }) {
  const code = document.createElement("code");
  code.textContent = form;
  return [code, ...said.split("\n").filter(Boolean).map(paragraph)];
}

/** What the word under the pointer means. */
async function hover(view, at) {
  const meaning = await meaningAt(view.state, at);
  if (!meaning) return null;
  const line = view.state.doc.line(meaning.line);
  const begin = line.from + [...line.text].slice(0, meaning.column - 1).join("").length;
  const create = () => {
    const dom = document.createElement("div");
    dom.append(...meaningParts(meaning));
    return { dom };
  };
  return { pos: begin, end: begin + meaning.text.length, above: true, create };
}

function paragraph(text) {
  const dom = document.createElement("p");
  dom.className = "said";
  dom.textContent = text;
  return dom;
}

/** An answer about the text as it is now; none if it comes too late, or there is nothing to say. */
async function ask(name, ...place) {
  const { file, version } = page;
  try {
    await python("write", file, textOf(file));
    const answer = await python(name, file, ...place);
    return version === page.version && file === page.file ? answer : null;
  } catch {
    return null; // it is only help
  }
}

/** Say what the word at the cursor means, for the keyboard and for screens that are touched. */
async function explainWord(view, place) {
  const { head } = view.state.selection.main;
  const meaning = view.hasFocus ? await meaningAt(view.state, head) : null;
  if (view.state.selection.main.head !== head) return;
  place.hidden = !meaning;
  place.replaceChildren(...(meaning ? meaningParts(meaning) : []));
}

export { completions, explainWord, hover };
