"""§15.8 The parts of a record as numbers, in the order in which `program.recorded` has them."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.program.recorded import RecordedList, RecordedMap, RecordedPart, inside, values_in
from thesmos.semantics.frame import Frame, frame_for
from thesmos.semantics.state import StructuredState
from thesmos.semantics.values import bound, members, value
from thesmos.semantics.vector import coded


def recorded(state: StructuredState, part: RecordedPart, player: int) -> Iterator[int]:
    """Yield all numbers that a part depends on; sets and the like begin with their length."""
    return _numbers(part, frame_for(state, player))


def _numbers(part: RecordedPart, frame: Frame) -> Iterator[int]:
    for one in values_in(part):
        if one.type.many:
            found = members(one, frame)
            yield len(found)
            yield from found
        else:
            yield coded(value(one, frame))
    if isinstance(part, RecordedList | RecordedMap):
        those = tuple(bound(part.those.binder, frame))
        yield len(those)
        for member in those:
            frame.names[part.those.binder.name] = member
            for each in inside(part):
                yield from _numbers(each, frame)
    else:
        for each in inside(part):
            yield from _numbers(each, frame)
