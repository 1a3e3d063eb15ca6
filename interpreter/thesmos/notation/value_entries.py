"""Entries of positions that write attributes of cells, players and the game, and memories."""

from __future__ import annotations

import functools
import re
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.link.layout import NONE, UNKNOWN, HoldersOf, Meaning, MemoryOf
from thesmos.notation.linked_entry import LinkedEntry, Placing, list_of, never_changes
from thesmos.notation.value_texts import Vector, index_of
from thesmos.program import positions as p


class _Digits(LinkedEntry[p.Digits]):
    def prepare(self, entry: p.Digits) -> None:
        self.slots = self.slots_of(entry.attribute)

        numbers = (NONE, UNKNOWN, *range(self.slots.low, self.slots.high + 1))
        self.digits = {number: "?" if number < 0 else str(number) for number in numbers}

    def write(self, v: Vector) -> str:
        digits = self.digits
        return "".join([digits[number] for number in self.slots.of(v)])

    def read(self, value: Any, to: Placing) -> None:
        count, low, high = self.slots.count, self.slots.low, self.slots.high
        if not isinstance(value, str) or len(value) != count or not re.fullmatch("[0-9]*", value):
            raise UsageError(f"{self.path} must be {count} digits", f"it is {str(value)[:40]!r}")
        for slot, digit in zip(self.slots.slots, value, strict=True):
            if not low <= int(digit) <= high:
                raise UsageError(f"{self.path} has a {digit}", f"digits go from {low} to {high}")
            to.v[slot] = int(digit)


class _Cells(LinkedEntry[p.Cells]):
    def prepare(self, entry: p.Cells) -> None:
        self.names = self.texts.names_of(entry.attribute.owner)
        self.fixed = self.game.fixed.get(entry.attribute)

    def write(self, v: Vector) -> list[str]:
        found = self.fixed or [v[slot] for slot in self.slots_of(self.entry.attribute).slots]
        return [name for name, flag in zip(self.names, found, strict=True) if flag == 1]

    def read(self, value: Any, to: Placing) -> None:
        for slot in self.slots_of(self.entry.attribute).slots if self.fixed is None else ():
            to.v[slot] = 0
        for text in list_of(value, self.path):
            thing = index_of(text, self.names, self.path)
            if self.fixed is None:
                to.v[self.slots_of(self.entry.attribute).slot(thing)] = 1
            elif self.fixed[thing] != 1:
                raise never_changes(self.path, text)


class _Map(LinkedEntry[p.Map]):
    def prepare(self, entry: p.Map) -> None:
        self.names = self.texts.names_of(entry.attribute.owner)
        self.type = self.texts.types[entry.attribute]
        self.fixed = self.game.fixed.get(entry.attribute)

    def write(self, v: Vector) -> dict[str, str]:
        found = self.fixed or [v[slot] for slot in self.slots_of(self.entry.attribute).slots]
        texts = {
            name: self.texts.value_in_position(self.type, one, v)
            for name, one in zip(self.names, found, strict=True)
            if isinstance(one, int)
        }
        return {name: text for name, text in texts.items() if text}

    def read(self, value: Any, to: Placing) -> None:
        if not isinstance(value, dict):
            raise UsageError(f"{self.path} must be an object {{cell: value}}", None)
        if self.fixed is not None:
            to.later.append(functools.partial(self._check, value))
            return
        slots = self.slots_of(self.entry.attribute)
        for slot in slots.slots if slots.none else ():
            to.v[slot] = self.game.layout.none
        for cell, text in value.items():
            self.put(text, slots.slot(index_of(cell, self.names, self.path)), slots, to)

    def _check(self, value: dict[str, Any], v: Vector) -> None:
        """Raise UsageError if a position says something else of what nothing changes."""
        known = self.write(v)
        for name, text in value.items():
            if known.get(name) != text:
                raise never_changes(self.path, str(name))


class _ByPlayer(LinkedEntry[p.ByPlayer]):
    def prepare(self, entry: p.ByPlayer) -> None:
        self.slots = self.slots_of(entry.attribute)

    def write(self, v: Vector) -> list[str]:
        return [self.value(v[slot], self.slots, v) for slot in self.slots.slots]

    def read(self, value: Any, to: Placing) -> None:
        for slot, text in zip(self.slots.slots, list_of(value, self.path), strict=False):
            if text != "" or self.slots.none:
                self.put(text, slot, self.slots, to)


class _GameValue(LinkedEntry[p.GameValue]):
    def prepare(self, entry: p.GameValue) -> None:
        self.slots = self.slots_of(entry.attribute)

    def write(self, v: Vector) -> str:
        return self.value(v[self.slots.first], self.slots, v)

    def read(self, value: Any, to: Placing) -> None:
        if value != "" or self.slots.none:
            self.put(value, self.slots.first, self.slots, to)


class _CardMemory(LinkedEntry[p.CardMemory]):
    def prepare(self, entry: p.CardMemory) -> None:
        layout, wanted = self.game.layout.by_meaning, entry.memory
        self.found = [
            (layout[HoldersOf(each.number)].first, self.notation.memories.all[meaning])
            for each in self.game.cards
            if each.card.slug == wanted.card
            and (meaning := MemoryOf(each.number, wanted.name)) in layout
        ]

    def write(self, v: Vector) -> Any:
        return next((memory.write(v) for holders, memory in self.found if v[holders]), "")

    def said(self, v: Vector) -> frozenset[Meaning]:
        return frozenset(memory.entry.meaning for holders, memory in self.found if v[holders])

    def read(self, value: Any, to: Placing) -> None:
        if value == "":  # what is written if nobody holds the card
            return
        if not self.found:
            card = self.entry.memory.card
            raise UsageError(f"{self.path}: {card} is not in play", f"only {card} has {self.path}")
        to.later.append(functools.partial(self.found[0][1].read, value))


VALUE_ENTRIES: dict[type[p.PositionEntry], type[LinkedEntry[Any]]] = {
    p.Digits: _Digits,
    p.Cells: _Cells,
    p.Map: _Map,
    p.ByPlayer: _ByPlayer,
    p.GameValue: _GameValue,
    p.CardMemory: _CardMemory,
}
