"""Choices at a decision: an option, `skip` or `concede`. Finds them, and who can see them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from thesmos.diagnostics import UsageError
from thesmos.play.look_alikes import hidden_pieces
from thesmos.play.protocols import CONCEDE, SKIP, Match, SomeState, State

if TYPE_CHECKING:
    from thesmos.play.options import Option

WORD = re.compile(r"[\w-]+")  # such as the name of a piece
MAX_OPTIONS = 2000  # at a decision; each is tried to find out whether a choice is visible


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


def nothing_hidden(match: Match, state: State, viewer: int) -> bool:
    """Return whether a player sees everything. That a view names its viewer does not count."""
    mark = match.linked.layout.core("view")
    pairs = enumerate(zip(state.view(viewer).vector, state.vector, strict=True))
    return all(slot == mark or seen == actual for slot, (seen, actual) in pairs)


def is_visible(match: Match, before: State, text: str, viewer: int) -> bool:
    """Return whether a player may see the text of a choice that another player makes.

    The text must not reveal anything hidden: the choice is offered in the player's view, or
    everything it names is visible afterwards, like a card played from a hand. The view after it
    must also differ from the view after any other choice: a card chosen in secret looks like any
    other.
    """
    chosen, decision = find_choice(before, text), before.decision
    if chosen is None or decision is None:
        return False
    if chosen == CONCEDED or len(decision.options) > MAX_OPTIONS:
        return chosen == CONCEDED
    seen = take(before, chosen).view(viewer)
    if find_choice(before.view(viewer), text) is None and not _names_seen(match, chosen, seen):
        return False
    others = [Choice(option.text, option) for option in decision.options if option.text != text]
    others += [SKIPPED] if decision.may_skip and chosen != SKIPPED else []
    return all(take(before, other).view(viewer) != seen for other in others)


def _names_seen(match: Match, chosen: Choice, seen: State) -> bool:
    """Return whether no piece that a choice may name is hidden. seen: the view afterwards.

    A piece without a name is written as its place, so no such piece may be hidden.
    """
    hidden = {
        pieces[number].name
        for kind, pieces in match.linked.pieces.items()
        for number in hidden_pieces(match.linked, seen.vector, kind)
    }
    named = {*WORD.findall(chosen.text), *(chosen.option.roles.values() if chosen.option else ())}
    return None not in hidden and hidden.isdisjoint(named)
