"""What a checked program notes for its host: the first index out of its range."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_int64
from typing import Any

from thesmos.compile.optimize.checked import WORDS, IndexOutOfRange

FAILURE = "match_failure"  # 1 if there is one; its number, word, first slot, and range
Failure = c_int64 * 6


def watched(function: Callable[..., int], failure: Any) -> Callable[..., int]:
    """Return a function that raises IndexOutOfRange for what a function of the program has noted.

    failure: the Failure that the program exports under the name FAILURE.
    """

    def watching(*arguments: Any) -> int:
        result = function(*arguments)
        failed, number, word, first, low, high = failure
        failure[0] = 0
        if failed:
            raise IndexOutOfRange(WORDS[word], first, number, low, high)
        return result

    return watching
