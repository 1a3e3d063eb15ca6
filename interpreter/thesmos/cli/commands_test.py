"""Each command on real input: what it prints, its `--json`, its exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result

from testing.heap import heap_game
from testing.suite import RECORDS_DIR, needs_records, needs_scenarios
from thesmos import resources
from thesmos.cli import cli
from thesmos.cli.bench import pairs_of
from thesmos.compile.machine.native.engine import llvm
from thesmos.play.game import load
from thesmos.play.match_ups import Seating
from thesmos.record.format import find_record, read_records

BASE = RECORDS_DIR / "base.jsonl.gz"
HARD = RECORDS_DIR / "hard.jsonl.gz"
EMPTY = {
    "levels": "0" * 25,
    "workers": ["B2 1f", "D4 1m", "B4 2f", "D2 2m"],
    "to_move": 1,
}


def run(*args: object, code: int = 0, typed: str | None = None) -> Result:
    result = CliRunner().invoke(cli, [str(arg) for arg in args], input=typed)
    assert result.exit_code == code, result.output
    return result


def as_json(*args: object, code: int = 0) -> Any:
    """The one object that a command prints."""
    result = run(*args, "--json", code=code)
    value = json.loads(result.stdout)
    assert isinstance(value, dict)
    assert result.stdout.count("\n") == 1
    return value


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(EMPTY))
    return path


# --------------------------------------------------------------------------------- legal


@needs_records
def test_legal_shows_a_decision_as_in_a_record() -> None:
    record = next(read_records(HARD))
    for at in (0, 7, len(record["decisions"]) - 1):
        call = ("legal", record["game"], "--record", HARD, "--game", record["id"])
        printed = as_json(*call, "--decision", at)
        recorded: dict[str, Any] = dict(record["decisions"][at])
        for key in set(recorded) - {"choice", "events", "because", "chance", "position"}:
            assert printed[key] == recorded[key] or key in ("held", "options")
        assert set(printed["options"]) == set(recorded["options"])
    end = as_json(*call, "--decision", len(record["decisions"]))
    assert end["result"]["winners"] == record["result"]["winners"]
    assert "won" in run(*call, "--decision", len(record["decisions"])).stdout


def test_legal_at_a_position(position: Path) -> None:
    printed = as_json("legal", "santorini", "--powers", "none,none", "--position", position)
    assert (printed["player"], printed["step"], len(printed["options"])) == (1, "move", 16)
    shown = run("legal", "santorini", "--position", position).stdout
    assert "16 options" in shown
    assert "│ · 1f │" in shown


def test_legal_at_the_start_of_any_shipped_game() -> None:
    for folder in resources.spec_dir().glob("*/game.yaml"):
        assert as_json("legal", folder.parent.name)["options"]
        assert as_json("legal", folder.parent)["options"]


# ------------------------------------------------------------------------------- explain


def test_explain_names_rule_values_and_place(position: Path) -> None:
    printed = as_json("explain", "santorini", "B2-B5", "--position", position)
    assert printed["legal"] is False
    (finding,) = printed["findings"]
    assert finding["id"] == "move.near"
    assert finding["values"]["to"] == "B5"
    assert "game.yaml:" in finding["place"]
    call = ("explain", "santorini", "B2-B5", "--position", position)
    assert finding["sentence"] in run(*call).stdout
    assert finding["sentence"].startswith("The space the move enters is next to the space")
    assert "El espacio" in run(*call, "--language", "es").stdout


def test_explain_tells_what_a_rule_compared_at_a_later_decision_of_a_turn() -> None:
    choices = "@A1,@A2,@E4,@E5,A1-B1"
    call = ("explain", "santorini", "B1-A1", "--powers", "artemis,none", "--after", choices)
    (failed,) = (one for one in as_json(*call)["findings"] if not one["holds"])
    expected = {"to": "A1", "times(move)": "1", "last(move).from": "A1"}
    assert ("artemis.your-move.4", expected) == (failed["id"], failed["values"])


def test_explain_has_the_words_of_the_card(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(EMPTY | {"workers": ["B2 1f", "D4 1m", "B3 2f", "D2 2m"]}))
    call = ("explain", "santorini", "B2-B3", "--position", path, "--powers", "apollo,none")
    findings = {one["id"]: one for one in as_json(*call)["findings"]}
    assert findings["apollo.your-move.1"]["words"]
    assert findings["move.free"]["waived_by"] == "apollo.your-move.1"
    assert "“" in run(*call, "--language", "es").stdout


def test_explain_refuses_texts_that_are_not_options(position: Path) -> None:
    for option in ("nonsense", "-", "", "B2-Z9"):
        run("explain", "santorini", option, "--position", position, code=2)


# -------------------------------------------------------------------------------- replay


@needs_records
def test_replay_agrees() -> None:
    report = as_json("replay", BASE, "--jobs", 1, "--max-games", 5)
    assert report["games"] == report["agreeing_games"] == 5
    assert report["decisions"] > 100
    assert report["disagreements"] == []
    assert "5 of 5 games agree" in run("replay", BASE, "--jobs", 1, "--max-games", 5).stdout


def changed(tmp_path: Path, games: int = 1) -> Path:
    """A file of games each of which lacks an option at its tenth decision."""
    path = tmp_path / "changed.jsonl"
    with path.open("w") as file:
        for record, _ in zip(read_records(BASE), range(games), strict=False):
            options = record["decisions"][9]["options"]
            options.remove(next(o for o in options if o != record["decisions"][9]["choice"]))
            options.append("A1-E5")
            file.write(json.dumps(record) + "\n")
    return path


@needs_records
def test_replay_shows_where_and_how_games_disagree(tmp_path: Path) -> None:
    path = changed(tmp_path)
    printed = as_json("replay", path, "--jobs", 1, code=1)
    (one,) = printed["disagreements"]
    assert (one["decision"], one["kind"]) == (9, "options")
    assert "A1-E5" in one["expected"]
    shown = run("replay", path, "--jobs", 1, code=1).stdout
    assert "options differ" in shown
    assert "missing:\n  A1-E5" in shown
    assert "unexpected:" in shown
    assert "┌" in shown
    line = next(line for line in shown.splitlines() if "thesmos legal" in line)
    assert run(*line.split()[1:]).stdout


@needs_records
def test_many_disagreements_are_shortened(tmp_path: Path) -> None:
    shown = run("replay", changed(tmp_path, games=8), "--jobs", 1, code=1).stdout
    assert shown.count("┌") == 5
    assert shown.count(": options\n") == 3


@needs_records
def test_replay_shows_positions_by_their_parts(tmp_path: Path) -> None:
    record = next(read_records(BASE))
    record["decisions"][9]["position"]["levels"] = "3" * 25
    record["decisions"][9]["position"]["domes"] = ["A1"]
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(record))
    shown = run("replay", path, "--jobs", 1, code=1).stdout
    assert "levels, recorded: 3333" in shown
    assert "domes, missing:\n  A1\n" in shown
    assert "workers" not in shown


@needs_records
def test_replay_shows_errors_without_a_board(tmp_path: Path) -> None:
    record = next(read_records(BASE))
    record["setup"]["powers"] = ["nobody", None]
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(record))
    shown = run("replay", path, "--jobs", 1, code=1).stdout
    assert "there is no power `nobody`" in shown


@needs_records
def test_replay_by_another_spec() -> None:
    folder = resources.spec_dir() / "santorini"
    call = ("replay", BASE, "--jobs", 1, "--max-games", 2)
    assert as_json(*call, "--spec", folder)["agreeing_games"] == 2


# ------------------------------------------------------------------------- record, perft


def test_record_writes_what_replay_reads(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl.gz"
    call = ("record", "santorini", "--powers", "gaea,hecate", "--games", 3, "--out", path)
    printed = as_json(*call)
    assert printed["games"] == 3
    assert as_json("replay", path, "--jobs", 1)["decisions"] == printed["decisions"]
    assert "already exists" in run(*call, code=2).stderr
    run(*call, "--force")
    record = find_record(path, "random-2")
    assert record["setup"]["powers"] == ["gaea", "hecate"]


def test_record_says_how_many_games_were_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    call = ("record", "santorini", "--games", 3, "--limit", 6, "--out", path)

    assert as_json(*call)["cut_off"] == 3
    assert "3 of them cut off after 6 decisions (--limit)" in run(*call, "--force").stdout


def test_records_go_to_stdout_without_a_file() -> None:
    lines = run("record", "santorini", "--games", 2, "--limit", 5).stdout.splitlines()
    assert [len(json.loads(line)["decisions"]) for line in lines] == [5, 5]


@pytest.mark.slow
def test_games_with_chance_and_options_are_recorded_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    run("record", "pook", "--games", 2, "--out", path, "--option", "pacts=open")
    assert next(read_records(path))["setup"]["options"] == {"pacts": "open"}
    assert as_json("replay", path, "--jobs", 1)["agreeing_games"] == 2


def test_perft_counts_turns(position: Path) -> None:
    printed = as_json("perft", "santorini", "--position", position, "--depth", 1)
    assert (printed["depth"], printed["nodes"]) == (1, 80)
    assert printed["seconds"] >= 0
    assert "divide" not in printed
    call = ("perft", "santorini", "--position", position, "--depth", 1, "--divide")
    assert sum(as_json(*call)["divide"].values()) == 80
    assert "B2-A1 A1+A2" in run(*call).stdout


def test_perft_counts_sequences_and_by_the_semantics(tmp_path: Path) -> None:
    heap_game(tmp_path)
    call = ("perft", tmp_path, "--depth", 3)
    counted = {as_json(*call, "--backend", one)["nodes"] for one in ("python", "semantics")}
    assert counted == {7}  # all ways to take one or two of five counters three times, but 2 2 2
    assert as_json(*call, "--moves")["nodes"] == 7
    assert {*as_json(*call, "--moves", "--divide")["divide"]} == {"1", "2"}


def test_plain_counts_of_chess_go_on_where_nobody_can_mate(tmp_path: Path) -> None:
    """The numbers that programs publish; docs/pages/facts/chess.md."""
    pieces = {"pieces": ["E8 2k", "H8 2r", "G7 1k"], "short": ["0", "1"], "long": ["0", "0"]}
    position = tmp_path / "position.json"
    position.write_text(json.dumps(pieces | {"quiet": "0", "to_move": 2}))
    call = ("perft", "chess", "--position", position, "--depth", 3)
    assert as_json(*call, "--plain")["nodes"] == 564
    assert as_json(*call, "--moves")["nodes"] == 530
    assert as_json(*call, "--plain", "--option", "draws=automatic")["nodes"] == 530


def test_perft_counts_by_machine_code(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite")
    heap_game(tmp_path)
    assert as_json("perft", tmp_path, "--depth", 3, "--backend", "native")["nodes"] == 7


@pytest.mark.parametrize("command", [["perft", "santorini", "--depth", 1], ["bench"]])
def test_without_llvmlite_the_native_backend_says_what_to_install(command: list[object]) -> None:
    llvm.cache_clear()
    with patch.dict("sys.modules", {"llvmlite": None}):
        refused = run(*command, "--backend", "native", code=2)
    assert 'pip install "thesmos[native]"' in refused.stderr


# --------------------------------------------------------------------------------- bench


def test_bench_measures() -> None:
    printed = as_json("bench", "santorini", "--powers", "apollo,none", "--seconds", 0.05)
    assert printed["decisions_per_second"] > 0
    assert printed["games_per_second"] >= 0
    assert printed["powers"] == "apollo,none"
    assert "decisions/s" in run("bench", "--seconds", 0.05).stdout


PAIRS = [Seating((None, None), "two-players"), Seating((None, "atlas"), "two-players")]


def test_bench_over_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thesmos.cli.bench.pairs_of", lambda _: PAIRS)
    printed = as_json("bench", "santorini", "--all", "--seconds", 0.05)
    rates = [pair["decisions_per_second"] for pair in printed["pairs"]]
    assert printed["decisions_per_second"] == min(rates)
    assert "slowest: " in run("bench", "santorini", "--all", "--seconds", 0.05).stdout


def test_bench_compile_measures_pairs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("thesmos.cli.bench.pairs_of", lambda _: PAIRS)
    printed = as_json("bench", "santorini", "--compile")
    assert printed["match_ups"] == len(PAIRS)
    assert 0 < printed["mean_ms"] <= printed["worst_ms"]
    assert "slowest: " in run("bench", "santorini", "--compile").stdout
    refused = run("bench", "santorini", "--records", "no.jsonl", code=2)
    assert "--records is for --compile" in refused.stderr


def test_bench_compile_measures_the_match_up_that_is_asked_for() -> None:
    printed = as_json("bench", "santorini", "--compile", "--powers", "pan,atlas")
    assert (printed["match_ups"], printed["slowest"]) == (1, "pan,atlas")


@needs_records
def test_bench_compile_measures_each_match_up_of_records_once() -> None:
    printed = as_json("bench", "santorini", "--compile", "--records", BASE, "--records", BASE)
    assert (printed["match_ups"], printed["slowest"]) == (1, "none,none")


def test_pairs_leave_out_banned_ones() -> None:
    pairs = {seating.powers for seating in pairs_of(load("santorini"))}
    assert {(None, None), ("apollo", "minotaur")} <= pairs
    assert set() == pairs & {("circe", "hecate"), ("hecate", "circe"), ("apollo", "apollo")}


def test_pairs_are_in_an_allowed_order() -> None:
    pairs = {seating.powers for seating in pairs_of(load("santorini"))}
    assert {("bia", "apollo"), ("apollo", "hecate"), ("bia", None)} <= pairs
    assert set() == pairs & {("apollo", "bia"), ("hecate", "apollo"), (None, "bia")}


# ----------------------------------------------------------------------- check, new, test


def copy_spec(tmp_path: Path, game: str = "santorini") -> Path:
    """A copy of a game without its rulings, which name shipped scenarios."""
    folder = tmp_path / "game"
    source = resources.spec_dir() / game
    for file in sorted(set(source.rglob("*.yaml")) - {source / "rulings.yaml"}):
        target = folder / file.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(file.read_text())
    return folder


def test_the_shipped_games_pass_check() -> None:
    for folder in resources.spec_dir().glob("*/game.yaml"):
        assert as_json("check", folder.parent.name) == {"diagnostics": []}
    assert "no errors" in run("check", resources.spec_dir()).stdout


def test_check_reports_place_line_and_hint(tmp_path: Path) -> None:
    folder = copy_spec(tmp_path)
    card = folder / "powers" / "apollo.yaml"
    card.write_text(card.read_text().replace("waiving free", "waiving fre"))
    (one,) = as_json("check", folder, code=1)["diagnostics"]
    keys = {"file", "line", "column", "end_line", "end_column", "code", "severity", "message"}
    assert set(one) == keys | {"hint", "related", "edit"}
    assert one["file"].endswith("apollo.yaml")
    assert "free" in one["hint"]
    assert "free" == one["edit"]["text"]
    assert "^^^" in run("check", card, code=1).stdout
    assert as_json("check", folder / "powers" / "pan.yaml") == {"diagnostics": []}


@needs_scenarios  # rulings name scenarios
def test_warnings_count_only_if_check_is_strict(tmp_path: Path) -> None:
    folder = copy_spec(tmp_path)
    card = folder / "powers" / "apollo.yaml"
    card.write_text(card.read_text().replace("players: [2, 3, 4]", "players: [9]"))
    (one,) = as_json("check", folder)["diagnostics"]
    assert (one["code"], one["severity"]) == ("W504", "warning")
    assert as_json("check", folder, "--strict", code=1)["diagnostics"] == [one]


def test_check_refuses_files_outside_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("a: b\n")
    assert "does not belong to a game" in run("check", path, code=2).stderr


@needs_scenarios  # rulings name scenarios
def test_a_new_power_passes_check_and_plays(tmp_path: Path) -> None:
    folder = copy_spec(tmp_path)
    shown = run("new", "power", folder, "pan-the-second").stdout
    path = folder / "powers" / "pan-the-second.yaml"
    assert str(path) in shown
    assert as_json("check", folder) == {"diagnostics": []}
    assert as_json("legal", folder, "--powers", "pan-the-second,none")["options"]
    assert "already" in run("new", "power", folder, "pan-the-second", code=2).stderr
    assert "already" in run("new", "power", folder, "x", "--out", path, code=2).stderr


@needs_scenarios  # rulings name scenarios
@pytest.mark.parametrize("game", ["santorini", "pook"])
def test_the_clauses_of_the_template_pass_check_when_uncommented(game: str, tmp_path: Path) -> None:
    folder = copy_spec(tmp_path, game)
    run("new", "power", folder, "fresh")
    path = folder / "powers" / "fresh.yaml"
    text = path.read_text()
    start = text.index("# clauses:")
    path.write_text(text[:start] + text[start:].replace("# ", ""))
    (one,) = as_json("check", folder)["diagnostics"]
    assert (one["code"], one["message"]) == ("W503", "this never holds")  # `where no`, to fill in


def test_a_new_power_begins_with_what_most_cards_of_the_game_do(tmp_path: Path) -> None:
    """Most cards of Santorini mention a move under `Your Move`; few have a set-up."""
    folder = copy_spec(tmp_path)
    run("new", "power", folder, "fresh")
    text = (folder / "powers" / "fresh.yaml").read_text()
    assert "text:\n  Your Move:\n" in text
    assert "#   Your Move: |\n#     permit move waiving climb where no\n" in text


@pytest.mark.parametrize("slug", ["Pan", "../evil", "a b", "-x", "x" * 41, ""])
def test_bad_slugs_are_refused(slug: str, tmp_path: Path) -> None:
    run("new", "power", copy_spec(tmp_path), slug, code=2)


@needs_scenarios
def test_scenarios_are_run(tmp_path: Path) -> None:
    path = resources.scenarios_dir() / "santorini" / "base" / "block-or-dome-by-level.yaml"
    printed = as_json("test", path)
    assert (printed["passed"], printed["failed"], printed["skipped"]) == (1, 0, 0)
    assert "1 passed" in run("test", path).stdout
    bad = tmp_path / "bad.yaml"
    bad.write_text("thesmos: scenario\n")
    run("test", bad, code=2)
