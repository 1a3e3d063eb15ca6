"""A pool: cards of which any may be held play like a match-up of those that are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from thesmos.link.layout import HoldersOf
from thesmos.link.linked import LinkedGame
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.state import Decision, State
from thesmos.testing.draws import santorini
from thesmos.testing.walks import game_from

SEED, CHOICES = 5, 60
POOL = 6


def without_pieces(game: Game) -> list[str]:
    """Powers that bring neither pieces nor other cards."""
    cards = game.checked.program.cards
    return [slug for slug in game.powers if not (cards[slug].supply or cards[slug].reserve)]


def with_holders(match: Match, linked: LinkedGame, powers: Sequence[str]) -> State:
    """The first state of a pool in which each player holds a card."""
    v = [*linked.initial]
    for player, slug in enumerate(powers):
        number = linked.card_numbers[slug]
        assert number is not None
        v[linked.layout.by_meaning[HoldersOf(number)].first] = 1 << player
    return State(match, match.backend.enter(tuple(v)))


def what_is_offered(states: Iterator[State]) -> list[tuple[object, ...]]:
    """Of each state the decision, who holds what, the position and the result.

    Options have other codes in a pool, which has more actions.
    """
    return [
        (_without_codes(state.decision), [*map(sorted, state.held)], state.position(), state.result)
        for state in states
    ]


def _without_codes(decision: Decision | None) -> Decision | None:
    if decision is None:
        return None
    return replace(decision, options=tuple(replace(one, code=0) for one in decision.options))


@pytest.mark.parametrize("first", range(0, 48, POOL))
def test_a_pool_plays_like_the_match_up_of_those_who_hold_its_cards(first: int) -> None:
    """Six powers, two of which are held by the players: the last two."""
    game = santorini()
    slugs = without_pieces(game)[first : first + POOL]
    powers = slugs[-2:]
    linked = game.link([None, None], game.mode(None, 2), {}, slugs)
    pool = Match(linked)
    ours = what_is_offered(game_from(with_holders(pool, linked, powers), SEED, CHOICES))
    match = game.match(powers, any_match_up=True)
    theirs = what_is_offered(game_from(match.start(), SEED, CHOICES))
    assert len(ours) > CHOICES / 2
    assert ours == theirs
