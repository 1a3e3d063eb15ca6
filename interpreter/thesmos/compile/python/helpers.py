"""The helpers that printed functions call."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.compile.optimize.checked import WORDS, IndexOutOfRange
from thesmos.link.layout import NONE


def within(values: Sequence[int], low: int, high: int) -> int:
    """Return the set of the places of the values from `low` to `high`."""
    places, bit = 0, 1
    for value in values:
        if low <= value <= high:
            places |= bit
        bit += bit
    return places


def find(values: Sequence[int], value: int) -> int:
    """Return the first place of a value; none if it does not occur."""
    return values.index(value) if value in values else NONE


def firsts(values: Sequence[int]) -> dict[int, int]:
    """Return the first place of each value."""
    return dict(zip(reversed(values), reversed(range(len(values))), strict=True))


def members(values: Sequence[int], size: int) -> int:
    """Return the set of the values below `size`, and not below 0."""
    below = 0
    for value in values:
        if 0 <= value < size:
            below |= 1 << value
    return below


def digits(codes: Sequence[int], first: int, last: int, divide: int, size: int) -> int:
    """Return the set of the values that a role has in the codes from `first` to `last`."""
    values = 0
    for code in codes:
        if first <= code <= last:
            values |= 1 << (code - first) // divide % size
    return values


def none(*_: object) -> int:
    """Take the place of a missing function in a row; return 0."""
    return 0


def tested(
    number: int,
    low: int,
    high: int,
    others: tuple[int, ...],
    excluded: int | None,
    word: int,
    of: int,
) -> int:
    """Return a number. Raises IndexOutOfRange if it is not in its range; see ir.Checked."""
    if (low <= number <= high or number in others) and number != excluded:
        return number
    raise IndexOutOfRange(WORDS[word], of, number, low, high)


HELPERS = {
    "tested": tested,
    "within": within,
    "find": find,
    "firsts": firsts,
    "members": members,
    "digits": digits,
    "none": none,
}
