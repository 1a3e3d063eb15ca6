"""Narrow the ranges of numbers where a condition holds: `if n < 3: …`, `n if n < 3 else 3`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from thesmos.check.names.scope import Scope
from thesmos.check.typing.expressions import quiet, type_expr
from thesmos.program.types import MOST, Type, number
from thesmos.program.values import MIRRORED, OPPOSITE
from thesmos.syntax import nodes as t


def narrowed(
    condition: t.Expr | None, scope: Scope, holds: bool = True, but: Collection[str] = ()
) -> Scope:
    """Return the scope where a condition holds or, if `holds` is false, does not hold.

    but: names that may get another value there, so their ranges stay as they are.
    """
    inner = scope.inner()
    if condition is not None:
        for name, word, other in _comparisons(condition, holds):
            if name in inner.locals and name not in but:
                inner.bind(name, _limited_type(inner.locals[name], word, other, scope, holds))
    return inner


def _comparisons(condition: t.Expr, holds: bool) -> Iterator[tuple[str, str, t.Expr]]:
    """Yield the comparisons of names that are known to hold."""
    match condition:
        case t.Logic(word="and", parts=parts) if holds:
            for part in parts:
                yield from _comparisons(part, holds)
        case t.Logic(word="or", parts=parts) if not holds:
            for part in parts:
                yield from _comparisons(part, holds)
        case t.Unary(word="not", value=value):
            yield from _comparisons(value, not holds)
        case t.Binary(word=word, left=left, right=right) if word in OPPOSITE:
            word = word if holds else OPPOSITE[word]
            if isinstance(left, t.Name):
                yield left.name, word, right
            if isinstance(right, t.Name):
                yield right.name, MIRRORED[word], left
        case _:
            pass


def _limited_type(kind: Type, word: str, other: t.Expr, scope: Scope, holds: bool) -> Type:
    """Return the type of a number for which a comparison holds.

    A comparison with none does not hold. So if one doesn't hold, its opposite does only if the
    other side can't be none.
    """
    if isinstance(other, t.Past):
        return kind
    limit = type_expr(other, quiet(scope)).type
    if kind.base != "int" or limit.base != "int" or (limit.none and not holds):
        return kind
    least, most = {
        "<": (-MOST, limit.high - 1),
        "<=": (-MOST, limit.high),
        ">": (limit.low + 1, MOST),
        ">=": (limit.low, MOST),
        "=": (limit.low, limit.high),
    }.get(word, (-MOST, MOST))
    low, high = max(kind.low, least), min(kind.high, most)
    if low > high:  # the comparison never holds
        return kind
    return number(low, high).optional(kind.none and not holds)
