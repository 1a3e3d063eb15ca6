"""§16.11 What would be: a condition about the state after an event."""

from __future__ import annotations

from thesmos.program import effects as e
from thesmos.program import values as p
from thesmos.semantics.effects import carry_out
from thesmos.semantics.frame import Frame
from thesmos.semantics.state import Value
from thesmos.semantics.transition import Transition
from thesmos.semantics.values import holds, meaning, value


@meaning(p.AfterDo)
def _after_do(node: p.AfterDo, frame: Frame) -> Value:
    """The event is carried out on a copy of the state, and the condition is evaluated there."""
    if any(value(argument, frame) is None for argument in node.arguments):
        return False
    work = Transition(frame.state.copy())
    copied = Frame(
        work.state, frame.card, frame.you, frame.chooser, frame.actor, frame.viewer,
        dict(frame.names), frame.offered,
    )  # fmt: skip
    carry_out((e.Do(node.action, node.arguments, location=node.location),), copied, work)
    copied.found = {}
    return holds(node.condition, copied)
