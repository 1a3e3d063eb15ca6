"""A signal to end leaves a report, from which the next run goes on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from thesmos_conform.report.jsonl import read
from thesmos_conform.testing.adapters.start import adapter


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_end_leaves_a_report(number: signal.Signals, tmp_path: Path) -> None:
    config = adapter("honest")
    file, report = tmp_path / "adapter.toml", tmp_path / "report.jsonl"
    file.write_text(f"command = {json.dumps([*config.command])}\nstartup = 60\ntimeout = 60\n")
    asked = ["--random", "2500", "--report", str(report)]  # more than are asked before a line
    words = ["conform", "-i", str(file), "--jobs", "1", *asked]
    command = [sys.executable, "-c", "from thesmos.cli import main; main()", *words]
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
