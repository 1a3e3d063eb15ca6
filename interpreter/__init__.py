"""Thesmos: rules as data. `thesmos.load("…")` gives a game; see docs/ for the rest."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from thesmos.use.game import Game, load

__all__ = ["Game", "load"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """The public names, imported when they are first asked for: `import thesmos` stays quick."""
    if name in __all__:
        from thesmos.use import game

        return getattr(game, name)
    raise AttributeError(name)


class _Package(ModuleType):
    """The package: its name `load` is the function, whenever its folder `load` is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if name not in __all__ or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
