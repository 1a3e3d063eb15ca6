"""Match-ups in a pool play as by themselves, and share it."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.small import small
from testing.tiny import ONE_STEP, tiny
from testing.walks import game_from, made_up
from thesmos.compile.python.match import CompiledMatch
from thesmos.diagnostics import UsageError
from thesmos.link.layout import PlaceOf
from thesmos.link.linked import LinkedGame
from thesmos.play.game import Game, load
from thesmos.play.pooled import Pools
from thesmos.play.state import State

CARDS = {
    "high": "forbid pick where m = 0",
    "twice": "after pick: n += 1",
    "steep": "after pick where m = 1: n += 2",
}
REMEMBERING = """
memory: {luck: {is: 0..9}}
clauses: {Rules: "after pick: luck += 1"}
"""


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
    pooled = Pools(game).match(game.key_of(powers))
    match = game.match(powers)
    assert {each.card.slug for each in pooled.linked.cards} == set(CARDS)
    assert pooled.start().held == match.start().held
    assert told(pooled.start()) == told(match.start())


def test_a_pool_has_the_cards_of_the_match_ups_that_it_is_for(game: Game) -> None:
    keys = [game.key_of(("high", None)), game.key_of((None, "steep"))]
    pooled = Pools(game, keys).match(game.key_of(("steep", "high")))
    assert {each.card.slug for each in pooled.linked.cards} == {"high", "steep"}
    assert told(pooled.start()) == told(game.match(("steep", "high")).start())


def test_a_match_up_that_can_not_be_played_is_refused_when_it_is_asked_for(game: Game) -> None:
    good, bad = game.key_of(("high", "twice")), game.key_of(("nobody", "twice"))
    pools = Pools(game, [bad, good])
    assert pools.match(good).start().decision
    with pytest.raises(UsageError, match="there is no power `nobody`"):
        pools.match(bad)


def test_a_position_is_read_with_the_cards_of_its_match_up(game: Game) -> None:
    pools, position = Pools(game), {"n": 3, "to_move": 2}
    for powers in (("high", "twice"), (None, "steep")):
        pooled, match = pools.match(game.key_of(powers)), game.match(powers)
        assert pooled.load(position).held == match.load(position).held
        assert told(pooled.load(position)) == told(match.load(position))


def test_a_position_says_nothing_of_cards_that_take_no_part(game: Game) -> None:
    pooled = Pools(game).match(game.key_of(("high", None)))
    with pytest.raises(UsageError, match="`steep` is not in play"):
        pooled.load({"held": [["steep"], []]})


def test_a_memory_is_called_in_a_pool_as_in_its_match_up(tmp_path: Path) -> None:
    actions = "actions: {pick: {roles: {m: 0..1}, text: '{m}'}}" + ONE_STEP
    game = tiny(tmp_path, actions, powers=dict.fromkeys(("one", "two"), REMEMBERING))
    pools = Pools(game)
    for powers in (("one", None), ("one", "two")):
        pooled, match = pools.match(game.key_of(powers)), game.match(powers)
        position = match.start().apply("0").position()
        assert pooled.start().apply("0").position() == position
        assert pooled.load(position).position() == position


def test_match_ups_of_the_same_seats_share_a_pool(game: Game) -> None:
    compiled: list[LinkedGame] = []

    def compile_one(linked: LinkedGame) -> CompiledMatch:
        compiled.append(linked)
        return CompiledMatch(linked)

    pools = Pools(game, make_backend=compile_one)
    for powers in (("high", "twice"), ("twice", "high")):
        pools.match(game.key_of(powers)).start()
    assert len(compiled) == 1


def test_other_seats_have_a_pool_of_their_own() -> None:
    race = made_up("race")
    pools = Pools(race)
    two, three = (pools.pool(race.key_of([None] * players)) for players in (2, 3))
    assert (two.linked.players, three.linked.players) == (2, 3)


LENT = """
boards: {Cell: {grid: 3x1}}
zones: [bag, box]
headings: {Rules: {en: Rules}}
pieces:
  Gem:
    on: Cell
    attributes: {owner: {is: Side}}
    supply: [{for each: side, owner: side, zone: bag}]
actions: {put: {roles: {gem: Gem, to: Cell}, do: "place(gem) := to", text: "{gem} {to}"}}
steps: {put: {action: put}}
flow: {turn: [begin turn, {steps: put}, pass]}
position: {gems: {pieces: Gem, text: "{place} {owner}"}}
"""


def test_a_position_in_a_pool_is_read_into_the_pieces_of_their_owners(tmp_path: Path) -> None:
    """As in the match-up: player 1 has the first gem, player 2 the second and that of the card."""
    game = tiny(tmp_path, LENT, powers={"own": "supply: [{kind: Gem, zone: bag}]"})
    pooled = Pools(game).match(game.key_of([None, "own"]))
    places = game.match([None, "own"]).linked.layout.by_meaning[PlaceOf("Gem")]
    position = {"gems": ["A1 2", "B1 1"], "to_move": 1}
    state = pooled.load(position)
    assert state.position()["gems"] == ["B1 1", "A1 2"]
    assert [*pooled.linked.layout.by_meaning[PlaceOf("Gem")].of(state.vector)] == [1, 0, 4]
    assert [*places.of(game.match([None, "own"]).load(position).vector)] == [1, 0, 4]
