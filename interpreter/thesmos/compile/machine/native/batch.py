"""The results of many games or states at once, as NumPy arrays."""

from __future__ import annotations

from collections.abc import Sequence
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


class NotLegalError(Exception):
    """A choice that is not offered. number: of the first such state."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Legal(NamedTuple):
    """What is legal in many states, in compressed rows.

    indptr: where the row of each state begins, and where the last one ends (int64).
    codes: the rows, one after the other (int32). Row n is codes[indptr[n] : indptr[n + 1]]: the
        codes of the options, ascending, and last, where that is allowed, the one to skip.
    """

    indptr: Any
    codes: Any

    @classmethod
    def of(cls, lengths: Any, parts: Sequence[Any]) -> Legal:
        """Make rows of their lengths, and of arrays of codes that follow each other."""
        np = numpy_for("arrays of states")
        indptr = np.zeros(len(lengths) + 1, np.int64)
        np.cumsum(lengths, out=indptr[1:])
        codes = parts[0] if len(parts) == 1 else np.concatenate([np.empty(0, np.int32), *parts])
        return cls(indptr, codes)

    @property
    def lengths(self) -> Any:
        """How many choices each state has."""
        return self.indptr[1:] - self.indptr[:-1]

    def rows(self, which: Any) -> Legal:
        """Return some of the rows. which: as NumPy indexes."""
        np = numpy_for("arrays of states")
        lengths, starts = self.lengths[which], self.indptr[:-1][which]
        ends = np.cumsum(lengths)
        shift = np.repeat(starts - (ends - lengths), lengths)
        return Legal.of(lengths, [self.codes[np.arange(len(shift)) + shift]])

    def then(self, other: Legal) -> Legal:
        """Return these rows, and after them those of other states."""
        np = numpy_for("arrays of states")
        indptr = np.concatenate([self.indptr, other.indptr[1:] + self.indptr[-1]])
        return Legal(indptr, np.concatenate([self.codes, other.codes]))

    def spread(self, values: Any, width: int) -> Any:
        """Return a table with a row for each state and a column for each code.

        values: for all codes, or one for each; the others are 0. width: how many columns.
        """
        np = numpy_for("arrays of states")
        count = len(self.indptr) - 1
        table = np.zeros(count * width, np.asarray(values).dtype)
        table[np.repeat(np.arange(count) * width, self.lengths) + self.codes] = values
        return table.reshape(count, width)


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
