"""The base class of the entries of positions in a linked game."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from thesmos.diagnostics import UsageError
from thesmos.link.layout import AttributeOf, Entry, Meaning, PlaceOf
from thesmos.notation.claims import Claims
from thesmos.notation.memories import Memories
from thesmos.notation.value_texts import ValueTexts, Vector
from thesmos.program import positions as p
from thesmos.program.node import AttributeRef

E = TypeVar("E", bound=p.PositionEntry)


@dataclass(frozen=True)
class PositionNotation:
    """What entries need to write.

    hidden: returns the pieces of a kind that somebody can't see.
    """

    texts: ValueTexts
    memories: Memories
    hidden: Callable[[Vector, str], set[int]]


@dataclass(frozen=True)
class Placing:
    """A vector that a position is read into.

    claims: by kind, the pieces that have been read.
    later: what to do when all pieces are placed.
    numbered: returns those pieces of a kind that the position calls by number although their cell
        would do if they were first on it.
    """

    v: list[int]
    claims: Mapping[str, Claims]
    later: list[Callable[[list[int]], None]] = field(default_factory=list)
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

    @property
    def tells(self) -> float:
        """How many constants of pieces it shows: the entry that shows more of them is read first.

        Those that do not say where pieces are come last: of a named piece they say more than a
        text that may stand for another one.
        """
        return -1

    def keys(self, value: Mapping[str, Any]) -> set[str]:
        """Return those keys of an object that are its own, if other entries have the same path."""
        return {*value}

    @abstractmethod
    def write(self, v: Vector) -> Any:
        """Return the value that a state has, as data."""

    @abstractmethod
    def read(self, value: Any, to: Placing) -> None:
        """Put a value into a vector. Raises UsageError if it is invalid."""

    def covered(self, v: Vector) -> frozenset[Meaning]:  # noqa: ARG002 - a memory needs it
        """Return the meanings of the slots that the written value covers."""
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
        return [slot for meaning in meanings if meaning in layout for slot in layout[meaning].slots]

    def slots_of(self, attribute: AttributeRef) -> Entry:
        """Return the slots of an attribute."""
        return self.game.layout.by_meaning[AttributeOf(attribute)]

    def put(self, text: Any, slot: int, slots: Entry, to: Placing) -> None:
        """Put the value of a text into a slot once all pieces are placed: it may be one of them.

        Raises UsageError then, for a value that the slot can't have.
        """
        to.later.append(functools.partial(self.texts.put, text, slot, slots, self.path))

    def value(self, value: int, slots: Entry, v: Vector) -> str:
        """Return a value of an attribute as text."""
        return self.texts.value_in_position(slots.type, value, v)


def list_of(value: Any, path: str, most: int) -> list[Any]:
    """Return a value, which must be a list. Raises UsageError if it is not, or is too long.

    most: how many entries a state can have.
    """
    if not isinstance(value, list):
        raise UsageError(f"{path} must be a list", None)
    if len(value) > most:
        raise UsageError(f"{path} has {len(value)} entries", f"there can be at most {most}")
    return value


def never_changes(path: str, text: str) -> UsageError:
    """Return the error for a piece whose constant attribute a position contradicts."""
    return UsageError(f"{path}: `{text}` can't be one of these", "this never changes in a game")
