"""The suite as plain data, and as tests of pytest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from click.testing import CliRunner

from thesmos.cli import cli
from thesmos.resources import scenarios_dir
from thesmos.syntax.schema import schema_violation
from thesmos_conform.testing.adapters import start

pytestmark = pytest.mark.slow

BASE = scenarios_dir() / "santorini" / "base"
CIRCE = scenarios_dir() / "santorini" / "circe"
HECATE = scenarios_dir() / "santorini" / "hecate"
SPOILED = (
    "thesmos: scenario\ntitle: A corner has two neighbours\nclauses: [move.near]\nsource: made up\n"
    "given:\n  game: santorini\n  to_move: 1\n"
    "  position: {levels: '0000000000000000000000000', workers: [A1 1f, E5 2f]}\n"
    "steps:\n  - then: {legal: {exactly: [A1-A2, A1-B1]}}\n"
)


def test_every_line_of_the_suite_fits_its_schema_and_every_scenario_has_one() -> None:
    done = CliRunner().invoke(cli, ["suite", "santorini", str(BASE), str(HECATE)])
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert {""} == {schema_violation(line, "suite") for line in lines}
    files = [*BASE.glob("*.yaml"), *HECATE.glob("*.yaml")]
    assert len(files) == len({line["id"] for line in lines})
    assert {"refused", "winners", "options"} <= {key for line in lines for key in line["expect"]}
    assert any("viewer" in line for line in lines)


def test_a_suite_is_written_to_a_file(tmp_path: Path) -> None:
    out = tmp_path / "suite.jsonl"
    done = CliRunner().invoke(cli, ["suite", "santorini", str(BASE), "--out", str(out)])
    assert ("", 0) == (done.stdout, done.exit_code)
    assert out.read_text().startswith('{"thesmos_case": 2, "id": "santorini/base/')


def test_an_existing_file_is_overwritten_with_force_only(tmp_path: Path) -> None:
    out = tmp_path / "suite.jsonl"
    out.write_text("theirs")
    words = ["suite", "santorini", str(BASE), "--out", str(out)]
    done = CliRunner().invoke(cli, words)
    assert (2, "theirs") == (done.exit_code, out.read_text())
    assert "--force overwrites it" in done.stderr
    assert 0 == CliRunner().invoke(cli, [*words, "--force"]).exit_code
    assert "thesmos_case" in out.read_text()


def test_an_empty_suite_is_reported(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["suite", "pook", str(BASE)])
    assert 2 == done.exit_code
    assert "no scenarios of pook" in done.stderr


# --------------------------------------------------------------------------- pytest's own tests

INSTALLED = any(one.value.startswith("thesmos") for one in entry_points(group="pytest11"))


def _pytest(
    folder: Path, *args: str, with_others: bool = False
) -> subprocess.CompletedProcess[str]:
    """A separate run of pytest, without the settings of this one.

    with_others: as it is where the package is installed, with all other plugins too. Their start
    takes longer than the tests.
    """
    plugin = () if with_others and INSTALLED else ("-p", "thesmos_conform.pytest_plugin")
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "-c", "/dev/null", *plugin]
    alone = {} if with_others else {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        [*command, "--rootdir", str(folder), *args],
        cwd=folder,
        env={**os.environ, **alone},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def _adapter(folder: Path, fault: str) -> str:
    path = folder / f"{fault}.toml"
    words = ", ".join(json.dumps(word) for word in start.adapter(fault).command)
    path.write_text(f"command = [{words}]\nstartup = 60\ntimeout = 60\n")
    return str(path)


def test_scenario_files_are_tests(tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text(SPOILED)
    (tmp_path / "other.yaml").write_text("a: list\n")
    done = _pytest(tmp_path, "--thesmos", str(BASE), str(tmp_path), with_others=True)
    assert f"1 failed, {len(list(BASE.glob('*.yaml')))} passed" in done.stdout, done.stdout
    assert "+ there, but not expected: A1-B2" in done.stdout


def test_without_the_option_scenario_files_are_not_tests(tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text(SPOILED)
    assert "no tests ran" in _pytest(tmp_path, str(tmp_path)).stdout


def test_an_adapter_is_asked(tmp_path: Path) -> None:
    done = _pytest(
        tmp_path, "--thesmos-adapter", _adapter(tmp_path, "climbs"), str(BASE), str(CIRCE)
    )
    assert " failed" in done.stdout
    assert "+ should not be:" in done.stdout
    assert "unsupported: power circe" in done.stdout
    assert 1 == done.returncode


def test_an_adapter_file_that_is_missing_is_one_error(tmp_path: Path) -> None:
    done = _pytest(tmp_path, "--thesmos-adapter", "nowhere.toml", str(BASE))
    assert pytest.ExitCode.USAGE_ERROR == done.returncode
    assert "--thesmos-adapter: nowhere.toml can't be read" in done.stderr
    assert "Traceback" not in done.stderr
    assert "failed" not in done.stdout


@pytest.mark.parametrize(
    ("kind", "skipped"),
    [
        ("by-turns", "unsupported: mode four-players"),
        ("by-positions", "not askable: the set-up can't be asked about"),
        ("holes", "left out: no domes yet"),
    ],
)  # all other commands: kinds_of_adapters_test.py
def test_an_honest_adapter_passes(tmp_path: Path, kind: str, skipped: str) -> None:
    done = _pytest(tmp_path, "--thesmos-adapter", _adapter(tmp_path, kind), str(BASE))
    assert 0 == done.returncode, done.stdout
    assert " passed" in done.stdout
    assert skipped in done.stdout
