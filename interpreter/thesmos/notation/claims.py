"""Which pieces the parts of a position stand for, as they are read one after the other.

A part says only as much of a piece as its text shows, and several parts may show the same piece. So
a text stands for a piece that another part has put in the same place, if there is one that can be
meant, and for a further piece otherwise. What is shown of constants decides which pieces can be
meant. Parts that show more of them are read first (semantics §15.4): `check` sees to it that of any
two parts about a kind, one shows all that the other shows, and so no part takes the last piece that
another one needs. The twin of this module is `web/claims.js`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from thesmos.notation.piece_forms import PieceMeaning
from thesmos.notation.value_table import Table


class Claims:
    """The pieces of one kind that have been read.

    places: where each one has to be, if known.
    """

    def __init__(self, places: Sequence[int] | None) -> None:
        self.places = places
        self.at: dict[int, int] = {}  # by piece that has been read, its place
        self._by_part: dict[str, set[int]] = defaultdict(set)
        self._shown_values: dict[int, dict[str, str]] = defaultdict(dict)

    def can_be(self, piece: int, place: int) -> bool:
        """Return whether a piece can be in a place, as far as that is known."""
        return self.places is None or self.places[piece] == place

    def claim(
        self,
        place: int,
        fitting: Iterable[int],
        meaning: PieceMeaning,
        entry: Table,
        taken: set[int],
    ) -> int | None:
        """Return the piece in a place that a text stands for; None if there is none.

        fitting: the pieces with the right constants, in the order in which they are taken.
        entry: the part of the position; `shown` and `apart` say what it shows.
        taken: the pieces that it has claimed before; the new one is added.
        """
        others = {n for shown in entry["apart"] for n in self._by_part[shown]}
        same = self._by_part[entry["shown"]]
        can_be = [n for n in fitting if n not in taken and self.can_be(n, place)]
        same_place = [n for n in can_be if self.at.get(n) == place and n not in others]
        values = {about["attribute"]: text for about, text in meaning.values}
        same_place.sort(key=lambda n: (n not in same, not self._agrees(n, values)))
        piece = next(iter(same_place), None)
        if piece is None:
            piece = next((n for n in can_be if n not in self.at), None)
        if piece is not None:
            taken.add(piece)
            same.add(piece)
            self.at[piece] = place
            self._shown_values[piece].update(values)
        return piece

    def _agrees(self, piece: int, values: Mapping[str, str]) -> bool:
        """Return whether the parts read so far show no other values of a piece."""
        before = self._shown_values[piece]
        return all(before.get(name, text) == text for name, text in values.items())
