"""Numbers of equal pieces that tell nothing (semantics §1.6, §9.6): quickly, for every view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import NamedTuple

from thesmos.play.canonical import Canonical

Vector = tuple[int, ...]


class EqualPieces(NamedTuple):
    """Those pieces of a kind that have equals, group by group, and the slots that belong to them.

    groups: for each piece, which group of equal pieces it is in.
    columns: slots, one for each piece, such as those of their places.
    read: for each column, returns the numbers in it.
    """

    groups: list[int]
    columns: list[tuple[int, ...]]
    read: list[Callable[[Vector], Vector]]


class Renumbering:
    """Sorts the pieces of a match that a player must not tell apart, in what the player sees.

    Which of five equal cards a hand has would tell how many were drawn before.

    Where slots belong to one piece each, and none names a piece, columns of numbers are sorted.
    That is the same as exchanging the pieces, which is done otherwise.
    """

    def __init__(self, canonical: Canonical) -> None:
        self._canonical = canonical
        layout = canonical.game.layout
        self._size, self._none = layout.size, layout.none
        self._interrupted = layout.core("interrupted")
        self._kinds = _equal_pieces(canonical)

    @property
    def pieces(self) -> list[list[tuple[int, ...]]] | None:
        """The slots of each piece, group by group; None if they can't be sorted by themselves."""
        if not self._kinds:
            return None if self._canonical.unnamed else []
        return [
            [slots for slots, number in zip(rows, kind.groups, strict=True) if number == group]
            for kind in self._kinds
            for rows in [[*zip(*kind.columns, strict=True)]]
            for group in sorted({*kind.groups})
        ]

    def __call__(self, seen: Vector) -> Vector:
        """Return what a player sees, with numbers of pieces that tell nothing else."""
        if not self._canonical.unnamed:
            return seen
        if not self._kinds or any(seen[self._size :]) or self._with_roles(seen):
            return self._canonical.exchanged_in(seen, self._canonical.unnamed)
        numbers: list[int] | None = None
        for groups, columns, read in self._kinds:
            rows = [*zip(groups, *[column(seen) for column in read], strict=True)]
            ranked = sorted(rows)
            if ranked != rows:
                numbers = [*seen] if numbers is None else numbers
                _, *sorted_columns = zip(*ranked, strict=True)
                for slots, values in zip(columns, sorted_columns, strict=True):
                    for slot, value in zip(slots, values, strict=True):
                        numbers[slot] = value
        return seen if numbers is None else tuple(numbers)

    def _with_roles(self, seen: Vector) -> bool:
        """Return whether an event waits whose roles may be pieces."""
        return bool(self._canonical.event_roles) and seen[self._interrupted] != self._none


def _equal_pieces(canonical: Canonical) -> list[EqualPieces]:
    """Return the equal pieces by kind; none if their slots can't be sorted by themselves."""
    kinds, used = [], set[int]()
    for kind, members_of_groups in canonical.unnamed.items():
        about = canonical.slots_about(kind)
        if about.naming:
            return []
        members = [piece for group in members_of_groups for piece in group]
        columns = [*zip(*(about.of_pieces[piece] for piece in members), strict=True)]
        slots = [slot for column in columns for slot in column]
        if not used.isdisjoint(slots) or len({*slots}) < len(slots):
            return []
        used.update(slots)
        groups = [number for number, group in enumerate(members_of_groups) for _ in group]
        kinds.append(EqualPieces(groups, columns, [_reader(column) for column in columns]))
    return kinds


def _reader(column: Sequence[int]) -> Callable[[Vector], Vector]:
    return itemgetter(*column)  # of several: a group has two pieces at least
