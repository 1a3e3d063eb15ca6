"""Types arithmetic: the least and the greatest number that an operation can give."""

from __future__ import annotations

import operator
from typing import cast

from thesmos.check.expressions import expect
from thesmos.check.scope import Scope
from thesmos.program import values as v
from thesmos.program.types import INT, Type
from thesmos.syntax import nodes as t

LEAST = -100  # all numbers are above it; none and unknown are below


def type_arithmetic(expr: t.Binary, left: v.Value, right: v.Value, scope: Scope) -> v.Value:
    """Return the meaning of `a + b` and the like, given that of the operands."""
    a, b = left.type, right.type
    for kind, side in ((a, expr.left), (b, expr.right)):
        expect(kind, INT, side.location, scope, f"an operand of `{expr.word}`")
    low, high, by_zero = _bounds(expr.word, a, b)
    if low <= LEAST:
        scope.report(
            "E312",
            f"this may go down to {low}, which is too low",
            expr.location,
            f"the lowest number is {LEAST + 1}",
        )
    kind = Type("int", "", low, high, a.none or b.none or by_zero)
    word = cast(v.Operator, expr.word)
    return v.Arithmetic(word, left, right, location=expr.location, type=kind)


def _bounds(word: str, left: Type, right: Type) -> tuple[int, int, bool]:
    """Return the least and the greatest result, and whether it may be none (division by 0)."""
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
