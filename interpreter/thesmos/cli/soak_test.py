"""`thesmos soak`: what it prints, and its exit code."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from testing.heap import heap_game
from testing.random_specs.running import FoundFault, SpecTally
from thesmos.cli import cli
from thesmos.cli.soak import surfaces
from thesmos.dice import Rng
from thesmos.play.match import Match


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """The command, for a small game."""
    heap_game(tmp_path)
    return ["soak", str(tmp_path), "--games", "2", "--jobs", "1"]


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every state breaks an invariant."""
    monkeypatch.setattr("thesmos.tools.soak.leak", lambda *_: "player 1 sees too much")


def test_a_sound_game_exits_with_0(words: list[str]) -> None:
    result = CliRunner().invoke(cli, words)
    assert 0 == result.exit_code, result.output
    assert result.stdout.startswith("3 match-ups, 6 games, ")
    first, *never = result.stdout.splitlines()
    assert first.endswith(" decisions, 0 failures")
    assert all("never" in line for line in never)


def test_the_figures_are_one_json_object(words: list[str]) -> None:
    result = CliRunner().invoke(cli, [*words, "--json"])
    assert 0 == result.exit_code, result.output
    printed = json.loads(result.stdout)
    assert (3, 6, []) == (printed["matchups"], printed["games"], printed["faults"])
    assert printed["decisions"] >= 18


@pytest.mark.usefixtures("faulty")
def test_a_failure_is_shown_with_its_match_up_and_seed_and_exits_with_1(words: list[str]) -> None:
    result = CliRunner().invoke(cli, words)
    assert 1 == result.exit_code, result.output
    message = "after 0 decisions: player 1 sees too much"
    assert f"none,none (seats), seed 2: {message}" in result.stdout.splitlines()
    assert "6 failures\n" in result.stdout


def test_the_command_below_a_failure_shows_it_again(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It depends on the match-up, on the game, and on the numbers drawn in it."""

    def leak(match: Match, _: object, dice: Rng) -> str | None:
        drawn = dice.below(100)
        return None if drawn < 50 or not match.linked.cards else f"player 1 sees {drawn}"

    monkeypatch.setattr("thesmos.tools.soak.leak", leak)
    lines = CliRunner().invoke(cli, words).stdout.splitlines()
    number = next(n for n, line in enumerate(lines) if "seed 2: " in line)
    name, *again = shlex.split(lines[number + 1])
    assert name == "thesmos"
    repeated = CliRunner().invoke(cli, [*again, "--jobs", "1"]).stdout.splitlines()
    assert repeated[:2] == lines[number : number + 2]


@pytest.mark.usefixtures("faulty")
def test_a_failure_is_in_the_json(words: list[str]) -> None:
    result = CliRunner().invoke(cli, [*words, "--json"])
    assert 1 == result.exit_code, result.output
    message = "after 0 decisions: player 1 sees too much"
    first = {"seating": "none,none (seats)", "seed": 1, "what": message}
    assert first == json.loads(result.stdout)["faults"][0]


# ---------------------------------------------------------------------------- random specs


def test_a_game_or_random_specs_are_needed() -> None:
    result = CliRunner().invoke(cli, ["soak"])
    assert 2 == result.exit_code
    assert "needs a game or `--random-specs`" in result.output


def test_random_specs_without_faults_exit_with_0() -> None:
    result = CliRunner().invoke(cli, ["soak", "--random-specs", "1", "--jobs", "1"])
    assert 0 == result.exit_code, result.output
    assert result.stdout.startswith("1 specs, ")
    assert result.stdout.endswith(" took effect, 0 faults\n")


def test_random_specs_need_a_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    """The helpers of the tests are not installed."""
    monkeypatch.setitem(sys.modules, "testing", None)
    result = CliRunner().invoke(cli, ["soak", "--random-specs", "1"])
    assert 2 == result.exit_code
    assert "run this in a checkout of the repository" in result.output


def test_random_powers_are_made_for_a_game(tmp_path: Path) -> None:
    heap_game(tmp_path)
    words = ["soak", str(tmp_path), "--random-specs", "3", "--seed", "2", "--jobs", "1", "--json"]
    result = CliRunner().invoke(cli, words)
    assert 0 == result.exit_code, result.output
    printed = json.loads(result.stdout)
    assert (3, printed["accepted"]) == (printed["specs"], printed["documents"])
    assert printed["decisions"] >= 50


def test_a_fault_of_a_random_spec_is_shown_with_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    fault = FoundFault(3, "about", "wrong", "# game.yaml\n")
    made = SpecTally(specs=2, faults=[fault])
    monkeypatch.setattr("testing.random_specs.running.random_specs", lambda *_: made)
    words = ["soak", "--random-specs", "2", "--jobs", "1"]
    result = CliRunner().invoke(cli, words)
    assert 1 == result.exit_code
    assert ["seed 3: wrong", "# game.yaml"] == result.stdout.splitlines()[:2]
    result = CliRunner().invoke(cli, [*words, "--json"])
    assert 1 == result.exit_code
    expected = {"seed": 3, "about": "about", "what": "wrong", "text": "# game.yaml\n"}
    assert [expected] == json.loads(result.stdout)["faults"]


def test_random_specs_are_played_by_checked_code() -> None:
    words = ["soak", "--random-specs", "5", "--checked", "--jobs", "1", "--json"]
    result = CliRunner().invoke(cli, words)
    assert 0 == result.exit_code, result.output
    assert json.loads(result.stdout)["decisions"] > 0


def test_match_ups_of_a_game_are_not_played_by_checked_code() -> None:
    result = CliRunner().invoke(cli, ["soak", "nim", "--checked"])
    assert 2 == result.exit_code
    assert "--checked is for random specs" in result.stderr


# ---------------------------------------------------------------------------- surfaces

WHIST = ["soak", "german-whist", "--games", "2", "--jobs", "1"]


def test_all_that_shows_states_is_compared() -> None:
    """What this package has, and what others add by entry points."""
    assert {surface.name for surface in surfaces()} == {
        "the JavaScript library", "`thesmos play`", "boards on pages", "sentences of the rule book",
        "reports on views",
    }  # fmt: skip


def test_it_is_said_where_states_that_look_the_same_were_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without Node.js it is said what was not looked at."""
    monkeypatch.setattr("thesmos.tools.alike_pairs.NODE", None)
    result = CliRunner().invoke(cli, WHIST)
    assert 0 == result.exit_code, result.output
    compared, missing = (
        next(line for line in result.stdout.splitlines() if what in line)
        for what in (" of states that look the same, ", "not looked at without Node.js: ")
    )
    assert compared.endswith(
        "compared in `thesmos play`, reports on views, sentences of the rule book"
    )
    assert missing.endswith("the JavaScript library, boards on pages")


def test_what_shows_what_is_hidden_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat's save that holds the whole game."""
    whole = lambda session, *_: session.save("", {"powers": [None, None]})  # noqa: E731
    monkeypatch.setattr("thesmos.cli.play_surface.seat_save", whole)
    result = CliRunner().invoke(cli, WHIST)
    assert 1 == result.exit_code, result.output
    assert "by `thesmos play`, player " in result.stdout
    assert "can tell from what is saved for a seat what is hidden" in result.stdout
