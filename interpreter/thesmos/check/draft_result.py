"""Types the result of a draft: the expressions under its `match-up`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from thesmos.check.expressions import type_as, type_expr
from thesmos.check.scope import Code, LocalSlots, Scope
from thesmos.program.types import PLAYER, Type
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t


@dataclass(frozen=True)
class TypedMatchUp:
    """The match-up that follows from a draft, evaluated when the draft is over.

    first: the player who will be player 1, if it says so. power: the piece that is the power of a
    player (`you`). setup: words of the set-up, each with the type and code of its value.
    """

    first: Code | None
    power: tuple[Type, Code]
    setup: tuple[tuple[str, Type, Code], ...]
    frame: int


def type_match_up(written: d.MatchUpDeclaration, scope: Scope) -> TypedMatchUp:
    """Type a `match-up`. Errors are reported to the scope."""
    inner = replace(scope, locals={}, frame=LocalSlots())
    first = None
    if written.first is not None:
        first = type_as(written.first, PLAYER, inner, "the first player")
    power = (Type("piece"), ("none",)) if written.power is None else _named(written.power, inner)
    setup = tuple((word, *_named(expr, inner)) for word, expr in written.setup)
    return TypedMatchUp(first, power, setup, inner.frame.size)


def _named(expr: t.Expr, scope: Scope) -> tuple[Type, Code]:
    """Type an expression that gives a piece, which is named like its power."""
    kind, code = type_expr(expr, scope)
    if (kind.base not in ("piece", "nothing")) or kind.many:
        scope.report(
            "E311", f"a power is given by a piece, not {kind}", expr.location,
            "a piece of the kind that has the powers as its table",
        )  # fmt: skip
    return kind, code
