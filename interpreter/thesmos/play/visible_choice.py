"""Whether a player can tell which choice another player made, where something is hidden."""

from __future__ import annotations

from thesmos.play.choice import CONCEDED, SKIPPED, Choice, find_choice, take
from thesmos.play.protocols import Match, State

MAX_OPTIONS = 300  # at a decision; each is tried


def nothing_hidden(match: Match, state: State, viewer: int) -> bool:
    """Whether a player sees everything. A view says whose it is, in a slot of its own."""
    mark = match.linked.layout.core("view")
    pairs = enumerate(zip(state.view(viewer).vector, state.vector, strict=True))
    return all(slot == mark or seen == there for slot, (seen, there) in pairs)


def is_visible(before: State, text: str, viewer: int) -> bool:
    """Whether a player sees which choice another one makes, from its text.

    A choice is visible if it is offered in what the player sees, so that its text says nothing
    hidden, and if what the player sees after it is seen after no other choice: a card chosen in
    secret looks like any other card.
    """
    chosen, decision = find_choice(before, text), before.decision
    offered = find_choice(before.view(viewer), text)
    if chosen is None or offered is None or decision is None:
        return False
    if chosen == CONCEDED or len(decision.options) > MAX_OPTIONS:
        return chosen == CONCEDED
    seen = take(before, chosen).view(viewer)
    others = [Choice(option.text, option) for option in decision.options if option.text != text]
    others += [SKIPPED] if decision.may_skip and chosen != SKIPPED else []
    return all(take(before, other).view(viewer) != seen for other in others)
