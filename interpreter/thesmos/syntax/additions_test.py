"""Tests of syntax/additions.py: what the files of cards add to their game."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from testing.tiny import ONE_STEP, texts, tiny
from thesmos.diagnostics import Diagnostic, SpecError, UsageError
from thesmos.play.game import Game
from thesmos.syntax.additions import TWICE

GAME = """
enums:
  Sort: []
boards:
  Cell: {grid: 2x1}
zones: [card, box]
pieces:
  Chip:
    on: Cell
    attributes: {sort: {is: Sort}}
facts:
  open(c in Cell): Chip at c is none
actions:
  pick: {roles: {at: Cell}, rules: {open: open(at)}, text: "{at}"}
position:
  chips: {pieces: Chip, text: "{place} {sort}"}
"""
GOLD = """
adds:
  enums:
    +Sort: {gold: g}
  pieces:
    Ring: {on: Cell}
    +Chip: {attributes: {heavy: {is: flag}}}
  facts:
    rich(c in Cell): no
  position:
    ring: {piece: Ring}
supply:
  - {kind: Chip, sort: gold, heavy: yes, zone: card}
  - {kind: Ring, zone: card}
clauses:
  Rules: |
    after pick: place(first (t in Chip where sort(t) = gold and heavy(t))) := at
    may skip pick where some (c in Cell where rich(c))
"""
TRUST = """
clauses:
  Rules: |
    treat rich(c) as yes
"""


def game(folder: Path, **powers: str) -> Game:
    return tiny(folder, GAME + ONE_STEP, powers=powers)


def errors(folder: Path, **powers: str) -> list[Diagnostic]:
    """The errors of the game with these powers."""
    with pytest.raises(SpecError) as found:
        game(folder, **powers)
    return found.value.diagnostics


def added(text: str) -> str:
    """The document of a power that adds something."""
    return "adds:\n" + textwrap.indent(textwrap.dedent(text), "  ")


def test_a_card_brings_its_own_words_kinds_attributes_and_parts_of_positions(
    tmp_path: Path,
) -> None:
    state = game(tmp_path, gold=GOLD).match(["gold", None]).start()

    assert state.position() == {"chips": [], "ring": ""}
    after = state.apply("A1")
    assert after.position() == {"chips": ["A1 g"], "ring": ""}
    assert texts(after) == ("B1",)


def test_without_the_card_positions_have_no_part_of_it(tmp_path: Path) -> None:
    state = game(tmp_path, gold=GOLD).match([None, None]).start()

    assert state.position() == {"chips": []}
    assert texts(state) == ("A1", "B1")


@pytest.mark.parametrize(("holders", "skips"), [(("gold", None), False), (("gold", "trust"), True)])
def test_cards_treat_a_fact_that_another_brings(
    holders: tuple[str | None, ...], skips: bool, tmp_path: Path
) -> None:
    match = game(tmp_path, gold=GOLD, trust=TRUST).match([*holders])

    assert match.start().may_skip is skips


def test_a_fact_that_a_card_brings_can_be_treated_without_that_card(tmp_path: Path) -> None:
    match = game(tmp_path, gold=GOLD, trust=TRUST).match(["trust", None])

    assert texts(match.start()) == ("A1", "B1")


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("enums: {+Sorte: [gold]}", "there is no enum `Sorte` to add to", "did you mean 'Sort'?"),
        ("enums: {+Far: [gold]}", "there is no enum `Far` to add to",
         "write it without `+` to declare it"),
        ("pieces: {+Chip: {on: Cell}}", "`on` is already declared", TWICE),
        ("pieces: {+Chip: {attributes: {sort: flag}}}", "`sort` is already declared", TWICE),
        ("position: {m: {memory: joy}}", "there is no memory `joy`", "write it as `power.memory`"),
    ],
)  # fmt: skip
def test_what_is_declared_twice_or_nowhere_is_reported(
    text: str, message: str, hint: str, tmp_path: Path
) -> None:
    (found, *_) = errors(tmp_path, own=added(text))

    assert (found.message, found.hint) == (message, hint)
    assert found.location is not None
    assert found.location.file.endswith("powers/own.yaml")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("enums: {Sort: {gold: g}}", "Sort"),
        ("pieces: {Chip: {}}", "Chip"),
        ("facts: {open(c in Cell): yes}", "open"),
        ("actions: {pick: {text: x}}", "pick"),
        ("steps: {pick: {action: pick}}", "pick"),
        ("headings: {Rules: {en: R}}", "Rules"),
        ("position: {chips: {pieces: Chip, text: x}}", "chips"),
    ],
)
def test_a_name_that_the_game_has_is_reported(text: str, name: str, tmp_path: Path) -> None:
    (found, *_) = errors(tmp_path, own=added(text))

    hint = f"write `+{name}` to add to it, or {TWICE}"
    assert (found.message, found.hint) == (f"`{name}` is already declared", hint)
    assert found.location is not None
    assert found.location.file.endswith("powers/own.yaml")


def test_two_cards_that_add_the_same_word_are_reported(tmp_path: Path) -> None:
    (found,) = errors(
        tmp_path, ace=added("enums: {+Sort: [gold]}"), bee=added("enums: {+Sort: [gold]}")
    )

    assert found.message == "`gold` is already a value of Sort"
    assert found.location is not None
    assert found.location.file.endswith("powers/bee.yaml")


ELSEWHERE = "because of this, an error shows elsewhere"


def test_what_begins_with_a_word_of_an_empty_enum_is_reported(tmp_path: Path) -> None:
    memory = "memory: {last: {is: Sort}}\nsupply: [{kind: Chip, zone: card}]\n"

    found = {one.message for one in errors(tmp_path, own=memory)}
    assert found >= {
        "`last` has no value to begin with: Sort has no words",
        f"{ELSEWHERE}: `sort` has no value to begin with: Sort has no words",
    }


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"ring": "A1"}, "ring: gold is not in play"),
        ({"chip": []}, "a position of tiny has no `chip`"),
    ],
)
def test_a_position_has_no_part_of_a_card_that_is_not_in_play(
    position: dict[str, object], message: str, tmp_path: Path
) -> None:
    match = game(tmp_path, gold=GOLD).match([None, None])

    with pytest.raises(UsageError) as found:
        match.load(position)
    assert found.value.message == message
    assert match.load({"ring": ""}).position() == {"chips": []}
