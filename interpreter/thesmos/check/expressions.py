"""Types any expression: dispatches to the function for its construct, in infer.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from thesmos.check.hints import conversion_hint
from thesmos.check.scope import Code, Scope
from thesmos.diagnostics import Location
from thesmos.program.types import FLAG, NOTHING, Type
from thesmos.syntax import nodes as t

TypedCode = tuple[Type, Code]
WRONG: TypedCode = (
    NOTHING,
    ("none",),
)  # the result after an error: fits everywhere, so that an error is reported once

# By construct; check/infer.py fills it: its functions need this module.
TYPE_FUNCTIONS: dict[type[t.Expr], Callable[[Any, Scope], TypedCode]] = {}


def type_expr(expr: t.Expr, scope: Scope) -> TypedCode:
    """Return the type and code of an expression. Errors are reported to the scope."""
    return TYPE_FUNCTIONS[type(expr)](expr, scope)


def type_flag(expr: t.Expr | None, scope: Scope) -> Code:
    """Return the code of a condition; a missing one always holds."""
    if expr is None:
        return ("int", 1)
    kind, code = type_expr(expr, scope)
    expect(kind, FLAG, expr.location, scope, "a condition")
    return code


def type_as(expr: t.Expr, wanted: Type, scope: Scope, what: str) -> Code:
    """Return the code of an expression that must be of a type. what: names it in the message."""
    kind, code = type_expr(expr, scope)
    expect(kind, wanted, expr.location, scope, what)
    return code


def expect(kind: Type, wanted: Type, location: Location, scope: Scope, what: str) -> bool:
    """Whether a type fits where another is needed; if not, this is reported."""
    if kind.fits(wanted):
        return True
    hint = conversion_hint(kind, wanted, scope.names)
    scope.report("E311", f"{what} must be {wanted}, not {kind}", location, hint)
    return False


def quiet(scope: Scope) -> Scope:
    """Return a scope that discards errors and queries: to find out a type in advance."""
    inner = scope.inner()
    inner.names = replace(scope.names, diagnostics=[])
    inner.queries = dict(scope.queries)
    inner.used = set()
    return inner
