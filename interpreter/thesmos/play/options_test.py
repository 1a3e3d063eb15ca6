"""Options that are kept read as if they were written anew."""

from __future__ import annotations

import pickle
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest

from testing.draws import pook, santorini
from testing.tiny import ONE_STEP, texts, tiny
from thesmos.dice import Rng
from thesmos.notation.options import distinct_texts
from thesmos.play.backend import Semantics
from thesmos.play.choice import take
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.options import Options, options_of_game
from thesmos.play.random_play import pick
from thesmos.play.state import State
from thesmos.semantics.options import bind
from thesmos.semantics.values import holds
from thesmos.semantics.vector import coded, option_from, state_from


def written(state: State) -> list[tuple[str, dict[str, str]]]:
    """The texts of the options, and of their roles, as 4.10 has them: from the state alone.

    Nothing here goes through the numbers by which play and explanations find texts again.
    """
    match, chooser = state.match, state.vector[state.match.linked.layout.core("chooser")]
    seen = state.vector if chooser < 0 else match.backend.view(state.vector, chooser)
    view, player = state_from(match.linked, seen), chooser if chooser >= 0 else -1 - chooser
    made = []
    for code in state.codes:
        option = option_from(match.linked, *match.backend.codes.option(code))
        action = match.linked.actions[option.action]
        frame = bind(view, action, option.values, player)
        roles = {
            role.name: match.value_texts.value_of(role.type, coded(frame.names[role.name]), seen)
            for role in action.roles
        }
        text = f"{action.name}({', '.join(roles.values())})"
        for notation in action.notations:
            if notation.when is None or holds(notation.when, frame):
                parts = notation.parts
                text = "".join(one if isinstance(one, str) else roles[one.role] for one in parts)
                break
        made.append((text, {role.name: roles[role.name] for role in action.open_roles}))
    return made


def read_as_written(match: Match, decisions: int) -> None:
    """Play at random, and compare the options of every decision."""
    dice = Rng(11)
    while decisions > 0:
        state = match.start()
        while (decision := state.decision) is not None and decisions > 0:
            assert [(one.text, one.roles) for one in decision.options] == written(state)
            assert [one.code for one in decision.options] == [*state.codes]
            state = take(state, pick(state, dice))
            decisions -= 1


@pytest.mark.parametrize(
    "powers",
    [
        ("tartarus", "hecate"),  # a space that is hidden, and unknown Workers
        ("chaos", "gaea", "circe"),
        ("charon", "medusa"),  # options with two Workers
        ("dionysus", "tyche"),  # chance
    ],
    ids=", ".join,
)
def test_kept_options_read_as_if_written_anew(powers: Sequence[str]) -> None:
    game = santorini()
    read_as_written(Match(game.link(powers, game.mode(None, len(powers)), {})), 250)


def test_options_of_other_games_do_too() -> None:
    read_as_written(pook().match([None, None]), 120)
    read_as_written(santorini().draft(2, {"form": "tournament", "advanced": "yes"}), 120)


def test_what_one_match_up_has_written_is_read_otherwise_in_another() -> None:
    """Powers and pieces have the same numbers in match-ups that call them otherwise."""
    game = santorini()
    for powers in (("chaos", "gaea"), ("tyche", "chaos"), ("chaos", "gaea")):
        read_as_written(Match(game.link(powers, game.mode(None, 2), {})), 60)


def test_an_option_that_reads_the_same_in_two_match_ups_is_written_once() -> None:
    first, second = (santorini().match([power, None]).start() for power in ("apollo", "artemis"))
    assert first.decision is not None
    assert second.decision is not None
    pairs = zip(first.decision.options, second.decision.options, strict=True)
    assert all(one is other for one, other in pairs)


def test_of_too_many_options_none_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thesmos.play.options.KEPT_OF_GAME", 10)
    game = santorini()
    read_as_written(Match(game.link((None, None), game.mode(None, 2), {})), 60)
    assert len(options_of_game(game.program).kept) <= 10


def test_the_semantics_say_the_same_of_texts() -> None:
    match = santorini().match([None, None])
    state = match.start()
    slow = Options(match.option_texts, Semantics(match.linked))
    assert state.decision is not None
    assert slow.of(state.vector, 0, state.codes) == state.decision.options


@pytest.mark.parametrize(
    ("plain", "apart"),
    [
        (["a", "b"], ["a", "b"]),
        (["a", "b", "a", "a"], ["a", "b", "a #2", "a #3"]),
        (["a", "a #2", "a"], ["a", "a #2", "a #3"]),
        (["a b", " a  b", "a\u00a0b #2"], ["a b", " a  b #3", "a\u00a0b #2"]),  # as typed
        (["", " ", "a"], ["", "  #2", "a"]),
    ],
)
def test_texts_that_come_again_get_a_number(plain: list[str], apart: list[str]) -> None:
    assert distinct_texts(plain) == apart


def test_two_pieces_on_one_cell_are_two_options(tmp_path: Path) -> None:
    """Both can be chosen, and explained, by the text that is shown."""
    game = """
    boards: {Cell: {grid: 2x1, names: A1}}
    zones: [box]
    pieces: {Pawn: {on: Cell, attributes: {weight: {is: 0..9}}, supply: [
      {zone: box, weight: 3}, {zone: box, weight: 5}]}}
    state: {game: {n: 0..9}}
    actions:
      pick: {roles: {pawn: Pawn}, do: n := weight(pawn), text: "{pawn}"}
    position: {n: {value: n}, pawns: {pieces: Pawn, text: "{place} {weight}"}}
    """
    match = tiny(tmp_path, textwrap.dedent(game) + ONE_STEP).match([None, None])
    state = match.load({"pawns": ["A1 3", "A1 5"], "to_move": 1})
    assert texts(state) == ("A1", "A1 #2")
    assert [state.apply(text).position()["n"] for text in texts(state)] == ["3", "5"]
    assert state.why_not("A1 #2") == []


def test_options_that_read_the_same_everywhere_are_worded_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = load("tic-tac-toe").match()
    first = match.start()
    offered = texts(first)
    monkeypatch.setattr(match.backend, "wordings", None)  # is asked no more
    assert texts(first.apply("B2")) == tuple(text for text in offered if text != "B2")


def test_options_that_are_typed_alike_have_numbers_also_when_they_come_again(
    tmp_path: Path,
) -> None:
    game = """
    enums: {Left: {l: "a", ll: ""}, Right: {r: "b", rr: "\\u2003b"}}
    zones: [box]
    state: {game: {n: 0..9}}
    actions: {pick: {roles: {x: Left, y: Right}, do: n += 1, text: "{x} {y}"}}
    position: {n: {value: n}}
    """
    state = tiny(tmp_path, textwrap.dedent(game) + ONE_STEP).match([None, None]).start()
    for _ in range(3):
        assert texts(state) == ("a b", "a \u2003b #2", " b", " \u2003b #2")
        state = state.apply("a \u2003b #2")


def test_equal_options_are_one_member_of_a_set() -> None:
    match = load("tic-tac-toe").match()
    options = match.start().decision.options
    loaded = pickle.loads(pickle.dumps(options))
    assert len({*options, *loaded}) == len(options) == 9
