"""§6.8 The agenda: the steps that are due, and are entered before what follows."""

from __future__ import annotations

from thesmos.link.layout import MAX_DUE
from thesmos.program import effects as e
from thesmos.semantics.effects import effect
from thesmos.semantics.frame import Frame
from thesmos.semantics.losing import ENDLESS, lose
from thesmos.semantics.state import DueStep, StructuredState
from thesmos.semantics.transition import Transition


@effect(e.Due)
def _due(node: e.Due, frame: Frame, work: Transition) -> None:
    """`due S`: for the player who is `you`. The last place is kept for the step that follows."""
    state = work.state
    if len(state.agenda) < MAX_DUE - 1:
        due = DueStep(state.game.step_numbers[node.step], frame.you)
        put_down(state, due, last=is_last(state, due))
    else:
        lose(work, state.side(frame.you), ENDLESS)


def put_down(state: StructuredState, due: DueStep, *, last: bool) -> None:
    """Put a step on the agenda, after those that became due in the present option.

    last: also after those that come last of what is due; others come before these.
    """
    place = len(state.agenda) - state.fresh
    while not last and place < len(state.agenda) and is_last(state, state.agenda[place]):
        place += 1
    state.agenda.insert(place, due)
    state.fresh += 1


def is_last(state: StructuredState, due: DueStep) -> bool:
    """Return whether a step comes last of what is due."""
    return state.game.steps[due.step].last


def take_up(state: StructuredState) -> DueStep | None:
    """Take the next step from the agenda; return None if nothing is due in the present run."""
    state.fresh = 0
    before = 0 if state.interrupted is None else state.interrupted.height
    return state.agenda.pop() if len(state.agenda) > before else None


def clear(state: StructuredState) -> None:
    """Forget what is due."""
    state.agenda.clear()
    state.fresh = 0
