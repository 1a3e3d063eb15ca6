"""The form of observations: named parts with shapes and ranges, and what each number is about."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from thesmos.compile.machine.readings import Reading


@dataclass(frozen=True)
class ObservedPart:
    """A part of an observation: an array of whole numbers.

    name: of a board, a kind of things or a card, or `game`, `cards`, `past` or `due`.
    planes: what each plane is about: the first axis of the array.
    columns: what is along the second axis, such as the players; empty for a board, and where there
        is no second axis.
    shape: (planes, rows, columns) for a board, its first row in the south; (planes, columns) for
        things; (planes,) for `game` and for what a card remembers.
    low, high: the least and the greatest number that can be in it.
    first: where it begins in the flat array.
    """

    name: str
    planes: tuple[str, ...]
    columns: tuple[str, ...]
    shape: tuple[int, ...]
    low: int
    high: int
    first: int

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)

    @property
    def slots(self) -> slice:
        """Its place in the flat array."""
        return slice(self.first, self.first + self.size)


@dataclass(frozen=True)
class ObservationSpec(Mapping[str, ObservedPart]):
    """The parts of an observation by name, in the order in which they lie in the flat array.

    dtype: the type of the numbers, as NumPy names it.
    orders: the readings for each order of the players: 0 as they are numbered, p with player p
        first. Players follow each other as in the game; number 1 is then whoever comes first.
    tables: those of all readings.
    """

    parts: Mapping[str, ObservedPart]
    orders: tuple[tuple[Reading, ...], ...] = field(repr=False)
    tables: tuple[int, ...] = field(repr=False)

    def __getitem__(self, name: str) -> ObservedPart:
        return self.parts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(part.size for part in self.parts.values())

    @property
    def dtype(self) -> str:
        """The type of the numbers: `int16` if it holds all of them, else `int32`."""
        least = min((part.low for part in self.parts.values()), default=0)
        greatest = max((part.high for part in self.parts.values()), default=0)
        return "int16" if least >= -(1 << 15) and greatest < 1 << 15 else "int32"


class Observations(Mapping[str, Any]):
    """Observations of one state or of many, as NumPy arrays by the name of the part.

    Of many states, each array has a first axis of its own, with a row for each. The arrays share
    memory with `flat`.

    spec: says what the numbers mean.
    flat: all numbers of a state in a row: of the shape (size,) or (states, size).
    """

    def __init__(self, spec: ObservationSpec, flat: Any) -> None:
        self.spec, self.flat = spec, flat

    def __getitem__(self, name: str) -> Any:
        part = self.spec[name]
        return self.flat[..., part.slots].reshape(*self.flat.shape[:-1], *part.shape)

    def __iter__(self) -> Iterator[str]:
        return iter(self.spec)

    def __len__(self) -> int:
        return len(self.spec)
