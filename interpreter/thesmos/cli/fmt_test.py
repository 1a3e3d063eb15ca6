"""`thesmos fmt`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from thesmos.cli.fmt import command
from thesmos.diagnostics import UsageError

POWER = "thesmos: power\nslug: owl\ntitle: Owl\nclauses:\n  Your Move: |\n"
UNTIDY, TIDY = POWER + "    forbid move  where a=b\n", POWER + "    forbid move where a = b\n"


@pytest.fixture
def owl(tmp_path: Path) -> Path:
    """A file that is not in its one form, in a folder with another one that is."""
    (tmp_path / "tidy.yaml").write_text(TIDY, encoding="utf-8")
    file = tmp_path / "owl.yaml"
    file.write_text(UNTIDY, encoding="utf-8")
    return file


def test_a_folder_is_written_in_one_form(owl: Path) -> None:
    made = CliRunner().invoke(command, [str(owl.parent)])
    assert (made.exit_code, made.output) == (0, f"{owl}: changed\n2 files, 1 changed\n")
    assert owl.read_text(encoding="utf-8") == TIDY


def test_with_check_nothing_is_written(owl: Path) -> None:
    made = CliRunner().invoke(command, [str(owl), "--check"])
    assert (made.exit_code, owl.read_text(encoding="utf-8")) == (1, UNTIDY)
    assert CliRunner().invoke(command, [str(owl.parent / "tidy.yaml"), "--check"]).exit_code == 0


def test_a_file_with_errors_is_left_alone(owl: Path) -> None:
    wrong = UNTIDY + "    forbidden\n"
    owl.write_text(wrong, encoding="utf-8")
    made = CliRunner().invoke(command, [str(owl), "--json"])
    found = json.loads(made.output)
    assert (made.exit_code, owl.read_text(encoding="utf-8")) == (1, wrong)
    assert found["changed"] == []
    assert [(one["code"], one["line"]) for one in found["diagnostics"]] == [("E201", 7)]


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    made = CliRunner().invoke(command, [str(tmp_path / "none.yaml")])
    assert isinstance(made.exception, UsageError)
