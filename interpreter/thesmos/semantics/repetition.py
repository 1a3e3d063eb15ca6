"""§8.6 Repetition: the positions that are remembered, and how many are the same as the present."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.link.repetition import ComparedPart
from thesmos.program import effects as e
from thesmos.program import values as p
from thesmos.semantics.effects import effect
from thesmos.semantics.frame import Frame
from thesmos.semantics.state import UNKNOWN, Value
from thesmos.semantics.transition import Transition
from thesmos.semantics.values import meaning, value


@effect(e.Memorize)
def _memorize(node: e.Memorize, frame: Frame, work: Transition) -> None:
    """`memorize`: if too many are remembered then, the oldest is forgotten."""
    remembered = work.state.remembered
    remembered.append(_position(frame))
    del remembered[: -p.MOST_REMEMBERED]


@effect(e.Forget)
def _forget(node: e.Forget, frame: Frame, work: Transition) -> None:
    work.state.remembered.clear()


@meaning(p.Repeats)
def _repeats(node: p.Repeats, frame: Frame) -> Value:
    remembered = frame.state.remembered
    return remembered.count(_position(frame)) if remembered else 0


def _position(frame: Frame) -> tuple[Value, ...]:
    """The values that make the present position the same as another."""
    return tuple(one for part in frame.state.game.compared for one in _values(part, frame))


def _values(part: ComparedPart, frame: Frame) -> Iterator[Value]:
    """The values of a part for all its cases; of a set, whether each possible member is in it."""
    inner = frame.with_names({})
    for names in part.cases:
        inner.names = {**names}
        found = value(part.compared.value, inner)
        if not part.compared.value.type.many:
            yield found
        else:
            inside = () if found is None or found is UNKNOWN else found
            yield from (member in inside for member in part.members)
