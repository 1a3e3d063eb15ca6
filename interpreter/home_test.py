"""The data is found, in the checkout and in an installed wheel, and the wheel carries all code."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from thesmos import home

CHECKOUT = Path(__file__).resolve().parent.parent


def test_a_checkout_has_the_data_beside_the_package() -> None:
    """An editable install reads the files that one edits."""
    expected = [
        CHECKOUT / "spec",
        CHECKOUT / "grammar",
        CHECKOUT / "conformance" / "scenarios",
        CHECKOUT / "conformance" / "records",
        CHECKOUT / "conformance" / "protocol",
        CHECKOUT / "conformance" / "adapters" / "skeletons",
    ]
    found = [
        home.spec_dir(),
        home.grammar_dir(),
        home.scenarios_dir(),
        home.records_dir(),
        home.protocol_dir(),
        home.skeletons_dir(),
    ]
    assert CHECKOUT / "docs" == home.docs_dir()
    assert expected == found


def test_a_wheel_has_the_data_inside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installed package reads its own data, even if a folder of that name lies beside it."""
    package = tmp_path / "thesmos"
    (package / "data" / "spec").mkdir(parents=True)
    (tmp_path / "spec").mkdir()
    monkeypatch.setattr(home, "_PACKAGE", package)
    assert package / "data" / "spec" == home.spec_dir()
    assert home.docs_dir() is None


def test_the_wheel_has_every_folder_of_the_interpreter() -> None:
    """A folder that is missing in pyproject.toml would be missing only where it is installed.

    `testing` is for tests alone, and these stay behind.
    """
    there = {
        ".".join(("thesmos", *file.parent.relative_to(CHECKOUT / "interpreter").parts))
        for file in (CHECKOUT / "interpreter").rglob("*.py")
        if "testing" not in file.parts
    }
    listed = set(_setuptools()["packages"])
    assert there == listed


def _setuptools() -> dict[str, Any]:
    settings: dict[str, Any] = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))
    found: dict[str, Any] = settings["tool"]["setuptools"]
    return found
