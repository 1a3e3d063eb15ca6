"""Observations say what a player sees, in numbers, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from testing.walks import game_from
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.look_alikes import alike, mixed
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.syntax.spec_folder import shipped_slugs

np = pytest.importorskip("numpy")

QUICK = ["hex", "german-whist", "love-letter", "pook", "santorini"]
SLOW = [
    pytest.param(slug, marks=pytest.mark.slow) for slug in sorted({*shipped_slugs()} - {*QUICK})
]


def match_of(slug: str) -> Match:
    game = load(slug)
    powers = ["apollo", "hecate"] if slug == "santorini" else [None, None] if game.powers else []
    return game.match(powers) if powers else game.match()


def some_states(match: Match, seed: int = 1) -> list[State]:
    """Ten states of a random game, the last of them late."""
    states = [*game_from(match.start(), seed, 120)]
    return states[:: max(1, len(states) // 9)][:9] + states[-1:]


def plane(state: State, part: str, label: str, player: int | None = None, **order: bool) -> Any:
    """A plane of an observation, by its label."""
    number = state.match.observation_spec[part].planes.index(label)
    return state.observations(player, **order)[part][number]


def viewers(match: Match) -> Sequence[int | None]:
    return [None, *range(match.players + 1)]


@pytest.mark.parametrize("slug", [*QUICK, *SLOW])
def test_python_and_machine_code_observe_the_same(slug: str) -> None:
    pytest.importorskip("llvmlite")
    match = match_of(slug)
    states = some_states(match)
    many, native = match.states(states), match.compile("native").states(states)
    for player in viewers(match):
        for own_first in (True, False):
            expected = many.observations(player, own_first=own_first).flat
            observed = native.observations(player, own_first=own_first).flat
            assert np.array_equal(observed, expected)
            alone = [s.observations(player, own_first=own_first).flat for s in states]
            assert np.array_equal(expected, np.array(alone))


@pytest.mark.parametrize("slug", [*QUICK, *SLOW])
def test_numbers_are_in_the_range_of_their_part(slug: str) -> None:
    match = match_of(slug)
    for player in viewers(match):
        observations = match.states(some_states(match, 2)).observations(player)
        for name, part in match.observation_spec.items():
            assert observations[name].shape == (10, *part.shape)
            assert part.low <= observations[name].min()
            assert observations[name].max() <= part.high
            assert len({*part.planes}) == part.shape[0]


@pytest.mark.parametrize("slug", [*QUICK, *SLOW])
def test_states_that_look_alike_give_equal_observations(slug: str) -> None:
    match, dice = match_of(slug), Rng(3)
    for state in some_states(match, 3):
        for viewer in range(match.players):
            other = alike(match, state.vector, viewer, dice)
            if other is None:
                continue
            exchanged = match.canonical.permuted(other, shuffled(match, dice))
            expected = state.observations(viewer + 1).flat
            seen = match.backend.view(exchanged, viewer)
            numbers = match.unseen.numbers(exchanged, seen)
            observed = match.observer.of_seen(seen, numbers, viewer + 1, own_first=True).flat
            assert np.array_equal(observed, expected)


def shuffled(match: Match, dice: Rng) -> dict[str, list[int]]:
    """An order of the pieces in which those that nothing tells apart have changed places."""
    orders = {}
    for kind, groups in match.canonical.classes.items():
        orders[kind] = [*range(len(match.linked.pieces[kind]))]
        for members in groups:
            for place, piece in zip(members, mixed(members, dice), strict=True):
                orders[kind][place] = piece
    return orders


def test_planes_of_a_board_have_its_rows_from_the_south() -> None:
    state = load("tic-tac-toe").match().start().apply("B1").apply("C3")
    (board,) = load("tic-tac-toe").program.boards
    marks = [plane(state, board.name, f"sign player {n}", 1).tolist() for n in (1, 2)]
    assert marks == [[[0, 1, 0], [0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 0], [0, 0, 1]]]


def test_the_viewer_comes_first_unless_asked_otherwise() -> None:
    state = load("hex").match().start().apply("B1")
    assert plane(state, "Space", "stone player 2", 2).sum() == 1
    assert plane(state, "Space", "stone player 1", 2, own_first=False).sum() == 1
    assert plane(state, "game", "player 1 decides", 2) == 1
    assert plane(state, "game", "player 2 decides", 2, own_first=False) == 1


def test_pieces_are_counted_with_their_owner_and_what_they_became() -> None:
    state = load("chess").match().start()
    label = "Figurine, owner player {}: rank {}"
    knights = plane(state, "Square", label.format(1, "knight"), 1)
    assert np.argwhere(knights).tolist() == [[0, 1], [0, 6]]
    assert plane(state, "Square", label.format(2, "pawn"), 1)[6].tolist() == [1] * 8
    assert plane(state, "Square", label.format(1, "pawn"), 2)[6].tolist() == [1] * 8


def test_what_is_hidden_is_unknown() -> None:
    match = match_of("german-whist")
    state = [*game_from(match.start(), 5, 60)][-1]
    hands = [plane(state, "Card", "holder player 1", player) for player in (1, 2)]
    assert not (hands[0] & hands[1]).any()
    assert plane(state, "Card", "holder unknown", 1).any()
    assert not plane(state, "Card", "holder unknown", 0).any()
    assert np.array_equal(state.view(1).observations().flat, state.observations(1).flat)


def test_how_many_hidden_cards_a_hand_has_is_observed() -> None:
    match = match_of("german-whist")
    state = [*game_from(match.start(), 5, 60)][-1]
    held = len(state.position()["hands"][1])
    unseen = plane(state, "unseen", "hands of player 2", 1)
    assert 0 < unseen <= held
    assert plane(state, "unseen", "hands of player 1", 1) == 0
    assert plane(state, "unseen", "hands of player 1", 1, own_first=False) == 0
    assert plane(state, "unseen", "hands of player 1", 0) == 0
    theirs = len(state.view(1).position()["hands"][1]) + unseen
    assert theirs == held


def test_parts_share_memory_with_the_flat_array() -> None:
    match = match_of("hex")
    observations = match.states([match.start()] * 3).observations()
    assert all(np.shares_memory(observations[name], observations.flat) for name in observations)
    assert observations.flat.shape == (3, match.observation_spec.size)


@pytest.mark.parametrize("wrong", [3, -1, 1.0, "1", [1, 2]])
def test_wrong_players_are_refused(wrong: Any) -> None:
    match = match_of("hex")
    with pytest.raises(UsageError, match="player"):
        match.states([match.start()]).observations(wrong)
    with pytest.raises(UsageError, match="player"):
        match.start().observations(wrong)
