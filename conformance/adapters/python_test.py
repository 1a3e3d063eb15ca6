"""The Santorini in Python agrees with the rules, by turns and by positions."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thesmos.cli import cli

HERE = Path(__file__).parent / "python"
KINDS = ["adapter", "positions"]


def _run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_conformant_for_what_it_claims(kind: str) -> None:
    adapter = str(HERE / f"{kind}.toml")
    done = _run("conform", "-i", adapter, "--game", "santorini", "--as-written", "--json")
    made = json.loads(done.stdout)
    assert made["conformant"], [r["id"] for r in made["results"] if r["status"] == "fail"]
    assert 50 < made["counts"]["pass"]
    assert ("simple-gods" == made["profile"]) == (kind == "positions")  # its turns leave out Hermes


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_random_games_agree(kind: str) -> None:
    adapter = str(HERE / f"{kind}.toml")
    words = ("--game", "santorini", "--games", "1", "--time", "1h", "--json")
    done = _run("fuzz", "-i", adapter, *words)
    made = json.loads(done.stdout)
    assert (1, []) == (made["games"], made["disagreements"])


def test_it_uses_nothing_of_thesmos() -> None:
    """It would prove nothing otherwise."""
    own = {file.stem for file in HERE.glob("*.py")}
    for file in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            assert {
                name.partition(".")[0] for name in names if name
            } <= own | sys.stdlib_module_names
