"""The results of many games or states at once, as NumPy arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

from thesmos.diagnostics import UsageError


class Playouts(NamedTuple):
    """The results of random games, as NumPy arrays with a number for each game.

    winners: a bit for each player, and one more if nobody has won; 0 if the game was not over.
    reasons: the index of the ground in `match.linked.reasons`. lengths: how many decisions.
    """

    winners: Any
    reasons: Any
    lengths: Any


class Following(NamedTuple):
    """The successors of some states, as NumPy arrays with a row or number for each.

    states: a row of slots for each. before: the index of the state that it follows. ends: whether a
    turn or the game ended with it. done: how many of the states have all their successors here.
    """

    states: Any
    before: Any
    ends: Any
    done: int


def empty_playouts(games: int) -> Playouts:
    """Return arrays for a number of games. Raises UsageError if NumPy is not installed."""
    np = numpy_for("playouts")
    return Playouts(np.zeros(games, np.int32), np.zeros(games, np.int32), np.zeros(games, np.int64))


def numpy_for(what: str) -> Any:
    """Return NumPy. what: what needs it. Raises UsageError, with this, if it is not installed."""
    try:
        import numpy as np
    except ImportError:
        raise UsageError(
            f"{what} need NumPy, which is not installed",
            'install it with `pip install "thesmos[native]"`',
        ) from None
    return np
