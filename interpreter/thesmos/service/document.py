"""A document as it is being written: its parts, and its texts in the clause language.

A text that is no YAML yet is read without the lines that it stops at, so that what stands around
them is still understood.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from thesmos.service.schema_walk import Part, parts_of
from thesmos.syntax import yaml_values as y
from thesmos.syntax.declaration_reader import CHOOSERS, TYPE
from thesmos.syntax.format import KINDS
from thesmos.syntax.yaml_nodes import YamlNode, YamlText, parse_yaml

MOST_MENDED = 8  # lines that are left out, at most
KIND_KEY = "thesmos"  # the key that says what a document is


@dataclass(frozen=True)
class ClauseText:
    """A text in the clause language.

    start: the start symbol of the grammar.
    path: the keys that lead to it.
    line, column: those of its first character in the file, from 1.
    indent: the columns before each later line.
    """

    start: str
    path: tuple[str, ...]
    text: str
    line: int
    column: int
    indent: int

    def offset(self, line: int, column: int) -> int | None:
        """Return the offset of a place in the file; None if it is not in this text."""
        rows = self.text.split("\n")
        row = line - self.line
        begin = self.column - 1 if row == 0 else self.indent
        if not 0 <= row < len(rows) or not 0 <= column - 1 - begin <= len(rows[row]):
            return None
        return sum(len(before) + 1 for before in rows[:row]) + column - 1 - begin

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column in the file of an offset."""
        row = self.text.count("\n", 0, offset)
        begin = self.column - 1 if row == 0 else self.indent
        return self.line + row, begin + offset - self.text.rfind("\n", 0, offset)


class Document:
    """One file of a game. text: what is written; kind: of document, empty if it does not say."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        self.root = _tree(self.lines, file)
        self.kind = y.text(y.get(self.root, KIND_KEY))

    @cached_property
    def parts(self) -> list[Part]:
        """The parts of the document that its schema knows, those outside first."""
        return [] if self.root is None else list(parts_of(self.root, self.kind))

    @cached_property
    def texts(self) -> list[ClauseText]:
        """The texts in the clause language, in order."""
        return list(self._clause_texts())

    def text_at(self, line: int, column: int) -> tuple[ClauseText, int] | None:
        """Return the text in the clause language at a place, and the offset in it."""
        for text in self.texts:
            offset = text.offset(line, column)
            if offset is not None:
                return text, offset
        return None

    def part_at(self, line: int, column: int) -> Part | None:
        """Return the key or scalar at a place."""
        for part in self.parts:
            node = part.node
            if (
                isinstance(node, YamlText)
                and node.location.line == line
                and 0 <= column - node.location.column <= len(node.value) + (node.style == "quoted")
            ):
                return part
        return None

    def _clause_texts(self) -> Iterator[ClauseText]:
        for part in self.parts:
            node = part.node
            if part.key or not isinstance(node, YamlText):
                continue
            start = _start(part, node) if self.kind in KINDS else ""
            if start and node.style == "literal":
                yield self._block(node, start, part.path)
            elif start and node.style in ("plain", "quoted"):
                place = node.at(1, 1)
                yield ClauseText(start, part.path, node.value, place.line, place.column, 0)

    def _block(self, node: YamlText, start: str, path: tuple[str, ...]) -> ClauseText:
        """Return the text of a block with the empty lines below it, where one may go on writing."""
        first = node.location.line
        outer = self.lines[first - 1]
        least = len(outer) - len(outer.lstrip()) + 1
        end = first
        while end < len(self.lines) and (
            not self.lines[end].strip() or self.lines[end][:least].isspace()
        ):
            end += 1
        rows = self.lines[first:end]
        written = [row for row in rows if row.strip()] or rows or [""]
        indent = node.indent or min(len(row) - len(row.lstrip()) for row in written)
        text = "\n".join(row[indent:] for row in rows)
        return ClauseText(start, path, text, first + 1, indent + 1, indent)


def _tree(lines: list[str], file: str) -> YamlNode | None:
    """Return the tree of a text, without the lines at which it stops being YAML."""
    kept = list(lines)
    for _ in range(MOST_MENDED):
        root, wrong = parse_yaml("\n".join(kept), file)
        if root is not None or not wrong or wrong[-1].location is None:
            return root
        line = wrong[-1].location.line - 1
        while line > 0 and not kept[line].strip():
            line -= 1
        kept[line] = ""
    return None


def _start(part: Part, node: YamlText) -> str:
    """Return the start symbol of a text in the clause language; empty for any other text."""
    if "code" in part.names:
        return "clauses" if part.path[-2:-1] == ("clauses",) else "effects"
    if "expression" in part.names:
        return "" if part.path[-1] == "chooser" and node.value in CHOOSERS else "expr"
    return "expr" if _is_role(part.path) and not TYPE.match(node.value) else ""


def _is_role(path: tuple[str, ...]) -> bool:
    """Return whether a path leads to the type or the value of a role."""
    bare = path[:-1] if path[-1:] == ("is",) else path
    return bare[-4:-3] == ("actions",) and bare[-2] == "roles"
