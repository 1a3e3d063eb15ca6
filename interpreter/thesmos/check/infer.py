"""Expressions: from syntax to typed code. One function a construct, in the grammar's order."""

from __future__ import annotations

import operator

from thesmos.check.calls import fact_type, type_call
from thesmos.check.expressions import (
    TYPERS,
    WRONG,
    TypedCode,
    expect,
    type_as,
    type_expr,
    type_flag,
)
from thesmos.check.hints import common, meant, unknown_name, way
from thesmos.check.history import type_history
from thesmos.check.names import core_type
from thesmos.check.scope import CORE_NAMES, NONE, PERSON_TYPES, PERSONS, Code, Scope
from thesmos.check.types import FLAG, INT, NOTHING, Type, number
from thesmos.diagnostics import Location
from thesmos.syntax import nodes as t

OPTION = "option"
ONLY_COMPARED = "times(…) is compared with a number only"
BOTH = "write values of one type on both sides of `if … else`"
AS_IN = "write the number on the other side, as in `times(…) = 1`"
LEAST = -100  # numbers lie above it, none and unknown below (link/program.py, MISSING)


def _number(expr: t.Number, scope: Scope) -> TypedCode:
    if expr.value > scope.names.max_number:
        scope.report(
            "E312", f"{expr.value} is too large", expr.location, f"up to {scope.names.max_number}"
        )
    return number(expr.value, expr.value), ("int", expr.value)


def _name(expr: t.Name, scope: Scope) -> TypedCode:
    name = expr.name
    if name in scope.locals:
        index, kind = scope.locals[name]
        return kind, ("local", index)
    found = _person(name) or (None if scope.closed else CORE_NAMES.get(name))
    if found is not None and not (scope.closed and name in ("you", "chooser", "viewer")):
        return found
    if name in scope.names.memory:
        scope.used.add(name)
        kind = scope.names.memory[name].type
        return kind, ("memory set" if kind.many else "memory", name)
    if name in scope.names.words:
        kind, value = scope.names.words[name]
        return kind, ("int", value)
    if not scope.closed:
        made = _game_name(name, scope)
        if made is not None:
            return made
    return _unknown(expr, scope)


def _person(name: str) -> TypedCode | None:
    return (PERSON_TYPES[name], ("local", PERSONS[name])) if name in PERSONS else None


def _game_name(name: str, scope: Scope) -> TypedCode | None:
    attr = scope.names.attr_of(name, "")
    if attr is not None:
        word = "attr set" if attr.type.many else "attr"
        return attr.type, (word, "", name, ("int", 0))
    fact = scope.names.facts.get(name)
    if fact is not None and not fact.params:
        return fact_type(name, scope), ("call", name)
    return None


def _unknown(expr: t.Name, scope: Scope) -> TypedCode:
    if scope.closed and expr.name in (*scope.known(), *CORE_NAMES):
        scope.report(
            "E331",
            f"`{expr.name}` can't be asked inside a history query",
            expr.location,
            "its `where` sees the event's roles, actor and fixed attributes; use `with role = …`",
        )
    else:
        hint = unknown_name(expr.name, scope)
        scope.report("E304", f"`{expr.name}` has no meaning here", expr.location, hint)
    return WRONG


def _kind(expr: t.Kind, scope: Scope) -> TypedCode:
    kind = scope.names.kind(expr.name)
    if kind is None:
        scope.report(
            "E301",
            f"there is no kind `{expr.name}`",
            expr.location,
            meant(expr.name, scope.names.types),
        )
        return WRONG
    return kind.set(), ("all", kind.base, kind.name)


def _piece_at(expr: t.PieceAt, scope: Scope) -> TypedCode:
    kind = scope.names.kind(expr.kind)
    if kind is None or kind.base != "piece":
        scope.report(
            "E301",
            f"there is no kind of piece `{expr.kind}`",
            expr.location,
            meant(expr.kind, [kind.name for kind in scope.names.game.pieces]),
        )
        return WRONG
    at = type_as(expr.at, core_type("cell", scope.names, kind), scope, "after `at`")
    return kind.optional(), ("piece at", kind.name, at)


def _owned(expr: t.Owned, scope: Scope) -> TypedCode:
    kind = scope.names.kind(expr.kind)
    if kind is None:
        return _kind(t.Kind(expr.location, expr.kind), scope)
    if expr.whose == "all":
        word = "on board" if kind.base == "piece" else "all"
        return kind.set(), (word, kind.base, kind.name)
    if kind.base not in ("power", "player") and not scope.names.attr_of("owner", kind.name):
        scope.report(
            "E305",
            f"nobody owns a {kind.name}",
            expr.location,
            "only pieces with an attribute `owner`, Powers and Players have one",
        )
        return WRONG
    return kind.set(), ("owned", expr.whose, kind.base, kind.name)


