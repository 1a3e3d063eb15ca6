"""Running mkdocs: its output is returned, and no process outlives the call."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos_rulebook.website import mkdocs_runner

ENDLESS = (sys.executable, "-c", "import time; time.sleep(600)")
FILES = (Path("one.yml"), Path("two.yml"))


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[str]]:
    """Every process that is started."""
    result: list[subprocess.Popen[str]] = []
    known = subprocess.Popen.__init__

    def noted(self: subprocess.Popen[str], *args: object, **named: object) -> None:
        known(self, *args, **named)  # type: ignore[arg-type]
        result.append(self)

    monkeypatch.setattr(subprocess.Popen, "__init__", noted)
    return result


def are_gone(children: list[subprocess.Popen[str]]) -> bool:
    """Return whether all have ended and been waited for."""
    for child in children:
        try:
            os.kill(child.pid, 0)
        except ProcessLookupError:
            continue
        return False
    return True


def test_the_output_of_failed_processes_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "import sys; print(sys.argv[2]); sys.exit('two' in sys.argv[2])"
    monkeypatch.setattr(mkdocs_runner, "COMMAND", (sys.executable, "-c", said))
    assert ["two.yml"] == mkdocs_runner.run(FILES)


def test_a_silent_failure_is_reported_by_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mkdocs_runner, "COMMAND", (sys.executable, "-c", "raise SystemExit(3)"))
    assert ["exit code 3"] == mkdocs_runner.run(FILES[:1])


def test_processes_that_take_too_long_are_killed_and_reported(
    monkeypatch: pytest.MonkeyPatch, children: list[subprocess.Popen[str]]
) -> None:
    monkeypatch.setattr(mkdocs_runner, "COMMAND", ENDLESS)
    monkeypatch.setattr(mkdocs_runner, "MAX_SECONDS", 0.2)
    with pytest.raises(UsageError, match="did not finish"):
        mkdocs_runner.run(FILES)
    assert 2 == len(children)
    assert are_gone(children)


def test_no_process_is_left_after_an_interrupt(
    monkeypatch: pytest.MonkeyPatch, children: list[subprocess.Popen[str]]
) -> None:
    def interrupted(self: subprocess.Popen[str], timeout: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(mkdocs_runner, "COMMAND", ENDLESS)
    monkeypatch.setattr(subprocess.Popen, "communicate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        mkdocs_runner.run(FILES)
    assert 2 == len(children)
    assert are_gone(children)


def test_the_first_process_is_killed_if_the_second_cannot_be_started(
    monkeypatch: pytest.MonkeyPatch, children: list[subprocess.Popen[str]]
) -> None:
    started = mkdocs_runner._mkdocs_process

    def failing(file: Path, dirty: bool) -> object:
        if file == FILES[1]:
            raise OSError("no more processes")
        return started(file, dirty)

    monkeypatch.setattr(mkdocs_runner, "COMMAND", ENDLESS)
    monkeypatch.setattr(mkdocs_runner, "_mkdocs_process", failing)
    with pytest.raises(OSError, match="no more processes"):
        mkdocs_runner.run(FILES)
    assert 1 == len(children)
    assert are_gone(children)
