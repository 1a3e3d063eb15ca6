"""Patterns for the numbers of a range."""

from __future__ import annotations


def any_number(low: int, high: int) -> str:
    """Return a pattern for the numbers of a range, as they are written in digits."""
    parts = [f"-(?:{any_number(max(1, -high), -low)})"] if low < 0 else []
    low = max(low, 0)
    for length in range(len(str(low)), len(str(high)) + 1) if low <= high else ():
        least = max(low, 10 ** (length - 1) if length > 1 else 0)
        parts.append(_numbers_of_one_length(str(least), str(min(high, 10**length - 1))))
    return "|".join(parts)


def _numbers_of_one_length(low: str, high: str) -> str:
    """Return a pattern for the texts of digits between two of the same length."""
    if not low.strip("0") and not high.strip("9"):
        return f"[0-9]{{{len(low)}}}"
    if len(low) == 1:
        return f"[{low}-{high}]"
    if low[0] == high[0]:
        return f"{low[0]}(?:{_numbers_of_one_length(low[1:], high[1:])})"
    rest = len(low) - 1
    first, last = (low, low[0] + "9" * rest), (high[0] + "0" * rest, high)
    digits = range(int(low[0]) + 1, int(high[0]))
    between = [(f"{digit}{'0' * rest}", f"{digit}{'9' * rest}") for digit in digits]
    return "|".join(f"(?:{_numbers_of_one_length(*bounds)})" for bounds in (first, *between, last))
