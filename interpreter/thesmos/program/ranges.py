"""The ranges of the results of arithmetic, given the ranges of its operands."""

from __future__ import annotations

import operator

from thesmos.program.types import Type


def arithmetic_type(word: str, left: Type, right: Type) -> Type:
    """Return the type of `left + right` and the like; may be none if it can divide by 0."""
    low, high, by_zero = _bounds(word, left, right)
    return Type("int", "", low, high, left.none or right.none or by_zero)


def opposite_type(kind: Type) -> Type:
    """Return the type of `-x`, given that of x."""
    return Type("int", "", -kind.high, -kind.low, kind.none)


def absolute_type(kind: Type) -> Type:
    """Return the type of `abs(x)`, given that of x."""
    ends = abs(kind.low), abs(kind.high)
    low = 0 if kind.low <= 0 <= kind.high else min(ends)
    return Type("int", "", low, max(ends), kind.none)


def _bounds(word: str, left: Type, right: Type) -> tuple[int, int, bool]:
    """Return the least and the greatest result, and whether it may be none (division by 0)."""
    if word in ("min", "max"):
        end = min if word == "min" else max
        return end(left.low, right.low), end(left.high, right.high), False
    if word in ("+", "-", "*"):
        work = {"+": operator.add, "-": operator.sub, "*": operator.mul}[word]
        ends = [work(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
        return min(ends), max(ends), False
    divisors = [d for d in {right.low, right.high, -1, 1} if d and right.low <= d <= right.high]
    by_zero = right.low <= 0 <= right.high
    if not divisors:
        return 0, 0, True
    if word == "mod":
        return min(0, *(d + 1 for d in divisors)), max(0, *(d - 1 for d in divisors)), by_zero
    ends = [a // d for a in (left.low, left.high) for d in divisors]
    if left.low <= 0 <= left.high:
        ends.append(0)
    return min(ends), max(ends), by_zero
