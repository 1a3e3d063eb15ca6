"""Runs the loop that `thesmos new adapter --lang python` writes, with a module as its game.

The modules say what differs between engines; what they say alike is here.
"""

from __future__ import annotations

import sys
from pathlib import Path

SKELETON = Path(__file__).resolve().parent.parent / "skeletons" / "python"

EDITIONS: dict[str, str] = {}  # of the games that are asked about, once the conversation begins
# What is claimed of each game: two players, and nothing on cards.
ALIKE = {"modes": ["two-players"], "powers": [], "dead_ends": "lost"}


class UnsupportedError(Exception):
    """What the claims leave out."""


def serve(module: str) -> None:
    """Answer requests by the functions of a loaded module, until `bye`. module: its name."""
    sys.modules["game"] = sys.modules[module]
    sys.path.insert(0, str(SKELETON))
    import adapter

    adapter.main()
