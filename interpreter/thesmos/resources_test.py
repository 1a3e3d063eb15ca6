"""The data is found in a checkout, in an installed wheel, and beside a copy of the package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from thesmos import resources
from thesmos.cache import VARIABLE
from thesmos.scenario.reader import scenario_id


def with_grammar(folder: Path) -> Path:
    """The folder, with what the search looks for."""
    (folder / "grammar").mkdir(parents=True)
    (folder / "grammar" / "clause.lark").touch()
    return folder


@pytest.mark.parametrize("above", [1, 2], ids=["beside the package", "beside its folder"])
def test_data_beside_the_package_is_found(
    above: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "interpreter" / "thesmos"
    monkeypatch.setattr(resources, "_PACKAGE", package)
    root = with_grammar(package.parents[above - 1])
    assert root / "spec" == resources.spec_dir()


def test_an_installed_package_reads_its_own_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_grammar(tmp_path)
    package = tmp_path / "thesmos"
    with_grammar(package / "data")
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert package / "data" / "conformance" / "scenarios" == resources.scenarios_dir()


def test_a_wheel_has_its_scenarios_in_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path)
    bundle = with_grammar(tmp_path / "data") / "conformance" / "scenarios.json"
    bundle.parent.mkdir()
    bundle.write_text(json.dumps({"game/area/a.yaml": "title: a"}), encoding="utf-8")
    scenario = resources.scenarios_dir() / "game" / "area" / "a.yaml"
    assert scenario.read_text(encoding="utf-8") == "title: a"
    assert scenario_id(scenario) == "game/area/a"


def test_the_grammar_of_these_tests_is_there() -> None:
    assert (resources.grammar_dir() / "clause.lark").is_file()
    assert (resources.spec_dir() / "santorini" / "game.yaml").is_file()
