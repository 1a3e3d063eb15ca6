"""The house is as architecture.md draws it, and no modules import each other in a circle."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "pages"


def drawn(page: Path) -> dict[str, list[str]]:
    """Return the layers of each package in the drawing of a page, from top to bottom."""
    (drawing,) = re.findall(
        r'```text title="the house"\n(.*?)```', page.read_text("utf-8"), re.DOTALL
    )
    layers: dict[str, list[str]] = {}
    for line in drawing.splitlines():
        if line.startswith(" "):
            layers[[*layers][-1]].append(line.strip())
        else:
            layers[line] = []
    return layers


@pytest.mark.parametrize("page", ["architecture.md", "es/architecture.md"])
def test_the_drawing_shows_the_layers_of_the_contracts(page: str) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    checked = {
        package: contract["layers"]
        for contract in contracts
        for package in contract.get("containers", ())
    }
    assert drawn(PAGES / page) == checked


def circle(imports: Mapping[str, set[str]]) -> list[str]:
    """Return modules that import each other in a circle, as long as there are any.

    imports: by module, those that it imports.
    """
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        modules: list[str] = error.args[1]
        return modules
    return []


def test_a_circle_is_named() -> None:
    imports = {"frame": {"state"}, "history": {"frame"}, "state": {"history"}, "values": {"frame"}}
    assert {"frame", "history", "state"} == set(circle(imports))


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Nor inside functions, nor for type checkers only."""
    packages = "thesmos", "thesmos_conform", "thesmos_rulebook", "testing"
    graph = grimp.build_graph(*packages, cache_dir=None, exclude_type_checking_imports=False)
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    assert len(imports) > 600
    assert circle(imports) == []
