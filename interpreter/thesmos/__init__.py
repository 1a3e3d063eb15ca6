"""Thesmos: the rules of board games as data. `thesmos.load("…")` loads a game; see docs/pages."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know this name; importing `typing` would take too long
if TYPE_CHECKING:
    from typing import Any

    from thesmos.play.game import Game, load

__all__ = ["Game", "load"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import public names on first use, so that `import thesmos` stays fast."""
    if name in __all__:
        from thesmos.play import game

        return getattr(game, name)
    raise AttributeError(name)
