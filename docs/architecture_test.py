"""The drawing of the house in architecture.md is what `.ci/arrows` checks."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

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
