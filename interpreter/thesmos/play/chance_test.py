"""Chance draws by weight, and a seed gives the same game, whatever plays it."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from testing.chance_games import CHANCE_GAMES, ChanceGame, drawn_in
from testing.tiny import tiny
from testing.wasm_match import NODE, WasmMatch, wasm_match
from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.diagnostics import UsageError
from thesmos.dice import UNIFORM, WEIGHTS, Rng, drawn
from thesmos.link.layout import AttributeOf
from thesmos.play.backend import Vector, weights_of
from thesmos.play.choice import Choice, take
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.random_play import pick, play
from thesmos.play.state import State
from thesmos.syntax.spec_folder import shipped_games

pytest.importorskip("llvmlite")

DRAWS, SEED = 100_000, 41
RARELY = 6.2  # standard deviations beyond which less than 1 of 10^9 samples lies, on one side
WIDELY = 5.1  # on both sides less than 1 of 10^6
needs_node = pytest.mark.skipif(not NODE, reason="needs Node.js")


# For a module: pytest runs all tests of one game before those of the next, so that each is compiled
# only once by each backend.
@pytest.fixture(scope="module", params=CHANCE_GAMES, ids=str)
def chance_game(request: pytest.FixtureRequest) -> ChanceGame:
    chosen: ChanceGame = request.param
    return chosen


@pytest.fixture(scope="module")
def native(chance_game: ChanceGame) -> Match:
    """The match, played by machine code."""
    return drawn_in(chance_game)[0].compile("native")


@pytest.fixture(scope="module")
def wasm(chance_game: ChanceGame) -> Iterator[WasmMatch]:
    """The match, played by WebAssembly."""
    with wasm_match(drawn_in(chance_game)[0].linked) as playing:
        yield playing


def improbable(weights: list[int], places: list[int]) -> bool:
    """Return whether frequencies fit weights worse than 1 of 10^9 samples: Pearson's test.

    A quantile of chi-squared is approximated as Wilson and Hilferty do, which is more than it is.
    """
    whole, counts = sum(weights), Counter(places)
    if any(not weights[place] for place in counts):
        return True
    expected = {place: Fraction(len(places) * w, whole) for place, w in enumerate(weights) if w}
    distance = sum((counts[place] - mean) ** 2 / mean for place, mean in expected.items())
    freedom = len(expected) - 1
    if not freedom:
        return False
    spread = 2 / (9 * freedom)
    return float(distance) > freedom * (1 - spread + RARELY * spread**0.5) ** 3


def test_the_test_of_frequencies_tells_even_from_weighted() -> None:
    even = [place for place in range(6) for _ in range(1000)]
    assert not improbable([1] * 6, even)
    assert improbable([5, 1, 1, 1, 1, 1], even)
    assert improbable([1, 1, 1, 1, 1, 0], even)


def test_every_step_of_chance_of_a_shipped_game_is_tried() -> None:
    tried = {(tried.game, name) for tried in CHANCE_GAMES for name in drawn_in(tried)[1]}
    games = [(name, load(name)) for name in (*shipped_games(), "seven-wonders-duel+agora")]
    declared = {
        (name, str(step.name))
        for name, game in games
        for card in (game.checked.base, *game.checked.cards.values())
        for step in card.program.steps
        if step.chooser == "chance"
    }
    assert declared
    assert declared - tried == set()


def test_outcomes_are_drawn_as_often_as_they_weigh(chance_game: ChanceGame) -> None:
    """By generated Python; the weights are those of the semantics."""
    match, vectors = drawn_in(chance_game)
    semantics = match.compile("semantics").backend
    assert vectors
    for name, vector in vectors.items():
        weights = weights_of(semantics, vector, semantics.options(vector))
        places = python_picks(match, vector)
        assert not improbable(weights, places), name


def test_probabilities_are_shares_of_the_weights(chance_game: ChanceGame) -> None:
    match, vectors = drawn_in(chance_game)
    semantics = match.compile("semantics").backend
    for vector in vectors.values():
        decision = State(match, vector).decision
        assert decision is not None
        assert decision.chance
        weights = weights_of(semantics, vector, semantics.options(vector))
        shares = [Fraction(weight, sum(weights)) for weight in weights]
        assert [*decision.probabilities.values()] == shares
        assert sum(shares) == 1


def test_machine_code_draws_what_python_draws(chance_game: ChanceGame, native: Match) -> None:
    match, vectors = drawn_in(chance_game)
    for name, vector in vectors.items():
        codes = match.backend.options(vector)
        drawn_codes = [codes[place] for place in python_picks(match, vector)]
        states = native.states([State(native, vector)]).select([0] * DRAWS)
        assert states.sample(SEED).tolist() == drawn_codes, name


@needs_node
def test_webassembly_draws_what_python_draws(chance_game: ChanceGame, wasm: WasmMatch) -> None:
    match, vectors = drawn_in(chance_game)
    for name, vector in vectors.items():
        assert wasm.picks(vector, SEED, DRAWS) == python_picks(match, vector), name


@functools.cache
def python_picks(match: Match, vector: Vector) -> list[int]:
    """Return the places of the outcomes that generated Python draws in a state."""
    codes, dice = match.backend.options(vector), Rng(SEED)
    weights = weights_of(match.backend, vector, codes)
    return [drawn(weights, dice) for _ in range(DRAWS)]


@needs_node
def test_a_seed_gives_the_same_game_whatever_plays_it(
    chance_game: ChanceGame, native: Match, wasm: WasmMatch
) -> None:
    match, _ = drawn_in(chance_game)
    start, python = match.start(), match.backend
    for seed in range(3):
        for chance in (WEIGHTS, UNIFORM):
            choose = functools.partial(pick, chance=chance)
            chosen_one_by_one = last_of(play(start, Rng(seed), None, choose), start)
            vector, decisions = python.playout(start.vector, seed, MAX_DECISIONS, chance)
            assert vector[match.linked.layout.core("winners")]
            for backend in (native.backend, wasm):
                played = backend.playout(start.vector, seed, MAX_DECISIONS, chance)
                assert played == (vector, decisions), (seed, chance)
            assert chosen_one_by_one == vector
            assert wasm.randomly(start.vector, seed, chance) == vector


def test_states_are_chosen_for_alike_by_every_backend(
    chance_game: ChanceGame, native: Match
) -> None:
    match, _ = drawn_in(chance_game)
    state = match.start()
    played = [following for following, _ in play(state, Rng(1), 60)]
    others = [State(native, following.vector) for following in played]
    for chance in (WEIGHTS, UNIFORM):
        codes = match.states(played).sample(SEED, chance)
        assert native.states(others).sample(SEED, chance).tolist() == codes.tolist()
    weights = match.states(played).weights()
    assert (native.states(others).weights() == weights).all()
    assert ((weights > 0) <= match.states(played).masks()).all()
    for row, following in zip(weights, played, strict=True):
        decision = following.decision
        assert decision is not None
        expected = {
            option.code: option.weight if decision.chance else 1 for option in decision.options
        }
        weighed = {int(code): int(row[code]) for code in row[:-1].nonzero()[0]}
        assert weighed == {code: weight for code, weight in expected.items() if weight}
        assert bool(row[-1]) == decision.may_skip


def last_of(game: Iterator[tuple[State, Choice]], start: State) -> Vector:
    """Return the state after the last choice of a game."""
    after = start
    for state, choice in game:
        after = take(state, choice)
    return after.vector


def test_playouts_and_weighted_games_give_tyche_the_same_share() -> None:
    """Uniform outcomes give her several percent more: her sixes come too often."""
    match = load("santorini").match(["tyche", None])
    native, games = match.compile("native"), 40_000
    shares = {
        chance: float((native.playouts(native.start(), games, 3, chance).winners == 1).mean())
        for chance in (WEIGHTS, UNIFORM)
    }
    wins, one_by_one = 0, 600
    for seed in range(one_by_one):
        winners = last_of(play(match.start(), Rng(seed)), match.start())[
            match.linked.layout.core("winners")
        ]
        wins += winners == 1
    error = (shares[WEIGHTS] * (1 - shares[WEIGHTS]) * (1 / games + 1 / one_by_one)) ** 0.5
    assert abs(wins / one_by_one - shares[WEIGHTS]) < WIDELY * error
    assert shares[UNIFORM] - shares[WEIGHTS] > 2 * WIDELY * (0.25 / games) ** 0.5


CLOSED = """
    state: {game: {thrown: 0..1, closed: flag}}
    actions:
      throw:
        {roles: {n: 0..1}, rules: {open: not closed}, do: "thrown := n", weight: 1 + n, text: "{n}"}
    steps:
      throw: {action: throw, chooser: chance}
    flow:
      turn: [begin turn, {steps: throw}, pass]
    position: {thrown: {value: thrown}, closed: {value: closed}}
