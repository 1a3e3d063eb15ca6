"""Checks the entries of `position`: how a game's positions are written and drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from thesmos.check.names import Names
from thesmos.diagnostics import Diagnostic, suggest
from thesmos.syntax import documents as d

FIELD = re.compile(r"\{([^}]*)\}")

Diagnostics = Iterator[Diagnostic]


class EntryChecker:
    """Checks one entry of `position`: what it writes, and what that needs."""

    def __init__(
        self, key: str, writer: dict[str, str], game: d.GameDocument, names: Names
    ) -> None:
        self.writer, self.game, self.names = writer, game, names
        self.location = game.locations.get(f"position.{key}", game.location)

    def diagnostics(self) -> Diagnostics:
        """Return all errors of the entry."""
        found = [word for word in _CHECKS if word in self.writer]
        if len(found) != 1:
            hint = f"one of: {', '.join(_CHECKS)}"
            yield Diagnostic("E395", "this entry does not say what it writes", self.location, hint)
            return
        needs, may, check = _CHECKS[found[0]]
        subject = self.writer[found[0]]
        kind = next((k for k in self.game.pieces if k.name == subject), None)
        known = {found[0], "omit", "shape", *needs, *may}
        if kind is not None and found[0] == "piece":
            known |= {a.name for a in kind.attributes}
        for word in self.writer:
            if word not in known:
                text = f"`{word}` can't be used with `{found[0]}`"
                yield Diagnostic("E395", text, self.location, suggest(word, known))
        for word in needs:
            if word not in self.writer:
                yield Diagnostic("E395", f"`{found[0]}` needs `{word}`", self.location, "add it")
        if self.writer.get("omit", "empty") != "empty":
            yield Diagnostic("E395", "the only value of `omit` is `empty`", self.location, None)
        yield from self.shape(found[0])
        yield from check(self, subject)

    def shape(self, how: str) -> Diagnostics:
        """Report a shape that does not fit the entry."""
        written, known = self.writer.get("shape", ""), SHAPES.get(how, ())
        for word, *more in [written.split()] if written else []:
            if word not in known or more not in ([], [HIDDEN]):
                text = f"`{how}` can't be drawn as `{written}`"
                hint = f"one of: {', '.join(known) or 'none'}; optionally followed by `{HIDDEN}`"
                yield Diagnostic("E395", text, self.location, suggest(word, known) or hint)

    def attribute(self, name: str, owners: set[str], bases: set[str] | None) -> Diagnostics:
        """Report an attribute that does not belong to one of these owners, or has another type."""
        attr = next((a for o, a in self.names.attrs.get(name, {}).items() if o in owners), None)
        wrong = attr is None or attr.type.many or (bases and attr.type.base not in bases)
        if wrong:
            known = [a.name.name for a in self.names.all_attrs() if a.name.owner in owners]
            text = f"`{name}` can't be written here"
            hint = suggest(name, known) or f"one of: {', '.join(known) or 'none'}"
            yield Diagnostic("E396", text, self.location, hint)

    def digits(self, name: str) -> Diagnostics:
        """`digits`: a number from 0 to 9 on each cell."""
        yield from self.attribute(name, self.boards, {"int"})
        for attr in self.names.attrs.get(name, {}).values():
            if attr.type.base == "int" and (attr.type.low < 0 or attr.type.high > 9):  # noqa: PLR2004 - one digit
                yield Diagnostic(
                    "E396", f"`{name}` may have more than one digit", self.location, "use `map`"
                )

    def cells(self, name: str) -> Diagnostics:
        """`cells`: the cells, or the pieces by their names, on which a flag is set."""
        named = {k.name for k in self.game.pieces if all(s.name for s in k.supply)}
        return self.attribute(name, self.boards | named, {"flag"})

    def map(self, name: str) -> Diagnostics:
        """`map`: what is written on each cell."""
        return self.attribute(name, self.boards, None)

    def by_player(self, name: str) -> Diagnostics:
        """`by player`: what is written for each player."""
        return self.attribute(name, {"Player"}, None)

    def value(self, name: str) -> Diagnostics:
        """`value`: what the game itself remembers."""
        return self.attribute(name, {""}, None)

    def memory(self, _name: str) -> Diagnostics:
        """`memory`: that of a card, which need not be in play."""
        return iter(())

    def pieces(self, name: str) -> Diagnostics:
        """`pieces`: the pieces on the board, each as a text with its place."""
        yield from self.kind(name, board=True)
        if "{place}" not in self.writer.get("text", "{place}"):
            hint = "without it, the position could not be read"
            yield Diagnostic(
                "E396", "the text of a piece must contain {place}", self.location, hint
            )

    def piece(self, name: str) -> Diagnostics:
        """`piece`: the place of the only piece of its kind."""
        return self.kind(name, board=True)

    def counts(self, name: str) -> Diagnostics:
        """`counts`: how many pieces of each kind are in a zone."""
        return self.kind(name, board=False)

    def members(self, name: str) -> Diagnostics:
        """`members`: for each player, the pieces whose attribute is that player."""
        yield from self.kind(name, board=False)
        attr = self.names.attr_of(self.writer.get("of", ""), name)
        if "of" in self.writer and (attr is None or attr.type.base != "player"):
            text = f"`{self.writer['of']}` of {name} is not a player"
            yield Diagnostic("E396", text, self.location, None)

    def kind(self, name: str, board: bool) -> Diagnostics:
        """Check a kind of piece, its zone and the fields of its text."""
        kind = next((k for k in self.game.pieces if k.name == name), None)
        if kind is None or (board and kind.on is None):
            text = f"there is no kind of piece `{name}`" + (" on a board" if board else "")
            known = [k.name for k in self.game.pieces]
            yield Diagnostic("E396", text, self.location, suggest(name, known))
            return
        zone = self.writer.get("zone")
        if zone is not None and zone not in self.game.zones:
            text = f"there is no zone `{zone}`"
            yield Diagnostic("E396", text, self.location, suggest(zone, self.game.zones))
        fields = FIELD.findall(self.writer.get("text", ""))
        single = [a.name for a in kind.attributes if not a.type.many]
        known = ["place", "name", *single] if kind.on is not None else ["name", *single]
        for field in fields:
            if field not in known or fields.count(field) > 1:
                text = f"{{{field}}} can't be written here"
                hint = suggest(field, known) or f"use each at most once, out of: {', '.join(known)}"
                yield Diagnostic("E396", text, self.location, hint)

    @property
    def boards(self) -> set[str]:
        """Return the names of the boards."""
        return {board.name for board in self.game.boards}


HIDDEN = "secret"
SHAPES: dict[str, tuple[str, ...]] = {  # how pictures show an entry: render/scene.py
    "digits": ("stack",),
    "cells": ("cap", "front", "mark"),
    "map": ("card",),
    "pieces": ("pawn", "chip", "figure"),
    "piece": ("pawn", "chip", "figure"),
    "value": ("figure", "stop"),
}
_CHECKS: dict[
    str, tuple[tuple[str, ...], tuple[str, ...], Callable[[EntryChecker, str], Diagnostics]]
] = {  # what it writes: the keys it needs, the keys it may have, how it is checked
    "digits": ((), (), EntryChecker.digits),
    "cells": ((), (), EntryChecker.cells),
    "map": ((), (), EntryChecker.map),
    "by player": ((), (), EntryChecker.by_player),
    "value": ((), (), EntryChecker.value),
    "memory": ((), (), EntryChecker.memory),
    "pieces": (("text",), ("hidden",), EntryChecker.pieces),
    "piece": ((), (), EntryChecker.piece),
    "counts": (("text", "zone"), (), EntryChecker.counts),
    "members": (("text", "of"), ("zone",), EntryChecker.members),
}
