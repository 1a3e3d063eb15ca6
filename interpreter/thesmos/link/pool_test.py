"""A pool: cards of which any may be held play like a match-up of those that are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from thesmos.engine.event import Transition
from thesmos.engine.flow import advance
from thesmos.engine.lowering import lower
from thesmos.engine.match import Match, State
from thesmos.link.layout import HoldersOf
from thesmos.link.linked import LinkedGame
from thesmos.play.game import Game
from thesmos.testing.by_engine import by_engine
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
    v = [*match.program.start, *([0] * match.program.size if match.tables.cancels else [])]
    for player, slug in enumerate(powers):
        number = linked.card_numbers[slug]
        assert number is not None
        v[linked.layout.by_meaning[HoldersOf(number)].first] = 1 << player
    work = Transition(match.tables)
    advance(work, v)
    return State(match, tuple(v), work.log, work.pending)


def what_is_offered(states: Iterator[State]) -> list[tuple[object, ...]]:
    """Of each state the decision, who holds what, the position and the result."""
    return [
        (state.decision, [*map(sorted, state.held)], state.position(), state.result)
        for state in states
    ]


@pytest.mark.parametrize("first", range(0, 48, POOL))
def test_a_pool_plays_like_the_match_up_of_those_who_hold_its_cards(first: int) -> None:
    """Six powers, two of which are held by the players: the last two."""
    game = santorini()
    slugs = without_pieces(game)[first : first + POOL]
    powers = slugs[-2:]
    linked = game.link([None, None], game.mode(None, 2), {}, slugs)
    pool = Match(linked, lower(linked))
    ours = what_is_offered(game_from(with_holders(pool, linked, powers), SEED, CHOICES))
    match = by_engine(game.match(powers, any_match_up=True))
    theirs = what_is_offered(game_from(match.start(), SEED, CHOICES))
    assert len(ours) > CHOICES / 2
    assert ours == theirs
