"""The public names of the package: `import thesmos`."""

from __future__ import annotations

import subprocess
import sys

import pytest

import thesmos

QUICK = """
import sys, thesmos
assert not {m for m in sys.modules if m.startswith("thesmos.")}, "imports too much"
"""
LOADS = """
import thesmos
from thesmos import Game, load
assert isinstance(thesmos.load("santorini"), Game)
assert load("santorini").slug == "santorini"
"""


@pytest.mark.parametrize("text", [QUICK, LOADS], ids=["quick", "loads"])
def test_import_thesmos(text: str) -> None:
    subprocess.run([sys.executable, "-c", text], check=True, timeout=600)


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError):
        _ = thesmos.nothing
