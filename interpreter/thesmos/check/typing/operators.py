"""Type arithmetic and comparisons, also those of a count of events and of a game option."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from thesmos.check.names.hints import comparison_hint, conversion_hint
from thesmos.check.names.scope import Scope
from thesmos.check.typing.expressions import expect, refused, type_expr, wrong
from thesmos.check.typing.history import type_history
from thesmos.diagnostics import Location, Mend, suggest
from thesmos.program import values as v
from thesmos.program.ranges import arithmetic_type
from thesmos.program.types import FLAG, INT, LEAST, MOST, Type
from thesmos.syntax import nodes as t

ONLY_COMPARED = "times(…) can only be compared with a number"
AS_IN = "compare it with a number, as in `times(…) = 1`"
NONE_TEST = "write `is none` or `exists`"


# ------------------------------------------------------------------ comparisons


def type_comparison(expr: t.Binary, scope: Scope) -> v.Value:
    """Return the meaning of a comparison."""
    word = cast(v.Comparison, expr.word)
    left = _type_side(expr.left, expr.right, expr, scope)
    if isinstance(expr.left, t.FunctionCall) and expr.left.name == "option":
        return _compare_option(expr, left, scope)
    right = _type_side(expr.right, expr.left, expr, scope)
    a, b = left.type, right.type
    if isinstance(expr.right, t.Literal) and expr.right.word == "none":
        form = {"=": "is none", "!=": "exists"}.get(word)
        test = Mend(f"write `{form}`", f"{word} none", form) if form else NONE_TEST
        scope.report("E314", "nothing is equal to `none`", expr.location, test)
    elif not (a.fits(b) or b.fits(a)) or a.many:
        hint = _comparing_hint(a, b, scope)
        scope.report("E311", f"{a} can't be compared with {b}", expr.location, hint)
    elif word not in ("=", "!=") and a.base not in ("int", "nothing"):
        hint = (
            conversion_hint(a, INT, scope.names)
            or "other things can only be compared with = and !="
        )
        scope.report("E311", f"`{word}` compares numbers, not {a}", expr.location, hint)
    return v.Compare(word, left, right, location=expr.location, type=FLAG)


def _type_side(side: t.Expr, other: t.Expr, whole: t.Binary, scope: Scope) -> v.Value:
    """Return the meaning of one side; times(…) counts only as far as the other (semantics §8)."""
    if not isinstance(side, t.Past):
        return type_expr(side, scope)
    answer = type_history(side, scope)
    if side.word != "times":
        return answer
    if not isinstance(other, t.Number):
        scope.report("E332", ONLY_COMPARED, whole.location, AS_IN)
        return answer
    return replace(answer, limit=other.value + 1)


def _comparing_hint(left: Type, right: Type, scope: Scope) -> str | None:
    """Suggest how to compare values of two types that can't be compared."""
    if left.base == right.base and left.many and right.many:
        return "compare the members of two sets: `every (NAME in SET where CONDITION)`"
    if FLAG in (left.one(), right.one()):
        return "a value that is yes or no is already a condition; use `not` for its opposite"
    if left.many != right.many:
        single, several = (right, left) if left.many else (left, right)
        return conversion_hint(several, single, scope.names)
    return comparison_hint(left, right, scope.names)


def _compare_option(expr: t.Binary, left: v.Value, scope: Scope) -> v.Value:
    """Type `option(name) = value`, where the value is a word of that option, not a name."""
    if not isinstance(left, v.Setting):  # an unknown option, already reported
        return wrong(expr.location)
    words, right = scope.names.game.options[left.option], expr.right
    word = right.name if isinstance(right, t.Name) else ""
    if isinstance(right, t.Literal):  # `yes` and `no` are words of an option too
        word = right.word
    if word not in words or expr.word not in ("=", "!="):
        message = "an option can only be compared with one of its values, with = or !="
        hint = suggest(word, words) or f"one of: {', '.join(words)}"
        return refused(scope, "E307", message, right.location, hint)
    option_word = v.Word(word, words.index(word), location=right.location, type=left.type)
    sign = cast(v.Comparison, expr.word)
    return v.Compare(sign, left, option_word, location=expr.location, type=FLAG)


# ------------------------------------------------------------------ arithmetic


def type_arithmetic(expr: t.Binary, left: v.Value, right: v.Value, scope: Scope) -> v.Value:
    """Return the meaning of `a + b`, `min(a, b)` and the like.

    left, right: the meanings of the operands.
    """
    if expr.word == "sum":
        ways = "write `A + B`, or `sum (VALUE for NAME in SET)`"
        return refused(scope, "E308", "sum(…) does not take two values", expr.location, ways)
    for operand, side in ((left, expr.left), (right, expr.right)):
        expect(operand.type, INT, side.location, scope, f"an operand of `{expr.word}`")
    kind = possible(arithmetic_type(expr.word, left.type, right.type), expr.location, scope)
    word = cast(v.Operator, expr.word)
    return v.Arithmetic(word, left, right, location=expr.location, type=kind)


def possible(kind: Type, location: Location, scope: Scope) -> Type:
    """Return the type of a result, cut to what a number can be; report a range beyond that."""
    if kind.low < LEAST:
        text = f"this may go down to {kind.low}, which is too low"
        scope.report("E312", text, location, f"the lowest number is {LEAST}")
    if kind.high > MOST:
        text = f"this may go up to {kind.high}, which is too high"
        scope.report("E312", text, location, f"the highest result is {MOST}")
    low, high = (max(LEAST, min(MOST, end)) for end in (kind.low, kind.high))
    return Type("int", "", low, high, kind.none)
