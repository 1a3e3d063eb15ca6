"""Position entries that write where pieces are, and who owns them."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from dataclasses import replace
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.link.layout import PlaceOf
from thesmos.notation.linked_entry import E, LinkedEntry, Placing, list_of, never_changes
from thesmos.notation.piece_texts import PieceSaid, PieceTexts, attribute_text
from thesmos.notation.value_texts import ValueTexts, Vector, index_of
from thesmos.program import positions as p
from thesmos.program.node import AttributeRef


class _OnBoard(LinkedEntry[E]):
    """An entry about pieces on a board."""

    kind: str
    form: PieceTexts

    def stand(self, text: Any, said: PieceSaid, to: Placing) -> None:
        """Place a piece that is not placed yet and matches a text.

        If `piece` and `pieces` both write a piece, it is already on that cell.
        """
        placed = to.placed[self.kind]
        places = self.game.layout.by_meaning[PlaceOf(self.kind)]
        cell = index_of(said.place, self.texts.cells[self.kind], self.path)
        known = to.places.get(self.kind)
        single, is_single = to.single[self.kind], isinstance(self.entry, p.OnePiece)
        both = placed - single if is_single else single
        free = self._free(cell, to)
        there = (n for n in sorted(both) if to.v[places.slot(n)] == cell)
        for piece in itertools.chain(there, free):
            if not self.form.fits(piece, said, self.path):
                continue
            if known is not None and known[piece] != cell:
                continue
            placed.add(piece)
            if is_single:
                single.add(piece)
            else:
                single.discard(piece)
            to.v[places.slot(piece)] = cell
            to.later.append(functools.partial(self.form.put, piece, said, self.path))
            return
        hint = "the powers in play have no more of them"
        raise UsageError(f"{self.path}: no {self.kind} is left for `{text}`", hint)

    def _free(self, cell: int, to: Placing) -> list[int]:
        """Return the pieces not placed yet; last come those that the position calls by number.

        On this cell these would be called by the cell, so the position implies that they are
        elsewhere.
        """
        places, placed = self.game.layout.by_meaning[PlaceOf(self.kind)], to.placed[self.kind]
        numbered = to.numbered(self.kind)
        first = min((n for n in placed if to.v[places.slot(n)] == cell), default=places.count)
        free = (n for n in range(places.count) if n not in placed)
        return sorted(free, key=lambda n: n < first and n in numbered)


class _Pieces(_OnBoard[p.Pieces]):
    def prepare(self, entry: p.Pieces) -> None:
        self.kind, self.form = entry.kind, PieceTexts(self.texts, entry.kind, entry.text)

    def write(self, v: Vector) -> list[str]:
        hidden = self.notation.hidden(v, self.kind)
        standing = self.texts.standing(self.kind, v)
        return [
            self.form.write(piece, v)
            for piece in standing
            if (piece in hidden) == self.entry.hidden
        ]

    def read(self, value: Any, to: Placing) -> None:
        for text in list_of(value, self.path):
            self.stand(text, self.form.read(text, self.path), to)


class _OnePiece(_OnBoard[p.OnePiece]):
    def prepare(self, entry: p.OnePiece) -> None:
        self.kind = entry.kind
        self.form = PieceTexts(self.texts, entry.kind, (p.PlaceText(),))

    def write(self, v: Vector) -> str:
        standing = self.texts.standing(self.kind, v)
        found = next((piece for piece in standing if self._is_this(piece, v)), None)
        return "" if found is None else self.form.write(found, v)

    def _is_this(self, piece: int, v: Vector) -> bool:
        return all(
            attribute_text(self.texts, each.attribute, piece, v) == each.text
            for each in self.entry.where
        )

    def read(self, value: Any, to: Placing) -> None:
        if value == "":  # no such piece is on the board
            return
        where = tuple((each.attribute, each.text) for each in self.entry.where)
        self.stand(value, replace(self.form.read(value, self.path), values=where), to)


def zone_of(texts: ValueTexts, kind: str, zone: str) -> int:
    """Return the number of a zone among the places of a kind of pieces, after the cells."""
    return len(texts.cells[kind]) + texts.names_of("Zone").index(zone)


class _Counts(LinkedEntry[p.ZoneCounts]):
    def prepare(self, entry: p.ZoneCounts) -> None:
        self.zone = zone_of(self.texts, entry.kind, entry.zone)
        self.places = self.game.layout.by_meaning[PlaceOf(entry.kind)]
        self.form = PieceTexts(self.texts, entry.kind, entry.text)

    def write(self, v: Vector) -> dict[str, int]:
        there = [n for n, place in enumerate(self.places.of(v)) if place == self.zone]
        return dict(Counter(self.form.write(piece, v) for piece in there)) if there else {}

    def read(self, value: Any, to: Placing) -> None:
        """Put pieces into the zone, given as {text: number}."""
        if not isinstance(value, dict) or not all(type(n) is int for n in value.values()):
            raise UsageError("pieces in a zone must be an object {text: number}", None)
        for text, count in value.items():
            if self.form.pattern.fullmatch(str(text)):  # other texts are of another kind
                self._put(self.form.read(text, self.path), count, to)

    def _put(self, said: PieceSaid, count: int, to: Placing) -> None:
        """Put `count` pieces into the zone that are not placed yet and match a text."""
        placed, known = to.placed[self.entry.kind], to.places.get(self.entry.kind)
        for piece, slot in enumerate(self.places.slots):
            free = piece not in placed and self.form.fits(piece, said, self.path)
            if count > 0 and free and (known is None or known[piece] == self.zone):
                count -= 1
                placed.add(piece)
                to.v[slot] = self.zone
                to.later.append(functools.partial(self.form.put, piece, said, self.path))


NOBODY = -1


class _Members(LinkedEntry[p.Members]):
    def prepare(self, entry: p.Members) -> None:
        self.form = PieceTexts(self.texts, entry.kind, entry.text)
        self.fixed = None if entry.attribute is None else self.game.fixed.get(entry.attribute)
        self.names = self.texts.names[entry.kind]
        self.places = self.game.layout.by_meaning[PlaceOf(entry.kind)]
        zone = entry.zone
        self.zone = None if zone is None else zone_of(self.texts, entry.kind, zone)

    def write(self, v: Vector) -> list[str] | list[list[str]]:
        there = [
            piece
            for piece, slot in enumerate(self.places.slots)
            if self.zone is None or v[slot] == self.zone
        ]
        attribute = self.entry.attribute
        if attribute is None:
            return [self.form.write(piece, v) for piece in there]
        return [
            [
                self.form.write(piece, v)
                for piece in there
                if self._is_of(attribute, piece, player, v)
            ]
            for player in range(self.game.players)
        ]

    def _is_of(self, attribute: AttributeRef, piece: int, player: int, v: Vector) -> bool:
        if self.fixed is not None:
            given = self.fixed[piece]
            return player in given if isinstance(given, tuple) else given == player
        slots = self.slots_of(attribute)
        if slots.type.many:
            return v[slots.slot(piece, player)] == 1
        return v[slots.slot(piece)] == player

    def read(self, value: Any, to: Placing) -> None:
        """Give each player the listed pieces, or put them into the zone."""
        if self.entry.attribute is None:
            listed: set[int] = set()
            for text in list_of(value, self.path):
                self._put(self._find(text, listed, to), to)
            return
        several = self.fixed is None and self.slots_of(self.entry.attribute).type.many
        given: set[int] = set()
        for player, texts in enumerate(list_of(value, self.path)[: self.game.players]):
            if several:  # players can have the same piece
                given.clear()
            for text in list_of(texts, self.path):
                piece = self._find(text, given, to, player)
                self._give(self.entry.attribute, piece, player, to.v)
                self._put(piece, to)

    def _find(self, text: Any, listed: set[int], to: Placing, player: int = NOBODY) -> int:
        """Return the first piece that matches a text and is not listed yet; of a player, if given.

        Raises UsageError if there is none.
        """
        said, known = self.form.read(text, self.path), to.places.get(self.entry.kind)
        found = [
            piece
            for piece in range(self.places.count)
            if piece not in listed
            and self.form.fits(piece, said, self.path)
            and (self.zone is None or known is None or known[piece] == self.zone)
        ]
        if not found:
            hint = "the match-up has no more of them"
            raise UsageError(f"{self.path}: no {self.entry.kind} is left for `{text}`", hint)
        of = self.entry.attribute if self.fixed is not None else None  # of those, the player's own
        mine = (n for n in found if of is not None and self._is_of(of, n, player, to.v))
        piece = next(mine, found[0])
        listed.add(piece)
        to.later.append(functools.partial(self.form.put, piece, said, self.path))
        return piece

    def _put(self, piece: int, to: Placing) -> None:
        if self.zone is not None:
            to.placed[self.entry.kind].add(piece)
            to.v[self.places.slot(piece)] = self.zone

    def _give(self, attribute: AttributeRef, piece: int, player: int, v: list[int]) -> None:
        if self.fixed is not None:
            if not self._is_of(attribute, piece, player, v):
                raise never_changes(self.path, self.names[piece])
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
