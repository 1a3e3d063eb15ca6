"""`thesmos report` and `thesmos diff`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from thesmos.cli import cli
from thesmos_conform.report.formats import save
from thesmos_conform.runner.result import SuiteRun
from thesmos_conform.testing.report import FAILED, PASSED, mixed, run


def _file(run: SuiteRun, path: Path) -> str:
    save(run, path)
    return str(path)


@pytest.mark.parametrize(
    ("written", "code"), [(run(PASSED), 0), (mixed(), 1), (run(PASSED, complete=False), 4)]
)
def test_the_exit_code_is_the_verdict(written: SuiteRun, code: int, tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["report", _file(written, tmp_path / "a.jsonl")])
    assert code == done.exit_code, done.output


def test_a_report_in_other_formats(tmp_path: Path) -> None:
    report = _file(mixed(), tmp_path / "a.jsonl")
    out = [tmp_path / name for name in ("a.html", "a.xml", "a.md", "a.svg")]
    CliRunner().invoke(cli, ["report", report, *(f"--out={path}" for path in out)])
    assert [True] * 4 == [path.is_file() for path in out]


def test_the_difference_of_two_reports(tmp_path: Path) -> None:
    before = _file(run(PASSED), tmp_path / "a.jsonl")
    after = _file(run(PASSED, FAILED), tmp_path / "b.jsonl")
    done = CliRunner().invoke(cli, ["diff", before, after, "--json"])
    assert (1, 1) == (done.exit_code, json.loads(done.stdout)["worse"])
    assert 0 == CliRunner().invoke(cli, ["diff", after, before]).exit_code


def test_a_file_that_is_not_a_report_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("{}")
    done = CliRunner().invoke(cli, ["report", str(path)])
    assert 2 == done.exit_code
    assert "is not a line of a report" in done.stderr
