"""What positions have under `memory`, beside the entries of a game: values of any type, by name.

These are the memories of cards, and the attributes that no entry writes. A value that is as it was
at the beginning may be left out.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from thesmos.diagnostics import UsageError, suggest
from thesmos.link.layout import UNKNOWN, Entry, Meaning, MemoryOf, PlaceOf, RememberedOf
from thesmos.link.linked import LinkedGame
from thesmos.link.pool import absent_cards
from thesmos.notation.memory import HIDDEN, Axis, Memory
from thesmos.notation.remembered import RememberedPositions
from thesmos.notation.value_texts import ValueTexts, Vector, index_of
from thesmos.program.types import Type

POSITIONS = "positions"  # the name of the remembered positions


class PlaceMemory(Memory):
    """The places of the pieces of a kind that no entry writes."""

    def __init__(self, texts: ValueTexts, entry: Entry, kind: str) -> None:
        super().__init__(texts, entry, f"{kind}.place")
        self.kind = kind
        self._places = texts.places_of(kind)

    @functools.cached_property
    def axes(self) -> Sequence[Axis]:
        """The pieces."""
        return [NumberedAxis(self.texts, Type("piece", self.kind))]

    def _value_text(self, v: Vector, value: int) -> Any:  # noqa: ARG002 - as in the base class
        if value == UNKNOWN:
            return HIDDEN
        return "" if value == self.texts.game.layout.none else self._places[value]

    def _number(self, value: Any, v: list[int]) -> int:  # noqa: ARG002 - as in the base class
        if value == "":
            return self.texts.game.layout.none
        return index_of(value, self._places, self.name)


class NumberedAxis(Axis):
    """The pieces of a kind by number, as their places are not known yet."""

    def text(self, number: int, v: Vector) -> str:  # noqa: ARG002 - as in the base class
        """Return the name of a piece."""
        return self.texts.called[self.kind.name][number]

    def number(self, text: Any, path: str, v: Vector) -> int:  # noqa: ARG002 - the same
        """Return the piece with a name. Raises UsageError if there is none."""
        return index_of(str(text), self.texts.called[self.kind.name], path)


def _moves(game: LinkedGame, place: PlaceOf) -> bool:
    """Return whether pieces of a kind can move: by a text, or when their owner is out."""
    on = next(kind.on for kind in game.game.kinds if kind.name == place.kind)
    return bool(on) or any(place.kind in card.moved for _, card in game.parts)


class Memories:
    """Everything that positions of a linked game can have under `memory`.

    In a pool, the cards that take part decide which bare names are ambiguous.
    """

    def __init__(self, texts: ValueTexts) -> None:
        self._game = texts.game
        self.all: dict[Meaning, Memory] = {}
        for entry in texts.game.layout.entries:
            meaning = entry.meaning
            if isinstance(meaning, PlaceOf):
                if (
                    meaning.kind in texts.placed
                    or not entry.count
                    or not _moves(texts.game, meaning)
                ):
                    continue
                self.all[meaning] = PlaceMemory(texts, entry, meaning.kind)
            elif meaning == RememberedOf("numbers"):
                self.all[meaning] = RememberedPositions(texts, entry, POSITIONS)
            elif entry.writing:
                self.all[meaning] = Memory(texts, entry, entry.writing)
        self._by_name: dict[str, list[Memory]] = {}
        for memory in self.all.values():
            for name in {memory.name, memory.bare}:
                self._by_name.setdefault(name, []).append(memory)

    def write(self, v: Vector, elsewhere: Collection[object]) -> dict[str, Any]:
        """Return the values that are not fresh.

        elsewhere: the meanings covered by other parts.
        """
        return {
            self.short(memory, v): memory.write(v)
            for meaning, memory in self.all.items()
            if meaning not in elsewhere and not memory.is_fresh(v)
        }

    def as_written(self, values: Any, v: Vector) -> dict[str, Any]:
        """Return a position's `memory` as `write` would write it: by bare names, nothing fresh.

        v: a state of the same cards, with the pieces in the same places. Raises UsageError for a
        value that can't be read.
        """
        vector, by_memory = [*v], self.by_memory(values, v)
        for entry in (memory.entry for memory in by_memory):
            vector[entry.first : entry.first + entry.count] = entry.start
        for memory, value in by_memory.items():
            memory.read(value, vector)
        return {
            self.short(memory, v): memory.write(vector)
            for memory in by_memory
            if not memory.is_fresh(vector)
        }

    def by_memory(self, values: Any, v: Vector) -> dict[Memory, Any]:
        """Return the memories given by name, with their values. Raises UsageError for other names.

        v: a state of the same cards.
        """
        if not isinstance(values, dict):
            raise UsageError("memory must be an object {name: value}", None)
        names: dict[Memory, str] = {}
        for name in values:
            memory = self._memory_named(str(name), v)
            if memory in names:
                raise UsageError(f"memory {memory.name} is given twice", f"also as {names[memory]}")
            names[memory] = str(name)
        return {memory: values[name] for memory, name in names.items()}

    def _memory_named(self, name: str, v: Vector) -> Memory:
        matching = self._with_name(name, v)
        if len(matching) == 1:
            return matching[0]
        full = [memory.name for memory in matching or self._taking_part(self.all.values(), v)]
        if matching:
            text, hint = f"several things remember `{name}`", f"write {' or '.join(full)}"
        else:
            text = f"there is no memory `{name[:40]}` here"
            hint = suggest(name, self._by_name) or f"memories here: {', '.join(full) or 'none'}"
        raise UsageError(text, hint)

    def short(self, memory: Memory, v: Vector | None = None) -> str:
        """Return the bare name, unless it is ambiguous.

        v: a state; without it, all cards count.
        """
        matching = self._by_name[memory.bare] if v is None else self._with_name(memory.bare, v)
        return memory.bare if len(matching) == 1 else memory.name

    def _with_name(self, name: str, v: Vector) -> list[Memory]:
        return self._taking_part(self._by_name.get(name, ()), v)

    def _taking_part(self, memories: Iterable[Memory], v: Vector) -> list[Memory]:
        """Return the memories, without those of cards of a pool that take no part."""
        absent = absent_cards(self._game, v)
        return [memory for memory in memories if not (absent and self._card(memory) in absent)]

    def _card(self, memory: Memory) -> str:
        meaning = memory.entry.meaning
        return self._game.cards[meaning.card].card.slug if isinstance(meaning, MemoryOf) else ""
