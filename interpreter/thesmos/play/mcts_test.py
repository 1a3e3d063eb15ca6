"""Tree search finds wins, wards off losses, weighs chance, and knows no more than its player.

The positions are small enough to see what is best.
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import thesmos
from testing.tiny import tiny
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play import mcts
from thesmos.play.choice import choose
from thesmos.play.mcts import Evaluation, SearchTree, _Grown, search
from thesmos.play.random_play import pick
from thesmos.play.search_tree import PythonTree
from thesmos.play.state import State
from thesmos.play.states import States

# Who bets on 1 wins three throws of four.
DICE = """
    state:
      game: {bet: 0..1, throw: 0..1, done: flag}
    actions:
      bet:
        roles: {n: 0..1}
        do: bet := n
        text: "{n}"
      throw:
        roles: {n: 0..1}
        do: |
          throw := n
          done := yes
        weight: 1 + 2 * n
        text: "{n}"
    steps:
      bet: {action: bet, filter: yes, when empty: ask}
      throw: {action: throw, chooser: chance}
    flow:
      turn:
        - begin turn
        - {steps: bet}
        - {steps: throw}
        - judge
        - pass
    headings: {Rules: {en: Rules}}
    clauses:
      Rules: |
        win luck for active where done and bet = throw
        win chance for those (p in Player where p != active) where done and bet != throw
    position: {bet: {value: bet}, throw: {value: throw}}
"""

THRICE = "{action: throw, chooser: chance, then: throw}"

# Player 1 hides a coin in one of four cells, player 2 guesses where.
COIN = """
    boards:
      Cell: {grid: 4x1, adjacent: 4, names: A1}
    zones: [hand]
    pieces:
      Coin: {on: Cell, supply: [{count: 1, zone: hand}]}
    state:
      game: {guess: Cell or none, guesser: Player or none}
    actions:
      hide:
        roles: {coin: Coin, to: Cell}
        do: |
          place(coin) := to
          guesser := next_player(you)
        text: "{to}"
      guess:
        roles: {at: Cell}
        do: guess := at
        text: "{at}"
    steps:
      hide: {action: hide, filter: yes, when empty: ask}
      guess: {action: guess, filter: yes, when empty: ask}
    flow:
      setup:
        - {steps: hide}
        - {first: guesser}
      turn:
        - begin turn
        - {steps: guess}
        - judge
        - pass
    headings: {Rules: {en: Rules}}
    clauses:
      Rules: |
        hide c in Coin where viewer = guesser
        win luck for active where some (c in Coin where place(c) = guess)
        win hand for those (p in Player where p != active) where guess exists
    position: {coin: {pieces: Coin, text: "{place}"}}
