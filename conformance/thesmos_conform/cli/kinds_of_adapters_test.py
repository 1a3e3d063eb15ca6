"""Every command that asks an adapter, with adapters of every kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from thesmos.cli import cli
from thesmos.resources import scenarios_dir
from thesmos_conform.testing.adapters import start

pytestmark = pytest.mark.slow

KINDS = ["by-turns", "by-positions", "by-hashes", "holes"]
NEAR = {
    "levels": "0000000000000000000000333",
    "domes": ["E5"],
    "workers": ["C5 1f", "A1 2f"],
    "to_move": 1,
}
HIGH = NEAR | {"levels": "0000000000000000000000330", "domes": []}
BASE = scenarios_dir() / "santorini" / "base"


def _adapter(folder: Path, kind: str) -> str:
    made = start.adapter(kind)
    path = folder / f"{kind}.toml"
    command = ", ".join(json.dumps(word) for word in made.command)
    path.write_text(f"command = [{command}]\nstartup = 60\ntimeout = 60\n")
    return str(path)


def _run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def _json(done: Result) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(done.stdout)
    return made


def _position(folder: Path, position: dict[str, Any]) -> str:
    path = folder / "position.json"
    path.write_text(json.dumps(position))
    return str(path)


@pytest.mark.parametrize("kind", KINDS)
def test_conform_finds_it_conformant(tmp_path: Path, kind: str) -> None:
    done = _run("conform", "-i", _adapter(tmp_path, kind), "--jobs", "2", "--json", str(BASE))
    assert 0 == done.exit_code, done.stdout
    made = _json(done)
    # With what `holes` leaves out, less than half of the clauses stand behind a verdict.
    assert made["conformant"] == (kind != "holes")
    assert made["games"][0]["verdict"].startswith("too little asked") == (kind == "holes")
    kinds = {"pass", "honest", "unsupported", "left out", "not askable"}
    assert made["counts"].keys() <= kinds


@pytest.mark.parametrize("kind", KINDS)
def test_fuzz_finds_nothing(tmp_path: Path, kind: str) -> None:
    done = _run("fuzz", "-i", _adapter(tmp_path, kind), "--games", "2", "--json")
    assert (0, []) == (done.exit_code, _json(done)["disagreements"])


@pytest.mark.parametrize("kind", KINDS)
def test_perft_finds_no_difference(tmp_path: Path, kind: str) -> None:
    done = _run(
        "perft", "santorini", "--position", _position(tmp_path, HIGH), "--depth", "1",
        "--divide", "-i", _adapter(tmp_path, kind), "--json",
    )  # fmt: skip
    assert (0, None) == (done.exit_code, _json(done)["differs"])


@pytest.mark.parametrize("kind", KINDS)
def test_doctor_has_nothing_to_say(tmp_path: Path, kind: str) -> None:
    done = _run("doctor", _adapter(tmp_path, kind))
    assert 0 == done.exit_code, done.stdout


def test_doctor_says_why_an_engine_of_positions_is_not_asked_within_a_turn(tmp_path: Path) -> None:
    done = _run("doctor", "--json", _adapter(tmp_path, "by-positions"))
    within = [one for one in _json(done)["steps"] if one["name"] in ("choice", "refusal", "every")]
    why = "not asked within a turn, since it claims `granularity: positions`"
    assert [("left out", why)] * 3 == [(one["verdict"], one["words"]) for one in within]


def test_what_a_claim_leaves_out_is_counted_apart(tmp_path: Path) -> None:
    done = _run("conform", "-i", _adapter(tmp_path, "holes"), "--json", str(BASE))
    made = _json(done)
    (domes,) = [one for one in made["results"] if one["id"].endswith("complete-tower-is-closed")]
    assert ("left out", "no domes yet") == (domes["status"], domes["reason"])
    assert "left out of the claim" in made["games"][0]["verdict"]
    assert "base-4" != made["profile"]


def test_a_run_of_which_all_is_left_out_does_not_succeed(tmp_path: Path) -> None:
    case = str(BASE / "complete-tower-is-closed.yaml")
    done = _run("conform", "-i", _adapter(tmp_path, "holes"), "--as-written", "--json", case)
    assert (4, {"left out"}) == (done.exit_code, _json(done)["counts"].keys() - {"honest"})


@pytest.mark.parametrize("kind", ["by-positions", "by-hashes"])
def test_what_can_not_be_asked_by_positions_keeps_from_no_profile(
    tmp_path: Path, kind: str
) -> None:
    done = _run("conform", "-i", _adapter(tmp_path, kind), "--json", str(BASE))
    made = _json(done)
    aside = [one for one in made["results"] if one["status"] == "not askable"]
    assert {"the set-up can't be asked about: it is not a turn from a position"} == {
        one["reason"] for one in aside
    }
    assert ("base", 0) == (made["profile"], made["counts"].get("left out", 0))
    said = f"conformant for base (turns from positions): all {made['counts']['pass']} cases passed"
    assert made["games"][0]["verdict"].startswith(said)
    assert made["games"][0]["verdict"].endswith(f"; {len(aside)} not askable")


def test_a_claim_that_is_silent_about_it_is_broken(tmp_path: Path) -> None:
    done = _run("conform", "-i", _adapter(tmp_path, "silent-holes"), "--json", str(BASE))
    assert 1 == done.exit_code
    assert _json(done)["counts"]["broken claim"]


def test_perft_does_not_go_on_from_what_is_left_out(tmp_path: Path) -> None:
    done = _run(
        "perft", "santorini", "--position", _position(tmp_path, NEAR), "--depth", "1",
        "--divide", "-i", _adapter(tmp_path, "holes"), "--json",
    )  # fmt: skip
    assert (4, 0) == (done.exit_code, _json(done)["asked"])


def test_what_a_turn_can_not_lead_to_by_mistake_is_named(tmp_path: Path) -> None:
    adapter = _adapter(tmp_path, "spoiled-positions")
    done = _run("fuzz", "-i", adapter, "--games", "1", "--enough", "1", "--json")
    (found,) = _json(done)["disagreements"]
    (one,) = found["differences"]
    assert ("positions", ()) == (one["key"], tuple(one["extra"]))
    assert all("+A1 → {" in each for each in one["missing"])


def test_a_report_says_what_is_not_compared(tmp_path: Path) -> None:
    done = _run("conform", "-i", _adapter(tmp_path, "by-hashes"), "--json", str(BASE))
    assert "answers are positions" in " ".join(_json(done)["games"][0]["notes"])


def test_several_adapters_are_compared(tmp_path: Path) -> None:
    files = [_adapter(tmp_path, kind) for kind in ("honest", "climbs", "by-turns")]
    called = [word for file in files for word in ("-i", file)]
    done = _run("conform", *called, "--case", "santorini/base/climb*", "--json", str(BASE))
    made = _json(done)
    assert (1, files) == (done.exit_code, [one["adapter"] for one in made["adapters"]])
    assert {files[1]: ["santorini/base/climb-one-level-only"]} == made["alone"]
    page = tmp_path / "all.html"
    call = ("conform", *called, "--case", "santorini/base/climb*", "--report", str(page))
    wrong = "Wrong in by-hand 1 (climbs.toml) only"
    assert wrong in _run(*call, "--game", "santorini", str(BASE)).stdout
    assert wrong in page.read_text(encoding="utf-8")


def test_a_report_in_markdown_is_for_one_adapter(tmp_path: Path) -> None:
    done = _run("conform", "-i", "thesmos", "-i", "thesmos", "--report", str(tmp_path / "a.md"))
    assert 2 == done.exit_code
    assert "formats for several are text, lines, html, badge" in done.stderr
