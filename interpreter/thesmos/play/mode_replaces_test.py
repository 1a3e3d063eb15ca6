"""A mode replaces parts of its game by name, and is checked and played so."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path

import pytest

from testing.tiny import ONE_STEP, texts, tiny
from thesmos.diagnostics import Diagnostic, SpecError
from thesmos.play.game import Game, load
from thesmos.program.path import find, put
from thesmos.resources import spec_dir

GAME = """
boards:
  Cell: {grid: 3x1}
zones: [hand, box]
pieces:
  Pawn: {on: Cell, supply: [{zone: hand}]}
facts:
  near(c in Cell): column(c) = 1
actions:
  pick:
    roles: {at: Cell}
    rules: {near: near(at), free: Pawn at at is none}
    do: place(first (p in Pawn where zone(p) = hand)) := at
    text: "{at}"
  rest:
    text: "-"
position:
  pawns: {pieces: Pawn, text: "{place}"}
"""
CARD = "clauses:\n  Rules: |\n    treat near(c) as yes where column(c) = 3\n"
MODE = """
thesmos: mode
slug: other
title: {{en: Other}}
players: 2
sides: [1, 2]
replaces:
{replaces}
"""

# The example of the reference.
THREE_WORKERS = """
replaces:
  rules:
    move.climb: rise <= 2
  pieces:
    Worker:
      supply:
        - {for each: side, owner: side, sex: female, zone: hand, count: 3}
"""


def game(folder: Path, replaces: str) -> Game:
    """The game with a second mode, which replaces something."""
    tiny(folder, GAME + ONE_STEP, powers={"card": CARD})
    text = MODE.format(replaces=textwrap.indent(textwrap.dedent(replaces), "  "))
    (folder / "modes" / "other.yaml").write_text(text, encoding="utf-8")
    return load(str(folder))


def first(game: Game, mode: str, power: str | None = None) -> tuple[str, ...]:
    """The options of the first decision in a mode."""
    return texts(game.match([power, None], mode=mode).start())


@pytest.mark.parametrize(
    ("replaces", "options"),
    [
        ("facts: {near(c in Cell): column(c) = 2}", ("B1",)),
        ("rules: {pick.near: not near(at)}", ("B1", "C1")),
        ("actions: {pick: {roles: {at: Cell}, text: '@{at}'}}", ("@A1", "@B1", "@C1")),
        ("steps: {pick: {action: rest}}", ("-",)),
    ],
)
def test_a_mode_replaces_by_name_and_other_modes_keep_what_there_was(
    replaces: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    made = game(tmp_path, replaces)

    assert first(made, "other") == options
    assert first(made, "seats") == ("A1",)


def test_cards_treat_what_the_mode_has_instead(tmp_path: Path) -> None:
    made = game(tmp_path, "facts: {near(c in Cell): column(c) = 2}")

    assert first(made, "other", "card") == ("B1", "C1")


def test_a_program_that_is_changed_is_changed_in_the_mode_too(tmp_path: Path) -> None:
    """Without the rule `free`, cells with pawns can be picked, which the mode says nothing of."""
    made = game(tmp_path, "rules: {pick.near: not near(at)}")
    (place,) = (n for n, one in enumerate(made.program.base.actions) if one.name.name == "pick")
    rules = ("base", "actions", place, "rules")
    near, free = find(made.program, rules)
    changed = made.with_program(put(made.program, (*rules, 1), None))

    assert (near.name, free.name) == ("near", "free")
    assert first(changed, "other") == ("B1", "C1")
    for each, options in ((made, ("C1",)), (changed, ("B1", "C1"))):
        state = each.match([None, None], mode="other").start()
        assert texts(state.apply("B1")) == options


def test_a_mode_replaces_pieces_and_the_flow(tmp_path: Path) -> None:
    made = game(
        tmp_path,
        """
        pieces: {Pawn: {supply: [{zone: hand, count: 2}]}}
        rules: {pick.near: yes}
        flow:
          turn:
            - begin turn
            - {steps: pick}
            - {steps: pick}
            - pass
        """,
    )
    state = made.match([None, None], mode="other").start().apply("A1")

    assert (state.turn_of, texts(state)) == (1, ("B1", "C1"))
    assert state.apply("B1").position() == {"pawns": ["A1", "B1"]}


def test_a_mode_writes_and_reads_positions_in_its_own_way(tmp_path: Path) -> None:
    pawns = 'position: {pawns: {pieces: Pawn, text: "on {place}"}}'
    match = game(tmp_path, pawns).match([None, None], mode="other")
    position = match.start().apply("A1").position()

    assert position == {"pawns": ["on A1"]}
    assert match.load(position | {"to_move": 2}).position() == position


def test_an_error_elsewhere_says_which_mode_causes_it(tmp_path: Path) -> None:
    messages = [one.message for one in found(tmp_path, "facts: {near(c in Cell): column(c)}")]

    assert "a condition must be yes or no, not 0..99 (in the mode `other`)" in messages


def test_the_example_of_the_reference_is_played_as_it_says(tmp_path: Path) -> None:
    folder = tmp_path / "santorini"
    shutil.copytree(spec_dir() / "santorini", folder)
    head = "thesmos: mode\nslug: other\ntitle: {en: Other, es: Otro}\nplayers: 2\nsides: [1, 2]\n"
    (folder / "modes" / "other.yaml").write_text(head + THREE_WORKERS, encoding="utf-8")
    state = load(str(folder)).match([None, None], mode="other").start()
    for text in ("@A1", "@B1", "@C1", "@A5", "@B5", "@C5"):
        state = state.apply(text)

    assert [state.turn_of, *state.position()["workers"]] == [
        1, "A1 1f", "B1 1f", "C1 1f", "A5 2f", "B5 2f", "C5 2f",
    ]  # fmt: skip


def found(folder: Path, replaces: str) -> list[Diagnostic]:
    """The errors of the game with a mode that replaces this."""
    with pytest.raises(SpecError) as error:
        game(folder, replaces)
    return error.value.diagnostics


@pytest.mark.parametrize(
    ("replaces", "message", "hint"),
    [
        ("facts: {naer(c in Cell): yes}", "there is no fact `naer` to replace", "'near'"),
        ("rules: {pick.naer: yes}", "there is no rule `pick.naer` to replace", "'pick.near'"),
        ("actions: {pikc: {text: x}}", "there is no action `pikc` to replace", "'pick'"),
        ("steps: {pikc: {action: pick}}", "there is no step `pikc` to replace", "'pick'"),
        ("pieces: {Pwan: {supply: []}}", "there is no kind `Pwan` to replace", "'Pawn'"),
        ("flow: {turn: [pass, {steps: pikc}]}", "there is no step `pikc`", "'pick'"),
    ],
)
def test_the_game_is_checked_as_the_mode_has_it(
    replaces: str, message: str, hint: str, tmp_path: Path
) -> None:
    errors = found(tmp_path, replaces)
    matching = [one for one in errors if one.message.startswith(message)]

    assert matching, [one.message for one in errors]
    assert matching[0].location is not None
    assert matching[0].location.file.endswith("modes/other.yaml")
    assert hint in (matching[0].hint or "")
