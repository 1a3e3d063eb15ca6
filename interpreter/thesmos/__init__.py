"""Thesmos: the rules of board games as data. `thesmos.load("…")` loads a game; see docs/pages."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know this name; importing `typing` would take too long
if TYPE_CHECKING:
    from typing import Any

    from thesmos.diagnostics import SpecError, UsageError
    from thesmos.play.decision import Decision
    from thesmos.play.game import Game, load
    from thesmos.play.history import History
    from thesmos.play.match import Match
    from thesmos.play.mcts import SearchTree, search
    from thesmos.play.options import Option
    from thesmos.play.state import State
    from thesmos.play.view import View

__all__ = [
    "Decision",
    "Game",
    "History",
    "Match",
    "Option",
    "SearchTree",
    "SpecError",
    "State",
    "UsageError",
    "View",
    "load",
    "search",
]
__version__ = "0.1.0"

_MODULES = {  # where each public name is defined
    "Decision": "thesmos.play.situation",
    "Game": "thesmos.play.game",
    "History": "thesmos.play.history",
    "Match": "thesmos.play.match",
    "Option": "thesmos.play.options",
    "SearchTree": "thesmos.play.mcts",
    "SpecError": "thesmos.diagnostics",
    "State": "thesmos.play.state",
    "UsageError": "thesmos.diagnostics",
    "View": "thesmos.play.view",
    "load": "thesmos.play.game",
    "search": "thesmos.play.mcts",
}


def __getattr__(name: str) -> Any:
    """Import public names on first use, so that `import thesmos` stays fast."""
    if name in _MODULES:
        from importlib import import_module

        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module 'thesmos' has no attribute '{name}'")


def __dir__() -> list[str]:
    """Return the public names, also those that are not imported yet."""
    return sorted([*__all__, "__version__"])