"""


@needs_node
def test_a_made_up_state_in_which_chance_has_no_outcome_stops_play(tmp_path: Path) -> None:
    match = tiny(tmp_path, CLOSED).match([None, None])
    position = match.start().position(whole=True) | {"closed": True}
    with pytest.raises(UsageError, match="nothing can be chosen in `throw`"):
        match.load(position)
    (closed,) = (
        entry
        for meaning, entry in match.linked.layout.by_meaning.items()
        if isinstance(meaning, AttributeOf) and meaning.attribute.name == "closed"
    )
    numbers = [*match.start().vector]
    numbers[closed.first] = 1
    state = match.state(numbers)
    assert state.decision is not None
    assert (state.decision.chance, state.decision.options) == (True, ())
    vector, native = state.vector, match.compile("native").backend
    with wasm_match(match.linked) as wasm:
        for backend in (match.backend, native, wasm, match.compile("semantics").backend):
            assert backend.playout(vector, 1, 10) == (vector, 1)
    assert match.states([state]).sample(SEED).tolist() == [-1]
    with pytest.raises(UsageError, match="nothing can come of it"):
        pick(state, Rng(1))


def test_another_way_to_draw_is_refused() -> None:
    match = load("nim").match()
    with pytest.raises(UsageError, match="chance can't draw by 'evenly'") as raised:
        match.playouts(match.start(), 1, chance="evenly")  # type: ignore[arg-type]
    assert "uniform" in str(raised.value.hint)
