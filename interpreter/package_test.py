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
import thesmos.load.marked, thesmos
a, b = thesmos.load("santorini"), thesmos.load("santorini")
from thesmos import Game, load
assert isinstance(a, Game) and isinstance(b, Game) and thesmos.load is load
from thesmos.load import marked
assert marked.parse_yaml
"""


@pytest.mark.parametrize("text", [QUICK, TWICE], ids=["quick", "twice"])
def test_import_thesmos(text: str) -> None:
    subprocess.run([sys.executable, "-c", text], check=True, timeout=60)


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError):
        _ = thesmos.nothing
