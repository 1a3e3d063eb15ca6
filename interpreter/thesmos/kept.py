"""Results that are kept while what they were made from stays the same.

An editor checks a game again after each change of one file. What reads or checks a part of a game
asks `Kept` for its result, and names all that the result depends on: parts that never change are
told apart by identity; texts, numbers and tuples by value. So a result can't be out of date.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import Any, TypeVar

T = TypeVar("T")
MOST = 20_000  # results of one round; beyond, the oldest are forgotten
_BY_VALUE = (str, int, bytes, tuple, PurePath, type(None))


class Kept:
    """Keeps results. One that was not asked for in the last whole round is forgotten."""

    def __init__(self) -> None:
        self._results: dict[tuple[Any, ...], tuple[Any, tuple[Any, ...]]] = {}
        self._before: dict[tuple[Any, ...], tuple[Any, tuple[Any, ...]]] = {}

    def begin(self) -> None:
        """Begin a round, such as a check of a whole game."""
        self._before, self._results = self._results, {}

    def of(self, what: str, make: Callable[[], T], *parts: object) -> T:
        """Return the result of `make`, or the one that was made of the same parts.

        what: the name of the result, which nobody may change.
        parts: all that it depends on. What is in a tuple must be hashable.
        """
        # In a set, an identity is never taken for a number, or anything else that is a part.
        key = (
            what,
            *(part if isinstance(part, _BY_VALUE) else frozenset((id(part),)) for part in parts),
        )
        entry = self._results.get(key) or self._before.get(key)
        if entry is None:
            entry = make(), parts  # the parts are held, so that no other gets their identity
        if len(self._results) >= MOST:
            self.begin()
        self._results[key] = entry
        result: T = entry[0]
        return result


class Afresh(Kept):
    """Keeps nothing: for what is done once."""

    def of(self, what: str, make: Callable[[], T], *parts: object) -> T:  # noqa: ARG002
        """Return the result of `make`."""
        return make()


AFRESH = Afresh()
