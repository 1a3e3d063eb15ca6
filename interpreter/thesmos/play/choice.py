"""Choices at a decision: an option, `skip` or `concede`. Finds them by their text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from thesmos.diagnostics import UsageError
from thesmos.play.protocols import CONCEDE, SKIP, SomeState, State

if TYPE_CHECKING:
    from thesmos.play.options import Option

WORD = re.compile(r"[\w-]+")  # such as the name of a piece


@dataclass(frozen=True)
class Choice:
    """What was chosen: an option or, if `option` is None, the word `skip` or `concede`."""

    text: str
    option: Option | None = None


SKIPPED = Choice(SKIP)
CONCEDED = Choice(CONCEDE)


def find_choice(state: State, text: str) -> Choice | None:
    """The choice with this text; None if it is not offered.

    Skipping is a choice where it is allowed, conceding at every decision of a player.
    """
    decision = state.decision
    if decision is None:
        return None
    for option in decision.options:
        if option.text == text:
            return Choice(text, option)
    if text == SKIP and decision.may_skip:
        return SKIPPED
    if text == CONCEDE and decision.player != 0:
        return CONCEDED
    return None


def take(state: SomeState, choice: Choice) -> SomeState:
    """The state after a choice."""
    if choice.option is not None:
        return state.apply(choice.option)
    return state.skip() if choice.text == SKIP else state.concede()


def choose(state: SomeState, text: str) -> SomeState:
    """The state after the choice with this text. Raises UsageError if it is not offered."""
    choice = find_choice(state, text)
    if choice is None:
        raise not_offered(state, text)
    return take(state, choice)


def not_offered(state: State, text: str) -> UsageError:
    """The error for a text that is not a choice; its hint lists the options."""
    decision = state.decision
    if decision is None:
        return UsageError(f"the game is over; `{text}` can't be chosen")
    if text == SKIP:
        return UsageError(f"the step {decision.step} may not be skipped")
    options = ", ".join(option.text for option in decision.options) or "nothing"
    return UsageError(f"`{text}` is not offered in {decision.step}", f"offered: {options}")
