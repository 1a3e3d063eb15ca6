"""Many states at once are what each of them is by itself, in machine code and in Python."""

from __future__ import annotations

from typing import Any

import pytest

from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.choice import take
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.random_play import pick
from thesmos.play.state import State

np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

MATCH_UPS = [("santorini", ["demeter", "hecate"]), ("german-whist", [None, None])]


@pytest.fixture(scope="module", params=["python", "native"])
def backend(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def played(match: Match, decisions: int) -> list[State]:
    """States of random games after more and more decisions; the last ones are over."""
    made = []
    for seed in range(decisions):
        state, dice = match.start(), Rng(seed)
        for _ in range(3 * seed):
            if state.decision is not None:
                state = take(state, pick(state, dice))
        made.append(state)
    return made


def chosen(mask: Any) -> list[int]:
    """The last code that each row of a mask offers, or -1."""
    return [int(np.flatnonzero(row)[-1]) if row.any() else -1 for row in mask]


@pytest.mark.parametrize(("game", "powers"), MATCH_UPS)
def test_masks_are_what_each_state_offers(game: str, powers: list[str], backend: str) -> None:
    match = load(game).match(powers).compile(backend)
    states = played(match, 30)
    many = match.states(states)
    for state, mask in zip(states, many.masks(), strict=True):
        offered = [] if state.result else [*state.codes, *[many.skip_code] * state.may_skip]
        assert np.flatnonzero(mask).tolist() == offered


@pytest.mark.parametrize(("game", "powers"), MATCH_UPS)
def test_states_follow_as_from_each_by_itself(game: str, powers: list[str], backend: str) -> None:
    match = load(game).match(powers).compile(backend)
    states = played(match, 30)
    many = match.states(states)
    codes = chosen(many.masks())
    after = many.apply(codes)
    for number, (state, code) in enumerate(zip(states, codes, strict=True)):
        if state.result is not None:
            assert after[number] == state
        elif code == many.skip_code:
            assert after[number] == state.skip()
        else:
            assert after[number] == (state.take(code) if code >= 0 else state.concede())
    assert [many[number] for number in range(30)] == states  # they have not changed


def test_players_and_results(backend: str) -> None:
    match = load("german-whist").match().compile(backend)
    states = played(match, 40)
    many = match.states(states)
    deciding = [state.decision.player if state.decision else -1 for state in states]
    assert many.players.tolist() == deciding
    assert {-1, 0, 1, 2} == {*deciding}
    won = [sum(1 << p - 1 for p in s.result.winners) if s.result else 0 for s in states]
    assert [w & 0b11 for w in many.winners.tolist()] == won


def test_views_are_those_of_the_deciding_players(backend: str) -> None:
    match = load("santorini").match(["apollo", "hecate"]).compile(backend)
    states = played(match, 20)
    seen = match.states(states).views()
    for number, state in enumerate(states):
        player = state.decision.player if state.decision else 0
        assert seen[number] == state.view(player)
    assert seen[5] != states[5]
    assert not hasattr(seen, "apply")


def test_a_code_that_is_not_offered_is_refused_with_its_state(backend: str) -> None:
    match = load("tic-tac-toe").match().compile(backend)
    many = match.states([match.start(), match.start().take(4)])
    for wrong in (4, 9, -2, 10, 1 << 40):
        with pytest.raises(UsageError, match=f"state 1: the code {wrong} "):
            many.apply([0, wrong])
    with pytest.raises(UsageError, match="there are 2 states"):
        many.apply([0])


def test_conceding_is_minus_one_and_not_for_chance(backend: str) -> None:
    match = load("tic-tac-toe").match().compile(backend)
    many = match.states([match.start()])
    assert many.apply([-1])[0] == match.start().concede()
    dealing = load("german-whist").match().compile(backend)
    with pytest.raises(UsageError, match="not offered"):
        dealing.states([dealing.start()]).apply([-1])


def test_states_are_selected_and_repeated(backend: str) -> None:
    match = load("tic-tac-toe").match().compile(backend)
    many = match.states([match.start(), match.start().take(4)]).select([1, 1, 0])
    assert [len(many), many[0], many[2]] == [3, match.start().take(4), match.start()]
    assert len(match.states([]).masks()) == 0


def test_states_of_other_rules_are_refused() -> None:
    with pytest.raises(UsageError, match="other rules"):
        load("nim").match().states([load("hex").match().start()])


@pytest.mark.parametrize(("game", "powers"), MATCH_UPS)
def test_legal_rows_are_the_masks(game: str, powers: list[str], backend: str) -> None:
    match = load(game).match(powers).compile(backend)
    many = match.states(played(match, 12))
    indptr, codes = many.legal()
    assert (indptr.dtype, codes.dtype) == (np.int64, np.int32)
    for number, mask in enumerate(many.masks()):
        assert codes[indptr[number] : indptr[number + 1]].tolist() == np.flatnonzero(mask).tolist()


@pytest.mark.parametrize(("game", "powers"), MATCH_UPS)
def test_what_is_legal_then_is_what_a_fresh_look_finds(
    game: str, powers: list[str], backend: str
) -> None:
    match = load(game).match(powers).compile(backend)
    many = match.states([match.start()] * 5)
    for seed in range(8):
        many = many.apply(many.sample(seed)).select([4, 0, 1, 2, 3])
        fresh = match.states([many[number] for number in range(5)])
        for carried, found in zip(many.legal(), fresh.legal(), strict=True):
            assert np.array_equal(carried, found)


def test_rewards_sum_to_nothing_and_tell_the_winner(backend: str) -> None:
    match = load("tic-tac-toe").match().compile(backend)
    won, drawn = match.start(), match.start()
    for code in (0, 3, 1, 4, 2):
        won = won.take(code)
    for code in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        drawn = drawn.take(code)
    many = match.states([won, drawn, match.start()])
    assert many.rewards.tolist() == [[1, -1], [0, 0], [0, 0]]
    assert many.rewards.dtype == np.float32


def test_scores_are_those_of_the_results(backend: str) -> None:
    match = load("reversi").match().compile(backend)
    many = match.states([match.start()] * 3)
    for seed in range(200):
        many = many.apply(many.sample(seed))
    assert many.over.all()
    for number, scores in enumerate(many.scores):
        result = many[number].result.scores
        assert scores.tolist() == [list(of) for of in zip(*result.values(), strict=True)]


def test_finished_games_begin_anew(backend: str) -> None:
    match = load("nim").match().compile(backend)
    many, ended = match.states([match.start()] * 20), 0
    for seed in range(40):
        before = many
        step = before.step(before.sample(seed))
        many, ended = step.states, ended + len(step.final)
        assert len(step.final) == step.over.sum()
        assert step.final.over.all()
        assert not many.over.any()
        assert step.rewards[step.over].any(axis=1).all()
        assert not step.rewards[~step.over].any()
        assert (step.final.lengths == before.lengths[step.over] + 1).all()
        assert (many.lengths == np.where(step.over, 0, before.lengths + 1)).all()
        assert all(many[n] == match.start() for n in np.flatnonzero(step.over))
        assert [*many.legal().lengths] == [len(many[n].codes) for n in range(20)]
    assert ended > 20


def test_any_player_can_look_at_all_states(backend: str) -> None:
    match = load("german-whist").match().compile(backend)
    states = played(match, 8)
    many = match.states(states)
    for player in (0, 1, 2):
        seen = many.views(player)
        assert [seen[n] for n in range(8)] == [state.view(player) for state in states]
    mixed = many.views([1, 2] * 4)
    assert mixed[1] == states[1].view(2)
