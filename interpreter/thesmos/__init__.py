"""Thesmos: rules as data. `thesmos.load("…")` gives a game; see docs/ for the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from thesmos.play.game import Game, load

__all__ = ["Game", "load"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """The public names, imported when they are first asked for: `import thesmos` stays quick."""
    if name in __all__:
        from thesmos.play import game

        return getattr(game, name)
    raise AttributeError(name)
