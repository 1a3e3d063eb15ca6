"""Tree search finds wins, wards off losses, weighs chance, and knows no more than its player.

The positions are small enough to see what is best.
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import pytest

import thesmos
from testing.tiny import tiny
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play import mcts
from thesmos.play.choice import choose
from thesmos.play.mcts import _TreeSearch, _Worlds, search
from thesmos.play.random_play import pick
from thesmos.play.state import State

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
    view = state.view(1)
    tree = _TreeSearch(view, Rng(1), _Worlds(view, 1))
    for _ in range(600):
        tree.round()
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
    evaluations = [search(each, 40) for each in (state, native)]
    assert [(e.choice.text, e.rounds, e.value) for e in evaluations[0]] == [
        (e.choice.text, e.rounds, e.value) for e in evaluations[1]
    ]


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
