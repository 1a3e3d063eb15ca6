"""`thesmos report` and `thesmos diff`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from thesmos.cli import cli
from thesmos_conform.judging.result import SuiteRun
from thesmos_conform.protocol.messages import Hello
from thesmos_conform.report.comparison import Comparison, NamedRun, save_together
from thesmos_conform.report.formats import save
from thesmos_conform.report.jsonl import read_every
from thesmos_conform.testing.report import FAILED, PASSED, mixed, run


def _file(run: SuiteRun, path: Path) -> str:
    save([run], path)
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


def test_several_reports_are_compared_on_one_page(tmp_path: Path) -> None:
    other = replace(run(PASSED), hello=Hello("other"))
    reports = [
        _file(one, tmp_path / f"{name}.jsonl")
        for name, one in (("monday", mixed()), ("tuesday", run(PASSED, FAILED)), ("it", other))
    ]
    out = tmp_path / "all.html"
    done = CliRunner().invoke(cli, ["report", *reports, "--out", str(out)])
    assert 1 == done.exit_code, done.output
    page = out.read_text(encoding="utf-8")
    assert "<th>tower</th><th>other</th>" in page
    assert "<li>monday: 3 asked, 2 wrong</li>" in page
    assert "<li>tuesday: 2 asked, 1 wrong</li>" in page
    assert 4 == page.count("<rect ")
    shown = CliRunner().invoke(cli, ["report", *reports]).output
    assert "Reports of tower" in shown
    assert "Reports of other" not in shown


def test_several_reports_have_one_badge(tmp_path: Path) -> None:
    other = replace(run(PASSED), hello=Hello("other"))
    names = {"a": mixed(), "b": other}
    reports = [_file(one, tmp_path / f"{name}.jsonl") for name, one in names.items()]
    out = tmp_path / "a.svg"
    CliRunner().invoke(cli, ["report", *reports, "--out", str(out)])
    badge = ET.fromstring(out.read_text(encoding="utf-8"))
    assert {"not conformant", "conformant"} < {one.text for one in badge.iter()}
    assert 4 == len([*badge.iter("{http://www.w3.org/2000/svg}text")])


def test_a_format_that_reports_can_not_share_is_refused(tmp_path: Path) -> None:
    reports = [_file(mixed(), tmp_path / f"{name}.jsonl") for name in "ab"]
    done = CliRunner().invoke(cli, ["report", *reports, "--out", str(tmp_path / "a.xml")])
    assert 2 == done.exit_code
    assert "formats for several are text, lines, html, badge" in done.stderr


def test_one_file_may_have_the_reports_of_several(tmp_path: Path) -> None:
    old, new = (replace(run(PASSED), adapter=f"{name}.toml") for name in ("old", "new"))
    days = []
    for day, runs in {"monday": (mixed(), new), "tuesday": (old, new)}.items():
        named = [NamedRun(day, one.adapter, one) for one in runs]
        days.append(tmp_path / f"{day}.jsonl")
        save_together(Comparison(named), days[-1])
    shown = CliRunner().invoke(cli, ["report", *map(str, days)]).output
    assert "tower (new.toml): conformant" in shown
    assert "Reports of tower (new.toml)\n  monday: 1 asked, 0 wrong\n  tuesday: 1 asked" in shown
    both = str(tmp_path / "monday.jsonl")
    done = CliRunner().invoke(cli, ["diff", both, both])
    assert "has several reports, of tower/adapter.toml, new.toml" in done.stderr


def test_of_the_paths_of_namesakes_only_their_ends_are_shown(tmp_path: Path) -> None:
    runs = [replace(run(PASSED), adapter=f"/far/away/{name}.toml") for name in ("old", "new")]
    named = [NamedRun("both", one.adapter, one) for one in runs]
    save_together(Comparison(named), tmp_path / "both.jsonl")
    shown = CliRunner().invoke(cli, ["report", str(tmp_path / "both.jsonl")]).output
    assert "tower (old.toml): conformant" in shown
    assert "/far/away" not in shown


def test_reports_about_two_games_are_kept_apart(tmp_path: Path) -> None:
    runs = [mixed(), replace(run(PASSED), game="nim")]
    reports = [_file(one, tmp_path / f"{one.game}.jsonl") for one in runs]
    shown = CliRunner().invoke(cli, ["report", *reports]).output
    assert "tower (santorini): not conformant" in shown
    assert "tower (nim): conformant" in shown


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


def test_one_report_has_every_game_of_an_adapter(tmp_path: Path) -> None:
    files = [tmp_path / f"all{suffix}" for suffix in (".jsonl", ".md", ".xml", ".html", ".txt")]
    reports = [word for file in files for word in ("--report", str(file))]
    words = ["--game", "nim", "--game", "tic-tac-toe", "--as-written", "--case", "*/end/*"]
    done = CliRunner().invoke(cli, ["conform", "-i", "thesmos", *words, *reports])
    assert done.exit_code in (0, 4), done.output
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "nim" in text
        assert "tic-tac-toe" in text
    assert ["nim", "tic-tac-toe"] == [run.game for run in read_every(files[0])]
    again = CliRunner().invoke(cli, ["conform", "-i", "thesmos", *words, "--since", str(files[0])])
    assert 0 == again.exit_code
    assert 2 == again.output.count("nothing is left to ask"), again.output
