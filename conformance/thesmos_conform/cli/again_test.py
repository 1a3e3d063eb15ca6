"""The line `again:` of a failure repeats it, whatever kind of case it is."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thesmos.cli import cli
from thesmos.resources import scenarios_dir
from thesmos_conform.judging.result import NO_FAILURE
from thesmos_conform.testing.adapters import start

CLIMB = scenarios_dir() / "santorini" / "base" / "climb-one-level-only.yaml"
RECORDS = Path(__file__).parents[2] / "records" / "base.jsonl.gz"


def call(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


@pytest.mark.parametrize(
    ("fault", "words", "prefix"),
    [
        ("climbs", ["--scenarios", str(CLIMB)], "santorini/base/"),
        ("climbs", ["--random", "1", "--case", "random:*"], "random:1:"),
        ("climbs", ["--records", str(RECORDS), "--case", "base*"], "base"),
        ("guesses", ["--case", "canary:apollo"], "canary:apollo"),
        ("bad-exit", ["--scenarios", str(CLIMB), "--case", "canary:*"], "canary:bye"),
    ],
    ids=["scenario", "random game", "record", "canary", "bye"],
)
def test_the_line_repeats_the_failure(
    fault: str, words: list[str], prefix: str, tmp_path: Path
) -> None:
    file, report = tmp_path / "adapter.toml", tmp_path / "all.txt"
    command = json.dumps([*start.adapter(fault).command])
    file.write_text(f"command = {command}\nstartup = 60\ntimeout = 60\n", encoding="utf-8")
    asked = ["conform", "-i", str(file), "--game", "santorini", "--jobs", "1", *words]
    first = call(*asked, "--report", str(report))
    lines = report.read_text(encoding="utf-8").splitlines()
    again = [line.partition("again: thesmos ")[2] for line in lines if "again: " in line]
    assert again, first.output
    done = call(*shlex.split(again[0]), "--json")
    failed = [r["id"] for r in json.loads(done.stdout)["results"] if r["status"] not in NO_FAILURE]
    assert 1 == done.exit_code, done.output
    assert [prefix] == [id[: len(prefix)] for id in failed]
