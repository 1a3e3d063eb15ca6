"""How many hidden pieces each list of a position has, which everybody may know (semantics 9.1).

Its twin is `web/unseen.js`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.link.layout import AttributeOf
from thesmos.notation.positions import is_of
from thesmos.notation.table import NotationTable
from thesmos.notation.value_table import Table, Vector

Numbers = tuple[tuple[int, ...], ...]  # by list: one for each player, or one if it is of nobody


class Unseen:
    """Counts the pieces that a player can't see, in the lists of positions that can have some.

    lists: the entries of positions for these lists (`members`). keys: what each is called there.
    sizes: of each, how many pieces it can have. places: the slots with the places of these.
    """

    def __init__(self, table: NotationTable) -> None:
        self._table = table
        self.lists: list[Table] = [
            entry
            for entry in table.position
            if entry["is"] == "members" and table.kinds[entry["kind"]]["hiders"] != []
        ]
        kinds = [table.kinds[entry["kind"]] for entry in self.lists]
        self.sizes = [len(kind["names"]) for kind in kinds]
        self.places = [slice(kind["first"], kind["first"] + len(kind["names"])) for kind in kinds]
        self.keys: list[str] = [".".join(entry["path"]) for entry in self.lists]

    def numbers(self, truth: Vector, seen: Vector) -> Numbers:
        """Return how many hidden pieces there are in each list.

        seen: the truth, as a player sees it.
        """
        return tuple(self._numbers(truth, seen))

    def _numbers(self, truth: Vector, seen: Vector) -> Iterator[tuple[int, ...]]:
        unknown = self._table.unknown
        for entry, places in zip(self.lists, self.places, strict=True):
            zone, whose = entry["zone"], entry["whose"]
            hidden = [
                piece
                for piece, (place, shown) in enumerate(
                    zip(truth[places], seen[places], strict=True)
                )
                if shown == unknown and zone in (None, place)
            ]
            if whose is None:
                yield (len(hidden),)
            else:
                players = range(self._table.players)
                yield tuple(
                    sum(is_of(whose, n, player, truth) for n in hidden) for player in players
                )

    def elsewhere(self, seen: Vector, numbers: Numbers) -> dict[str, int]:
        """Return how many more pieces of each kind can't be seen, of which nothing tells any place.

        All pieces are known to be somewhere, so this follows from what is seen.
        """
        unknown, left = self._table.unknown, dict[str, int]()
        for kind, about in self._table.kinds.items():
            places = seen[about["first"] : about["first"] + len(about["names"])]
            left[kind] = places.count(unknown) - self._pointed_at(kind, seen)
        for entry, of_list in zip(self.lists, numbers, strict=True):
            if entry["whose"] is None or not entry["whose"]["many"]:
                left[entry["kind"]] -= sum(of_list)
        return {kind: number for kind, number in left.items() if number > 0}

    def _pointed_at(self, kind: str, seen: Vector) -> int:
        """Return how often a cell or the game has an unknown piece of a kind."""
        return sum(
            entry.of(seen).count(self._table.unknown)
            for entry in self._table.game.layout.entries
            if isinstance(entry.meaning, AttributeOf)
            and entry.meaning.attribute.owner not in self._table.kinds
            and entry.seen_by == "everyone"
            and (entry.type.base, entry.type.name, entry.type.many) == ("piece", kind, False)
        )

    def write(self, numbers: Numbers) -> dict[str, Any]:
        """Return the numbers as data: by the key of the list, without lists that hide nothing."""
        pairs = zip(self.keys, self.lists, numbers, strict=True)
        return {
            key: of_list[0] if entry["whose"] is None else [*of_list]
            for key, entry, of_list in pairs
            if any(of_list)
        }

    def read(self, data: Any) -> Numbers:
        """Return numbers that were written. Raises UsageError if these are none."""
        numbers = tuple(self._read(data))
        if self.write(numbers) != data:
            raise UsageError("unseen: these are no numbers of hidden pieces", "use `view.unseen`")
        return numbers

    def _read(self, data: Any) -> Iterator[tuple[int, ...]]:
        by_key: Mapping[str, Any] = data if isinstance(data, dict) else {}
        for key, entry in zip(self.keys, self.lists, strict=True):
            width = 1 if entry["whose"] is None else self._table.players
            value = by_key.get(key, [0] * width)
            of_list: Sequence[Any] = value if isinstance(value, list) else [value]
            most = len(self._table.kinds[entry["kind"]]["names"])
            fits = all(type(number) is int and 0 <= number <= most for number in of_list)
            yield tuple(of_list) if fits and len(of_list) == width else (0,) * width