def _literal(expr: t.Literal, scope: Scope) -> TypedCode:
    return NONE if expr.word == "none" else (FLAG, ("int", int(expr.word == "yes")))


def _set_of(expr: t.SetOf, scope: Scope) -> TypedCode:
    made = [type_expr(m, scope) for m in expr.members]
    kind = next((k for k, _ in made if k.base != "nothing"), NOTHING)
    for (other, _), member in zip(made, expr.members, strict=True):
        if not other.fits(kind):
            hint = way(other, kind, scope.names)
            scope.report(
                "E311", f"a set holds one kind: {kind}, not {other}", member.location, hint
            )
    return kind.set(), ("set", *(code for _, code in made))


def _member(
    member: t.Member, scope: Scope, location: Location
) -> tuple[Type, int, Code, Code | None, Scope]:
    kind, domain = type_expr(member.domain, scope)
    if not kind.many and kind.base != "nothing":
        hint = way(kind, kind.set(), scope.names)
        scope.report("E313", f"`in` wants a set, this is {kind}", member.domain.location, hint)
    inner = scope.inner()
    if member.name in scope.locals or member.name in PERSONS:
        scope.report(
            "E303", f"`{member.name}` already has a meaning here", location, "choose another name"
        )
    index = inner.bind(member.name, kind.one())
    condition = None if member.condition is None else type_flag(member.condition, inner)
    return kind, index, domain, condition, inner


def _search(expr: t.SetSearch, scope: Scope) -> TypedCode:
    kind, index, domain, condition, _ = _member(expr.member, scope, expr.location)
    code = (expr.word, index, domain, condition)
    if expr.word == "those":
        return kind, code
    if expr.word == "first":
        return kind.one().optional(), code
    return (number(0, 99) if expr.word == "count" else FLAG), code


def _count(expr: t.SetSize, scope: Scope) -> TypedCode:
    kind, code = type_expr(expr.domain, scope)
    if not kind.many and kind.base != "nothing":
        hint = way(kind, kind.set(), scope.names)
        scope.report("E313", f"count(…) wants a set, this is {kind}", expr.domain.location, hint)
    return number(0, 99), ("size", code)


def _fold(expr: t.Fold, scope: Scope) -> TypedCode:
    _, index, domain, condition, inner = _member(expr.member, scope, expr.location)
    kind, value = type_expr(expr.value, inner)
    expect(kind, INT, expr.value.location, scope, f"in {expr.word}(…) this")
    code = (expr.word, index, domain, condition, value)
    if expr.word == "sum":
        return number(min(0, kind.low * 99), kind.high * 99), code
    return kind.optional(), code


def _history(expr: t.History, scope: Scope) -> TypedCode:
    if expr.word == "times":
        scope.report("E332", ONLY_COMPARED, expr.location, AS_IN)
    return type_history(expr, scope, type_expr)


def _unary(expr: t.Unary, scope: Scope) -> TypedCode:
    kind, code = type_expr(expr.value, scope)
    if expr.word == "not":
        expect(kind, FLAG, expr.value.location, scope, "after `not` this")
        return FLAG, ("not", code)
    if expr.word == "-":
        expect(kind, INT, expr.value.location, scope, "after `-` this")
        return Type("int", "", -kind.high, -kind.low, kind.none), ("neg", code)
    if kind.many:
        scope.report("E313", "a set always exists; ask its count", expr.value.location)
    return FLAG, (expr.word, code)


def _binary(expr: t.Binary, scope: Scope) -> TypedCode:
    if expr.word in ("=", "!=", "<", "<=", ">", ">="):
        return _compare(expr, scope)
    left, a = type_expr(expr.left, scope)
    right, b = type_expr(expr.right, scope)
    if expr.word == "in":
        if not right.many and right.base != "nothing":
            hint = "compare one thing by `=`"
            scope.report("E313", f"`in` wants a set, this is {right}", expr.right.location, hint)
        elif right.base != "nothing" and not left.fits(right.one()):
            hint = way(left, right.one(), scope.names) or "a set holds things of one kind"
            scope.report("E311", f"{left} is never in a {right}", expr.left.location, hint)
        return FLAG, ("in", a, b)
    if expr.word in ("except", "or_in"):
        if not left.many or not left.fits(right):
            hint = "one thing makes a set in braces: `{THING}`"
            scope.report("E313", f"`{expr.word}` joins sets of one kind", expr.location, hint)
        return left, (expr.word, a, b)
    return _arithmetic(expr, (left, a), (right, b), scope)


