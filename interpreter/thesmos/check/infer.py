"""Types expressions: from syntax to typed code. One function per construct, in grammar order."""

from __future__ import annotations

import operator

from thesmos.check.calls import fact_type, type_call
from thesmos.check.expressions import (
    TYPE_FUNCTIONS,
    WRONG,
    TypedCode,
    expect,
    type_as,
    type_expr,
    type_flag,
)
from thesmos.check.hints import comparison_hint, conversion_hint, nearest_names, unknown_name_hint
from thesmos.check.history import type_history
from thesmos.check.names import core_type
from thesmos.check.scope import CORE_NAMES, NONE, PERSON_TYPES, PERSONS, Code, Scope
from thesmos.diagnostics import Location
from thesmos.program.types import FLAG, INT, NOTHING, Type, number
from thesmos.syntax import nodes as t

OPTION = "option"
ONLY_COMPARED = "times(…) can only be compared with a number"
BOTH = "write values of the same kind on both sides of `if … else`"
AS_IN = "compare it with a number, as in `times(…) = 1`"
LEAST = -100  # all numbers are above it; none and unknown are below (link/program.py, MISSING)


def _number(expr: t.Number, scope: Scope) -> TypedCode:
    if expr.value > scope.names.max_number:
        scope.report(
            "E312",
            f"{expr.value} is too large",
            expr.location,
            f"the largest number is {scope.names.max_number}",
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
            f"`{expr.name}` can't be used in a history query",
            expr.location,
            "use the event's roles, `actor` and fixed attributes, or write `with ROLE = VALUE`",
        )
    else:
        hint = unknown_name_hint(expr.name, scope)
        scope.report("E304", f"unknown name `{expr.name}`", expr.location, hint)
    return WRONG


def _kind(expr: t.Kind, scope: Scope) -> TypedCode:
    kind = scope.names.kind(expr.name)
    if kind is None:
        scope.report(
            "E301",
            f"there is no kind `{expr.name}`",
            expr.location,
            nearest_names(expr.name, scope.names.types),
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
            nearest_names(expr.kind, [kind.name for kind in scope.names.game.pieces]),
        )
        return WRONG
    at = type_as(expr.at, core_type("cell", scope.names, kind), scope, "the place after `at`")
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
            f"a {kind.name} has no owner",
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
            hint = conversion_hint(other, kind, scope.names)
            scope.report(
                "E311",
                f"the members of a set must be of one kind: {kind}, not {other}",
                member.location,
                hint,
            )
    return kind.set(), ("set", *(code for _, code in made))


