/** Colours for YAML with the clause language inside its block texts. */

import { KEYWORDS } from "./keywords.js";
import { HighlightStyle, LanguageSupport, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { yamlLanguage } from "@codemirror/lang-yaml";
import { parseMixed } from "@lezer/common";
import { tags } from "@lezer/highlight";

const clauses = StreamLanguage.define({
  name: "clauses",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/#.*/)) return "comment";
    if (stream.match(/-?\d+/)) return "number";
    if (stream.match(/"[^"]*"/)) return "string";
    const match = stream.match(/[A-Za-z_]\w*/);
    if (match) {
      if (KEYWORDS.has(match[0])) return "keyword";
      if (/^[A-Z]/.test(match[0])) return "typeName";
      return stream.match(/\s*\(/, false) ? "call" : "variableName";
    }
    if (stream.match(/:=|\+=|-=|!=|<=|>=|[<>=+*/.|]/)) return "operator";
    stream.next();
    return null;
  },
  tokenTable: { call: tags.function(tags.variableName) },
});

const yaml = yamlLanguage.configure({
  wrap: parseMixed((node) => (node.name === "BlockLiteralContent" ? { parser: clauses.parser } : null)),
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)", fontWeight: "600" },
  { tag: tags.atom, color: "var(--person)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.function(tags.variableName), color: "var(--fact)" },
  { tag: tags.typeName, color: "var(--kind)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: "var(--key)" },
  { tag: tags.operator, color: "var(--muted)" },
  { tag: tags.string, color: "var(--string)" },
]);

export const clauseLanguage = [new LanguageSupport(yaml), syntaxHighlighting(colours)];
