"""Position entries that write where pieces are, and who owns them."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.link.layout import Entry, PlaceOf
from thesmos.notation.claims import Shown
from thesmos.notation.linked_entry import E, LinkedEntry, Placing, list_of, never_changes
from thesmos.notation.piece_texts import PieceMeaning, PieceTexts, Where, attribute_text
from thesmos.notation.value_texts import ValueTexts, Vector, index_of
from thesmos.program import positions as p
from thesmos.program.node import AttributeRef


class PlacedEntry(LinkedEntry[E]):
    """An entry that says where pieces are.

    part: which ones it shows.
    """

    kind: str
    form: PieceTexts
    part: Shown

    @property
    def tells(self) -> float:
        """See the base class."""
        return math.inf if self.form.names_all else len(self.constants) + self.form.shows_name

    @property
    def constants(self) -> frozenset[AttributeRef]:
        """The constants that its texts show."""
        return self.form.constants

    def claim(
        self,
        place: int,
        meaning: PieceMeaning,
        to: Placing,
        taken: set[int],
        is_meant: Callable[[int], bool] = lambda _: True,
    ) -> int | None:
        """Put the piece that a text stands for into a place; return it, or None if none is left.

        taken: the pieces that the entry has claimed before.
        """
        claims = to.claims[self.kind]
        fitting = [n for n in self._in_order(place, to) if self.form.fits(n, meaning, self.path)]
        piece = claims.claim(place, filter(is_meant, fitting), meaning, self.part, taken)
        if piece is not None:
            to.v[self.places.slot(piece)] = place
            to.later.append(functools.partial(self.form.put, piece, meaning, self.path))
        return piece

    @functools.cached_property
    def places(self) -> Entry:
        """The slots with the places of its pieces."""
        return self.game.layout.by_meaning[PlaceOf(self.kind)]

    def _in_order(self, place: int, to: Placing) -> list[int]:
        """Return the pieces; for a cell, last come those that the position calls by number.

        On this cell these would be called by the cell, so the position implies that they are
        elsewhere. This is not needed if the position says where each piece is.
        """
        claims = to.claims[self.kind]
        if claims.places is not None or place >= len(self.texts.cells[self.kind]):
            return [*range(self.places.count)]
        numbered = to.numbered(self.kind)
        on_cell = (piece for piece, at in claims.at.items() if at == place)
        first = min(on_cell, default=self.places.count)
        return sorted(range(self.places.count), key=lambda n: n < first and n in numbered)

    def none_left(self, text: Any) -> UsageError:
        """Return the error for a text that stands for no piece."""
        hint = "the powers in play have no more of them"
        return UsageError(f"{self.path}: no {self.kind} is left for `{text}`", hint)


class _OnBoard(PlacedEntry[E]):
    """An entry about pieces on a board."""

    def stand(self, text: Any, meaning: PieceMeaning, to: Placing, taken: set[int]) -> None:
        """Put the piece that a text stands for on its cell."""
        cell = index_of(meaning.place, self.texts.cells[self.kind], self.path)
        if self.claim(cell, meaning, to, taken) is None:
            raise self.none_left(text)


class _Pieces(_OnBoard[p.Pieces]):
    def prepare(self, entry: p.Pieces) -> None:
        self.kind = entry.kind
        self.form = PieceTexts(self.texts, entry.kind, entry.text, "on a board")
        self.part = Shown(("hidden", entry.hidden), frozenset([("hidden", not entry.hidden)]))

    def write(self, v: Vector) -> list[str]:
        hidden = self.notation.hidden(v, self.kind)
        standing = self.texts.standing(self.kind, v)
        return [
            self.form.write(piece, v)
            for piece in standing
            if (piece in hidden) == self.entry.hidden
        ]

    def read(self, value: Any, to: Placing) -> None:
        taken = set[int]()
        for text in list_of(value, self.path, self.places.count):
            self.stand(text, self.form.read(text, self.path), to, taken)


class _OnePiece(_OnBoard[p.OnePiece]):
    def prepare(self, entry: p.OnePiece) -> None:
        self.kind = entry.kind
        self.form = PieceTexts(self.texts, entry.kind, (p.PlaceText(),), "on a board")
        alike = [
            other.where
            for other in self.texts.entries
            if isinstance(other, p.OnePiece)
            and (other.kind == self.kind and other.where != entry.where)
        ]
        self.part = Shown(
            entry.where, frozenset(where for where in alike if _names(where) == _names(entry.where))
        )

    @property
    def constants(self) -> frozenset[AttributeRef]:
        """The constants by which it names its piece."""
        return frozenset(filter(self.form.is_constant, _names(self.entry.where)))

    def write(self, v: Vector) -> str:
        standing = self.texts.standing(self.kind, v)
        piece = next((piece for piece in standing if self._is_this(piece, v)), None)
        return "" if piece is None else self.form.write(piece, v)

    def _is_this(self, piece: int, v: Vector) -> bool:
        return all(
            attribute_text(self.texts, condition.attribute, piece, v) == condition.text
            for condition in self.entry.where
        )

    def read(self, value: Any, to: Placing) -> None:
        if value == "":  # no such piece is on the board
            return
        where = tuple((condition.attribute, condition.text) for condition in self.entry.where)
        self.stand(value, replace(self.form.read(value, self.path), values=where), to, set())


def _names(where: tuple[p.AttributeIs, ...]) -> frozenset[AttributeRef]:
    return frozenset(condition.attribute for condition in where)


def zone_of(texts: ValueTexts, kind: str, zone: str) -> int:
    """Return the number of a zone among the places of a kind of pieces, after the cells."""
    return len(texts.cells[kind]) + texts.names_of("Zone").index(zone)


class _Counts(PlacedEntry[p.ZoneCounts]):
    def prepare(self, entry: p.ZoneCounts) -> None:
        self.kind, self.zone = entry.kind, zone_of(self.texts, entry.kind, entry.zone)
        self.form = PieceTexts(self.texts, entry.kind, entry.text, "in a zone")
        self.part = Shown(("zone", None))

    def write(self, v: Vector) -> dict[str, int]:
        in_zone = [n for n, place in enumerate(self.places.of(v)) if place == self.zone]
        return dict(Counter(self.form.write(piece, v) for piece in in_zone)) if in_zone else {}

    def keys(self, value: Mapping[str, Any]) -> set[str]:
        return {key for key in value if self.form.pattern.fullmatch(key)}

    def read(self, value: Any, to: Placing) -> None:
        """Put pieces into the zone, given as {text: number}; there may be fewer of them."""
        if not isinstance(value, dict) or not all(type(n) is int for n in value.values()):
            raise UsageError("pieces in a zone must be an object {text: number}", None)
        taken = set[int]()
        for text, count in value.items():
            meaning = self.form.read(text, self.path)
            for _ in range(min(count, self.places.count)):
                if self.claim(self.zone, meaning, to, taken) is None:
                    break


NOBODY = -1


class _Members(PlacedEntry[p.Members]):
    def prepare(self, entry: p.Members) -> None:
        self.kind = entry.kind
        where: Where = "anywhere" if entry.zone is None else "in a zone"
        self.form = PieceTexts(self.texts, entry.kind, entry.text, where)
        self.fixed = None if entry.attribute is None else self.game.fixed.get(entry.attribute)
        zone = entry.zone
        self.zone = None if zone is None else zone_of(self.texts, entry.kind, zone)
        self.part = Shown(("zone", entry.attribute))

    @property
    def constants(self) -> frozenset[AttributeRef]:
        """The constants that its texts show, and by which it is decided whose the pieces are."""
        of = self.entry.attribute
        alone = of is not None and not self.texts.types[of].many and self.form.is_constant(of)
        return self.form.constants | ({of} if of is not None and alone else set())

    def write(self, v: Vector) -> list[str] | list[list[str]]:
        members = [
            piece
            for piece, slot in enumerate(self.places.slots)
            if self.zone is None or v[slot] == self.zone
        ]
        attribute = self.entry.attribute
        if attribute is None:
            return [self.form.write(piece, v) for piece in members]
        return [
            [
                self.form.write(piece, v)
                for piece in members
                if self._is_of(attribute, piece, player, v)
            ]
            for player in range(self.game.players)
        ]

    def _is_of(self, attribute: AttributeRef, piece: int, player: int, v: Vector) -> bool:
        if self.fixed is not None:
            players = self.fixed[piece]
            return player in players if isinstance(players, tuple) else players == player
        slots = self.slots_of(attribute)
        if slots.type.many:
            return v[slots.slot(piece, player)] == 1
        return v[slots.slot(piece)] == player

    def read(self, value: Any, to: Placing) -> None:
        """Give each player the listed pieces, or put them into the zone."""
        attribute = self.entry.attribute
        listed = set[int]()
        if attribute is None:
            for text in list_of(value, self.path, self.places.count):
                self._find(text, listed, to)
            return
        several = self.texts.types[attribute].many
        players = list_of(value, self.path, self.game.players)
        for player, texts in enumerate(players):
            if several:  # players can have the same piece
                listed.clear()
            for text in list_of(texts, self.path, self.places.count):
                piece = self._find(text, listed, to, player)
                self._give(attribute, piece, player, to.v)

    def _find(self, text: Any, listed: set[int], to: Placing, player: int = NOBODY) -> int:
        """Return the piece that a text stands for, and put it into the zone; of a player, if given.

        Raises UsageError if there is none.
        """
        meaning, of = self.form.read(text, self.path), self.entry.attribute

        def is_own(piece: int) -> bool:
            return of is None or self.fixed is None or self._is_of(of, piece, player, to.v)

        piece: int | None
        if self.zone is not None:
            piece = self.claim(self.zone, meaning, to, listed, is_own)
        else:
            pieces = (n for n in range(self.places.count) if n not in listed and is_own(n))
            piece = next((n for n in pieces if self.form.fits(n, meaning, self.path)), None)
            if piece is not None:
                listed.add(piece)
                to.later.append(functools.partial(self.form.put, piece, meaning, self.path))
        if piece is None:
            raise self._none_left(text, meaning)
        return piece

    def _none_left(self, text: Any, meaning: PieceMeaning) -> UsageError:
        """Return the error for a text that stands for no piece, or for one of somebody else."""
        pieces = range(self.places.count)
        if self.fixed is not None and any(self.form.fits(n, meaning, self.path) for n in pieces):
            return never_changes(self.path, str(text))
        return self.none_left(text)

    def _give(self, attribute: AttributeRef, piece: int, player: int, v: list[int]) -> None:
        if self.fixed is not None:
            return
        slots = self.slots_of(attribute)
        if slots.type.many:
            v[slots.slot(piece, player)] = 1
        else:
            v[slots.slot(piece)] = player


PIECE_ENTRIES: dict[type[p.PositionEntry], type[LinkedEntry[Any]]] = {
    p.Pieces: _Pieces,
    p.OnePiece: _OnePiece,
    p.ZoneCounts: _Counts,
    p.Members: _Members,
}
