"""Runs the loop that `thesmos new adapter --lang python` writes, with a module as its game."""

from __future__ import annotations

import sys
from pathlib import Path

SKELETON = Path(__file__).resolve().parent.parent / "skeletons" / "python"


def serve(module: str) -> None:
    """Answer requests by the functions of a loaded module, until `bye`. module: its name."""
    sys.modules["game"] = sys.modules[module]
    sys.path.insert(0, str(SKELETON))
    import adapter

    adapter.main()
