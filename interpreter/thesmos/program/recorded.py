"""How other programs write records of a game: the meaning of each part of these records.

A part of a record is a value of the state, or a list, a table or a text made of values. It does not
affect play, so it is not in the program of a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from thesmos.constructs import construct
from thesmos.program.foreign import ForeignForms
from thesmos.program.values import Those, Value


@construct
class RecordedPart:
    """The meaning of a part of a record."""


@construct
class RecordedValue(RecordedPart):
    """A value. A set is a list in any order; none is null."""

    value: Value


@construct
class RecordedText(RecordedPart):
    """A text with values in it; none is empty. words: the spelling of enum words and flags."""

    parts: tuple[str | Value, ...]
    words: Mapping[str, str]


@construct
class RecordedList(RecordedPart):
    """A list with a part for each member of `those`, in order or, as a set, in any order."""

    those: Those
    each: RecordedPart
    is_set: bool


@construct
class RecordedRow(RecordedPart):
    """A list of given parts."""

    parts: tuple[RecordedPart, ...]


@construct
class RecordedMap(RecordedPart):
    """An object with a part for each member of `those`, by a key."""

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
    """How other programs write records of a game.

    modules: by the key of a set-up that is true if a game is played with the module. chance: by the
    name of a step, the name under which a record has its outcomes of chance. reasons: the spelling
    of reasons in results. skip: the spelling of a skip in the list of options, if it is in it.
    position, decision, result: their parts, by key. setup: the parts of positions and decisions
    that differ before the first turn. values: what `forms` can ask of a state, by name. forms: how
    positions, turns and games are written.
    """

    modules: Mapping[str, str] = field(default_factory=dict)
    chance: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    skip: str | None = None
    position: Mapping[str, RecordedPart] = field(default_factory=dict)
    decision: Mapping[str, RecordedPart] = field(default_factory=dict)
    result: Mapping[str, RecordedPart] = field(default_factory=dict)
    setup: Mapping[str, RecordedPart] = field(default_factory=dict)
    values: Mapping[str, RecordedPart] = field(default_factory=dict)
    forms: ForeignForms = field(default_factory=ForeignForms)


PLAIN = RecordNotation()  # of a game that declares nothing about it


def values_in(part: RecordedPart) -> Iterator[Value]:
    """Yield the values directly in a part, without those of the lists and tables inside it."""
    match part:
        case RecordedValue(value=value):
            yield value
        case RecordedText(parts=parts):
            yield from (one for one in parts if isinstance(one, Value))


def inside(part: RecordedPart) -> tuple[RecordedPart, ...]:
    """Return the parts directly inside a part, in the order of their values."""
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
