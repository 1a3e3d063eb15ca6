"""Type any expression: dispatch to the function for its construct, in infer.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from thesmos.check.names.hints import conversion_hint, limit_hint, without_none
from thesmos.check.names.scope import Scope
from thesmos.diagnostics import Location
from thesmos.program.types import ANYTHING, FLAG, SIDE, Type
from thesmos.program.values import Nothing, Value
from thesmos.syntax import nodes as t

# By construct; filled by check/typing/infer.py, whose functions need this module.
TYPE_FUNCTIONS: dict[type[t.Expr], Callable[[Any, Scope], Value]] = {}


def wrong(location: Location) -> Value:
    """Return the value to use after an error: it fits everywhere, so no second error follows."""
    return Nothing(location=location, type=ANYTHING)


def refused(
    scope: Scope,
    code: str,
    message: str,
    location: Location,
    hint: str | None = None,
    word: str = "",
) -> Value:
    """Report an error, as `Names.report` does, and return the value to use after it."""
    scope.report(code, message, location, hint, word)
    return wrong(location)


def type_expr(expr: t.Expr, scope: Scope) -> Value:
    """Return the meaning of an expression. Errors are reported to the scope."""
    return TYPE_FUNCTIONS[type(expr)](expr, scope)


def type_flag(expr: t.Expr, scope: Scope) -> Value:
    """Return the meaning of a condition."""
    return type_as(expr, FLAG, scope, "a condition")


def type_where(expr: t.Expr | None, scope: Scope) -> Value | None:
    """Return the meaning of a condition that may be missing."""
    return None if expr is None else type_flag(expr, scope)


def type_as(expr: t.Expr, wanted: Type, scope: Scope, what: str, *, or_none: bool = False) -> Value:
    """Return the meaning of an expression; report it if it is not of the wanted type.

    what: names the expression in the message.
    or_none: as in `expect`.
    """
    meaning = type_expr(expr, scope)
    expect(meaning.type, wanted, expr.location, scope, what, or_none=or_none)
    return meaning


def type_player_or_side(expr: t.Expr, scope: Scope, what: str, *, or_set: bool = False) -> Value:
    """Return the meaning of an expression that must be a player or a side, or none.

    what: the message for anything else, up to what it is.
    or_set: whether a set of these fits too.
    """
    meaning = type_expr(expr, scope)
    kind = meaning.type.one() if or_set else meaning.type
    if kind.many or kind.base not in ("player", "side", "nothing"):
        hint = conversion_hint(kind, SIDE, scope.names) or "such as `you` or `active`"
        if kind.base in ("player", "side"):
            hint = "name one of them: in an effect, `each p in …:` goes through all"
        scope.report("E311", f"{what}, not {meaning.type}", expr.location, hint)
    return meaning


def expect(
    kind: Type, wanted: Type, location: Location, scope: Scope, what: str, *, or_none: bool = False
) -> bool:
    """Return whether a type fits where another is needed; if not, report it.

    what: names the value in the message.
    or_none: whether a plain `none` fits too; elsewhere it is an error, since it would never have an
        effect.
    """
    if kind.fits(wanted) and (or_none or not kind.is_nothing):
        return in_range(kind, wanted, location, scope, what)
    if kind.is_nothing and not kind.many:
        exists = "this would never have an effect: write something that can exist"
        scope.report("E311", f"{what} is always none", location, exists)
        return False
    hint = conversion_hint(kind, wanted, scope.names)
    scope.report("E311", f"{what} must be {wanted}, not {kind}", location, hint)
    return False


def in_range(
    kind: Type, wanted: Type, location: Location, scope: Scope, what: str, other: str = ""
) -> bool:
    """Return whether a type lies within the range of another, if both are numbers; else report it.

    other: a further way to keep the number in the range, for the hint.
    """
    if kind.within(wanted):
        return True
    text = f"{what} can be {without_none(kind)}, but must be {without_none(wanted)}"
    scope.report("E323", text, location, limit_hint(kind, wanted) + other)
    return False


def quiet(scope: Scope) -> Scope:
    """Return a scope that discards errors, to find out a type in advance."""
    inner = scope.inner()
    inner.names = replace(scope.names, diagnostics=[])
    inner.used = set()
    return inner
