"""The values, pieces and attributes of a linked game, as a part of its table (see `table.py`).

`types` has a table for each type of value that other parts refer to, by its name:

    {piece: kind}            a piece of a kind
    {words, names?}          a word for each value; an enum also has the names of its marks
    {from, pattern}          numbers, counted from 0 or 1; `pattern` matches those of the range
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from thesmos.link.layout import UNKNOWN, AttributeOf, HoldersOf, PlaceOf
from thesmos.link.linked import LinkedGame
from thesmos.program import positions as p
from thesmos.program.clauses import Hide
from thesmos.program.node import AttributeRef
from thesmos.program.types import DIRECTIONS, Type

Table = dict[str, Any]
Vector = Sequence[int]

SEATED = ("player", "side")  # base types whose values are written from 1


class ValueTable:
    """The values, pieces and attributes of a linked game."""

    def __init__(self, game: LinkedGame) -> None:
        self.game = game
        self.players, self.nobody = game.players, game.nobody
        self.none, self.unknown = game.layout.none, UNKNOWN
        self.types: dict[str, Table] = {}

    # ------------------------------------------------------------------------- types

    @cached_property
    def _words(self) -> dict[str, Sequence[str]]:
        """The words for the values of types, by the name of the type."""
        return {
            **{board.name: board.cells for board in self.game.game.boards},
            "Power": [card.card.slug for card in self.game.cards],
            "Direction": DIRECTIONS,
            "Zone": [zone.name for zone in self.game.game.zones],
        }

    def type_name(self, kind: Type) -> str:
        """Return the name of a type in `types`: of its members, for a set."""
        member = kind.one()
        name = str(member)
        if name not in self.types:
            self.types[name] = self._type(member)
        return name

    def _type(self, kind: Type) -> Table:
        if kind.base == "piece":
            return {"piece": kind.name}
        if kind.base == "enum":
            words = self.game.game.enum_words[kind.name]
            return {"words": [word.mark for word in words], "names": [word.word for word in words]}
        if kind.name in self._words:
            return {"words": [*self._words[kind.name]]}
        seated = kind.base in SEATED
        low, high = (1, self.players) if seated else (kind.low, kind.high)
        return {"from": int(seated), "pattern": any_number(low, 1 if kind.base == "flag" else high)}

    def words(self, name: str) -> Sequence[str]:
        """Return the names of the cells of a board, or of the values of a core type."""
        return self._words[name]

    # ------------------------------------------------------------------------- pieces

    @cached_property
    def entries(self) -> list[p.PositionEntry]:
        """The entries of positions: those of the game, and of the cards in play."""
        in_play = {"", *(card.card.slug for card in self.game.cards)}
        return [entry for entry in self.game.game.position if entry.card in in_play]

    @cached_property
    def placed(self) -> set[str]:
        """The kinds of pieces whose places an entry writes."""
        placing = (p.Pieces, p.OnePiece, p.ZoneCounts)
        kinds = {entry.kind for entry in self.entries if isinstance(entry, placing)}
        members = (entry for entry in self.entries if isinstance(entry, p.Members))
        return kinds | {entry.kind for entry in members if entry.zone}

    @cached_property
    def _found_by_place(self) -> frozenset[str]:
        """The kinds of pieces for which positions say where each one on a board is."""
        pieces = [entry for entry in self.entries if isinstance(entry, p.Pieces)]
        hidden = {clause.kind for _, clause in self.game.clauses_about(Hide, None)}
        hidden -= {entry.kind for entry in pieces if entry.hidden}
        whole = {entry.kind for entry in pieces if not entry.hidden} - hidden
        return frozenset(self.game.pieces) - (self.placed - whole)

    @cached_property
    def kinds(self) -> dict[str, Table]:
        """The pieces of each kind.

        first: the slot of the place of the first one. names, ownNames: of each piece; the latter is
        empty also for a name that may be that of something else. places: the texts of all places,
        `cells` of them on boards. foundByPlace: whether positions say where each one on a board is.
        gone: where pieces are that a position does not mention; null for those that stay. hiders:
        the slots with the holders of the cards that can hide them; null if other text can.
        """
        return {kind: self._kind(kind) for kind in self.game.pieces}

    def _kind(self, name: str) -> Table:
        on = next(kind.on for kind in self.game.game.kinds if kind.name == name)
        cells = [cell for board in on for cell in self._words[board]]
        places = [*cells, *self._words["Zone"]]
        names = [piece.name or "" for piece in self.game.pieces[name]]
        return {
            "first": self.game.layout.by_meaning[PlaceOf(name)].first,
            "names": names,
            "ownNames": _own_names(name, names, cells),
            "places": places,
            "cells": len(cells),
            "foundByPlace": name in self._found_by_place,
            "gone": len(places) - 1 if on and name in self.placed else None,
            "hiders": self._hiders(name),
        }

    def _hiders(self, kind: str) -> list[int] | None:
        hiders = []
        for card, clause in self.game.hides:
            if clause.kind == kind:
                if card is None or self.game.cards[card].common:
                    return None
                hiders.append(self.game.layout.by_meaning[HoldersOf(card)].first)
        return hiders

    @cached_property
    def called(self) -> dict[str, list[str]]:
        """What each piece of a kind is called wherever it is: by its own name, or its number."""
        return {
            kind: [name or f"{kind} {n}" for n, name in enumerate(table["ownNames"], 1)]
            for kind, table in self.kinds.items()
        }

    # ------------------------------------------------------------------------- attributes

    def attribute(self, name: AttributeRef) -> Table:
        """Return where the values of an attribute are: in slots, or `fixed`.

        constant: whether positions don't set it: it is fixed or, in a pool, follows from who
        received a card. optional, many: whether it may be none, and is a set.
        """
        kind = self.game.game.attribute_types[name]
        about = {
            "attribute": name.name, "type": self.type_name(kind),
            "many": kind.many, "optional": kind.none,
        }  # fmt: skip
        fixed = self.game.fixed.get(name)
        if fixed is not None:
            return {**about, "fixed": [*fixed], "constant": True}
        entry = self.game.layout.by_meaning[AttributeOf(name)]
        return {
            **about, "first": entry.first, "count": entry.count, "width": entry.width,
            "low": entry.low, "high": entry.high, "none": entry.none,
            "constant": not entry.writing,
        }  # fmt: skip


def _own_names(kind: str, names: Sequence[str], cells: Sequence[str]) -> list[str]:
    """Return the name of each piece; empty if it is not unique, as two cards may bring the same."""
    numbered = (f"{kind} {n}" for n in range(1, len(names) + 1))
    often = Counter((*names, *cells, *numbered))
    return [name if often[name] == 1 else "" for name in names]


def any_number(low: int, high: int) -> str:
    """Return a pattern for the numbers of a range, as they are written in digits."""
    parts = [f"-(?:{any_number(max(1, -high), -low)})"] if low < 0 else []
    low = max(low, 0)
    for length in range(len(str(low)), len(str(high)) + 1) if low <= high else ():
        least = max(low, 10 ** (length - 1) if length > 1 else 0)
        parts.append(_numbers_of_one_length(str(least), str(min(high, 10**length - 1))))
    return "|".join(parts)


def _numbers_of_one_length(low: str, high: str) -> str:
    """Return a pattern for the texts of digits between two of the same length."""
    if not low.strip("0") and not high.strip("9"):
        return f"[0-9]{{{len(low)}}}"
    if len(low) == 1:
        return f"[{low}-{high}]"
    if low[0] == high[0]:
        return f"{low[0]}(?:{_numbers_of_one_length(low[1:], high[1:])})"
    rest = len(low) - 1
    first, last = (low, low[0] + "9" * rest), (high[0] + "0" * rest, high)
    digits = range(int(low[0]) + 1, int(high[0]))
    between = [(f"{digit}{'0' * rest}", f"{digit}{'9' * rest}") for digit in digits]
    return "|".join(f"(?:{_numbers_of_one_length(*bounds)})" for bounds in (first, *between, last))
