"""A pool: cards of which any may be held play like a match-up of those that are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from testing.draws import santorini
from testing.walks import game_from
from thesmos.link.layout import FirstHolders
from thesmos.link.pool import first_vector, pool_cards
from thesmos.play.backend import Semantics
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.state import Decision, State

SEED, CHOICES = 5, 60
POOL = 6


def without_pieces(game: Game) -> list[str]:
    """Powers that bring neither pieces nor other cards."""
    cards = game.checked.program.cards
    return [slug for slug in game.powers if not (cards[slug].supply or cards[slug].reserve)]


def pool_of(slugs: Sequence[str]) -> Match:
    """A pool of some powers."""
    game = santorini()
    return Match(game.link([None, None], game.mode(None, 2), {}, slugs, pool=True))


def begin(pool: Match, powers: Sequence[str], reserve: Sequence[str] = ()) -> State:
    """The first state of a pool in which each player holds a card."""
    return State(pool, pool.backend.enter(first_vector(pool.linked, powers, reserve)))


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
    options = tuple(replace(option, code=0) for option in decision.options)
    return Decision(decision.player, decision.step, decision.power, options, decision.may_skip)


def check_like_match_up(
    slugs: Sequence[str], powers: Sequence[str], setup: dict[str, str], choices: int = CHOICES
) -> None:
    """A pool of some powers, when some are held, plays like the match-up of these."""
    pool = pool_of(slugs)
    ours = what_is_offered(game_from(begin(pool, powers, [*setup.values()]), SEED, choices))
    match = santorini().match(powers, setup=setup, any_match_up=True)
    theirs = what_is_offered(game_from(match.start(), SEED, choices))
    assert len(ours) > choices / 2
    assert ours == theirs


@pytest.mark.parametrize("first", range(0, 48, POOL))
def test_a_pool_plays_like_the_match_up_of_those_who_hold_its_cards(first: int) -> None:
    """Six powers, two of which are held by the players: the last two."""
    slugs = without_pieces(santorini())[first : first + POOL]
    check_like_match_up(slugs, slugs[-2:], {})


def test_a_card_of_a_pool_brings_those_that_nobody_holds() -> None:
    """Chaos draws from the Simple Gods that are not in play: of a pool too."""
    simple = [slug for slug, power in santorini().powers.items() if "simple" in power.tags]
    check_like_match_up(["chaos", "selene", *simple], ["chaos", "artemis"], {}, 120)


def test_a_set_up_names_a_card_of_a_pool() -> None:
    slugs = ["nyx", "apollo", "charon", "hermes", "urania"]
    check_like_match_up(slugs, ["nyx", "hermes"], {"night_power": "charon"}, 120)


def test_a_state_of_a_pool_says_who_received_which_card() -> None:
    pool = pool_of(["nyx", "apollo", "charon", "hermes"])
    received = pool.linked.layout.by_meaning[FirstHolders()]
    said = received.of(first_vector(pool.linked, ["nyx", "hermes"], ["charon"]))
    slugs = [each.card.slug for each in pool.linked.cards]
    assert dict(zip(slugs, said, strict=True)) == {"nyx": 0, "hermes": 1, "charon": 2, "apollo": 3}


def test_the_semantics_play_a_pool_as_it_is_compiled() -> None:
    pool = pool_of(["nyx", "apollo", "charon", "hermes", "circe"])
    powers, reserve = ["nyx", "hermes"], ["charon"]
    meant = pool.by(Semantics)
    ours = what_is_offered(game_from(begin(pool, powers, reserve), SEED, 20))
    entered = meant.backend.after_entering(first_vector(pool.linked, powers, reserve))[0]
    assert ours == what_is_offered(game_from(State(meant, entered), SEED, 20))


def test_the_holder_of_a_card_owns_its_pieces() -> None:
    pool = pool_of(["gaea", "hydra", "apollo"])
    first = first_vector(pool.linked, ["apollo", "gaea"])
    owners = {
        card.slug: {first[piece.owner] for piece in card.pieces if piece.owner is not None}
        for card in pool_cards(pool.linked)
    }
    assert owners["gaea"] == {1}
