"""`.ci/run` says what it does before it does anything."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from thesmos_rulebook.testing.repository_pages import ROOT

FILE = ROOT / ".ci" / "run"
STEPS = re.findall(r"^(\w+)_\(\)", FILE.read_text(encoding="utf-8"), re.MULTILINE)

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([FILE, *words], capture_output=True, text=True, check=False, timeout=600)


def test_help_names_every_step() -> None:
    done = run("--help")
    assert (0, "") == (done.returncode, done.stderr)
    assert sorted(STEPS) == sorted(re.findall(r"^  (\w+)  +\S", done.stdout, re.MULTILINE))


def test_an_unknown_step_is_refused() -> None:
    done = run("everything")
    assert (2, "") == (done.returncode, done.stdout)
    assert done.stderr.startswith(".ci/run: there is no step everything\n")
