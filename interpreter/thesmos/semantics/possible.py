"""§15.9 Possible positions: the conditions that hold in all of them while a game goes on."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from thesmos.program.declarations import ValidCondition
from thesmos.semantics.frame import Frame, frame_for
from thesmos.semantics.state import StructuredState, Value, members_in
from thesmos.semantics.values import holds


def broken(state: StructuredState) -> Iterator[tuple[int, ...]]:
    """Each condition that is broken: its number, and its variables in the first such case."""
    if state.over or state.cancellation == "marked":
        return
    found: dict[object, Value] = {}  # facts, which all conditions share
    for number, (card, condition) in enumerate(state.game.valid):
        if not state.absent.issuperset(state.game.lifting(condition)):
            continue
        for you in _for_whom(state, card):
            frame = frame_for(state, you, you, card)
            frame.found = found
            case = next(_cases(condition, frame), None)
            if case is not None:
                yield (number, *case)
                break


def _for_whom(state: StructuredState, card: int | None) -> list[int]:
    """For whom a text says what holds: everybody, or those who hold its card."""
    if card is None or state.common(card):
        return [*range(state.game.players)]
    return sorted(state.holders[card] - state.out)


def _cases(condition: ValidCondition, frame: Frame) -> Iterator[tuple[int, ...]]:
    """The values of the variables for which a condition does not hold, in canonical order."""
    compared = condition.compared
    domains = (members_in(frame.state, kind) for kind in compared.over)
    for case in itertools.product(*domains):
        names = dict(zip(compared.names, case, strict=True))
        if not holds(compared.value, frame.with_names(names)):
            yield case
