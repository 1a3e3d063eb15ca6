"""`thesmos legal`: where chance decides, it shows how likely each outcome is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from testing.tiny import picks, tiny
from thesmos.cli import cli

# Chance throws first: the 1 is three times as likely as the 0.
THROWN = """
    state: {game: {thrown: 0..1}}
    actions:
      throw: {roles: {n: 0..1}, do: "thrown := n", weight: 1 + 2 * n, text: "{n}"}
    steps:
      throw: {action: throw, chooser: chance}
    flow:
      turn:
        - begin turn
        - {steps: throw}
        - pass
    position: {thrown: {value: thrown}}
"""


def legal(*args: object) -> str:
    result = CliRunner().invoke(cli, ["legal", *map(str, args)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_each_outcome_is_shown_with_its_probability(tmp_path: Path) -> None:
    tiny(tmp_path, THROWN)
    lines = legal(tmp_path).splitlines()
    assert lines[-2:] == ["chance: throw  2 outcomes", "  0 (1/4)  1 (3/4)"]


def test_one_probability_of_all_outcomes_is_shown_once() -> None:
    assert "chance: deal  52 outcomes, each 1/52\n  c2  c3  " in legal("german-whist")


def test_probabilities_are_fractions_in_json(tmp_path: Path) -> None:
    tiny(tmp_path, THROWN)
    shown = json.loads(legal(tmp_path, "--json"))
    assert (shown["player"], shown["options"]) == (0, ["0", "1"])
    assert shown["probabilities"] == {"0": "1/4", "1": "3/4"}


def test_options_of_a_player_have_no_probabilities(tmp_path: Path) -> None:
    picks(tmp_path, 'roles: {m: 0..1}\ntext: "{m}"')
    assert "probabilities" not in json.loads(legal(tmp_path, "--json"))
    assert "2 options" in legal(tmp_path)


def test_a_later_decision_is_shown_after_choices() -> None:
    placed = "@B2,@B4,@D2,@D4"
    shown = json.loads(legal("santorini", "--after", f"{placed},B2-B3", "--json"))

    assert (shown["step"], shown["turn_of"]) == ("build", 1)
    assert "B3+B2" in shown["options"]


def test_the_text_of_a_choice_may_have_commas(tmp_path: Path) -> None:
    picks(tmp_path, 'roles: {m: 0..1, k: 0..1}\ntext: "{m},{k}"')
    shown = json.loads(legal(tmp_path, "--after", "0,1,1,0", "--json"))

    assert shown["turn"] == 3


def test_a_choice_may_be_typed_in_any_case(tmp_path: Path) -> None:
    picks(tmp_path, 'roles: {m: 0..1, k: 0..1}\ntext: "A{m},B{k}"')
    shown = json.loads(legal(tmp_path, "--after", "a0, b1,A1,b0", "--json"))

    assert shown["turn"] == 3


@pytest.mark.parametrize(
    ("typed", "option", "is_legal"), [("a1", "A1", True), ("a2", "a2", False), ("A2", "A2", False)]
)
def test_an_option_is_explained_in_any_case(
    tmp_path: Path, typed: str, option: str, is_legal: bool
) -> None:
    picks(tmp_path, 'roles: {m: 0..2}\nrules: {low: m < 2}\ntext: "A{m}"')
    done = CliRunner().invoke(cli, ["explain", str(tmp_path), typed, "--json"])
    shown = json.loads(done.stdout)

    assert (shown["option"], shown["legal"]) == (option, is_legal)
    assert [(f["id"], f["holds"]) for f in shown["findings"]] == [("pick.low", is_legal)]


def test_a_choice_that_is_not_offered_is_refused_with_those_that_are(tmp_path: Path) -> None:
    picks(tmp_path, 'roles: {m: 0..1}\ntext: "{m}"')
    refused = CliRunner().invoke(cli, ["legal", str(tmp_path), "--after", "0,7,1"])

    assert refused.exit_code == 2
    assert "`7` is not offered" in refused.output
    assert "offered: 0, 1" in refused.output
