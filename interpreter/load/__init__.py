"""From files to values: YAML and clause text, every node with its place in a file.

`thesmos.load("…")` is the public call and `thesmos.load` this folder: the module itself is
callable, so that both work whichever was imported first.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    """The package as a function."""

    def __call__(self, name: str) -> Any:
        """Load a game: see `thesmos.use.game.load`."""
        return importlib.import_module("thesmos.use.game").load(name)


sys.modules[__name__].__class__ = _Callable