"""


def after(game: str, *choices: str) -> State:
    """The state of a shipped game after these choices."""
    state = thesmos.load(game).match().start()
    for text in choices:
        state = choose(state, text)
    return state


def best(state: State, rounds: int = 600) -> str:
    """What a search chooses."""
    return search(state, rounds, seed=1)[0].choice.text


def test_a_win_is_found() -> None:
    assert best(after("tic-tac-toe", "A1", "B1", "A2", "B2")) == "A3"


def test_a_threat_is_warded_off() -> None:
    assert best(after("tic-tac-toe", "A1", "B2", "A2")) == "A3"


def test_heaps_are_balanced() -> None:
    """Of 1, 3 and 5 the 5 become 2: then the heaps are 1, 2, 3, whose nim-sum is 0."""
    assert best(after("nim", "D1-7"), 3000) == "C1-3"


def test_outcomes_of_chance_are_weighed(tmp_path: Path) -> None:
    found = search(tiny(tmp_path, DICE).match([None, None]).start(), 2000, seed=1)
    values = {each.choice.text: each.value for each in found}
    assert found[0].choice.text == "1"
    assert values["1"] == pytest.approx(0.75, abs=0.1)


def test_outcomes_that_follow_each_other_are_one_place_in_the_tree(tmp_path: Path) -> None:
    """Below a bet there are 2 × 2 × 2 ways to throw three times, and no more."""
    thrice = DICE.replace("{action: throw, chooser: chance}", THRICE)
    thrice = thrice.replace("done: flag", "done: flag, thrown: 0..3")
    thrice = thrice.replace("done := yes", "thrown += 1\n          done := thrown = 3")
    thrice = thrice.replace("        weight:", "        rules: {more: thrown < 3}\n        weight:")
    state = tiny(tmp_path, thrice).match().start()
    grown = _Grown(state.view(1), 1, None, None, 1)
    grown.grow(600, math.inf)
    tree = grown.tree
    assert isinstance(tree, PythonTree)
    bet = max(tree.root.children.values(), key=lambda child: child.rounds)
    codes = {code for run in bet.children if isinstance(run, tuple) for code in run}
    assert set(product(codes, repeat=3)) == set(bet.children)


def test_what_is_hidden_is_not_known(tmp_path: Path) -> None:
    """Each of the four cells is as good a guess as the others."""
    match = tiny(tmp_path, COIN).match([None, None])
    found = search(match.start().apply("C1"), 2000, seed=1)
    assert [each.value for each in found] == pytest.approx([0.25] * 4, abs=0.1)


def test_a_seed_finds_the_same_again() -> None:
    state = after("hex")
    assert search(state, 60, seed=3) == search(state, 60, seed=3)


def test_seconds_end_a_search() -> None:
    assert search(after("tic-tac-toe"), seconds=0.01)


def test_a_full_tree_grows_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcts, "NODES", 3)
    assert sum(each.rounds > 0 for each in search(after("tic-tac-toe"), 100, seed=1)) == 2


def test_a_search_needs_an_end_and_a_decision_of_a_player() -> None:
    with pytest.raises(UsageError, match="needs an end"):
        search(after("tic-tac-toe"))
    with pytest.raises(UsageError, match="the game is over"):
        search(after("tic-tac-toe", "A1", "B1", "A2", "B2", "A3"), 1)


@pytest.mark.parametrize("game", ["nim", "german-whist", "nine-mens-morris", "pook"])
def test_machine_code_grows_the_tree_that_python_grows(game: str) -> None:
    pytest.importorskip("llvmlite")
    dice, state, decided = Rng(2), thesmos.load(game).match().start(), 0
    while (decision := state.decision) and (decision.chance or decided < 2):
        decided += not decision.chance
        state = choose(state, pick(state, dice).text)
    native = state.match.compile("native").state(state.vector)
    assert told(search(state, 40)) == told(search(native, 40))


def told(evaluations: list[Evaluation]) -> list[tuple[str, int, float, bool]]:
    """What a search found, without the options, which belong to one match."""
    return [(e.choice.text, e.rounds, e.value, e.proven) for e in evaluations]


def of_sums(states: States) -> Any:
    """Some value for each state, which follows from its slots."""
    numpy = pytest.importorskip("numpy")
    shares = (states.vectors.astype(int).sum(axis=1) % 7) / 6
    return numpy.stack([shares, 1 - shares], axis=1)


def of_codes(states: States) -> Any:
    """Some number for each choice."""
    return states.legal().codes % 5


@pytest.mark.parametrize("game", ["tic-tac-toe", "german-whist", "nine-mens-morris"])
@pytest.mark.parametrize("names", [("value",), ("policy",), ("value", "policy")])
def test_machine_code_asks_what_python_asks(game: str, names: tuple[str, ...]) -> None:
    pytest.importorskip("llvmlite")
    hooks: dict[str, Any] = {name: {"value": of_sums, "policy": of_codes}[name] for name in names}
    state = thesmos.load(game).match().start()
    while state.decision.chance:  # type: ignore[union-attr]  # the game goes on
        state = state.take(state.codes[0])
    native = state.match.compile("native").state(state.vector)
    evaluations = [told(search(each, 60, batch=4, **hooks)) for each in (state, native)]
    assert evaluations[0] == evaluations[1]
    assert sum(rounds for _, rounds, *_ in evaluations[0]) == 60


@pytest.mark.parametrize("backend", ["python", "native"])
def test_values_and_policies_are_asked_about_many_states_at_once(backend: str) -> None:
    pytest.importorskip("llvmlite")
    state, asked = thesmos.load("hex").match().compile(backend).start(), list[int]()

    def value(states: States) -> Any:
        asked.append(len(states))
        return of_sums(states)

    search(state, 80, value=value, batch=8)
    assert max(asked) == 8
    assert sum(asked) == 80


@pytest.mark.parametrize("backend", ["python", "native"])
def test_a_value_decides_what_is_chosen(backend: str) -> None:
    """The player wants the highest code, and what they choose first is what they can choose."""
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("llvmlite")
    state = thesmos.load("hex").match(options={"swap": "no"}).compile(backend).start()

    def value(states: States) -> Any:
        liked = (states.vectors != state.vector).argmax(axis=1) % 2 == 0
        return numpy.stack([liked, ~liked], axis=1)

    def policy(states: States) -> Any:
        return states.legal().codes == 60

    assert search(state, 200, policy=policy)[0].choice.option.code == 60  # type: ignore[union-attr]
    best = search(state, 400, value=value, batch=4)[0]
    after = States.of(state.match, [state.apply(best.choice.text)])
    assert value(after)[0, 0] == 1


@pytest.mark.parametrize(
    ("hooks", "text"),
    [
        ({"value": 3}, "`value` must be a function of states, not 3"),
        ({"value": lambda _: [[0.5, 0.5]] * 9}, "an array of shape (9, 2) for 1 states"),
        ({"value": lambda _: [[2.0, 0.0]]}, "something other than numbers from 0 to 1"),
        ({"value": lambda _: "yes"}, "`value` returned 'yes'"),
        ({"policy": lambda _: [1.0]}, "an array of shape (1,) for 9 codes"),
        ({"policy": lambda s: -s.legal().codes}, "something other than numbers from 0"),
        ({"policy": lambda _: [float("nan")] * 9}, "something other than numbers from 0"),
        ({"batch": 0}, "batch can't be 0"),
    ],
)
def test_wrong_hooks_are_refused(hooks: Any, text: str) -> None:
    pytest.importorskip("numpy")
    with pytest.raises(UsageError, match=re.escape(text)):
        search(after("tic-tac-toe"), 10, **hooks)


@pytest.mark.parametrize("backend", ["python", "native"])
def test_a_proven_win_ends_a_search(backend: str) -> None:
    pytest.importorskip("llvmlite")
    state = after("tic-tac-toe", "A1", "B1", "A2", "B2")
    found = search(state.match.compile(backend).state(state.vector), 100_000, seed=1)
    assert (found[0].choice.text, found[0].value, found[0].proven) == ("A3", 1.0, True)
    assert sum(each.rounds for each in found) < 100


@pytest.mark.parametrize("backend", ["python", "native"])
def test_best_play_is_proven_to_the_end(backend: str) -> None:
    """Whoever begins in tic-tac-toe can have a draw; after A1, B1 loses."""
    pytest.importorskip("llvmlite")
    state = after("tic-tac-toe", "A1")
    found = search(state.match.compile(backend).state(state.vector), 100_000, seed=1)
    assert (found[0].choice.text, found[0].value, found[0].proven) == ("B2", 0.5, True)
    assert {each.value for each in found[1:] if each.proven} <= {0.0}


def test_nothing_is_proven_where_chance_decides_or_something_is_hidden(tmp_path: Path) -> None:
    for number, game in enumerate((DICE, COIN)):
        folder = tmp_path / str(number)
        folder.mkdir()
        state = tiny(folder, game).match([None, None]).start()
        state = state.apply("C1") if game == COIN else state
        assert not any(each.proven for each in search(state, 200))


@pytest.mark.parametrize("backend", ["python", "native"])
@pytest.mark.parametrize("hooks", [{}, {"value": of_sums, "policy": of_codes}])
def test_a_tree_is_kept_for_what_follows(backend: str, hooks: Any) -> None:
    pytest.importorskip("llvmlite")
    state, tree = thesmos.load("reversi").match().compile(backend).start(), SearchTree(**hooks)
    first = {each.choice.text: each.rounds for each in tree.search(state, 60)}
    after = state.apply("D3")
    again = tree.search(after, 1)
    assert first["D3"] > 5
    assert sum(each.rounds for each in again) in (first["D3"], first["D3"] + 1)  # but the first


def test_machine_code_keeps_what_python_keeps(tmp_path: Path) -> None:
    """Also where several outcomes of chance are one place in the tree."""
    pytest.importorskip("llvmlite")
    thrice = DICE.replace("{action: throw, chooser: chance}", THRICE)
    thrice = thrice.replace("done: flag", "done: flag, thrown: 0..3")
    thrice = thrice.replace("done := yes", "thrown += 1\n          done := thrown = 3")
    thrice = thrice.replace("        weight:", "        rules: {more: thrown < 3}\n        weight:")
    thrice = thrice.replace("begin turn", "begin turn\n        - {steps: bet}")
    match, evaluations = tiny(tmp_path, thrice).match(), []
    for backend in ("python", "native"):
        state, tree = match.compile(backend).start(), SearchTree(seed=2)
        evaluations.append(told(tree.search(state, 200)))
        state = state.apply("1")
        evaluations[-1] += told(tree.search(state, 50))
    assert evaluations[0] == evaluations[1]
    assert sum(rounds for _, rounds, *_ in evaluations[0]) > 250


def test_another_state_begins_a_new_tree() -> None:
    tree, state = SearchTree(), thesmos.load("tic-tac-toe").match().start()
    tree.search(state, 100)
    tree.follow(state.apply("A1").apply("B1"))
    assert sum(each.rounds for each in tree.search(state.apply("A2"), 20)) == 20


def test_a_tree_is_not_searched_within_its_own_search() -> None:
    pytest.importorskip("numpy")
    state = after("tic-tac-toe")
    tree = SearchTree(value=lambda _: tree.search(state, 1))
    with pytest.raises(UsageError, match="this tree is being searched"):
        tree.search(state, 1)
    with pytest.raises(UsageError, match="this tree is being searched"):  # and can be used again
        tree.search(state, 1)


def test_an_interrupt_ends_a_search_in_machine_code() -> None:
    pytest.importorskip("llvmlite")
    program = """
import os, signal, threading, thesmos
state = thesmos.load("reversi").match().compile("native").start()
threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    thesmos.search(state, seconds=600)
except KeyboardInterrupt:
    print("interrupted")
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=300
    )
    assert run.stdout == "interrupted\n", run.stderr


def test_threads_search_at_the_same_time() -> None:
    pytest.importorskip("llvmlite")
    state = thesmos.load("reversi").match().compile("native").start()
    alone = [search(state, 300, seed=seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as threads:
        together = [*threads.map(lambda seed: search(state, 300, seed=seed), range(4))]
    assert together == alone


def test_every_backend_searches_alike(tmp_path: Path) -> None:
    """Chance decides below the tree too, by a seed that gives the same game everywhere."""
    pytest.importorskip("llvmlite")
    match = tiny(tmp_path, DICE).match([None, None])
    results = []
    for backend in ("python", "native", "semantics"):
        state = match.compile(backend).start()
        results.append([(e.choice.text, e.rounds, e.value) for e in search(state, 60, seed=3)])
    assert results[0] == results[1] == results[2]
