"""Type the result of a draft: the expressions under its `match-up`."""

from __future__ import annotations

from thesmos.check.names.scope import Scope
from thesmos.check.typing.expressions import type_as, type_expr
from thesmos.program.declarations import MatchUp, SetupWord
from thesmos.program.types import PLAYER, Type
from thesmos.program.values import Nothing, Value
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t


def type_match_up(written: d.MatchUpDeclaration, scope: Scope) -> MatchUp:
    """Return the meaning of a `match-up`. Errors are reported to the scope."""
    inner, location = scope.plain(), written.location
    first = None
    if written.first is not None:
        first = type_as(written.first, PLAYER, inner, "the first player")
    power: Value = Nothing(location=location, type=Type("piece", none=True))
    if written.power is not None:
        power = _type_power(written.power, inner)
    setup = tuple(SetupWord(word, _type_power(expr, inner)) for word, expr in written.setup)
    return MatchUp(first, power, setup, location=location)


def _type_power(expr: t.Expr, scope: Scope) -> Value:
    """Type an expression whose value is a piece that is named like its power."""
    meaning = type_expr(expr, scope)
    if meaning.type.base not in ("piece", "nothing") or meaning.type.many:
        text = f"a power is given by a piece, not {meaning.type}"
        hint = "a piece of the kind that has the powers as its table"
        scope.report("E311", text, expr.location, hint)
    return meaning
