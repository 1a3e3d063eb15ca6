"""The door to the API: `import thesmos`."""

from __future__ import annotations

import subprocess
import sys

import pytest

import thesmos

QUICK = """
import sys, thesmos
assert not {m for m in sys.modules if m.startswith("thesmos.")}, "imports too much"
"""
TWICE = """
import thesmos
from thesmos import Game, load
a, b, c = thesmos.load("santorini"), thesmos.load("santorini"), load("santorini")
import thesmos.load.marked as marked
assert all(isinstance(game, Game) for game in (a, b, c, thesmos.load("santorini")))
assert marked.parse_yaml
"""
FOLDER_FIRST = """
import thesmos.load.marked
assert thesmos.load("santorini").slug == "santorini"
assert thesmos.load.marked.parse_yaml
"""


@pytest.mark.parametrize(
    "text", [QUICK, TWICE, FOLDER_FIRST], ids=["quick", "twice", "folder-first"]
)
def test_import_thesmos(text: str) -> None:
    subprocess.run([sys.executable, "-c", text], check=True, timeout=60)


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError):
        _ = thesmos.nothing
