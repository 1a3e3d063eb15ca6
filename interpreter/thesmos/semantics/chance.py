"""§10 Chance: how many equally likely outcomes an option stands for."""

from __future__ import annotations

from thesmos.semantics.options import bind
from thesmos.semantics.state import BoundAction, StructuredState
from thesmos.semantics.values import known, value


def weight(state: StructuredState, option: BoundAction, player: int) -> int:
    """Return the weight of an outcome; 1 if its action has no `weight`, 0 if that is none."""
    action = state.game.actions[option.action]
    if action.weight is None:
        return 1
    found = value(action.weight, bind(state, action, option.values, player))
    return max(0, found) if known(found) else 0
