"""Types arithmetic: its operands are numbers, and its result is not too low."""

from __future__ import annotations

from typing import cast

from thesmos.check.expressions import expect
from thesmos.check.scope import Scope
from thesmos.program import values as v
from thesmos.program.ranges import LEAST, arithmetic_type
from thesmos.program.types import INT
from thesmos.syntax import nodes as t


def type_arithmetic(expr: t.Binary, left: v.Value, right: v.Value, scope: Scope) -> v.Value:
    """Return the meaning of `a + b` and the like, given that of the operands."""
    for operand, side in ((left, expr.left), (right, expr.right)):
        expect(operand.type, INT, side.location, scope, f"an operand of `{expr.word}`")
    kind = arithmetic_type(expr.word, left.type, right.type)
    if kind.low <= LEAST:
        scope.report(
            "E312",
            f"this may go down to {kind.low}, which is too low",
            expr.location,
            f"the lowest number is {LEAST + 1}",
        )
    word = cast(v.Operator, expr.word)
    return v.Arithmetic(word, left, right, location=expr.location, type=kind)
