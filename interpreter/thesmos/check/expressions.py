"""The type and code of any expression: finds the function that knows its construct."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from thesmos.check.hints import way
from thesmos.check.scope import Code, Scope
from thesmos.check.types import FLAG, NOTHING, Type
from thesmos.diagnostics import Location
from thesmos.syntax import nodes as t

TypedCode = tuple[Type, Code]
WRONG: TypedCode = (
    NOTHING,
    ("none",),
)  # after a fault: fits everywhere, so that one mistake is one fault

# By construct; check/infer.py fills it.
TYPERS: dict[type[t.Expr], Callable[[Any, Scope], TypedCode]] = {}


def type_expr(expr: t.Expr, scope: Scope) -> TypedCode:
    """The type and code of an expression. Errors are reported to the scope."""
    return TYPERS[type(expr)](expr, scope)


def type_flag(expr: t.Expr | None, scope: Scope) -> Code:
    """Code of a condition; a missing one always holds."""
    if expr is None:
        return ("int", 1)
    kind, code = type_expr(expr, scope)
    expect(kind, FLAG, expr.location, scope, "a condition")
    return code


def type_as(expr: t.Expr, wanted: Type, scope: Scope, what: str) -> Code:
    """Code of an expression that must have a type."""
    kind, code = type_expr(expr, scope)
    expect(kind, wanted, expr.location, scope, what)
    return code


def expect(kind: Type, wanted: Type, location: Location, scope: Scope, what: str) -> bool:
    """Whether a type fits where another is wanted; if not, a fault says so."""
    if kind.fits(wanted):
        return True
    hint = way(kind, wanted, scope.names)
    scope.report("E311", f"{what} must be {wanted}, this is {kind}", location, hint)
    return False


def quiet(scope: Scope) -> Scope:
    """A scope whose faults and queries are not kept: for looking at a type first."""
    inner = scope.inner()
    inner.names = replace(scope.names, diagnostics=[])
    inner.queries = dict(scope.queries)
    inner.used = set()
    return inner
