"""What games, matches, states and options look like, and what they say of wrong arguments."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import thesmos
from testing.draws import santorini
from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.syntax.spec_folder import shipped_games

BOARD = """\
      A     B     C
    ┌─────┬─────┬─────┐
  3 │     │     │     │
    ├─────┼─────┼─────┤
  2 │     │ 1   │     │
    ├─────┼─────┼─────┤
  1 │     │     │     │
    └─────┴─────┴─────┘
player 2 chooses among 8 options of sign: A1, B1, C1, A2, C2, A3, B3, C3"""


def test_a_state_is_printed_with_its_board_and_what_is_to_be_decided() -> None:
    state = load("tic-tac-toe").match().start().apply("B2")
    assert str(state) == BOARD
    assert repr(state) == "<State of tic-tac-toe: player 2 chooses among 8 options of sign>"


def test_a_state_at_the_end_is_printed_with_its_result() -> None:
    state = load("tic-tac-toe").match().start()
    for cell in ("A1", "A2", "B1", "B2", "C1"):
        state = state.apply(cell)
    assert repr(state) == "<State of tic-tac-toe: player 1 won (row)>"


def test_a_view_is_printed_without_what_is_hidden() -> None:
    state = load("german-whist").match().start()
    while state.decision is not None and state.decision.chance:
        state = state.take(state.codes[0])
    hands = state.position()["hands"]
    shown = str(state.view(1))
    assert all(card in shown for card in hands[0])
    assert not any(f" {card} " in shown for card in hands[1])


@pytest.mark.parametrize("name", shipped_games())
def test_every_game_says_what_it_has(name: str) -> None:
    match = load(name).match()
    assert f"<Match of {match.game_slug}" in repr(match)
    assert match.players == len(match.start().held)
    assert match.start()._repr_svg_() is None or "<svg" in str(match.start()._repr_svg_())
    hides = any(match.start().view(player) != match.start() for player in (1, 2))
    assert match.has_hidden or not hides


def test_a_game_says_what_can_be_chosen() -> None:
    game = santorini()
    assert game.players == (2, 3, 4)
    assert game.options["faults"] == ("ruled", "original", "mended")
    assert {"2020-08", "2021-09", "2026-02"} == {*game.editions}
    assert load("seven-wonders-duel").modules == ("agora",)
    match = game.match(["apollo", None], options={"faults": "original"})
    assert (match.powers, match.options) == (("apollo", None), {"faults": "original"})
    assert not match.has_chance
    assert game.match(["tyche", None]).has_chance


def test_an_option_of_another_game_is_refused() -> None:
    """Also where the other game has an option of the same number and text."""
    state, other = (load(name).match().start() for name in ("tic-tac-toe", "hex"))
    assert other.decision is not None
    for option in other.decision.options:
        with pytest.raises(UsageError, match="is an option of hex"):
            state.apply(option)


def test_an_option_that_was_pickled_or_comes_from_an_equal_match_is_taken() -> None:
    first, second = (santorini().match(powers).start() for powers in (["pan", None], [None, "pan"]))
    assert first.decision is not None
    option = first.decision.options[7]
    assert second.apply(option).position() == second.apply(option.text).position()
    assert first.apply(pickle.loads(pickle.dumps(option))) == first.apply(option)


def test_the_roles_of_an_option_can_not_be_changed() -> None:
    decision = load("tic-tac-toe").match().start().decision
    assert decision is not None
    with pytest.raises(TypeError):
        decision.options[0].roles["at"] = "C3"  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("e2-e4", "did you mean 'E2-E4'?"),
        ("e2e4", "did you mean 'E2-E4'?"),
        ("E2–E4", "did you mean 'E2-E4'?"),
        ("move it", "move offers "),
    ],
)
def test_a_text_that_is_not_offered_is_answered_by_the_nearest_one(text: str, hint: str) -> None:
    with pytest.raises(UsageError) as refused:
        load("chess").match().start().apply(text)
    assert str(refused.value.hint).startswith(hint)
    assert refused.value.__notes__ == [f"hint: {refused.value.hint}"]


def test_options_are_explained_as_they_are_applied() -> None:
    state = load("tic-tac-toe").match().start()
    assert state.decision is not None
    option = state.decision.options[4]
    assert state.explain(option) == state.explain("B2")
    assert state.why_not(option) == []
    assert state.text(option.code) == "B2"


START = load("tic-tac-toe").match().start()


@pytest.mark.parametrize(
    "call",
    [
        lambda: thesmos.load(None),  # type: ignore[arg-type]
        lambda: load("santorini", edition=2020),  # type: ignore[arg-type]
        lambda: santorini().match("apollo"),
        lambda: santorini().match([1, 2]),  # type: ignore[list-item]
        lambda: santorini().match(mode=3),  # type: ignore[arg-type]
        lambda: santorini().match(options=[1]),  # type: ignore[arg-type]
        lambda: santorini().match(setup={"foo": "bar"}),
        lambda: santorini().match(setup={"players": 7}),
        lambda: santorini().draft(players="2"),  # type: ignore[arg-type]
        lambda: START.apply(None),  # type: ignore[arg-type]
        lambda: START.apply(4),  # type: ignore[arg-type]
        lambda: START.take(4.0),  # type: ignore[arg-type]
        lambda: START.take(True),
        lambda: START.view("1"),  # type: ignore[arg-type]
        lambda: START.view(1.0),  # type: ignore[arg-type]
        lambda: START.explain(4),  # type: ignore[arg-type]
        lambda: START.match.compile(["native"]),  # type: ignore[arg-type]
        lambda: thesmos.search(START),
        lambda: thesmos.search(START, rounds=0),
        lambda: thesmos.search("x", rounds=3),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_argument_is_refused_with_a_hint(call: Callable[[], Any]) -> None:
    with pytest.raises(UsageError) as refused:
        call()
    assert refused.value.hint
