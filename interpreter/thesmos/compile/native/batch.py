"""What comes of many games or states at once, as NumPy arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

from thesmos.diagnostics import UsageError


class Playouts(NamedTuple):
    """What random games came to, as NumPy arrays with a number for each game.

    winners: a bit for each player, and one more if nobody has won; 0 if the game was not over.
    reasons: the number of the ground, in `match.linked.reasons`. lengths: how many decisions.
    """

    winners: Any
    reasons: Any
    lengths: Any


class Following(NamedTuple):
    """What follows some states, as NumPy arrays with a row or number for each.

    states: a row of slots for each. before: the number of the one that it follows. ends: whether a
    turn or the game ended with it. done: how many states these are all the followers of.
    """

    states: Any
    before: Any
    ends: Any
    done: int


def empty_playouts(games: int) -> Playouts:
    """Arrays for so many games. Raises UsageError if NumPy is not installed."""
    np = numpy_for("playouts")
    return Playouts(np.zeros(games, np.int32), np.zeros(games, np.int32), np.zeros(games, np.int64))


def numpy_for(what: str) -> Any:
    """NumPy. Raises UsageError, which says what needs it, if it is not installed."""
    try:
        import numpy as np
    except ImportError:
        raise UsageError(
            f"{what} need NumPy, which is not installed",
            'install it with `pip install "thesmos[native]"`',
        ) from None
    return np
