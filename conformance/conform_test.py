"""The runner on real implementations: the reference, the one in JavaScript, its planted bugs."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from thesmos.cli import cli
from thesmos.resources import scenarios_dir
from thesmos_conform.protocol.messages import LEVELS

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent / "adapters" / "javascript"
BUGS = sorted((HERE / "bugs").glob("*.toml"))
POWERS = ("apollo", "artemis", "athena", "demeter", "minotaur")
AREAS = [scenarios_dir() / "santorini" / area for area in ("base", *POWERS)]
PATIENCE = "startup = 60\ntimeout = 60\n"  # the answers are tested, not the speed

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node.js (`node`)")


def conform(*words: str) -> tuple[int, Any]:
    """The exit code of a run on one game, and its JSON."""
    result = CliRunner().invoke(cli, ["conform", "--game", "santorini", "--json", *words])
    return result.exit_code, json.loads(result.stdout)


def patient(folder: Path, file: Path) -> str:
    """The adapter's file with longer time limits, for a busy machine."""
    made = folder / file.name
    text = file.read_text(encoding="utf-8") + PATIENCE
    made.write_text(f"{text}cwd = {json.dumps(str(file.parent))}\n", encoding="utf-8")
    return str(made)


def ourselves(folder: Path) -> str:
    """An adapter's file for `thesmos serve`."""
    made = folder / "ourselves.toml"
    code = "from thesmos.cli import main; main()"
    command = [sys.executable, "-c", code, "serve"]
    made.write_text(f"command = {json.dumps(command)}\n{PATIENCE}", encoding="utf-8")
    return str(made)


def test_the_reference_conforms_to_itself(tmp_path: Path) -> None:
    """On one case of twenty of the base game; `.ci/run` asks everything."""
    base = ("--scenarios", str(scenarios_dir() / "santorini" / "base"))
    code, printed = conform("-i", ourselves(tmp_path), *base, "--random", "5", "--shard", "1/20")
    assert 0 == code
    assert {"pass", "skipped"} == printed["counts"].keys()
    assert ["base-4"] == [one["profile"] for one in printed["games"]]
    assert list(LEVELS) == printed["games"][0]["levels"]


@needs_node
def test_the_implementation_in_javascript_is_conformant_for_what_it_claims(tmp_path: Path) -> None:
    code, printed = conform("-i", patient(tmp_path, HERE / "adapter.toml"), "--random", "10")
    assert (0, True) == (code, printed["conformant"])
    assert {"pass", "honest", "unsupported"} == printed["counts"].keys()


@needs_node
@pytest.mark.parametrize("bug", BUGS, ids=lambda file: file.stem)
def test_a_planted_bug_is_found(bug: Path, tmp_path: Path) -> None:
    suite = [word for area in AREAS for word in ("--scenarios", str(area))]
    words = ("--fail-fast", "--jobs", "1", *suite)
    code, printed = conform("-i", patient(tmp_path, bug), *words)
    assert (1, False) == (code, printed["conformant"])
    assert 1 == printed["counts"]["fail"]
