"""PettingZoo and OpenSpiel play every shipped game by their own tests."""

from __future__ import annotations

from typing import Any

import pytest

from testing.walks import game_from
from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.play.history import History
from thesmos.play.match import Match
from thesmos.syntax.spec_folder import shipped_slugs

QUICK = ["tic-tac-toe", "german-whist", "nim", "love-letter"]
SLOW = [
    pytest.param(slug, marks=pytest.mark.slow) for slug in sorted({*shipped_slugs()} - {*QUICK})
]
GAMES = [*QUICK, *SLOW]
SMALLER = {"go": "go@9x9"}  # editions for whole games, which would last very long


def match_of(slug: str) -> Match:
    game = load(slug)
    powers = {"santorini": ["tyche", "hecate"]}.get(slug, [None, None] if game.powers else [])
    return (game.match(powers) if powers else game.match()).compile("python")


# ---------------------------------------------------------------------------- PettingZoo


@pytest.fixture
def env() -> Any:
    pytest.importorskip("pettingzoo")
    from thesmos.environments.pettingzoo import env

    return env


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("slug", GAMES)
def test_pettingzoos_test_of_its_interface_passes(env: Any, slug: str) -> None:
    from pettingzoo.test import api_test

    api_test(env(match_of(slug)), num_cycles=40)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("slug", GAMES)
def test_pettingzoos_test_of_seeds_passes(env: Any, slug: str) -> None:
    from pettingzoo.test import seed_test

    match = match_of(slug)
    seed_test(lambda: env(match), num_cycles=20)


def test_rewards_come_at_the_end(env: Any) -> None:
    game = env(load("tic-tac-toe").match())
    game.reset(seed=1)
    for action in (0, 3, 1, 4):
        game.step(action)
        assert set(game.rewards.values()) == {0}
    game.step(2)
    assert game.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert all(game.terminations.values())


def test_masks_are_empty_for_those_who_do_not_decide(env: Any) -> None:
    game = env(load("tic-tac-toe").match())
    game.reset()
    assert game.observe("player_1")["action_mask"].sum() == 9
    assert game.observe("player_2")["action_mask"].sum() == 0


def test_an_illegal_action_is_refused(env: Any) -> None:
    game = env(load("tic-tac-toe").match())
    game.reset()
    game.step(4)
    with pytest.raises(UsageError, match="the action 4 is not legal"):
        game.step(4)


@pytest.mark.parametrize("action", [1.7, "1", True, None, [1], -1, 10**30])
def test_what_is_no_action_is_refused(env: Any, action: Any) -> None:
    game = env(load("tic-tac-toe").match())
    game.reset()
    with pytest.raises(UsageError, match="is not legal"):
        game.step(action)


def test_a_seed_that_is_no_number_is_refused(env: Any) -> None:
    with pytest.raises(UsageError, match="seed can't be 'x'"):
        env(load("tic-tac-toe").match()).reset(seed="x")


def test_nothing_can_be_asked_before_a_game_has_begun(env: Any) -> None:
    game = env(load("tic-tac-toe").match())
    with pytest.raises(UsageError, match="no agent is there"):
        game.step(1)
    with pytest.raises(UsageError, match="no game has begun"):
        game.observe("player_1")
    with pytest.raises(UsageError, match="no game has begun"):
        game.render()
    with pytest.raises(UsageError, match="no game has begun"):
        game.state()


def test_only_a_match_can_be_an_environment(env: Any) -> None:
    with pytest.raises(UsageError, match=r"made of <Game tic-tac-toe") as refused:
        env(load("tic-tac-toe"))
    assert ".match()" in str(refused.value.hint)


def test_an_agent_that_is_none_observes_nothing(env: Any) -> None:
    game = env(load("tic-tac-toe").match())
    game.reset()
    with pytest.raises(UsageError, match="'player_3' is no agent"):
        game.observe("player_3")
    with pytest.raises(UsageError, match="'player_3' is no agent"):
        game.observation_space("player_3")
    with pytest.raises(UsageError, match="'player_3' is no agent"):
        game.action_space("player_3")


def test_a_long_game_is_cut_off(env: Any) -> None:
    game = env(load("tic-tac-toe").match(), limit=2)
    game.reset()
    game.step(0)
    assert not any(game.truncations.values())
    game.step(1)
    assert all(game.truncations.values())


def test_observations_and_pictures_hide_what_an_agent_cannot_see(env: Any) -> None:
    match = load("german-whist").match()
    game = env(match)
    game.reset(seed=3)
    for agent, player in (("player_1", 1), ("player_2", 2)):
        seen = game.observe(agent)["observation"]
        holders = seen[match.observation_spec["Card"].slots].reshape(-1, 52)
        labels = match.observation_spec["Card"].planes
        assert holders[labels.index("holder player 1")].sum() == 13, player
        assert holders[labels.index("holder player 2")].sum() == 0
    assert game.render() == str(game.position.view(1))


# ----------------------------------------------------------------------------- OpenSpiel


@pytest.fixture
def spiel() -> Any:
    pytest.importorskip("pyspiel")
    from thesmos.environments import openspiel

    return openspiel


@pytest.mark.parametrize("slug", GAMES)
def test_openspiels_simulations_pass(spiel: Any, slug: str) -> None:
    import pyspiel

    quick = slug in QUICK
    match = match_of(SMALLER.get(slug, slug))
    pyspiel.random_sim_test(spiel.game(match), 1, quick, False)


def test_outcomes_of_chance_have_their_probabilities(spiel: Any) -> None:
    match = load("santorini").match(["tyche", None])
    chance = next(s for s in game_from(match.start(), 7) if s.decision and s.decision.chance)
    state = spiel.game(match).new_initial_state()
    state.states.append(chance)
    assert state.is_chance_node()
    assert [round(share, 6) for _, share in state.chance_outcomes()] == [0.833333, 0.166667]


def test_where_a_player_decides_there_are_no_outcomes_of_chance(spiel: Any) -> None:
    state = spiel.game(load("tic-tac-toe").match()).new_initial_state()
    with pytest.raises(UsageError, match="chance does not decide here"):
        state.chance_outcomes()


@pytest.mark.parametrize("player", [0, 1])
def test_information_states_are_what_a_player_knows(spiel: Any, player: int) -> None:
    match = load("love-letter").match()
    state = spiel.game(match).new_initial_state()
    for _ in range(12):
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
    expected = History(*state.states).known_to(player + 1).text
    assert state.information_state_string(player) == expected
    assert state.information_state_string(player) != state.information_state_string(1 - player)


@pytest.mark.parametrize("player", [-1, 2])
def test_only_players_observe(spiel: Any, player: int) -> None:
    game = spiel.game(load("love-letter").match())
    state, observer = game.new_initial_state(), game.make_py_observer()
    for observe in (observer.set_from, observer.string_from):
        with pytest.raises(UsageError, match="player can't be"):
            observe(state, player)


def test_returns_are_those_of_the_winners(spiel: Any) -> None:
    state = spiel.game(load("tic-tac-toe").match()).new_initial_state()
    for action in (0, 3, 1, 4, 2):
        assert state.returns() == [0, 0]
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [1, -1]


def test_openspiels_search_plays(spiel: Any) -> None:
    from open_spiel.python.algorithms import minimax

    game = spiel.game(load("tic-tac-toe").match())
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    value, action = minimax.alpha_beta_search(game, state, maximum_depth=5, maximizing_player_id=0)
    assert (value, action) == (1, 2)
