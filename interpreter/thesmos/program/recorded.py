"""How records of a game are written that other programs made: what each of their parts says.

A part of a record is a value of the state, or a list, a table or a text made of values. It changes
nothing in play, so it is not part of the program of a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from thesmos.constructs import construct
from thesmos.program.values import Those, Value


@construct
class RecordedPart:
    """What a part of a record says."""


@construct
class RecordedValue(RecordedPart):
    """A value. A set is a list in any order; none is null."""

    value: Value


@construct
class RecordedText(RecordedPart):
    """A text with values in it; none is empty. words: how words of enums and flags are written."""

    parts: tuple[str | Value, ...]
    words: Mapping[str, str]


@construct
class RecordedList(RecordedPart):
    """A list with something for each of those, in their order or, as a set, in any order."""

    those: Those
    each: RecordedPart
    is_set: bool


@construct
class RecordedRow(RecordedPart):
    """A list of given parts."""

    parts: tuple[RecordedPart, ...]


@construct
class RecordedMap(RecordedPart):
    """An object with something for each of those, by a text."""

    those: Those
    key: RecordedPart
    each: RecordedPart


@construct
class RecordedMaps(RecordedPart):
    """Several objects as one."""

    maps: tuple[RecordedPart, ...]


@construct
class RecordedObject(RecordedPart):
    """An object with named parts."""

    parts: tuple[tuple[str, RecordedPart], ...]


@construct
class RecordNotation:
    """How records of a game are written by others.

    modules: by the key of a set-up that is true if a game is played with it. chance: by the name of
    a step, under which name a record gives the outcomes of chance. reasons: how those of results
    are written. skip: how it is written that a step is skipped, where that is one of the options.
    position, decision, result: their parts, by key. setup: those of positions and decisions that
    are otherwise before the first turn.
    """

    modules: Mapping[str, str] = field(default_factory=dict)
    chance: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    skip: str | None = None
    position: Mapping[str, RecordedPart] = field(default_factory=dict)
    decision: Mapping[str, RecordedPart] = field(default_factory=dict)
    result: Mapping[str, RecordedPart] = field(default_factory=dict)
    setup: Mapping[str, RecordedPart] = field(default_factory=dict)


PLAIN = RecordNotation()  # of a game about which nothing is said


def values_in(part: RecordedPart) -> Iterator[Value]:
    """The values that a part is made of, without those of the lists and tables inside it."""
    match part:
        case RecordedValue(value=value):
            yield value
        case RecordedText(parts=parts):
            yield from (one for one in parts if isinstance(one, Value))


def inside(part: RecordedPart) -> tuple[RecordedPart, ...]:
    """The parts that a part has for each member, or that it joins, in the order of their values."""
    match part:
        case RecordedList(each=each):
            return (each,)
        case RecordedMap(key=key, each=each):
            return (key, each)
        case RecordedMaps(maps=maps):
            return maps
        case RecordedRow(parts=parts):
            return parts
        case RecordedObject(parts=named):
            return tuple(one for _, one in named)
    return ()
