"""Match-ups in a pool play as by themselves, and share it."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.compile.match import CompiledMatch
from thesmos.link.linked import LinkedGame
from thesmos.play.game import Game, load
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.testing.pooled import Pools
from thesmos.testing.small import small
from thesmos.testing.walks import game_from, made_up

CARDS = {
    "high": "forbid pick where m = 0",
    "twice": "after pick: n += 1",
    "steep": "after pick where m = 1: n += 2",
}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A small game with three powers."""
    small(tmp_path, powers=CARDS, clauses="after pick: n += 1")
    return load(str(tmp_path))


def told(start: State) -> list[object]:
    """What players see of a random game."""
    return [
        (state.decision and state.decision.texts, state.position(), state.result)
        for state in game_from(start, seed=3, limit=12)
    ]


@pytest.mark.parametrize("powers", [("high", "twice"), ("steep", None), (None, "high")], ids=str)
def test_a_match_up_plays_in_its_pool_as_by_itself(
    game: Game, powers: tuple[str | None, ...]
) -> None:
    match = game.match(powers)
    pooled = Pools(game, CompiledMatch).of(match)
    assert len(pooled.linked.cards) == len(CARDS)
    assert pooled.start().held == match.start().held
    assert told(pooled.start()) == told(match.start())


def test_match_ups_of_the_same_seats_share_a_pool(game: Game) -> None:
    compiled: list[LinkedGame] = []

    def compile_one(linked: LinkedGame) -> CompiledMatch:
        compiled.append(linked)
        return CompiledMatch(linked)

    pools = Pools(game, compile_one)
    for powers in (("high", "twice"), ("twice", "high")):
        assert pools.of(game.match(powers)).linked is compiled[0]
    assert len(compiled) == 1


def test_other_seats_have_a_pool_of_their_own() -> None:
    race = made_up("race")
    pools = Pools(race, CompiledMatch)
    matches: list[Match] = [race.match([None] * players) for players in (2, 3)]
    two, three = (pools.of(match).linked for match in matches)
    assert (two.players, three.players) == (2, 3)
