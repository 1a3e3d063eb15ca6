"""Types arithmetic: its operands are numbers, and its result is neither too low nor too high."""

from __future__ import annotations

from typing import cast

from thesmos.check.expressions import expect, wrong
from thesmos.check.scope import Scope
from thesmos.diagnostics import Location
from thesmos.program import values as v
from thesmos.program.ranges import arithmetic_type
from thesmos.program.types import INT, LEAST, MOST, Type
from thesmos.syntax import nodes as t


def type_arithmetic(expr: t.Binary, left: v.Value, right: v.Value, scope: Scope) -> v.Value:
    """Return the meaning of `a + b`, `min(a, b)` and the like, given that of the operands."""
    if expr.word == "sum":
        ways = "write `A + B`, or `sum (VALUE for NAME in SET)`"
        scope.report("E308", "sum(…) does not take two values", expr.location, ways)
        return wrong(expr.location)
    for operand, side in ((left, expr.left), (right, expr.right)):
        expect(operand.type, INT, side.location, scope, f"an operand of `{expr.word}`")
    kind = possible(arithmetic_type(expr.word, left.type, right.type), expr.location, scope)
    word = cast(v.Operator, expr.word)
    return v.Arithmetic(word, left, right, location=expr.location, type=kind)


def possible(kind: Type, location: Location, scope: Scope) -> Type:
    """Return the type of a result, within what a number can be; report what is outside."""
    if kind.low < LEAST:
        text = f"this may go down to {kind.low}, which is too low"
        scope.report("E312", text, location, f"the lowest number is {LEAST}")
    if kind.high > MOST:
        text = f"this may go up to {kind.high}, which is too high"
        scope.report("E312", text, location, f"the highest result is {MOST}")
    low, high = (max(LEAST, min(MOST, end)) for end in (kind.low, kind.high))
    return Type("int", "", low, high, kind.none)
