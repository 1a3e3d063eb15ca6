"""Reads the parts of a position that show pieces. Its twin is `web/piece_reading.js`."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.notation.claims import Claims
from thesmos.notation.expected import for_each_player, index_of, list_of, never_changes
from thesmos.notation.piece_forms import PieceForm, PieceMeaning
from thesmos.notation.positions import Positions, is_of
from thesmos.notation.value_table import Table

MOST_ENTRIES = 10_000  # of a list of pieces: more are no position


def _texts_in(position: Any) -> Iterator[str]:
    """Yield all texts in a position, at any depth."""
    values = [position]
    while values:
        value = values.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            values += [*map(str, value), *value.values()]
        elif isinstance(value, list):
            values += value


class PieceReader:
    """Puts pieces into their places.

    v: the vector that a position is read into.
    claims: by kind, the pieces that have been read.
    later: gets what is to be done when all pieces are placed.
    lacking: what is said of each text that stands for no piece: there are too few of them.
    """

    def __init__(
        self,
        positions: Positions,
        v: list[int],
        position: dict[str, Any],
        claims: Mapping[str, Claims],
        later: list[Callable[[], None]],
    ) -> None:
        self._table, self._forms = positions.table, positions.forms
        self._v, self._position, self._claims, self._later = v, position, claims, later
        self.lacking: list[str] = []
        self._by_number: dict[str, frozenset[int]] = {}

    def read(self, entry: Table, value: Any) -> None:
        """Read the value of an entry. Raises UsageError if it is invalid."""
        path, form = ".".join(entry["path"]), self._forms[id(entry)]
        count = len(form.pieces["names"])
        match entry["is"]:
            case "pieces":
                taken = set[int]()
                for text in self._at_most(value, path, count):
                    self._stand(form, text, form.read(text, path), path, taken)
            case "piece" if value != "":  # no such piece is on the board
                values = tuple((about, about["text"]) for about in entry["where"])
                meaning = replace(form.read(value, path), values=values)
                self._stand(form, value, meaning, path, set())
            case "counts":
                self._counts(form, value, path)
            case "members":
                self._members(form, value, path)

    def _stand(
        self, form: PieceForm, text: Any, meaning: PieceMeaning, path: str, taken: set[int]
    ) -> None:
        """Put the piece that a text stands for on its cell."""
        cell = index_of(meaning.place, form.pieces["places"][: form.pieces["cells"]], path)
        if self._claim(form, cell, meaning, path, taken) is None:
            self._none_left(form, text, path)

    def _at_most(self, value: Any, path: str, most: int) -> list[Any]:
        """Return as many entries of a list as there are pieces."""
        texts = list_of(value, path, MOST_ENTRIES)
        if len(texts) > most:
            self.lacking.append(f"{path} has {len(texts)} entries, of {most} at most")
        return texts[:most]

    def _none_left(self, form: PieceForm, text: Any, path: str) -> None:
        """Note that a text stands for no piece."""
        self.lacking.append(f"{path}: no {form.kind} is left for `{str(text)[:40]}`")

    def _counts(self, form: PieceForm, value: Any, path: str) -> None:
        """Put pieces into the zone, given as {text: number}."""
        if not isinstance(value, dict) or not all(
            type(n) is int and n >= 0 for n in value.values()
        ):
            raise UsageError(f"{path} must be an object {{text: number}}", "numbers go from 0")
        taken = set[int]()
        for text, count in value.items():
            meaning = form.read(text, path)
            for _ in range(count):
                if self._claim(form, form.entry["zone"], meaning, path, taken) is None:
                    self._none_left(form, text, path)
                    break

    # ------------------------------------------------------------------------- members

    def _members(self, form: PieceForm, value: Any, path: str) -> None:
        """Give each player the listed pieces, or put them into the zone."""
        whose, count = form.entry["whose"], len(form.pieces["names"])
        listed = set[int]()
        if whose is None:
            for text in self._at_most(value, path, count):
                self._member(form, text, path, listed)
            return
        for player, texts in enumerate(for_each_player(value, path, self._table.players)):
            if whose["many"]:  # players can have the same piece
                listed.clear()
            for text in self._at_most(texts, path, count):
                piece = self._member(form, text, path, listed, player)
                if piece is not None and "fixed" not in whose:
                    slot = whose["first"] + piece * whose["width"]
                    self._v[slot + (player if whose["many"] else 0)] = (
                        1 if whose["many"] else player
                    )

    def _member(
        self, form: PieceForm, text: Any, path: str, listed: set[int], player: int = -1
    ) -> int | None:
        """Return the piece that a text stands for, and put it into the zone; of a player, if any.

        None if there is none.
        """
        meaning, zone, whose = form.read(text, path), form.entry["zone"], form.entry["whose"]
        pieces = range(len(form.pieces["names"]))
        is_constant = whose is not None and "fixed" in whose

        def is_own(piece: int) -> bool:
            return not is_constant or is_of(whose, piece, player, self._v)

        piece: int | None
        if zone is not None:
            piece = self._claim(form, zone, meaning, path, listed, is_own)
        else:
            free = (n for n in pieces if n not in listed and is_own(n))
            piece = next((n for n in free if form.fits(n, meaning, path, self._v)), None)
            if piece is not None:
                listed.add(piece)
                self._put_later(form, piece, meaning, path)
        if piece is None:
            if is_constant and any(form.fits(n, meaning, path, self._v) for n in pieces):
                raise never_changes(path, str(text))
            self._none_left(form, text, path)
        return piece

    # ------------------------------------------------------------------------- claims

    def _claim(
        self,
        form: PieceForm,
        place: int,
        meaning: PieceMeaning,
        path: str,
        taken: set[int],
        is_meant: Callable[[int], bool] = lambda _: True,
    ) -> int | None:
        """Put the piece that a text stands for into a place; return it, or None if none is left.

        taken: the pieces that the entry has claimed before.
        """
        fitting = (
            piece
            for piece in self._in_order(form, place)
            if form.fits(piece, meaning, path, self._v) and is_meant(piece)
        )
        piece = self._claims[form.kind].claim(place, fitting, meaning, form.entry, taken)
        if piece is not None:
            self._v[form.pieces["first"] + piece] = place
            self._put_later(form, piece, meaning, path)
        return piece

    def _put_later(self, form: PieceForm, piece: int, meaning: PieceMeaning, path: str) -> None:
        self._later.append(functools.partial(form.put, piece, meaning, path, self._v))

    def _in_order(self, form: PieceForm, place: int) -> list[int]:
        """Return the pieces; for a cell, last come those that the position calls by number.

        On this cell these would be called by the cell, so the position implies that they are
        elsewhere. This is not needed if the position says where each piece is.
        """
        claims, count = self._claims[form.kind], len(form.pieces["names"])
        if claims.places is not None or place >= form.pieces["cells"]:
            return [*range(count)]
        numbered = self._numbered(form.kind)
        first = min((piece for piece, at in claims.at.items() if at == place), default=count)
        return sorted(range(count), key=lambda n: n < first and n in numbered)

    def _numbered(self, kind: str) -> frozenset[int]:
        """Return the pieces that the position calls by number; none if it calls none by a cell."""
        if not self._table.kinds[kind]["foundByPlace"]:
            return frozenset()
        if kind not in self._by_number:
            pattern = re.compile(rf"\b{re.escape(kind)} ([0-9]{{1,6}})\b")
            numbers = (n for text in _texts_in(self._position) for n in pattern.findall(text))
            self._by_number[kind] = frozenset(int(n) - 1 for n in numbers)
        return self._by_number[kind]
