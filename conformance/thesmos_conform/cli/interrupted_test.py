"""A signal to end leaves a report, from which the next run goes on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from thesmos.cli import cli
from thesmos_conform.report.jsonl import read, read_every
from thesmos_conform.report.summary import verdict
from thesmos_conform.runner.request import RunOutcome, RunRequest
from thesmos_conform.runner.run import conform
from thesmos_conform.testing.adapters.start import adapter

AT_ONCE = "from thesmos.cli import main, output; output.FIRST = 0; main()"  # says how far it is
RESTING = '[env]\nTHESMOS_FLOOD = "1"\nTHESMOS_REST = "0.02"\n'


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_end_leaves_a_report(number: signal.Signals, tmp_path: Path) -> None:
    config = adapter("flood")  # it rests before each answer
    file, report = tmp_path / "adapter.toml", tmp_path / "report.jsonl"
    file.write_text(
        f"command = {json.dumps([*config.command])}\nstartup = 60\ntimeout = 60\n{RESTING}"
    )
    asked = ["--random", "100", "--report", str(report)]  # more than are asked before a line
    words = ["conform", "-i", str(file), "--jobs", "1", *asked]
    command = [sys.executable, "-c", AT_ONCE, *words]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert run.stderr is not None
    assert run.stderr.readline()  # it has begun to ask
    run.send_signal(number)
    run.communicate(timeout=300)
    assert 130 == run.returncode
    made = read(report)
    assert not made.complete
    assert made.count("not run")
    assert made.count("pass")


@pytest.mark.slow
def test_a_run_that_is_gone_on_with_ends_as_one_without_a_break(tmp_path: Path) -> None:
    config = adapter("honest")
    file, part = tmp_path / "adapter.toml", tmp_path / "part.jsonl"
    file.write_text(f"command = {json.dumps([*config.command])}\nstartup = 60\ntimeout = 60\n")
    words = ["conform", "-i", str(file), "--jobs", "1", "--random", "30"]
    command = [sys.executable, "-c", AT_ONCE, *words]
    with subprocess.Popen(
        [*command, "--report", str(part)], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stderr is not None
        assert all(run.stderr.readline() for _ in range(8))  # some cases have been asked
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=300)
    assert read(part).count("pass")
    reports = {}
    for name, more in (("whole", []), ("rest", ["--since", str(part)])):
        report = tmp_path / f"{name}.jsonl"
        done = CliRunner().invoke(cli, [*words, *more, "--report", str(report)])
        assert 0 == done.exit_code, done.output
        reports[name] = read(report)
    verdicts = {(verdict(run), run.suite, run.weight) for run in reports.values()}
    assert 1 == len(verdicts)


def test_after_an_interrupt_the_games_that_are_left_are_in_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(wanted: RunRequest, *rest: Any) -> RunOutcome:
        if wanted.game == "tic-tac-toe":
            raise SystemExit(143)  # while its cases are made
        return conform(wanted, *rest)

    monkeypatch.setattr("thesmos_conform.cli.conform.conform", asked)
    report, games = tmp_path / "report.jsonl", ["nim", "tic-tac-toe", "hex"]
    words = [*(word for game in games for word in ("--game", game)), "--case", "*/end/*"]
    run = ["conform", "-i", "thesmos", *words, "--as-written", "--report", str(report)]
    done = CliRunner().invoke(cli, run)
    assert 130 == done.exit_code, done.output
    assert [("nim", True), ("tic-tac-toe", False), ("hex", False)] == [
        (run.game, run.complete) for run in read_every(report)
    ]
