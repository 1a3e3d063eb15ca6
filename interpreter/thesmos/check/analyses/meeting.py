"""How many cards a match-up can hold, so that work is counted for these and not for all at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from thesmos.program.declarations import Card


@dataclass(frozen=True)
class Meeting:
    """The cards that can be in play together.

    always: the slugs of cards that may all take part at once: the game's own text, the rules of
    modes, powers that always take part, and those of a tag that a card brings along.
    most: how many of the other cards a match-up holds at most.
    """

    always: frozenset[str]
    most: int

    def with_card(self, slug: str) -> Meeting:
        """The cards that can be in play together with one of them, which takes a place."""
        if slug in self.always:
            return self
        return Meeting(self.always | {slug}, max(self.most - 1, 0))


def meeting_of(
    cards: Iterable[Card], powers: Collection[str], always: Iterable[str], players: int
) -> Meeting:
    """Return which cards of a game can be in play together.

    cards: the game's own text and all others. powers: the slugs of those that a player can have.
    players: how many play.
    """
    cards = [card for card in cards if not card.players or players in card.players]
    reserves = [card.reserve for card in cards if card.reserve is not None]
    tags = {reserve.tag for reserve in reserves if not reserve.count}
    at_once = {card.slug for card in cards if card.slug not in powers or tags & {*card.tags}}
    named = sum(reserve.count for reserve in reserves)
    return Meeting(frozenset(at_once | {*always}), players + named)


def everything(cards: Iterable[Card]) -> Meeting:
    """Return the meeting of all these cards."""
    return Meeting(frozenset(card.slug for card in cards), 0)
