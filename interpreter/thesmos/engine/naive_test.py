"""Options are what the text says: the interpreter agrees with the naive evaluator of the tests."""

from __future__ import annotations

import pytest

from thesmos.engine.match import Match
from thesmos.engine.rng import Rng
from thesmos.play.game import Game
from thesmos.testing.draws import SIXTEEN, pook, santorini
from thesmos.testing.naive import Naive
from thesmos.testing.walks import allowed, game_with_past, made_up, match_ups

pytestmark = pytest.mark.slow

ONE_IN = 15  # decisions of a game that are asked of both
MOST = 4  # decisions of one game


def disagreements(game: Game, match: Match, seed: int, most: int = MOST) -> list[str]:
    """Where the two evaluators differ, at random decisions of a random game."""
    naive, dice, asked = Naive(game, match), Rng(seed), 0
    found = []
    for state, past in game_with_past(match, seed):
        if state.result is None and dice.below(ONE_IN) == 0 and asked < most:
            asked += 1
            said = naive.options(state, past), naive.may_skip(state, past)
            if said != (set(state.roles), state.may_skip):
                found.append(f"{state.held} {state.position()} {state.decision}: {said}")
        if asked == most:
            break
    return found


@pytest.mark.parametrize("slug", SIXTEEN[:-1])
def test_every_match_up_of_the_sixteen_powers_agrees(slug: str) -> None:
    """A power against each of the sixteen that comes after it, in either seat."""
    game = santorini()
    found = []
    for number, pair in enumerate(match_ups(game, *SIXTEEN)):
        if pair[0] == slug:
            seated = pair if number % 2 else pair[::-1]
            found += disagreements(game, game.match(seated, any_match_up=True), number)
    assert found == []


@pytest.mark.parametrize("part", range(4))
def test_every_other_power_agrees_in_a_match_up(part: int) -> None:
    """The remaining powers, each against the first that may meet it after a stride."""
    game = santorini()
    found = []
    for number, slug in enumerate(game.powers):
        if slug not in SIXTEEN and number % 4 == part:
            rivals = [s for s in game.powers if s != slug and allowed(game, slug, s)]
            rival = rivals[(number * 7) % len(rivals)]
            found += disagreements(
                game, game.match([slug, rival], any_match_up=True), number, most=2
            )
    assert found == []


@pytest.mark.parametrize("form", ["tournament", "custom"])
def test_a_draft_agrees(form: str) -> None:
    """Its pieces are many, its sets constants, and its options words such as yes and no."""
    game = santorini().drafting
    found = []
    for seed in range(6):
        options = {"form": form, "golden_fleece": "no" if seed % 3 else "yes", "advanced": "yes"}
        found += disagreements(game, game.match([None, None], options=options), seed)
    assert found == []


@pytest.mark.parametrize("players", [3, 4])
def test_games_of_more_than_two_players_agree(players: int) -> None:
    """Teammates and second opponents have their stages too."""
    game = santorini()
    found = []
    for seed in range(3):
        dice = Rng(seed)
        chosen: list[str] = []
        while len(chosen) < players:
            slug = SIXTEEN[dice.below(len(SIXTEEN))]
            if slug not in chosen and players in game.powers[slug].players:
                chosen.append(slug)
        found += disagreements(game, game.match(chosen), seed, most=4)
    assert found == []


@pytest.mark.parametrize("players", [2, 3])
def test_the_game_of_secrets_agrees(players: int) -> None:
    """Chance, hidden cards, powers that hold for everybody."""
    game = pook()
    found = []
    for seed in range(2):
        found += disagreements(game, game.match([None] * players), seed, most=6)
    assert found == []


@pytest.mark.parametrize("slug", ["market", "race"])
def test_made_up_games_agree(slug: str) -> None:
    """The constructs that no shipped game uses."""
    game = made_up(slug)
    assert disagreements(game, game.match([None, None]), seed=1, most=8) == []
