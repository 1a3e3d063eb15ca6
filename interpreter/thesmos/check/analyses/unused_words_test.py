"""Warnings about words that no sentence can show, with their places; what is asked has none."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from testing.tiny import ONE_STEP, tiny
from thesmos.diagnostics import Diagnostic
from thesmos.play.game import Game

GAME = """
enums:
  Kind:
    says: {en: "a kind, kinds"}
    words: {low: {says: {en: low, equals: {en: "{it} is [|not ]low"}}}, high: {says: {en: high}}}
boards: {Cell: {grid: 3x1, says: {en: "a cell, cells"}}}
state:
  Cell:
    kind: {is: Kind, says: {en: "the kind of {it}"}}
    mark:
      is: 0..3
      says:
        en: the mark of {it}
        equals: {en: "{it} is [|not ]marked {value}"}
        rises: {en: "{it} is marked {value} more"}
  game: {bound: {is: set of Cell, says: {en: the bound cells, none: {en: "[no|a] cell is bound"}}}}
facts:
  far(c in Cell): {is: FAR, says: {en: "{c} is [|not ]far"}}
  near(c in CellNEAR
actions:
  pick:
    says:
      verb: {en: "pick a cell, picks a cell, picked a cell"}
    roles:
      to: {is: Cell, says: {en: the cell, last: {en: the cell picked last}}}
    rules:
      free: {is: "CONDITION", says: {en: onto a marked cell}}
    do: EFFECT
    text: "{to}"
"""
USUAL = {
    "FAR": "kind(c) = low and last(pick).to = c",
    "NEAR": "): not far(c)",
    "CONDITION": "mark(to) = 1 and count(bound) = 0",
    "EFFECT": "mark(to) += mark(to)",
}
PERMIT = "clauses: {Rules: permit pick waiving free}\n"


def unused(folder: Path, more: str = "", power: str = "", **changes: str) -> list[Diagnostic]:
    """The warnings about words of a game, after `changes` to what it usually asks."""
    text = GAME
    for key, usual in USUAL.items():
        text = text.replace(key, changes.get(key, usual))
    game: Game = tiny(folder, text + ONE_STEP + more, powers={"ace": power} if power else {})
    return [one for one in game.checked.diagnostics if one.code == "W409"]


def names(found: list[Diagnostic]) -> list[str]:
    return [one.message.removeprefix("no sentence can show the ") for one in found]


def test_words_that_are_asked_have_no_warning(tmp_path: Path) -> None:
    found = unused(tmp_path, PERMIT, CONDITION="mark(to) = 1 and count(bound) = 0 and near(to)")
    assert names(found) == ["text under `says` of `kind`"]  # `low` says it all


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"CONDITION": "mark(to) > 1"}, ["`equals` under `says` of `mark`",
                                         "`none` under `says` of `bound`"]),
        ({"EFFECT": "mark(to) := mark(to)"}, ["`rises` under `says` of `mark`"]),
        ({"FAR": "kind(c) = low"}, ["`last` under `says` of `to`"]),
        ({"FAR": "kind(c) = high and last(pick).to = c"}, ["`equals` under `says` of `low`"]),
    ],
)  # fmt: skip
def test_words_that_nothing_asks_have_a_warning(
    changes: dict[str, str], expected: list[str], tmp_path: Path
) -> None:
    found = names(unused(tmp_path, PERMIT, **changes))
    assert sorted(set(found) - {"text under `says` of `kind`"}) == expected


def test_the_words_of_a_rule_need_a_permit_that_waives_it(tmp_path: Path) -> None:
    assert "text under `says` of `free`" in names(unused(tmp_path))


def test_what_is_compared_with_a_parameter_may_be_anything(tmp_path: Path) -> None:
    near = ", k in Kind): kind(c) = k\n  low_one(c in Cell): near(c, low)"
    found = unused(tmp_path, PERMIT, FAR="last(pick).to = c", NEAR=near)
    assert found == []


def test_what_is_printed_on_a_named_piece_is_shown(tmp_path: Path) -> None:
    cards = """
      zones: {box: {}}
      pieces:
        Card:
          attributes:
            rank: {is: 0..9, says: {en: "the rank of {it}", equals: {en: "{it} is a {value}"}}}
          supply: [{name: ace, zone: box, rank: 1}]
    """
    found = unused(tmp_path, textwrap.dedent(cards) + PERMIT)
    assert "`equals` under `says` of `rank`" not in names(found)


def test_powers_to_come_may_ask_the_plain_words_of_a_game_with_powers(tmp_path: Path) -> None:
    power = """
      memory:
        hurt: {is: 0..3, says: {en: how hurt you are, equals: {en: "you are [|not ]hurt {value}"}}}
      clauses: {Rules: "forbid pick where hurt > mark(to)"}
    """
    found = unused(tmp_path, power=power)
    assert names(found) == ["`equals` under `says` of `hurt`"]


def test_a_warning_has_a_place_and_says_what_to_do(tmp_path: Path) -> None:
    (found,) = (one for one in unused(tmp_path) if "`free`" in one.message)
    shown = found.render().splitlines()
    assert shown[0].endswith("no sentence can show the text under `says` of `free`")
    assert re.search(r"game\.yaml:\d+:\d+: warning W409: ", shown[0])
    assert shown[-1].strip() == "hint: remove it, or use the name in this form"
