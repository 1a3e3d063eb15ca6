"""Decisions with texts in machine code: those that Python makes, and made once."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

import thesmos
from thesmos.diagnostics import UsageError
from thesmos.play import native_options
from thesmos.play.match import Match

pytest.importorskip("llvmlite")


def native(name: str) -> Match:
    return thesmos.load(name).match().compile("native")


def played(name: str, decisions: int, seed: int = 3) -> None:
    """Play at random by texts, and compare each decision with Python's."""
    draw = random.Random(seed)
    state: Any = native(name).start()
    other: Any = thesmos.load(name).match().start()
    for _ in range(decisions):
        decision = state.decision
        assert decision == other.decision
        if decision is None:
            return
        if not decision.options:
            state, other = state.concede(), other.concede()
            continue
        option = draw.choice(decision.options)
        state = state.apply(option if len(option.text) % 2 else option.text)
        other = other.apply(option.text)
        assert state.vector == other.vector


# Texts that depend on nothing else, on places, and of what is hidden.
@pytest.mark.parametrize("name", ["tic-tac-toe", "nine-mens-morris", "german-whist"])
def test_decisions_are_those_of_python(name: str) -> None:
    played(name, 60)


def test_a_decision_and_its_options_are_made_once() -> None:
    match = native("nine-mens-morris")
    state, again = match.start(), match.start()
    assert state.decision is state.decision
    assert state.decision is not None
    assert again.decision is not None
    assert state.decision.options[3] is again.decision.options[3]


def test_too_many_options_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_options, "KEPT_OF_GAME", 40)
    played("nine-mens-morris", 60, seed=8)


def test_a_text_of_another_state_is_refused_with_what_is_offered() -> None:
    state = native("tic-tac-toe").start().apply("B2")
    with pytest.raises(UsageError, match="`B2` is not offered") as refused:
        state.apply("B2")
    assert "A1" in str(refused.value.hint)


def test_an_option_of_another_game_is_refused() -> None:
    decision = thesmos.load("hex").match().start().decision
    assert decision is not None
    with pytest.raises(UsageError, match="is an option of hex"):
        native("tic-tac-toe").start().apply(decision.options[0])


def test_a_decision_never_changes() -> None:
    decision = native("tic-tac-toe").start().decision
    with pytest.raises(AttributeError, match="never changes"):
        decision.options = ()  # type: ignore[union-attr, misc]


def test_threads_write_options_of_one_match_at_the_same_time() -> None:
    match, wrong = native("nine-mens-morris"), list[str]()
    python = thesmos.load("nine-mens-morris").match()

    def play(seed: int) -> None:
        draw, state = random.Random(seed), match.start()
        for _ in range(80):
            if state.decision is None or not state.decision.options:
                return
            option = draw.choice(state.decision.options)
            if python.state(state.vector).decision != state.decision:
                wrong.append(option.text)
            state = state.apply(option.text)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
