"""The doctor finds the problem of each faulty adapter, at the step where it shows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from thesmos_conform.adapters import client as client_module
from thesmos_conform.adapters.config import AdapterConfig, ourselves
from thesmos_conform.doctor.conversation import examine
from thesmos_conform.doctor.fixture import find_fixture
from thesmos_conform.doctor.result import LEFT_OUT, STEPS, WELL, WRONG, DoctorReport, StepResult
from thesmos_conform.protocol import wire
from thesmos_conform.protocol.messages import Answer, Claim, Refused
from thesmos_conform.reference.reference import Reference
from thesmos_conform.testing.adapters.start import adapter

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="there are no process groups"),
]

PEER = Reference(["santorini"])
SOON = 0.7
DOCTOR = (sys.executable, "-c", "from thesmos.cli import main; main()", "doctor")

# The first step that goes wrong, by fault.
FIRST = {
    "slow-start": "hello", "no-library": "hello",
    "hang": "look", "crash": "look", "early-exit": "look", "noise": "look", "wrong-id": "look",
    "shape": "look", "duplicates": "look", "nested": "look", "errors": "look", "two-lines": "look",
    "stale": "choice", "forgets": "choice", "permissive": "refusal", "refused-yet-done": "again",
    "backs-out": "claimed", "guesses": "not claimed",
    "no-bye": "bye", "bad-exit": "bye", "stays": "bye",
}  # fmt: skip
# What can't be seen in a few questions is for the runner.
UNSEEN = ("honest", "chatter", "climbs", "claims")


def seen(fault: str) -> DoctorReport:
    made = adapter(fault)
    if fault == "slow-start":
        made = replace(made, startup=SOON)
    return examine(replace(made, timeout=SOON) if fault == "hang" else made, PEER)


def step(found: DoctorReport, name: str) -> StepResult:
    return next(one for one in found.steps if one.name == name)


@pytest.fixture(autouse=True)
def _short_good_byes(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    if "stays" in request.node.name:
        monkeypatch.setattr(client_module, "EXIT", SOON)


@pytest.mark.parametrize("fault", UNSEEN)
def test_a_correct_adapter_passes_every_step(fault: str) -> None:
    found = seen(fault)
    assert found.well, [one for one in found.steps if one.verdict == WRONG]
    assert list(STEPS) == [one.name for one in found.steps]


@pytest.mark.parametrize(("fault", "name"), FIRST.items(), ids=FIRST)
def test_a_fault_shows_at_its_step(fault: str, name: str) -> None:
    found = seen(fault)
    wrong = [one for one in found.steps if one.verdict == WRONG]
    assert name == wrong[0].name, wrong
    assert all(one.words and one.fix for one in wrong)


def test_the_reference_passes_every_step() -> None:
    found = examine(replace(ourselves(), startup=300, timeout=300), PEER)
    verdicts = {one.name: one.verdict for one in found.steps}
    assert dict.fromkeys(STEPS, WELL) | {"not claimed": LEFT_OUT} == verdicts


def test_an_adapter_that_can_not_be_started_is_not_asked_further() -> None:
    found = examine(AdapterConfig("x", ("no-such-program",)), PEER)
    assert found.hello is None
    assert [WRONG] + [LEFT_OUT] * (len(STEPS) - 1) == [one.verdict for one in found.steps]
    assert "no-such-program" in found.steps[0].words


def test_lines_in_both_directions_are_shown() -> None:
    said = step(seen("permissive"), "refusal").transcript
    assert ["to", "from"] == [one.direction for one in said]
    assert json.loads(said[0].line)["id"] == json.loads(said[1].line)["id"]


def test_the_invalid_line_is_shown() -> None:
    assert "debug: looking" == step(seen("noise"), "look").transcript[-1].line


def test_standard_error_is_shown() -> None:
    assert "ZeroDivisionError" in step(seen("raises"), "look").stderr


def test_standard_error_of_an_adapter_that_does_not_start_is_shown() -> None:
    assert "no such library" in step(seen("no-library"), "hello").stderr


def test_names_in_the_claim_that_the_game_does_not_have_are_noted() -> None:
    code = (
        "from thesmos_conform.testing.adapters.honest import Honest\n"
        "Honest.powers = ('athenna',)\nHonest().main()"
    )
    found = examine(replace(adapter("honest"), command=(sys.executable, "-c", code)), PEER)
    (note,) = found.notes
    assert note.endswith("does not have: athenna (did you mean 'athena'?)")
    assert found.well
    assert "All is well but for the notes" in found.summary


def test_a_claim_of_another_edition_is_told_how_to_ask_about_it() -> None:
    found = examine(adapter("honest"), Reference(["santorini@2020-08"]))
    hello = step(found, "hello")
    assert "it plays edition 2021-09 of santorini, not 2020-08" == hello.words
    assert "--game santorini@2021-09" in hello.fix
    assert LEFT_OUT == step(found, "look").verdict


def test_a_repeated_problem_refers_to_its_first_step() -> None:
    fixes = {one.name: one.fix for one in seen("errors").steps if one.verdict == WRONG}
    assert "what failed" in fixes["look"]
    assert "as in `look`: fix that first" == fixes["choice"] == fixes["every"]
    assert "answer `refused`" in fixes["refusal"]


@pytest.mark.parametrize("fault", ["shape", "errors", "noise", "forgets", "permissive", "guesses"])
def test_the_example_answers_the_question_of_its_step(fault: str) -> None:
    for one in seen(fault).steps:
        if one.example:
            asked = json.loads(one.transcript[0].line)
            example = json.loads(one.example)
            assert asked["id"] == example["id"]
            assert wire.schema_violation(asked["op"], "answer", example) is None


def test_an_adapter_that_gives_the_examples_passes() -> None:
    """What is shown as a right answer to a `look` has all that is compared."""
    right = wire.read_reply(json.loads(step(seen("errors"), "look").example))
    there = find_fixture(PEER, "santorini", Claim())
    truth = PEER.look(there.place)
    assert isinstance(right, Answer)
    assert isinstance(truth, Answer)
    assert (truth.options, truth.position) == (right.options, right.position)
    assert right.events is None  # a level that it does not claim


def test_errors_everywhere_point_at_the_adapter() -> None:
    assert "the problem is the adapter, not the rules" in seen("errors").summary


def test_only_claimed_games_are_asked_about() -> None:
    found = examine(adapter("honest"), Reference(["pook"]))
    assert "but the question is about pook" in found.steps[0].words
    assert not found.well


# ------------------------------------------------------------------------------- the ground


def test_the_fixture_is_a_position_with_an_illegal_choice() -> None:
    there = find_fixture(PEER, "santorini", Claim())
    assert there.place.position is not None
    assert Refused(0) == PEER.look(there.place.after(*there.illegal))
    assert all(isinstance(one, Answer) for one in PEER.path(there.place.after(*there.turn)))


def test_the_fixture_is_the_set_up_without_the_claim_of_positions() -> None:
    there = find_fixture(PEER, "santorini", Claim(begins=("start",)))
    assert there.place.position is None
    assert there.turn


def test_where_all_is_on_offer_at_first_what_was_chosen_is_not_on_offer_again() -> None:
    peer = Reference(["tic-tac-toe"])
    there = find_fixture(peer, "tic-tac-toe", Claim(begins=("start",)))
    first, again = there.illegal
    assert first == again
    assert Refused(1) == peer.look(there.place.after(*there.illegal))


def test_the_fixture_is_in_a_claimed_mode() -> None:
    there = find_fixture(PEER, "santorini", Claim(modes=("three-players",)))
    assert (3, "three-players") == (there.place.setup["players"], there.place.setup["mode"])
    with pytest.raises(LookupError, match="not played in the modes blindfold"):
        find_fixture(PEER, "santorini", Claim(modes=("blindfold",)))


# ------------------------------------------------------------------------------- the command


def run(folder: Path, fault: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "thesmos_conform.testing.adapters.faulty", fault]
    file = folder / "mine.toml"
    file.write_text(f"command = {json.dumps(command)}\n", encoding="utf-8")
    return subprocess.run(
        [*DOCTOR, str(file), "--game", "santorini", *words],
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fault", "code"), [("honest", 0), ("permissive", 1), ("no-library", 3)], ids=str
)
def test_the_exit_code_follows_the_result(tmp_path: Path, fault: str, code: int) -> None:
    done = run(tmp_path, fault)
    assert code == done.returncode, done.stderr
    assert "Traceback" not in done.stderr


def test_json_is_one_object(tmp_path: Path) -> None:
    done = run(tmp_path, "shape", "--json")
    printed = json.loads(done.stdout)
    assert (1, False, "by-hand") == (done.returncode, printed["well"], printed["implementation"])
    assert list(STEPS) == [one["name"] for one in printed["steps"]]
    assert [] == printed["notes"]
    timing = r"its slowest answer took [0-9.]+ of [0-9.]+ seconds; this machine "
    assert re.match(timing, printed["timing"])


def test_the_page_says_what_to_fix(tmp_path: Path) -> None:
    said = run(tmp_path, "shape").stdout
    assert "ok.player must be a whole number" in said
    assert "right answer: " in said
    assert said.rstrip().endswith("Fix `look` first.")


def test_an_invalid_file_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("comand = 1\n", encoding="utf-8")
    done = subprocess.run(
        [*DOCTOR, str(file)], capture_output=True, text=True, check=False, timeout=600
    )
    assert 2 == done.returncode
    assert "mine.toml:1:1: unknown key `comand`" in done.stderr


@pytest.mark.slow
def test_each_claimed_game_is_asked_about(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    words = ["-c", "from thesmos.cli import main; main()", "serve", "nim", "tic-tac-toe"]
    command = json.dumps([sys.executable, *words])
    file.write_text(f"command = {command}\nstartup = 60\ntimeout = 60\n", encoding="utf-8")
    done = subprocess.run(
        [*DOCTOR, str(file), "--json"], capture_output=True, text=True, check=False, timeout=600
    )
    printed = json.loads(done.stdout)
    assert (0, True) == (done.returncode, printed["well"])
    assert ["nim", "tic-tac-toe"] == [*printed["games"]]
    assert all(game["well"] for game in printed["games"].values())
