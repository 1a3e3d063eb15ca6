/** The editor: the text of one file, with marks for what is wrong and for what is looked at. */

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { clauseLanguage } from "./clause_language.js";
import { completions, hover } from "./completion.js";
import { mendWords } from "./panels.js";

const light = StateEffect.define();
const LIT = Decoration.line({ class: "lit" });
const litLines = StateField.define({
  create: () => Decoration.none,
  update(lines, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(light)) return Decoration.set(effect.value.map((from) => LIT.range(from)));
    }
    return lines.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

class Editor {
  /** place: the element. changed: called after each edit; moved: with the line of the cursor; mend: with a file and an edit that was chosen. */
  constructor(place, { changed, moved, mend, label }) {
    this.mend = mend;
    this.states = new Map(); // by file, with their history of edits
    this.extensions = [
      lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), indentUnit.of("  "),
      clauseLanguage, EditorView.lineWrapping, litLines,
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
      autocompletion({ override: [completions] }),
      hoverTooltip(hover),
      keymap.of([...lintKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed();
        if (update.selectionSet && !update.docChanged) moved(this.line);
      }),
    ];
    this.view = new EditorView({ parent: place, state: this.stateOf("") });
    this.view.scrollDOM.tabIndex = 0; // so that the keyboard scrolls what is too long
    new ResizeObserver(() => this.keepCursor()).observe(this.view.scrollDOM);
    this.file = null;
  }

  stateOf(text) {
    return EditorState.create({ doc: text, extensions: this.extensions });
  }

  /** Show a file. What was edited in another one stays, and can be undone when it is shown again. */
  open(file, text) {
    if (this.file !== null) this.states.set(this.file, this.view.state);
    const before = this.states.get(file);
    this.view.setState(before && before.doc.toString() === text ? before : this.stateOf(text));
    this.file = file;
  }

  forget() {
    this.states.clear();
    this.file = null;
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** The line of the cursor, from 1. */
  get line() {
    return this.view.state.doc.lineAt(this.view.state.selection.main.head).number;
  }

  offset(line, column = 1) {
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return Math.min(at.from + [...at.text].slice(0, column - 1).join("").length, at.to);
  }

  goTo(line, column = 1) {
    const anchor = this.offset(line, column);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  /** Keep the cursor in view while somebody writes, also if lists below leave less room. */
  keepCursor() {
    if (this.view.hasFocus) this.view.dispatch({ effects: EditorView.scrollIntoView(this.view.state.selection.main.head) });
  }

  /** Light up lines; none: put them out. */
  light(lines) {
    const starts = [...new Set(lines.map((line) => this.offset(line)))].sort((a, b) => a - b);
    this.view.dispatch({ effects: light.of(starts) });
  }

  /** Underline what is wrong. */
  mark(diagnostics) {
    const marks = diagnostics.map((each) => {
      const from = this.offset(each.line ?? 1, each.column ?? 1);
      const to = each.end_line ? this.offset(each.end_line, each.end_column) : this.wordEnd(from);
      const actions = each.edit ? [{ name: mendWords(each.edit), apply: () => this.mend(each.file, each.edit) }] : [];
      const message = each.hint ? `${each.message}\n${each.hint}` : each.message;
      return { from, to: Math.max(to, from), severity: each.severity, source: each.code, message, actions };
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  wordEnd(from) {
    const word = this.view.state.wordAt(from);
    return word && word.from <= from ? word.to : from + 1;
  }

  apply({ line, column, end_line, end_column, text }) {
    const changes = { from: this.offset(line, column), to: this.offset(end_line, end_column), insert: text };
    this.view.dispatch({ changes, selection: { anchor: changes.from + text.length } });
    this.view.focus();
  }
}

export { Editor };