def _member(
    member: t.Member, scope: Scope, location: Location
) -> tuple[Type, int, Code, Code | None, Scope]:
    kind, domain = type_expr(member.domain, scope)
    if not kind.many and kind.base != "nothing":
        hint = conversion_hint(kind, kind.set(), scope.names)
        scope.report("E313", f"`in` needs a set, not {kind}", member.domain.location, hint)
    inner = scope.inner()
    if member.name in scope.locals or member.name in PERSONS:
        scope.report(
            "E303", f"`{member.name}` is already defined here", location, "choose another name"
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
        hint = conversion_hint(kind, kind.set(), scope.names)
        scope.report("E313", f"count(…) needs a set, not {kind}", expr.domain.location, hint)
    return number(0, 99), ("size", code)


def _fold(expr: t.Fold, scope: Scope) -> TypedCode:
    _, index, domain, condition, inner = _member(expr.member, scope, expr.location)
    kind, value = type_expr(expr.value, inner)
    expect(kind, INT, expr.value.location, scope, f"the value in {expr.word}(…)")
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
        expect(kind, FLAG, expr.value.location, scope, "the value after `not`")
        return FLAG, ("not", code)
    if expr.word == "-":
        expect(kind, INT, expr.value.location, scope, "the value after `-`")
        return Type("int", "", -kind.high, -kind.low, kind.none), ("neg", code)
    if kind.many:
        scope.report("E313", "a set always exists", expr.value.location, "compare `count(SET)`")
    return FLAG, (expr.word, code)


def _binary(expr: t.Binary, scope: Scope) -> TypedCode:
    if expr.word in ("=", "!=", "<", "<=", ">", ">="):
        return _compare(expr, scope)
    left, a = type_expr(expr.left, scope)
    right, b = type_expr(expr.right, scope)
    if expr.word == "in":
        if not right.many and right.base != "nothing":
            hint = "compare a single thing with `=`"
            scope.report("E313", f"`in` needs a set, not {right}", expr.right.location, hint)
        elif right.base != "nothing" and not left.fits(right.one()):
            hint = (
                conversion_hint(left, right.one(), scope.names)
                or "the members of a set are of one kind"
            )
            scope.report("E311", f"{left} can't be in a {right}", expr.left.location, hint)
        return FLAG, ("in", a, b)
    if expr.word in ("except", "or_in"):
        if not left.many or not left.fits(right):
            hint = "write a single thing as a set in braces: `{THING}`"
            scope.report(
                "E313", f"`{expr.word}` needs two sets of the same kind", expr.location, hint
            )
        return left, (expr.word, a, b)
    return _arithmetic(expr, (left, a), (right, b), scope)


def _compare(expr: t.Binary, scope: Scope) -> TypedCode:
    left, a = _compared(expr.left, scope)
    if isinstance(expr.left, t.FunctionCall) and expr.left.name == OPTION:
        return _compare_option(expr, left, a, scope)
    right, b = _compared(expr.right, scope)
    if isinstance(expr.right, t.Literal) and expr.right.word == "none":
        scope.report(
            "E314", "nothing is equal to `none`", expr.location, "write `is none` or `exists`"
        )
    elif not (left.fits(right) or right.fits(left)) or left.many:
        hint = _comparable(left, right, scope)
        scope.report("E311", f"{left} can't be compared with {right}", expr.location, hint)
    elif expr.word not in ("=", "!=") and left.base not in ("int", "nothing"):
        hint = (
            conversion_hint(left, INT, scope.names)
            or "other things can only be compared with = and !="
        )
        scope.report("E311", f"`{expr.word}` compares numbers, not {left}", expr.location, hint)
    _cap(expr, scope)
    return FLAG, (expr.word, a, b)


def _comparable(left: Type, right: Type, scope: Scope) -> str | None:
    """Suggest how to compare values of two types that can't be compared."""
    if left.base == right.base and left.many and right.many:
        return "compare the members of two sets: `every (NAME in SET where CONDITION)`"
    if FLAG in (left.one(), right.one()):
        return "a value that is yes or no is already a condition; use `not` for its opposite"
    if left.many != right.many:
        one, many = (right, left) if left.many else (left, right)
        return conversion_hint(many, one, scope.names)
    return comparison_hint(left, right, scope.names)


def _compare_option(expr: t.Binary, left: Type, a: Code, scope: Scope) -> TypedCode:
    """Type `option(name) = value`: the value is a word of that option, not a name."""
    values = scope.names.game.options.get(left.name.removeprefix("option "))
    if values is None:  # already reported: there is no such option
        return WRONG
    right = expr.right
    word = right.name if isinstance(right, t.Name) else None
    if isinstance(right, t.Literal):  # `yes` and `no` are words of an option too
        word = right.word
    if word not in values or expr.word not in ("=", "!="):
        message = "an option can only be compared with one of its values, with = or !="
        scope.report("E307", message, expr.right.location, f"one of: {', '.join(values)}")
        return WRONG
    return FLAG, (expr.word, a, ("int", values.index(word)))


def _compared(expr: t.Expr, scope: Scope) -> TypedCode:
    """Type one side of a comparison: times(…) can be used only here."""
    if isinstance(expr, t.History):
        return type_history(expr, scope, type_expr)
    return type_expr(expr, scope)


def _cap(expr: t.Binary, scope: Scope) -> None:
    """Let `times(…)` count only as far as the number it is compared with (semantics §8)."""
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
        expect(kind, INT, side.location, scope, f"an operand of `{expr.word}`")
    low, high, by_zero = _bounds(expr.word, left, right)
    if low <= LEAST:
        scope.report(
            "E312",
            f"this may go down to {low}, which is too low",
            expr.location,
            f"the lowest number is {LEAST + 1}",
        )
    return Type("int", "", low, high, left.none or right.none or by_zero), (expr.word, x, y)


def _bounds(word: str, left: Type, right: Type) -> tuple[int, int, bool]:
    """Return the least and the greatest result, and whether it may be none (division by 0)."""
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
            "E311",
            f"the two values are of different kinds: {then}; {other}",
            expr.location,
            BOTH,
        )
    kind = other if then.base == "nothing" else then
    low, high = min(then.low, other.low), max(then.high, other.high)
    return Type(kind.base, kind.name, low, high, then.none or other.none, kind.many), (
        "if", condition, a, b,
    )  # fmt: skip


TYPE_FUNCTIONS.update(
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
