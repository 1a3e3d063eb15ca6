"""`thesmos balance`: what it prints, and what it refuses."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from thesmos.cli import cli


def run(*args: object, code: int = 0) -> Result:
    words = ["balance", *map(str, args), "--jobs", "1"]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == code, result.output
    return result


def test_the_share_of_each_power_is_shown() -> None:
    args = ("--powers", "pan,atlas", "--programs", "random", "--games", 4)
    lines = run("santorini", *args).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["pan", "atlas", "first", "4"]
    assert lines[0].endswith("of 4")


def test_programs_are_named_where_they_differ() -> None:
    args = ("--programs", "mcts:20,random", "--games", 2)
    lines = run("tic-tac-toe", *args).stdout.splitlines()
    assert [line.split()[0] for line in lines[:2]] == ["mcts:20", "random"]


def test_a_power_against_each_has_a_row_for_each() -> None:
    args = ("--against-each", "bia", "--programs", "random", "--games", 1)
    lines = run("santorini", *args).stdout.splitlines()
    assert lines[-1].startswith("all ")
    assert "atlas" in [line.split()[0] for line in lines]


def test_one_json_object() -> None:
    found = json.loads(run("nim", "--programs", "random", "--games", 3, "--json").stdout)
    (contest,) = found["contests"]
    assert [each["games"] for each in contest["entrants"]] == [3, 3]
    assert contest["first"]["interval"][0] <= contest["first"]["share"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nim", "--programs", "chess"), "there is no player `chess`"),
        (("nim", "--programs", "random,random,random"), "nim can't be played by 3"),
        (("santorini", "--powers", "pan,atlas", "--programs", "random,random,random"),
         "2 players, but 3 programs"),
        (("santorini", "--against-each", "nobody"), "santorini has no power `nobody`"),
        (("santorini", "--against-each", "pan", "--powers", "pan,atlas"), "can't be combined"),
        (("santorini", "--powers", "pan,atlas", "--any-match-up"), "may meet"),
        (("santorini", "--powers", "bia,nemesis"), "the rules do not allow bia,nemesis"),
    ],
)  # fmt: skip
def test_what_can_not_be_measured_is_refused(args: tuple[str, ...], said: str) -> None:
    assert said in run(*args, code=2).stderr
