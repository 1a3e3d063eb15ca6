"""Check the `rows` of a `map`, in which pictures show things by their names, and their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thesmos.check.names.names import Names
from thesmos.diagnostics import Diagnostic, suggest
from thesmos.program import positions as p
from thesmos.program.declarations import Attribute
from thesmos.syntax import documents as d

ROWS = frozenset(("by", "prints", "back"))  # keys that need `rows`
FILLER = "."  # an empty place; needed first, as the first line sets a YAML block's indentation
WORD = re.compile(r"\S+")


class RowsReader:
    """Reads the rows of one entry: texts in which each name is written where its thing lies."""

    def __init__(self, written: d.PositionDeclaration, names: Names) -> None:
        self.written, self.names = written, names
        self.by = written.writer.get("by", "")
        self.prints = tuple(written.writer.get("prints", "").split())

    def rows(self) -> tuple[p.PlaceRows, ...]:
        """Return the meaning of rows without errors."""
        return tuple(
            p.PlaceRows(value, tuple(row for line in text.splitlines() if (row := _row(line))))
            for value, text in self.written.rows.items()
        )

    def diagnostics(self, of: Attribute) -> Iterator[Diagnostic]:
        """Yield all errors.

        of: the attribute that the entry writes.
        """
        if not self.written.rows:
            (word, *_) = sorted(ROWS & self.written.writer.keys())
            text = f"`{word}` needs `rows`"
            yield Diagnostic("E395", text, self.written.location, "add them, or remove it")
            return
        several = "" not in self.written.rows
        if bool(self.by) != bool(several and self.written.rows):
            text = "several `rows` need `by`, and `by` needs several `rows`"
            hint = "name the entry whose value decides, and give rows for each of its values"
            yield Diagnostic("E395", text, self.written.location, hint)
            return
        if self.by:
            values = [e.key for e in self.names.game.position if "value" in e.writer]
            if self.by not in values:
                hint = suggest(self.by, values) or "name an entry that writes a `value`"
                text = f"`{self.by}` is not an entry with one value"
                yield Diagnostic("E396", text, self.written.location, hint)
        if of.name.owner in (board.name for board in self.names.game.boards):
            text = "`rows` can't be used for cells of a board: the board says where they are"
            yield Diagnostic("E395", text, self.written.location, "remove `rows`")
            return
        kind, members = self._members(of)
        for drawn in self.rows():
            placed = [place.name for row in drawn.rows for place in row]
            for name in dict.fromkeys(placed):
                if name not in members:
                    text = f"there is no {kind} `{name}`"
                    yield Diagnostic("E396", text, self.written.location, suggest(name, members))
                elif placed.count(name) > 1:
                    text = f"`{name}` is in two places"
                    hint = "write each name once in the rows of a value"
                    yield Diagnostic("E396", text, self.written.location, hint)
        yield from self._printed(kind)
        yield from self._backs(kind)

    def _printed(self, kind: str) -> Iterator[Diagnostic]:
        """Report names under `prints` that can't be printed on a thing of this kind."""
        for name in self.prints:
            attribute = self.names.attrs.get(name, {}).get(kind)
            if attribute is None or attribute.index or attribute.type.many:
                mine = (a for a in self.names.all_attrs() if a.name.owner == kind)
                printable = [a.name.name for a in mine if not a.index and not a.type.many]
                text, hint = f"`{name}` can't be printed on a {kind}", suggest(name, printable)
                yield Diagnostic("E396", text, self.written.location, hint)

    def _backs(self, kind: str) -> Iterator[Diagnostic]:
        """Report a `back` that is not a set of values of the type of `by`."""
        back = self.written.writer.get("back")
        attribute = None if back is None else self.names.attrs.get(back, {}).get(kind)
        if back is None or (self.by and attribute is not None and attribute.type.many):
            return
        text = f"`{back}` does not say when a {kind} is face down"
        hint = "name a set of values of `by` that each of them has"
        yield Diagnostic("E396", text, self.written.location, hint)

    def _members(self, of: Attribute) -> tuple[str, list[str]]:
        """Return what can lie in the rows: the kind, and the names of its members.

        The kind is that of the pieces with the attribute or, if the first name in the rows is a
        word of the attribute's type, that type.
        """
        kinds = (kind for kind in self.names.game.pieces if kind.name == of.name.owner)
        pieces = [supply.name for kind in kinds for supply in kind.supply if supply.name]
        marks = [mark for _, mark in self.names.game.enums.get(of.type.name, ())]
        first = next(
            (place.name for drawn in self.rows() for row in drawn.rows for place in row), ""
        )
        if first in marks and first not in pieces:
            return of.type.name, marks
        return of.name.owner, pieces


def _row(line: str) -> tuple[p.NameInRow, ...]:
    places = ((match.group(), match.start()) for match in WORD.finditer(line))
    return tuple(p.NameInRow(name, column) for name, column in places if name != FILLER)
