"""Names to slots: where in the vector each thing stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from thesmos.check.names import Attr
from thesmos.check.types import Type
from thesmos.link.program import CORE_SLOTS, NONE


@dataclass
class Layout:
    """Slots handed out so far, and the vector they begin with."""

    sizes: dict[str, int]  # how many there are of each kind, board, enum, Player, Side, Power
    slots: dict[str, list[Any]] = field(default_factory=dict)
    start: list[int] = field(default_factory=lambda: [0] * CORE_SLOTS)

    def size_of(self, kind: Type) -> int:
        """How many values a type has, for sets."""
        if kind.base == "int":
            return kind.high + 1
        if kind.base == "flag":
            return 2
        return self.sizes[kind.name]

    def add(self, name: str, count: int, kind: str, first: int = 0) -> int:
        """Reserve `count` slots that begin with a value."""
        base = len(self.start)
        self.slots[name] = [base, count, kind]
        self.start += [first] * count
        return base

    def attribute(self, name: str, attr: Attr, count: int, words: dict[str, Any]) -> None:
        """Reserve the slots of an attribute of `count` things."""
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
    """What an attribute begins with: its `start`, else none if it may be, else its least value."""
    if attr.start is not None:
        return value_of(attr.start, attr.type, words)
    return NONE if attr.type.none else attr.type.low


def value_of(word: str, kind: Type, words: dict[str, Any]) -> int:
    """The integer behind a written value. Raises KeyError or ValueError for one that is none."""
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
