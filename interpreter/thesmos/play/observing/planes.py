"""Gathers the planes of observations, and the readings that fill them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from thesmos.compile.machine.readings import AT_VALUES, NO_BIT, NO_PLACE, NOWHERE, Reading
from thesmos.play.observing.spec import ObservationSpec, ObservedPart


class Target(NamedTuple):
    """Where a value is shown: the label of a plane, and a column of it."""

    label: str
    column: int = 0


class Placed(NamedTuple):
    """A place that a number depends on besides its value.

    slot: of the place; of the first piece's, if `follows`, and the value says which piece's it is.
    columns: for unknown, none, and each place from 0, the column; NOWHERE to add nothing.
    """

    slot: int
    columns: tuple[int, ...]
    follows: bool = False


@dataclass
class Planes:
    """A part that is being made.

    columns: as in `ObservedPart`.
    shape: of one plane: (rows, columns) for a board, (columns,), or () for a single number.
    numbers: that of each plane, by its label.
    low, high: the least and the greatest sum that can be in it.
    """

    name: str
    columns: tuple[str, ...]
    shape: tuple[int, ...]
    numbers: dict[str, int] = field(default_factory=dict)
    low: int = 0
    high: int = 0

    @property
    def width(self) -> int:
        """How many numbers a plane has."""
        return math.prod(self.shape)

    def plane(self, label: str) -> int:
        """Return the number of a plane, which is added if it is new."""
        return self.numbers.setdefault(label, len(self.numbers))


class Gathered:
    """The parts and readings so far, in one order of the players after the other."""

    def __init__(self) -> None:
        self._parts: dict[str, Planes] = {}
        self._tables: list[int] = []
        self._starts: dict[tuple[int, ...], int] = {}
        self._orders: list[list[tuple[Planes, Reading]]] = []
        # The range of sums: at a place of a part, and anywhere on a plane of one.
        self._sums: dict[tuple[str, int], tuple[int, int]] = {}
        self._anywhere: dict[tuple[str, int], tuple[int, int]] = {}

    def begin_order(self) -> None:
        """Begin with another order of the players."""
        self._note_sums()
        self._orders.append([])

    def has(self, name: str) -> bool:
        """Return whether a part is there."""
        return name in self._parts

    def part(self, name: str, columns: Sequence[str] = (), shape: Sequence[int] = ()) -> Planes:
        """Return a part, which is added if it is new. shape: of a plane, if not its columns."""
        if name not in self._parts:
            lengths = tuple(shape) or (len(columns),) * bool(columns)
            self._parts[name] = Planes(name, tuple(columns), lengths)
        return self._parts[name]

    def read(
        self,
        part: Planes,
        slot: int,
        limits: tuple[int, int],
        targets: Mapping[int, Target],
        *,
        numeric: bool = False,
        bit: int = NO_BIT,
        placed: Placed | None = None,
    ) -> None:
        """Add a reading of a slot.

        limits: the least and the greatest value that it can have.
        targets: where a value is shown, by its place in a table (see Reading); nothing is added for
            others.
        numeric: whether the value itself is added instead of one.
        """
        if not targets:
            return
        low, high = limits
        values = [NOWHERE] * (high - low + 1 + AT_VALUES)
        width = part.width
        for value, target in targets.items():
            values[value] = part.plane(target.label) * width + target.column
        added = limits if numeric else (1, 1)
        for place in {*values} - {NOWHERE}:
            sums = self._sums if placed is None else self._anywhere
            at = place if placed is None else place // width
            least, most = sums.get((part.name, at), (0, 0))
            sums[part.name, at] = least + min(0, added[0]), most + max(1, added[1])
        where = (NO_PLACE, False, (NOWHERE,)) if placed is None else (
            placed.slot, placed.follows, placed.columns
        )  # fmt: skip
        reading = Reading(
            slot, low, bit, self._table(values), int(numeric), where[0], int(where[1]),
            self._table(where[2]), 0,
        )  # fmt: skip
        self._orders[-1].append((part, reading))

    def _table(self, values: Sequence[int]) -> int:
        """Return where a table begins among all of them; equal ones are there only once."""
        key = tuple(values)
        if key not in self._starts:
            self._starts[key] = len(self._tables)
            self._tables += key
        return self._starts[key]

    def _note_sums(self) -> None:
        """Note the least and the largest sums of what the readings of the last order add."""
        for (name, place), (least, most) in self._sums.items():
            part = self._parts[name]
            below, above = self._anywhere.get((name, place // part.width), (0, 0))
            part.low, part.high = min(part.low, least + below), max(part.high, most + above)
        for (name, _), (least, most) in self._anywhere.items():
            part = self._parts[name]
            part.low, part.high = min(part.low, least), max(part.high, most)
        self._sums, self._anywhere = {}, {}

    def spec(self) -> ObservationSpec:
        """Return the form of observations: the parts that have planes, and all readings."""
        self._note_sums()
        parts: dict[str, ObservedPart] = {}
        first = 0
        for name, planes in self._parts.items():
            if planes.numbers:
                shape = (len(planes.numbers), *planes.shape)
                parts[name] = ObservedPart(
                    name, (*planes.numbers,), planes.columns, shape, planes.low, planes.high, first
                )
                first += parts[name].size
        orders = (
            tuple(reading._replace(base=parts[part.name].first) for part, reading in order)
            for order in self._orders
        )
        return ObservationSpec(parts, tuple(orders), tuple(self._tables))
