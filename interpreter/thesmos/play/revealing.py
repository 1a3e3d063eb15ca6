"""Whether a choice told somebody something that they could not know before: then it stays.

Its twin is `web/revealing.js`, which answers the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from thesmos.dice import Rng
from thesmos.play.choice import SKIPPED, Choice, find_choice, take
from thesmos.play.look_alikes import some_alike
from thesmos.play.protocols import State
from thesmos.play.state import State as PlayedState

WORLDS = 150  # states in which the choice is tried: see `some_alike`
OTHERS = 60  # other choices that are tried


def reveals(before: State, text: str, after: State, viewer: int) -> bool:
    """Return whether a player (from 1) learned something hidden, or an outcome, from a choice.

    They did if what they see and learn would have been something else in a state that looked the
    same to them; of an outcome of chance, and of a choice that they do not know, if it would have
    been something else after another one, there or in such a state.
    """
    decision, sight = before.decision, _sight(after, viewer)
    assert decision is not None
    dice = Rng(1)
    if decision.player == 0 or after.choice_for(viewer) is None:
        others = [choice for choice in _choices(before) if choice.text != text]
        tried = [others.pop(dice.below(len(others))) for _ in range(min(OTHERS, len(others)))]
        if any(_sight(take(before, other), viewer) != sight for other in tried):
            return True
        for number, world in enumerate(_worlds(before, viewer, dice)):
            choices = _choices(world)
            if choices and _sight(take(world, choices[number % len(choices)]), viewer) != sight:
                return True
        return False
    for world in _worlds(before, viewer, dice):
        choice = find_choice(world, text)
        if choice is None or _sight(take(world, choice), viewer) != sight:
            return True
    return False


def _choices(state: State) -> list[Choice]:
    """Return the choices in a state."""
    decision = state.decision
    assert decision is not None
    choices = [Choice(option.text, option) for option in decision.options]
    return [*choices, SKIPPED] if decision.may_skip else choices


def _worlds(state: State, viewer: int, dice: Rng) -> Iterator[State]:
    """Yield states that look the same to a player."""
    if isinstance(state, PlayedState) and state.match.linked.can_hide:
        for vector in some_alike(state.match, state.vector, viewer - 1, WORLDS, dice):
            yield PlayedState(state.match, vector)


def _sight(state: State, viewer: int) -> tuple[Any, ...]:
    """What a player sees and learns of a state."""
    return state.view(viewer), state.choice_for(viewer), [*state.events_for(viewer)]
