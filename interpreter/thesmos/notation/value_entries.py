"""Position entries that write memories, and attributes of cells, players and the game."""

from __future__ import annotations

import functools
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from thesmos.diagnostics import UsageError
from thesmos.link.layout import NONE, UNKNOWN, Entry, HoldersOf, Meaning, MemoryOf
from thesmos.notation.linked_entry import LinkedEntry, Placing, list_of, never_changes
from thesmos.notation.value_texts import Vector, index_of
from thesmos.program import positions as p

A = TypeVar("A", p.Digits, p.Cells, p.Map, p.ByPlayer, p.GameValue)


class _OfAttribute(LinkedEntry[A]):
    """An entry that writes an attribute."""

    @functools.cached_property
    def slots(self) -> Entry:
        """The slots of the attribute, if something in play changes it."""
        return self.slots_of(self.entry.attribute)

    @functools.cached_property
    def fixed(self) -> Sequence[int | tuple[int, ...]] | None:
        """The values of the attribute, if nothing in play changes it."""
        return self.game.fixed.get(self.entry.attribute)

    @functools.cached_property
    def names(self) -> Sequence[str]:
        """The names of the things that have the attribute."""
        return self.texts.names_of(self.entry.attribute.owner)

    def values(self, v: Vector) -> Iterator[tuple[str, int | tuple[int, ...]]]:
        """Yield the value of each thing, by its name."""
        values = self.slots.of(v) if self.fixed is None else self.fixed
        return zip(self.names, values, strict=True)


class _Digits(_OfAttribute[p.Digits]):
    @functools.cached_property
    def digits(self) -> dict[int, str]:
        """The digit for each value, or what stands for none."""
        numbers = range(self.slots.low, self.slots.high + 1)
        return {NONE: p.NO_DIGIT, UNKNOWN: "?", **{number: str(number) for number in numbers}}

    @functools.cached_property
    def numbers(self) -> dict[str, int]:
        """The value for each character that can be read."""
        digits = {digit: int(digit) for digit in "0123456789"}
        return digits | ({p.NO_DIGIT: self.game.layout.none} if self.slots.none else {})

    def write(self, v: Vector) -> str:
        digits = self.digits
        return "".join([digits[number] for number in self.slots.of(v)])

    def read(self, value: Any, to: Placing) -> None:
        count, low, high = self.slots.count, self.slots.low, self.slots.high
        if not isinstance(value, str) or len(value) != count or not {*value} <= {*self.numbers}:
            wanted = f"{count} digits" + (f", or {p.NO_DIGIT} for none" if self.slots.none else "")
            raise UsageError(f"{self.path} must be {wanted}", f"it is {str(value)[:40]!r}")
        for slot, digit in zip(self.slots.slots, value, strict=True):
            number = self.numbers[digit]
            if digit != p.NO_DIGIT and not low <= number <= high:
                raise UsageError(f"{self.path} has a {digit}", f"digits go from {low} to {high}")
            to.v[slot] = number


class _Cells(_OfAttribute[p.Cells]):
    def write(self, v: Vector) -> list[str]:
        return [name for name, flag in self.values(v) if flag == 1]

    def read(self, value: Any, to: Placing) -> None:
        texts = list_of(value, self.path, len(self.names))
        things = [index_of(text, self.names, self.path) for text in texts]
        if self.fixed is None:
            to.later.append(functools.partial(self._set, {*things}))
            return
        for thing in things:
            if self.fixed[thing] != 1:
                raise never_changes(self.path, self.names[thing])

    def _set(self, things: Container[int], v: list[int]) -> None:
        """Set the flag of some things, and no other."""
        for thing, slot in enumerate(self.slots.slots):
            v[slot] = int(thing in things)


class _Map(_OfAttribute[p.Map]):
    def write(self, v: Vector) -> dict[str, str]:
        kind = self.texts.types[self.entry.attribute]
        texts = {
            name: self.texts.value_in_position(kind, value, v)
            for name, value in self.values(v)
            if isinstance(value, int)
        }
        return {name: text for name, text in texts.items() if text}

    def keys(self, value: Mapping[str, Any]) -> set[str]:
        return {*value} & {*self.names}

    def read(self, value: Any, to: Placing) -> None:
        if not isinstance(value, dict):
            raise UsageError(f"{self.path} must be an object {{cell: value}}", None)
        if self.fixed is not None:
            to.later.append(functools.partial(self._check, value))
            return
        if self.slots.none:
            to.later.append(self._clear)
        for cell, text in value.items():
            slot = self.slots.slot(index_of(cell, self.names, self.path))
            self.put(text, slot, self.slots, to)

    def _clear(self, v: list[int]) -> None:
        """Let nothing have a value."""
        for slot in self.slots.slots:
            v[slot] = self.game.layout.none

    def _check(self, value: dict[str, Any], v: Vector) -> None:
        """Raise UsageError if a position gives another value for a constant attribute."""
        written, kind = self.write(v), self.texts.types[self.entry.attribute]
        for name, text in value.items():
            if kind.base == "piece" and text in self.texts.cells[kind.name]:
                continue  # which piece is called by its cell can differ: see 15.7
            if written.get(name) != text:
                raise never_changes(self.path, str(name))


class _ByPlayer(_OfAttribute[p.ByPlayer]):
    def write(self, v: Vector) -> list[str]:
        return [self.value(v[slot], self.slots, v) for slot in self.slots.slots]

    def read(self, value: Any, to: Placing) -> None:
        texts = list_of(value, self.path, self.slots.count)
        for slot, text in zip(self.slots.slots, texts, strict=False):
            if text != "" or self.slots.none:
                self.put(text, slot, self.slots, to)


class _GameValue(_OfAttribute[p.GameValue]):
    def write(self, v: Vector) -> str:
        return self.value(v[self.slots.first], self.slots, v)

    def read(self, value: Any, to: Placing) -> None:
        if value != "" or self.slots.none:
            self.put(value, self.slots.first, self.slots, to)


class _CardMemory(LinkedEntry[p.CardMemory]):
    def prepare(self, entry: p.CardMemory) -> None:
        layout, wanted = self.game.layout.by_meaning, entry.memory
        self.memories = [
            (layout[HoldersOf(card.number)].first, self.notation.memories.all[meaning])
            for card in self.game.cards
            if card.card.slug == wanted.card
            and (meaning := MemoryOf(card.number, wanted.name)) in layout
        ]

    def write(self, v: Vector) -> Any:
        return next((memory.write(v) for holders, memory in self.memories if v[holders]), "")

    def covered(self, v: Vector) -> frozenset[Meaning]:
        if self.write(v) == "":  # none, which is written as if nobody held the card
            return frozenset()
        return frozenset(memory.entry.meaning for holders, memory in self.memories if v[holders])

    def read(self, value: Any, to: Placing) -> None:
        if value == "":  # written if nobody holds the card
            return
        if not self.memories:
            card = self.entry.memory.card
            raise UsageError(f"{self.path}: {card} is not in play", f"only {card} has {self.path}")
        to.later.append(functools.partial(self.memories[0][1].read, value))


VALUE_ENTRIES: dict[type[p.PositionEntry], type[LinkedEntry[Any]]] = {
    p.Digits: _Digits,
    p.Cells: _Cells,
    p.Map: _Map,
    p.ByPlayer: _ByPlayer,
    p.GameValue: _GameValue,
    p.CardMemory: _CardMemory,
}
