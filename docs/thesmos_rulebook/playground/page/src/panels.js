/** The lists beside the board: problems, sentences, scenarios, and reasons. */

import { byId, element } from "./elements.js";
import { spoken, word } from "./words.js";

const MOST = 30; // problems that are listed

/** List what is wrong. open: goes to a file, line and column; mend: applies an edit of a file. */
function showProblems(diagnostics, file, { open, mend }) {
  const list = byId("problems");
  const shown = JSON.stringify([diagnostics, file, spoken()]);
  if (list.dataset.shown === shown) return; // a button that is replaced while it is pressed does nothing
  list.dataset.shown = shown;
  list.hidden = !diagnostics.length;
  list.replaceChildren(
    ...diagnostics.slice(0, MOST).map((each) => {
      const place = `${each.file && each.file !== file ? `${each.file}:` : ""}${each.line ?? ""}`;
      const go = () => open(each.file || file, each.line ?? 1, each.column ?? 1);
      const button = element("button", { className: each.severity, onclick: go },
        element("b", {}, `${place} `), element("span", {}, each.message),
        each.hint ? element("i", {}, each.hint) : null);
      const mended = each.edit ? element("button", { className: "mend", onclick: () => mend(each.file || file, each.edit) }, mendWords(each.edit)) : null;
      return element("li", {}, button, mended);
    }),
    ...(diagnostics.length > MOST ? [element("li", {}, word("more", { n: diagnostics.length - MOST }))] : []),
  );
}

const mendWords = ({ text }) => (text ? word("mend", { text }) : word("take out"));

/** List the sentences of a file. looked: with a sentence under the pointer or focus, or null. */
function showSentences(sentences, { looked, open }) {
  const list = byId("says");
  const entries = sentences.map((sentence) => {
    const button = element("button", { data: { id: sentence.id }, onclick: () => open(sentence) },
      element("span", {}, sentence.text), ...sentence.others.filter(Boolean).map((text) => element("small", {}, text)));
    button.onpointerenter = button.onfocus = () => looked(sentence);
    button.onpointerleave = button.onblur = () => looked(null);
    return element("li", {}, button);
  });
  list.replaceChildren(...(entries.length ? entries : [element("li", { className: "quiet" }, word("nothing"))]));
}

/** Light up the sentences with these ids. */
function lightSentences(ids) {
  for (const button of byId("says").querySelectorAll("button")) button.classList.toggle("lit", ids.has(button.dataset.id));
}

/** List scenarios. outcomes: by file, undefined while one has not been run. */
function showScenarios(files, outcomes, open) {
  byId("tests").hidden = !files.length;
  byId("scenarios").replaceChildren(
    ...files.map(({ file, title }) => {
      const outcome = outcomes.get(file);
      const status = outcome?.status ?? "running";
      const sign = { passed: "✓", failed: "✗", invalid: "✗", skipped: "–" }[status] ?? "…";
      const said = status === "invalid" ? word("failed") : word(status);
      const lines = ["failed", "invalid"].includes(status) ? outcome.lines : [];
      const button = element("button", { className: status, onclick: () => open(file, outcome?.places?.[0] ?? 1, 1) },
        element("b", { "aria-hidden": "true" }, `${sign} `), element("span", {}, outcome?.title ?? title),
        element("span", { className: "hidden" }, `: ${said}`), ...lines.slice(0, 4).map((line) => element("i", {}, line)));
      return element("li", {}, button);
    }),
  );
}

/** Why a choice is closed, as elements: what does not hold, the values, and the line, which opens. */
function whyParts(why, open) {
  const against = why.findings.filter(({ holds, waived }) => !holds && !waived);
  const reasons = against.map((finding) => {
    const values = Object.entries(finding.values).map(([name, value]) => `${name} = ${value ?? "none"}`).join(", ");
    const go = () => open(finding.file, finding.line, 1);
    const place = finding.file ? element("button", { className: "place", onclick: go }, `${finding.file}:${finding.line}`) : null;
    return element("p", {}, element("q", {}, finding.said || finding.id), " ", element("small", {}, values), " ", place);
  });
  return [` ${word("must hold")}`, ...reasons];
}

export { lightSentences, mendWords, showProblems, showScenarios, showSentences, whyParts };
