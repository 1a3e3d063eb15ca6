"""Rewrite the clause texts of a file in the standard form of `thesmos fmt`.

Only texts in the clause language are rewritten: the YAML around them, the order of keys and texts
for people stay as they are. It is checked that the meaning stays the same. Lines are broken to have
at most WIDTH columns where possible; a longer value on the line of its key is moved into a `|`
block.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, TypeAlias

from thesmos.diagnostics import Diagnostic, InternalError
from thesmos.syntax import nodes as t
from thesmos.syntax import yaml_values as y
from thesmos.syntax.changes import RULES, as_declared
from thesmos.syntax.clause_parser import MAX_STATEMENT, parse_clauses
from thesmos.syntax.declaration_reader import Parse
from thesmos.syntax.document_reader import DocumentReader
from thesmos.syntax.layout import INDENT, BlockWriter, broken, comments_in, statement_lines
from thesmos.syntax.schema import validate
from thesmos.syntax.short_forms import fully_expanded, shortened
from thesmos.syntax.unparse import line_text
from thesmos.syntax.yaml_nodes import YamlMap, YamlText, parse_yaml

WIDTH = 100
CHANGED = {  # by kind of document, the keys whose parts are written like those of a game
    "power": ("adds",),
    "mode": ("adds", "replaces"),
    "edition": ("adds", "replaces"),
    "module": ("adds", "replaces"),
    "changes": ("adds", "replaces"),
}
# Forms of older versions of the clause language, and those that `thesmos fmt` writes for them. The
# grammar has them no more: `check` rejects them, and names the new form (hints.py).
_NEW = {r"[ \t]*\bduring[ \t]+this[ \t]+turn\b": "", r"\bor_in\b": "union"}
_OLD = re.compile("|".join([r"(?P<comment>#[^\n]*)", *(f"({pattern})" for pattern in _NEW)]))
_KEY = re.compile(r"(?P<indent> *)[^-{\[ ][^{\[]*: ")  # a key outside of YAML's `{…}` and `[…]`
KINDS = ("game", "part", *CHANGED)  # of documents with clause texts

ReadText: TypeAlias = tuple[YamlText, Parse]  # a text in the clause language, and its parser


def formatted(text: str, file: str) -> tuple[str, list[Diagnostic]]:
    """Return the text of a document with its clauses in standard form, and the errors in it.

    file: its name in messages. A text with errors is returned unchanged. Raises InternalError if
    the meaning of a text would change.
    """
    root, diagnostics = parse_yaml(text, file)
    kind = y.text(y.get(root, "thesmos"))
    if diagnostics or not isinstance(root, YamlMap) or kind not in KINDS:
        return text, diagnostics
    diagnostics = validate(root, kind)
    if diagnostics:
        return text, diagnostics
    texts, diagnostics = _clause_texts(root, kind)
    lines = text.split("\n")
    if diagnostics:
        for written, _ in texts:
            _replace(lines, written, _renewed(written.value))
        today = "\n".join(lines)
        renewed, wrong = (text, diagnostics) if today == text else formatted(today, file)
        return (text, diagnostics) if wrong else (renewed, [])
    for written, parse in texts:
        _rewrite(lines, written, parse)
    return "\n".join(lines), []


def _renewed(text: str) -> str:
    """Return a clause text with outdated forms replaced; its comments stay as they are."""
    return _OLD.sub(_new, text)


def _new(match: re.Match[str]) -> str:
    if match["comment"]:
        return match.group()
    return next(new for old, new in _NEW.items() if re.fullmatch(old, match.group()))


def _clause_texts(root: YamlMap, kind: str) -> tuple[list[ReadText], list[Diagnostic]]:
    """Return a document's texts in the clause language, last to first, and the errors in them."""
    reader = DocumentReader()
    if kind in ("game", "part"):
        reader.game(as_declared(root), lambda _: None)
    elif kind == "power":
        reader.card(root)
    elif kind == "mode":
        reader.mode(root)
    for key in CHANGED.get(kind, ()):
        part = root.get(key)
        if isinstance(part, YamlMap):
            reader.game(as_declared(part), lambda _: None)
            for _, rule in y.pairs(part.get(RULES)):
                reader.expr(rule)
    texts = reader.clause_texts
    texts.sort(key=lambda read_text: read_text[0].location, reverse=True)
    return texts, reader.diagnostics


def _rewrite(lines: list[str], written: YamlText, parse: Parse) -> None:
    """Format a text in the lines of its file. Raises InternalError if its meaning would change."""
    meant, _ = parse(written)
    short = shortened(meant) if parse is parse_clauses else meant
    if written.style != "literal":
        shown = _one_line(short) or written.value
        if isinstance(short, t.Expr) and (block := _moved_below(lines, written, shown)) is not None:
            written = block
    new = "\n".join([*_block(written, short), ""]) if written.style == "literal" else shown
    again, wrong = parse(replace(written, value=new))
    if parse is parse_clauses:
        again, meant = fully_expanded(again), fully_expanded(meant)
    if wrong or again != meant:
        raise InternalError(f"{written.location}: formatted, this means something else")
    _replace(lines, written, new)


def _moved_below(lines: list[str], written: YamlText, shown: str) -> YamlText | None:
    """Move a value that is too long for the line of its key into a block below it.

    shown: the formatted value. Return the block; None if the value stays on its line, because it
    fits there, because it would not fit in a block either, or because no block is possible.
    """
    row, begin = written.location.line - 1, written.location.column - 1
    before, after = lines[row][:begin], lines[row][begin:].removeprefix(written.value)
    key = _KEY.fullmatch(before)
    if key is None or written.style != "plain" or after.lstrip()[:1] not in ("", "#"):
        return None
    indent = len(key["indent"]) + INDENT
    rows = broken(shown, 0, WIDTH - indent)
    if len(before + shown) <= WIDTH or max(map(len, rows)) > WIDTH - indent:
        return None
    lines[row : row + 1] = [f"{before}|{after}", ""]
    return replace(written, value="\n", style="literal", indent=indent)


def _replace(lines: list[str], written: YamlText, new: str) -> None:
    """Replace a text in the lines of its file; a quoted text with escapes stays as it is."""
    first = written.location.line  # the index of the line below the text's first
    if written.style == "literal":
        count = len(written.value.rstrip("\n").split("\n"))
        rows = new.rstrip("\n").split("\n")
        lines[first : first + count] = [" " * written.indent + row if row else "" for row in rows]
        return
    begin = written.location.column - 1 + (written.style == "quoted")
    before, after = lines[first - 1][:begin], lines[first - 1][begin:]
    if after.startswith(written.value):
        lines[first - 1] = before + new + after.removeprefix(written.value)


def _block(written: YamlText, tree: Any) -> list[str]:
    """Return the lines of a block, without its indentation."""
    width = WIDTH - written.indent
    if isinstance(tree, t.Expr):
        return broken(line_text(tree), 0, width)
    first = written.location.line + 1
    comments, blank = comments_in(written.value.rstrip("\n"), first, statement_lines(tree))
    return BlockWriter(comments, blank, width).write(tree)


def _one_line(tree: Any) -> str:
    """Return a text on one line; empty if it needs more lines."""
    if isinstance(tree, t.Expr):
        return line_text(tree)
    statements = (tree,) if isinstance(tree, t.Node) else tree
    lines = BlockWriter([], set(), MAX_STATEMENT).write(statements)
    return lines[0] if len(lines) == 1 else ""
