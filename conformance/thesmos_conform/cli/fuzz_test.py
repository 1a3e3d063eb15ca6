"""`thesmos fuzz` and `thesmos perft --divide -i`, on the faulty adapters of the tests."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thesmos.cli import cli
from thesmos_conform.testing.adapters import start


def _adapter(folder: Path, fault: str = "honest") -> str:
    made = start.adapter(fault)
    path = folder / f"{fault}.toml"
    command = ", ".join(json.dumps(word) for word in made.command)
    path.write_text(f"command = [{command}]\nstartup = 60\ntimeout = 60\n")
    return str(path)


def _run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def test_an_honest_adapter_agrees(tmp_path: Path) -> None:
    done = _run("fuzz", "-i", _adapter(tmp_path), "--games", "2", "--json")
    printed = json.loads(done.stdout)
    assert (0, 2, []) == (done.exit_code, printed["games"], printed["disagreements"])


def test_a_disagreement_is_written_as_a_scenario(tmp_path: Path) -> None:
    adapter = _adapter(tmp_path, "forgets")
    out = tmp_path / "found"
    done = _run("fuzz", "-i", adapter, "--games", "3", "--enough", "1", "--out", str(out))
    assert 1 == done.exit_code, done.output
    (file,) = out.iterdir()
    assert "thesmos: scenario" in file.read_text()
    assert f"--scenarios {file}" in done.stdout
    again = _run("fuzz", "-i", adapter, "--games", "3", "--enough", "1", "--out", str(out))
    assert 2 == len(list(out.iterdir())), again.output  # nothing is overwritten


def test_a_run_that_is_gone_on_with_ends_as_one_without_a_break(tmp_path: Path) -> None:
    call = ("fuzz", "-i", _adapter(tmp_path, "forgets"), "--enough", "9", "--json")
    part = tmp_path / "part.json"
    part.write_text(_run(*call, "--games", "3").stdout, encoding="utf-8")
    whole = _run(*call, "--games", "5")
    rest = _run(*call, "--games", "5", "--since", str(part))
    assert 1 == whole.exit_code == rest.exit_code, rest.output
    assert json.loads(part.read_text())["disagreements"]
    apart = {"made_positions"}
    assert {**json.loads(whole.stdout), **dict.fromkeys(apart)} == {
        **json.loads(rest.stdout),
        **dict.fromkeys(apart),
    }


OTHER_SEED = '{"seed": 2, "games": 1, "compared": {}, "aside": [], "disagreements": []}'


@pytest.mark.parametrize(
    ("text", "words"),
    [("{}", "is not a run of fuzz"), (OTHER_SEED, "is a run with the seed 2")],
)
def test_a_file_that_can_not_be_gone_on_with(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(text, encoding="utf-8")
    done = _run("fuzz", "-i", _adapter(tmp_path), "--since", str(file))
    assert 2 == done.exit_code
    assert words in done.stderr


@pytest.mark.parametrize("how", ["--whole-games", "--out"])
def test_the_line_again_of_a_finding_repeats_it(how: str, tmp_path: Path) -> None:
    words = [how, *([str(tmp_path / "found")] if how == "--out" else [])]
    first = _run("fuzz", "-i", _adapter(tmp_path, "forgets"), "--enough", "1", *words)
    (again,) = re.findall(r"again: thesmos (.*)", first.stdout)
    assert 1 == first.exit_code == _run(*shlex.split(again)).exit_code


@pytest.mark.slow
def test_positions_that_reach_more_are_kept_in_a_file(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    call = ("fuzz", "-i", "thesmos", "--game", "santorini", "--corpus", str(corpus))
    assert 0 == _run(*call, "--games", "9", "--powers", "pan,athena").exit_code
    first = corpus.read_text().splitlines()
    assert first
    assert {"powers", "mode", "setup", "position"} == {*json.loads(first[0])}
    only = _run(*call, "--games", "1", "--powers", "none,none", "--whole-games")
    assert 0 == only.exit_code, only.output
    assert first == corpus.read_text().splitlines()  # those of other match-ups stay


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--time", "soon"], "is not a duration"),
        (["--game", "chess"], "chess"),
        (["--powers", "apollo,zzz"], "zzz"),
    ],
)
def test_a_wrong_call_is_explained_in_a_sentence(
    args: list[str], words: str, tmp_path: Path
) -> None:
    done = _run("fuzz", "-i", _adapter(tmp_path), *args)
    assert 2 == done.exit_code, done.output
    assert words in done.stderr


def test_a_match_up_that_is_not_claimed_is_not_played_and_that_is_said(tmp_path: Path) -> None:
    done = _run("fuzz", "-i", _adapter(tmp_path), "--powers", "pan,none", "--games", "2")
    assert (4, "") == (done.exit_code, done.stderr)
    assert [
        "0 games, 0 decisions: nothing was compared: choose a match-up that the adapter claims",
        "1 match-up: unsupported (power pan)",
    ] == done.stdout.splitlines()


TOWER = "0" * 12 + "3" + "0" * 12  # on C3


@pytest.mark.parametrize(
    ("adapter", "powers", "domes", "reason"),
    [
        ("honest", "pan,none", [], "unsupported (power pan)"),
        ("holes", "none,none", ["C3"], "left out (no domes yet)"),
    ],
)
def test_perft_compares_nothing_where_nothing_is_claimed_and_says_so(
    adapter: str, powers: str, domes: list[str], reason: str, tmp_path: Path
) -> None:
    position = tmp_path / "position.json"
    there = {"levels": TOWER, "domes": domes, "workers": ["A1 1f", "E5 2f"], "to_move": 1}
    position.write_text(json.dumps(there))
    call = ["perft", "santorini", "--powers", powers, "--position", str(position), "--depth", "1"]
    call += ["--divide", "-i", _adapter(tmp_path, adapter)]
    done = _run(*call)
    assert 4 == done.exit_code, done.output
    assert done.stdout.startswith("nothing was compared")
    assert f"1 place: {reason}" in done.stdout
    printed = json.loads(_run(*call, "--json").stdout)
    assert (0, None, 1) == (printed["asked"], printed["differs"], len(printed["aside"]))


def test_a_crash_on_the_way_down_is_shown_with_its_position_and_the_command(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    there = {"levels": "0" * 25, "workers": ["A1 1f", "E5 2f"], "to_move": 1}
    position.write_text(json.dumps(there))
    call = ["perft", "santorini", "--position", str(position), "--depth", "1", "--divide"]
    call += ["--adapter", _adapter(tmp_path, "raises")]
    done = _run(*call)
    assert 1 == done.exit_code, done.output
    assert done.stdout.startswith("crash perft")
    assert f"again: thesmos {' '.join(call)}" in done.stdout
    assert "the adapter could not be started" not in done.output
    differs = json.loads(_run(*call, "--json").stdout)["differs"]
    assert ("crash", there) == (differs["status"], differs["place"]["position"])


def test_a_game_without_made_positions_says_so() -> None:
    done = _run("fuzz", "-i", "thesmos", "--game", "love-letter", "--games", "6")
    assert 0 == done.exit_code
    assert "no positions can be made up in this game" in done.stdout


def test_a_forbidden_match_up_is_played_on_request() -> None:
    call = ("fuzz", "-i", "thesmos", "--game", "santorini", "--powers", "none,bia", "--games", "1")
    refused = _run(*call)
    assert 2 == refused.exit_code
    assert "bia always begins" in refused.stderr
    played = _run(*call, "--any-match-up")
    assert 0 == played.exit_code
    assert "1 game, " in played.stdout


@pytest.mark.slow
def test_an_engine_of_whole_turns_is_played_turn_by_turn(tmp_path: Path) -> None:
    agreeing = _run("fuzz", "-i", _adapter(tmp_path, "by-turns"), "--games", "1", "--json")
    assert (0, []) == (agreeing.exit_code, json.loads(agreeing.stdout)["disagreements"])
    call = ("fuzz", "-i", _adapter(tmp_path, "spoiled-by-turns"), "--powers", "none,none")
    (one,) = json.loads(_run(*call, "--enough", "1", "--json").stdout)["disagreements"]
    assert "fail" == one["status"]
    assert all(option.endswith("+A1") for option in one["differences"][0]["missing"])


def test_an_adapter_that_does_not_start(tmp_path: Path) -> None:
    path = tmp_path / "adapter.toml"
    path.write_text('command = ["./there-is-no-such-program"]\n')
    assert 3 == _run("fuzz", "-i", str(path)).exit_code


def test_perft_goes_down_to_the_first_difference(tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(
        json.dumps({"levels": "0" * 25, "workers": ["A1 1f", "E5 2f"], "to_move": 1})
    )
    call = ["perft", "santorini", "--position", str(position), "--depth", "1", "--divide"]
    good = _run(*call, "-i", _adapter(tmp_path), "--json")
    assert (0, None) == (good.exit_code, json.loads(good.stdout)["differs"])
    bad = _run(*call, "-i", _adapter(tmp_path, "forgets"), "--json")
    assert 1 == bad.exit_code, bad.output
    assert 1 == len(json.loads(bad.stdout)["differs"]["place"]["choices"])


@pytest.mark.parametrize(("fault", "code"), [("by-turns", 0), ("spoiled-by-turns", 1)])
def test_perft_goes_down_an_engine_of_whole_turns(tmp_path: Path, fault: str, code: int) -> None:
    position = tmp_path / "position.json"
    position.write_text(
        json.dumps({"levels": "0" * 25, "workers": ["B2 1f", "E5 2f"], "to_move": 1})
    )
    call = ["perft", "santorini", "--position", str(position), "--depth", "1", "--divide"]
    done = _run(*call, "-i", _adapter(tmp_path, fault), "--json")
    assert code == done.exit_code, done.output


def test_counts_alone_need_no_adapter() -> None:
    assert 2 == _run("perft", "santorini", "--depth", "1", "-i", "x.toml").exit_code