def _compare(expr: t.Binary, scope: Scope) -> TypedCode:
    left, a = _compared(expr.left, scope)
    if isinstance(expr.left, t.FunctionCall) and expr.left.name == OPTION:
        return _compare_option(expr, left, a, scope)
    right, b = _compared(expr.right, scope)
    if isinstance(expr.right, t.Literal) and expr.right.word == "none":
        scope.report("E314", "nothing equals none", expr.location, "write `is none` or `exists`")
    elif not (left.fits(right) or right.fits(left)) or left.many:
        hint = _comparable(left, right, scope)
        scope.report("E311", f"{left} is never compared with {right}", expr.location, hint)
    elif expr.word not in ("=", "!=") and left.base not in ("int", "nothing"):
        hint = way(left, INT, scope.names) or "only = and != compare other things"
        scope.report("E311", f"`{expr.word}` compares numbers, this is {left}", expr.location, hint)
    _cap(expr, scope)
    return FLAG, (expr.word, a, b)


def _comparable(left: Type, right: Type, scope: Scope) -> str | None:
    """How two things of different types can be compared."""
    if left.base == right.base and left.many and right.many:
        return "two sets are compared by what is in them: `every (NAME in SET where CONDITION)`"
    if FLAG in (left.one(), right.one()):
        return "what is yes or no is a condition by itself; `not` turns it round"
    if left.many != right.many:
        one, many = (right, left) if left.many else (left, right)
        return way(many, one, scope.names)
    return common(left, right, scope.names)


def _compare_option(expr: t.Binary, left: Type, a: Code, scope: Scope) -> TypedCode:
    """`option(name) = value`: the value is a word of that option, and means nothing elsewhere."""
    values = scope.names.game.options.get(left.name.removeprefix("option "))
    if values is None:  # told already: there is no such option
        return WRONG
    right = expr.right
    word = right.name if isinstance(right, t.Name) else None
    if isinstance(right, t.Literal):  # `yes` and `no` are words of an option too
        word = right.word
    if word not in values or expr.word not in ("=", "!="):
        scope.report(
            "E307", "an option is compared with one of its values by = or !=", expr.right.location,
            f"one of: {', '.join(values)}",
        )  # fmt: skip
        return WRONG
    return FLAG, (expr.word, a, ("int", values.index(word)))


def _compared(expr: t.Expr, scope: Scope) -> TypedCode:
    """A side of a comparison: the only place for times(…)."""
    if isinstance(expr, t.History):
        return type_history(expr, scope, type_expr)
    return type_expr(expr, scope)


def _cap(expr: t.Binary, scope: Scope) -> None:
    """`times(…)` counts only as far as it is compared (semantics §8)."""
    for side, other in ((expr.left, expr.right), (expr.right, expr.left)):
        if isinstance(side, t.History) and side.word == "times":
            _, code = type_history(side, scope, type_expr)
            if not isinstance(other, t.Number):
                scope.report("E332", ONLY_COMPARED, expr.location, AS_IN)
            else:
                query = scope.queries[code[1]]
                query.cap = max(query.cap, other.value + 1)


def _arithmetic(expr: t.Binary, a: TypedCode, b: TypedCode, scope: Scope) -> TypedCode:
    (left, x), (right, y) = a, b
    for kind, side in ((left, expr.left), (right, expr.right)):
        expect(kind, INT, side.location, scope, f"beside `{expr.word}` this")
    low, high, by_zero = _bounds(expr.word, left, right)
    if low <= LEAST:
        scope.report(
            "E312",
            f"this may go down to {low}, where none is",
            expr.location,
            f"down to {LEAST + 1}",
        )
    return Type("int", "", low, high, left.none or right.none or by_zero), (expr.word, x, y)


def _bounds(word: str, left: Type, right: Type) -> tuple[int, int, bool]:
    """The least and greatest result, and whether it is none because something is divided by 0."""
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


def _logic(expr: t.Logic, scope: Scope) -> TypedCode:
    return FLAG, (expr.word, *(type_flag(part, scope) for part in expr.parts))


def _if_else(expr: t.IfElse, scope: Scope) -> TypedCode:
    condition = type_flag(expr.condition, scope)
    then, a = type_expr(expr.then, scope)
    other, b = type_expr(expr.otherwise, scope)
    if not (then.fits(other) or other.fits(then)):
        scope.report(
            "E311", f"either {then} or {other}: both must be of one kind", expr.location, BOTH
        )
    kind = other if then.base == "nothing" else then
    low, high = min(then.low, other.low), max(then.high, other.high)
    return Type(kind.base, kind.name, low, high, then.none or other.none, kind.many), (
        "if", condition, a, b,
    )  # fmt: skip


TYPERS.update(
    {
        t.Number: _number,
        t.Name: _name,
        t.Kind: _kind,
        t.PieceAt: _piece_at,
        t.Owned: _owned,
        t.Literal: _literal,
        t.FunctionCall: type_call,
        t.SetOf: _set_of,
        t.SetSearch: _search,
        t.SetSize: _count,
        t.Fold: _fold,
        t.History: _history,
        t.Unary: _unary,
        t.Binary: _binary,
        t.Logic: _logic,
        t.IfElse: _if_else,
    }
)
