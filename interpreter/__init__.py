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


class _Load(ModuleType):
    """The folder `load` of the interpreter, which bears the name of the API's function."""

    def __call__(self, name: str) -> Game:
        from thesmos.use import game

        return game.load(name)


class _Package(ModuleType):
    """The package: importing its folder `load` must not take the function `load` away."""

    def __setattr__(self, name: str, value: object) -> None:
        if name == "load" and isinstance(value, ModuleType):
            value.__class__ = _Load
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
