"""The service's plain data in the words of the Language Server Protocol.

Lines and columns count from 1 in the service and from 0 in the protocol, whose columns are UTF-16
units.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lsprotocol import types

from thesmos.service import TOKENS

Data = dict[str, Any]
SOURCE = "thesmos"

_KINDS = types.CompletionItemKind
_COMPLETIONS = {
    "keyword": _KINDS.Keyword, "key": _KINDS.Property, "value": _KINDS.EnumMember,
    "action": _KINDS.Method, "event": _KINDS.Event, "rule": _KINDS.Property,
    "step": _KINDS.Unit, "moment": _KINDS.Event, "fact": _KINDS.Function,
    "attribute": _KINDS.Field, "memory": _KINDS.Field, "role": _KINDS.Variable,
    "local": _KINDS.Variable, "word": _KINDS.EnumMember, "kind": _KINDS.Class,
    "person": _KINDS.Constant, "core": _KINDS.Function, "option": _KINDS.Constant,
}  # fmt: skip
_SYMBOLS = {
    "action": types.SymbolKind.Method, "event": types.SymbolKind.Event,
    "rule": types.SymbolKind.Property, "role": types.SymbolKind.Variable,
    "step": types.SymbolKind.Operator, "moment": types.SymbolKind.Event,
    "fact": types.SymbolKind.Function, "attribute": types.SymbolKind.Field,
    "memory": types.SymbolKind.Field, "word": types.SymbolKind.EnumMember,
    "kind": types.SymbolKind.Class, "heading": types.SymbolKind.Namespace,
    "score": types.SymbolKind.Number,
}  # fmt: skip
_COLOURS = {  # the names that colour themes know
    "keyword": "keyword", "action": "method", "event": "event", "rule": "property",
    "step": "method", "moment": "event", "fact": "function", "attribute": "property",
    "memory": "property", "role": "parameter", "local": "variable", "word": "enumMember",
    "kind": "class", "person": "variable", "core": "function", "option": "enumMember",
    "score": "property", "ground": "enumMember",
}  # fmt: skip
LEGEND = types.SemanticTokensLegend(
    list(dict.fromkeys(_COLOURS[kind] for kind in TOKENS)), token_modifiers=[]
)


def units(text: str) -> int:
    """Return how many UTF-16 units a text takes."""
    if text.isascii():  # each token of a long line asks
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def characters(line: str, count: int) -> int:
    """Return how many characters of a line a number of UTF-16 units are."""
    taken = 0
    for number, character in enumerate(line):
        if taken >= count:
            return number
        taken += units(character)
    return len(line)


def position(lines: Sequence[str], line: int, column: int) -> types.Position:
    """Return a place of the service as a position in the protocol. lines: those of the file."""
    row = lines[line - 1] if 0 < line <= len(lines) else ""
    return types.Position(max(line - 1, 0), units(row[: max(column - 1, 0)]))


def place(lines: Sequence[str], at: types.Position) -> tuple[int, int]:
    """Return a position in the protocol as a line and a column of the service."""
    row = lines[at.line] if at.line < len(lines) else ""
    return at.line + 1, characters(row, at.character) + 1


def span(lines: Sequence[str], data: Data) -> types.Range:
    """Return the range of data with `line`, `column`, `end_column` and maybe `end_line`."""
    line, column = data["line"] or 1, data["column"] or 1
    end = position(lines, data.get("end_line") or line, data.get("end_column") or column)
    return types.Range(position(lines, line, column), end)


def diagnostic(
    lines: Sequence[str], data: Data, related: Iterable[tuple[str, types.Range, str]]
) -> types.Diagnostic:
    """Return a diagnostic. related: the URI, range and message of each related place."""
    severity = types.DiagnosticSeverity
    message = data["message"] + (f"\n{data['hint']}" if data["hint"] else "")
    return types.Diagnostic(
        range=span(lines, data),
        message=message,
        severity=severity.Error if data["severity"] == "error" else severity.Warning,
        code=data["code"],
        source=SOURCE,
        related_information=[
            types.DiagnosticRelatedInformation(types.Location(uri, where), text)
            for uri, where, text in related
        ],
    )


def text_edit(lines: Sequence[str], data: Data) -> types.TextEdit:
    """Return an edit: what is at a place is replaced."""
    return types.TextEdit(span(lines, data), data["text"])


def completion_item(data: Data, order: int) -> types.CompletionItem:
    """Return what may be written. order: its place among the others."""
    return types.CompletionItem(
        label=data["text"],
        kind=_COMPLETIONS.get(data["kind"]),
        detail=data["form"],
        documentation=data["said"] or None,
        sort_text=f"{order:04}",
    )


def hover(lines: Sequence[str], data: Data) -> types.Hover:
    """Return what a word means, as Markdown: its form, then a paragraph for each sentence."""
    text = "\n\n".join([f"```thesmos\n{data['form']}\n```", *_escaped(data["said"]).split("\n")])
    end = {**data, "end_column": data["column"] + len(data["text"])}
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), span(lines, end))


def symbol(lines: Sequence[str], data: Data) -> types.DocumentSymbol:
    """Return a declaration of a file."""
    where = span(lines, {**data, "end_column": data["column"] + len(data["name"])})
    return types.DocumentSymbol(
        name=data["name"],
        kind=_SYMBOLS.get(data["kind"], types.SymbolKind.Key),
        range=where,
        selection_range=where,
        detail=data["kind"],
    )


def semantic_tokens(lines: Sequence[str], tokens: Iterable[Data]) -> list[int]:
    """Return tokens as the protocol encodes them: five numbers for each, relative to the last."""
    numbers: list[int] = []
    before = types.Position(0, 0)
    for token in tokens:
        where = span(lines, {**token, "end_column": token["column"] + token["length"]})
        same_line = where.start.line == before.line
        numbers += [
            where.start.line - before.line,
            where.start.character - (before.character if same_line else 0),
            where.end.character - where.start.character,
            LEGEND.token_types.index(_COLOURS[token["kind"]]),
            0,
        ]
        before = where.start
    return numbers


def _escaped(text: str) -> str:
    """Return plain text as Markdown: nothing of it is a link, code or HTML."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|~!&" else c for c in text)
