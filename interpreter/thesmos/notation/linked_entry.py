"""An entry of a game's positions in a linked game, whatever it writes."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from thesmos.diagnostics import UsageError
from thesmos.link.layout import AttributeOf, Entry, Meaning, PlaceOf
from thesmos.notation.memories import Memories
from thesmos.notation.value_texts import ValueTexts, Vector
from thesmos.program import positions as p
from thesmos.program.node import AttributeRef

MAX_LIST = 1000  # entries of a list in a position

E = TypeVar("E", bound=p.PositionEntry)


@dataclass(frozen=True)
class PositionNotation:
    """What entries write with. hidden: in a state, the pieces of a kind that somebody can't see."""

    texts: ValueTexts
    memories: Memories
    hidden: Callable[[Vector, str], set[int]]


@dataclass(frozen=True)
class Placing:
    """A vector that a position is read into.

    placed: by kind, the pieces that have been read. single: those that `piece` has read, by kind,
    which `pieces` may write as well. later: what is read when all pieces are placed.
    places: by kind, where each piece has to be, if that is known. numbered: of a kind, the pieces
    that the position calls by number though they would be called by a cell, if first on it.
    """

    v: list[int]
    placed: dict[str, set[int]]
    single: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    later: list[Callable[[list[int]], None]] = field(default_factory=list)
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)
    numbered: Callable[[str], Container[int]] = lambda _: ()


class LinkedEntry(ABC, Generic[E]):
    """An entry of positions in a linked game."""

    def __init__(self, entry: E, notation: PositionNotation) -> None:
        self.entry, self.path = entry, entry.key
        self.notation, self.texts, self.game = notation, notation.texts, notation.texts.game
        self.attributes: frozenset[Meaning] = frozenset(map(AttributeOf, entry.attributes))
        self.prepare(entry)

    def prepare(self, entry: E) -> None:
        """Look up what does not depend on the state."""

    @abstractmethod
    def write(self, v: Vector) -> Any:
        """Return the value in a state."""

    @abstractmethod
    def read(self, value: Any, to: Placing) -> None:
        """Put a value into a vector. Raises UsageError if it is invalid."""

    def said(self, v: Vector) -> frozenset[Meaning]:  # noqa: ARG002 - of a memory it depends on it
        """Return the meanings of what the value of a state says."""
        return self.attributes

    def depends_on(self, can_hide: Container[str]) -> list[int] | None:
        """Return the slots that the value depends on; None if they are not known.

        can_hide: the kinds of pieces that may be hidden.
        """
        kind = getattr(self.entry, "kind", None)
        pieces = any(self.texts.types[name].base == "piece" for name in self.entry.attributes)
        if pieces or kind in can_hide or isinstance(self.entry, p.CardMemory):
            return None
        meanings = [*self.attributes] if kind is None else [*self.attributes, PlaceOf(kind)]
        layout = self.game.layout.by_meaning
        return [slot for one in meanings if one in layout for slot in layout[one].slots]

    def slots_of(self, attribute: AttributeRef) -> Entry:
        """Return the slots of an attribute."""
        return self.game.layout.by_meaning[AttributeOf(attribute)]

    def put(self, text: Any, slot: int, slots: Entry, to: Placing) -> None:
        """Put the value that a text stands for into a slot; a piece's cell once all are placed.

        Raises UsageError for a value that the slot can't have.
        """
        if slots.type.base == "piece":
            to.later.append(functools.partial(self.texts.put, text, slot, slots, self.path))
        else:
            self.texts.put(text, slot, slots, self.path, to.v)

    def value(self, value: int, slots: Entry, v: Vector) -> str:
        """Return a value of an attribute as text."""
        return self.texts.value_in_position(slots.type, value, v)


def list_of(value: Any, path: str) -> list[Any]:
    """Return a value that is a list. Raises UsageError if it is not."""
    if not isinstance(value, list) or len(value) > MAX_LIST:
        raise UsageError(f"{path} must be a list", None)
    return value


def never_changes(path: str, text: str) -> UsageError:
    """Return the error for a piece with a constant that a position says otherwise."""
    return UsageError(f"{path}: `{text}` can't be one of these", "this never changes in a game")
