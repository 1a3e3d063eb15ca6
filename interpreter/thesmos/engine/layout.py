"""The layout of the state vector: which slots hold which attribute, memory or register."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from thesmos.engine.program import CORE_SLOTS, NONE
from thesmos.program.types import Type

Attr = Any


@dataclass
class Layout:
    """The slots allocated so far, and their initial values.

    slots: by name, [first slot, number of slots, type, ...]; see `attribute` for what follows.
    start: the initial vector.
    """

    sizes: dict[str, int]  # the number of values of each kind, board, enum, Player, Side, Power
    slots: dict[str, list[Any]] = field(default_factory=dict)
    start: list[int] = field(default_factory=lambda: [0] * CORE_SLOTS)

    def size_of(self, kind: Type) -> int:
        """Return the number of values of a type: the width of a set of them."""
        if kind.base == "int":
            return kind.high + 1
        if kind.base == "flag":
            return 2
        return self.sizes[kind.name]

    def add(self, name: str, count: int, kind: str, first: int = 0) -> int:
        """Allocate slots with an initial value; returns the first."""
        base = len(self.start)
        self.slots[name] = [base, count, kind]
        self.start += [first] * count
        return base

    def attribute(self, name: str, attr: Attr, count: int, words: dict[str, Any]) -> None:
        """Allocate the slots of an attribute of `count` things.

        Adds to the entry the slots per thing, and for a number its lowest and highest value.
        """
        kind = attr.type
        if kind.many:
            width = self.size_of(kind.one())
            base = self.add(name, count * width, f"set {kind.name or kind.base}")
            self.slots[name] += [width]
            for word in (attr.start or "").split():
                for thing in range(count):
                    self.start[base + thing * width + value_of(word, kind, words)] = 1
            return
        first = first_value(attr, words)
        base = self.add(name, count, kind.name or kind.base, first)
        self.slots[name] += [1, kind.low, kind.high] if kind.base == "int" else [1]


def first_value(attr: Attr, words: dict[str, Any]) -> int:
    """Return the initial value: the `start`, else none if allowed, else the lowest value."""
    if attr.start is not None:
        return value_of(attr.start, attr.type, words)
    return NONE if attr.type.none else attr.type.low


def value_of(word: str, kind: Type, words: dict[str, Any]) -> int:
    """Return the integer that encodes a written value. Raises KeyError or ValueError if invalid."""
    if word == "none":
        return NONE
    if kind.base == "flag":
        return {"yes": 1, "no": 0}[word]
    if kind.base == "int":
        number = int(word)
        if not kind.low <= number <= kind.high:
            raise ValueError(word)
        return number
    if kind.base in ("player", "side"):
        return int(word) - 1
    table: dict[str, int] = words[kind.name]
    return table[word]
