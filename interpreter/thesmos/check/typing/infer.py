"""Type expressions: from syntax to values. One function per construct, in grammar order."""

from __future__ import annotations

from functools import reduce
from typing import cast

from thesmos.check.names.hints import (
    SETS,
    cell_hint,
    conversion_hint,
    nearest_names,
    unknown_name_hint,
)
from thesmos.check.names.lookup import define
from thesmos.check.names.names import MAX_NUMBER, core_type
from thesmos.check.names.scope import CORE_NAMES, PERSONS, Scope, core_name
from thesmos.check.names.sizes import most_members
from thesmos.check.typing.calls import attribute_value, fact_value, type_call
from thesmos.check.typing.expressions import (
    TYPE_FUNCTIONS,
    expect,
    quiet,
    refused,
    type_expr,
    type_flag,
    type_where,
    wrong,
)
from thesmos.check.typing.history import type_history
from thesmos.check.typing.narrowing import narrowed
from thesmos.check.typing.operators import (
    AS_IN,
    ONLY_COMPARED,
    possible,
    type_arithmetic,
    type_comparison,
)
from thesmos.check.typing.repetition import REPEATS, repeats
from thesmos.diagnostics import Location
from thesmos.program import values as v
from thesmos.program.ranges import opposite_type
from thesmos.program.types import (
    ANYTHING,
    DIRECTION,
    DIRECTIONS,
    FLAG,
    INT,
    NOTHING,
    PLAYER,
    Type,
    number,
)
from thesmos.syntax import nodes as t
from thesmos.syntax.unparse import line_text

BOTH = "write values of the same kind on both sides of `if … else`"


def _number(expr: t.Number, scope: Scope) -> v.Value:
    if expr.value > MAX_NUMBER:
        text = f"{expr.value} is too large"
        hint = f"the largest number is {MAX_NUMBER}"
        scope.report("E312", text, expr.location, hint)
    return v.Number(expr.value, location=expr.location, type=number(expr.value, expr.value))


def _name(expr: t.Name, scope: Scope) -> v.Value:
    name = expr.name
    if name in scope.locals:
        return scope.variable(name, expr.location)
    if name in (*PERSONS, *CORE_NAMES):
        of_card = scope.names.card is not None
        return core_name(name, expr.location, of_card=of_card, hiding=scope.hiding)
    if name in scope.names.memory:
        return scope.memory(name, expr.location)
    if name in scope.names.words:
        kind, place = scope.names.words[name]
        return v.Word(name, place, location=expr.location, type=kind)
    meaning = _game_name(expr, scope)
    if meaning is None and name == REPEATS:
        meaning = repeats(expr.location, scope)
    if meaning is None and name in DIRECTIONS:
        meaning = v.Word(name, DIRECTIONS.index(name), location=expr.location, type=DIRECTION)
    return meaning or _piece(expr, scope) or _unknown(expr, scope)


def _game_name(expr: t.Name, scope: Scope) -> v.Value | None:
    attr = scope.names.attr_of(expr.name, "")
    if attr is not None:
        return attribute_value(expr, attr.name, (), attr.type)
    fact = scope.names.facts.get(expr.name)
    if fact is not None and not fact.params:
        return fact_value(expr, expr.name, (), scope)
    return None


def _piece(expr: t.Name, scope: Scope) -> v.Value | None:
    """Return the meaning of the name of a piece; an ambiguous name is reported."""
    pieces = [*scope.names.piece(expr.name)]
    if not pieces:
        return None
    kind, number = pieces[0]
    if len(pieces) > 1:
        text = f"`{expr.name}` is the name of several pieces"
        hint = "give the piece that is meant a name of its own"
        return refused(scope, "E304", text, expr.location, hint)
    if number is None:
        text = f"the piece `{expr.name}` can't be named here"
        hint = "put it before the pieces that each player has, in the supply of its kind"
        return refused(scope, "E304", text, expr.location, hint)
    return v.Word(expr.name, number, location=expr.location, type=kind)


def _unknown(expr: t.Name, scope: Scope) -> v.Value:
    hint = unknown_name_hint(expr.name, scope)
    return refused(scope, "E304", f"unknown name `{expr.name}`", expr.location, hint, expr.name)


def _kind(expr: t.AllOf, scope: Scope) -> v.Value:
    kind = scope.names.kind(expr.name)
    if kind is None:
        return _cell(expr, scope)
    return v.AllOf(location=expr.location, type=kind.set())


def _cell(expr: t.AllOf, scope: Scope) -> v.Value:
    """Return the meaning of the name of a cell; an ambiguous or unknown name is reported."""
    name, cells = expr.name, [*scope.names.cell(expr.name)]
    if len(cells) == 1:
        kind, number = cells[0]
        return v.Word(name, number, location=expr.location, type=kind)
    text, hint = f"there is no kind `{name}`", nearest_names(name, scope.names.types)
    if (of_cells := cell_hint(name, scope.names)) is not None:
        text, hint = f"there is no cell `{name}`", of_cells
    if cells:
        text = f"the boards {' and '.join(kind.name for kind, _ in cells)} have a cell `{name}`"
        hint = "name the cells of one of them differently: `names: 1,1`"
    return refused(scope, "E301", text, expr.location, hint)


def _player(expr: t.NumberedPlayer, scope: Scope) -> v.Value:
    least, most = scope.names.game.players
    if not 1 <= expr.number <= most:
        hint = f"players are numbered from 1 to {most}"
        return refused(scope, "E307", f"there is no player {expr.number}", expr.location, hint)
    kind = PLAYER.optional(expr.number > least)
    return v.NumberedPlayer(expr.number, location=expr.location, type=kind)


def _piece_at(expr: t.PieceAt, scope: Scope) -> v.Value:
    kind = scope.names.kind(expr.kind)
    if kind is None or kind.base != "piece":
        text = f"there is no kind of piece `{expr.kind}`"
        hint = nearest_names(expr.kind, [kind.name for kind in scope.names.game.pieces])
        return refused(scope, "E301", text, expr.location, hint, expr.kind)
    at = type_expr(expr.at, scope)
    wanted = core_type("cell", scope.names, kind)
    expect(at.type, wanted, expr.at.location, scope, "the place after `at`")
    return v.PieceAt(kind.name, at, location=expr.location, type=kind.optional())


def _owned(expr: t.Owned, scope: Scope) -> v.Value:
    kind = scope.names.kind(expr.kind)
    if kind is None or (expr.whose == "all" and kind.base != "piece"):
        return _kind(t.AllOf(expr.location, expr.kind), scope)
    if expr.whose == "all":
        return v.OnBoard(kind.name, location=expr.location, type=kind.set())
    if kind.base not in ("power", "player") and not scope.names.attr_of("owner", kind.name):
        text = f"a {kind.name} has no owner"
        hint = "only pieces with an attribute `owner`, Powers and Players have one"
        return refused(scope, "E305", text, expr.location, hint)
    whose = cast(v.Whose, expr.whose)
    return v.Owned(whose, location=expr.location, type=kind.set())


def _literal(expr: t.Literal, scope: Scope) -> v.Value:
    if expr.word == "none":
        return v.Nothing(location=expr.location, type=NOTHING)
    return v.Flag(expr.word == "yes", location=expr.location, type=FLAG)


def _set_of(expr: t.SetOf, scope: Scope) -> v.Value:
    members = tuple(type_expr(m, scope) for m in expr.members)
    plain = ANYTHING if any(m.type == ANYTHING for m in members) else NOTHING
    kind = next((m.type for m in members if m.type.base != "nothing"), plain).one()
    for member, written in zip(members, expr.members, strict=True):
        if not member.type.fits(kind):
            hint = conversion_hint(member.type, kind, scope.names)
            text = f"the members of a set must be of one kind: {kind}, not {member.type}"
            scope.report("E311", text, written.location, hint)
    kind = reduce(Type.union, (m.type for m in members if m.type.fits(kind)), kind)
    return v.SetOf(members, location=expr.location, type=kind.set())


def type_domain(expr: t.Expr, scope: Scope, what: str = "`in`") -> v.Value:
    """Return the meaning of a set; anything else is reported.

    what: the construct that needs it.
    """
    domain = type_expr(expr, scope)
    if domain.type.is_nothing:
        scope.report("E313", f"{what} needs a set with members", expr.location, SETS)
    elif not domain.type.many and domain.type.base != "nothing":
        hint = conversion_hint(domain.type, domain.type.set(), scope.names)
        scope.report("E313", f"{what} needs a set, not {domain.type}", expr.location, hint)
    return domain


def type_binder(binder: t.Binder, scope: Scope, location: Location) -> tuple[v.Binder, Scope]:
    """Return the meaning of a binder, and a scope with its name.

    location: where the expression is.
    """
    domain = type_domain(binder.domain, scope)
    inner = scope.inner()
    define(binder.name, domain.type.one(), location, inner)
    return v.Binder(binder.name, domain, type_where(binder.condition, inner)), inner


def _search(expr: t.Search, scope: Scope) -> v.Value:
    binder, _ = type_binder(expr.binder, scope, expr.location)
    domain = binder.domain.type
    if expr.word == "those":
        return v.Those(binder, location=expr.location, type=domain)
    word = cast(v.SearchWord, expr.word)
    most = most_members(binder.domain, scope.names.sizes)
    kinds = {"first": domain.one().optional(), "count": number(0, most)}
    return v.Search(word, binder, location=expr.location, type=kinds.get(word, FLAG))


def _count(expr: t.Size, scope: Scope) -> v.Value:
    domain = type_domain(expr.of, scope, "count(…)")
    return v.Size(
        domain, location=expr.location, type=number(0, most_members(domain, scope.names.sizes))
    )


def _fold(expr: t.Fold, scope: Scope) -> v.Value:
    binder, inner = type_binder(expr.binder, scope, expr.location)
    value = type_expr(expr.value, narrowed(expr.binder.condition, inner))
    kind = value.type
    expect(kind, INT, expr.value.location, scope, f"the value in {expr.word}(…)")
    word = cast(v.FoldWord, expr.word)
    if word == "sum":
        most = most_members(binder.domain, scope.names.sizes)
        kind = number(min(0, kind.low * most), max(0, kind.high * most))
        kind = possible(kind, expr.location, scope)
    else:
        kind = kind.optional()
    return v.Fold(word, value, binder, location=expr.location, type=kind)


def _first_by(expr: t.FirstBy, scope: Scope) -> v.Value:
    binder, inner = type_binder(expr.binder, scope, expr.location)
    inner = narrowed(expr.binder.condition, inner)
    orders = []
    for written in expr.orders:
        value = type_expr(written.value, inner)
        what = f"the value after `{written.word}`"
        expect(value.type, INT, written.value.location, scope, what)
        word = cast(v.OrderWord, written.word)
        orders.append(v.Order(word, value, location=written.location))
    kind = binder.domain.type.one().optional()
    return v.FirstBy(binder, tuple(orders), location=expr.location, type=kind)


def _walk_scope(expr: t.Along | t.Spread, start: Type, scope: Scope) -> tuple[Type, Scope] | None:
    """Return the type of the members, and a scope with the bound name; None after an error."""
    kind = start.one()
    if kind.base in ("int", "flag", "nothing"):
        if kind != ANYTHING:
            word = "along" if isinstance(expr, t.Along) else "spread"
            text = f"`{word}` can't begin with {start}"
            hint = "begin with a cell, a piece, a player, or a word of an enum"
            scope.report("E311", text, expr.start.location, hint)
        return None
    inner = scope.inner()
    define(expr.name, kind, expr.location, inner)
    return kind, inner


def _along(expr: t.Along, scope: Scope) -> v.Value:
    start = type_expr(expr.start, scope)
    if start.type.many:
        hint = "to go on from several things to others, write `spread (NAME from SET to SET)`"
        scope.report("E313", "`along` begins with one thing", expr.start.location, hint)
    kind_and_scope = _walk_scope(expr, start.type, scope)
    if kind_and_scope is None:
        return wrong(expr.location)
    kind, inner = kind_and_scope
    following = type_expr(expr.next, inner)
    if not following.type.fits(kind):
        hint = conversion_hint(following.type, kind, scope.names) or "such as `step(NAME, north)`"
        text = f"what follows `by` must be {kind}, not {following.type}"
        scope.report("E311", text, expr.next.location, hint)
    condition = type_flag(expr.condition, inner)
    word = cast(v.AlongWord, expr.word)
    kind = kind.optional() if word == "where" else kind.set()
    return v.Along(word, expr.name, start, following, condition, location=expr.location, type=kind)


def _spread(expr: t.Spread, scope: Scope) -> v.Value:
    start = type_domain(expr.start, scope, "`from`")
    kind_and_scope = _walk_scope(expr, start.type, scope)
    if kind_and_scope is None:
        return wrong(expr.location)
    kind, inner = kind_and_scope
    following = type_domain(expr.next, inner, "`to`")
    if following.type.many:
        expect(following.type, kind.set(), expr.next.location, scope, "what follows `to`")
    condition = type_where(expr.condition, inner)
    return v.Spread(expr.name, start, following, condition, location=expr.location, type=kind.set())


def _history(expr: t.Past, scope: Scope) -> v.Value:
    if expr.word == "times":
        scope.report("E332", ONLY_COMPARED, expr.location, AS_IN)
    return type_history(expr, scope)


def _unary(expr: t.Unary, scope: Scope) -> v.Value:
    operand = type_expr(expr.value, scope)
    kind = operand.type
    if expr.word == "not":
        expect(kind, FLAG, expr.value.location, scope, "the value after `not`")
        return v.Not(operand, location=expr.location, type=FLAG)
    if expr.word == "-":
        expect(kind, INT, expr.value.location, scope, "the value after `-`")
        kind = possible(opposite_type(kind), expr.location, scope)
        return v.Negative(operand, location=expr.location, type=kind)
    if kind.many:
        scope.report("E313", "a set always exists", expr.value.location, "compare `count(SET)`")
    return v.Exists(operand, expr.word == "is none", location=expr.location, type=FLAG)


def _binary(expr: t.Binary, scope: Scope) -> v.Value:
    if expr.word in ("=", "!=", "<", "<=", ">", ">="):
        return type_comparison(expr, scope)
    left, right = type_expr(expr.left, scope), type_expr(expr.right, scope)
    if expr.word == "in":
        return _membership(expr, left, right, scope)
    if expr.word in ("except", "union"):
        if not left.type.many or not left.type.fits(right.type):
            hint = "write a single thing as a set in braces: `{THING}`"
            scope.report(
                "E313", f"`{expr.word}` needs two sets of the same kind", expr.location, hint
            )
        word = cast(v.SetWord, expr.word)
        kind = left.type.union(right.type) if word == "union" else left.type
        return v.SetOperation(word, left, right, location=expr.location, type=kind)
    return type_arithmetic(expr, left, right, scope)


def _membership(expr: t.Binary, left: v.Value, right: v.Value, scope: Scope) -> v.Value:
    kind, set_kind = left.type, right.type
    if set_kind.is_nothing:
        scope.report("E313", "this set is empty", expr.right.location, "name its members")
    elif not set_kind.many and set_kind.base != "nothing":
        hint = "compare a single thing with `=`"
        scope.report("E313", f"`in` needs a set, not {set_kind}", expr.right.location, hint)
    elif set_kind.base != "nothing" and not kind.fits(set_kind.one()):
        hint = (
            conversion_hint(kind, set_kind.one(), scope.names)
            or "the members of a set are of one kind"
        )
        scope.report("E311", f"{kind} can't be in a {set_kind}", expr.left.location, hint)
    return v.IsIn(left, right, location=expr.location, type=FLAG)


def _logic(expr: t.Logic, scope: Scope) -> v.Value:
    parts, inner = list[v.Value](), scope
    for before, part in zip((None, *expr.parts), expr.parts, strict=False):
        half = None if before is None else _half_compared(before, part, expr.word, inner)
        parts.append(half or type_flag(part, inner))
        # A part matters only if those before it hold (`or`: do not hold).
        inner = narrowed(part, inner, holds=expr.word == "and")
    return v.Logic(cast(v.LogicWord, expr.word), tuple(parts), location=expr.location, type=FLAG)


def _half_compared(before: t.Expr, part: t.Expr, word: str, scope: Scope) -> v.Value | None:
    """Report the second half of `a = 1 or 2`; return None if it is no such thing.

    before: the part before it. word: what joins them.
    """
    if not isinstance(before, t.Binary) or before.word not in v.MIRRORED:
        return None
    quietly = quiet(scope)
    kind, other = type_expr(part, quietly).type, type_expr(before.right, quietly).type
    if kind.base in (FLAG.base, ANYTHING.base) or kind.base != other.base or kind.many:
        return None
    second = f"{line_text(before.left)} {before.word} {line_text(part)}"
    hint = f"compare twice: `{line_text(before)} {word} {second}`"
    text = f"a condition must be yes or no, not {kind}"
    return refused(scope, "E311", text, part.location, hint)


def _if_else(expr: t.IfElse, scope: Scope) -> v.Value:
    condition = type_flag(expr.condition, scope)
    then = type_expr(expr.then, narrowed(expr.condition, scope))
    other = type_expr(expr.otherwise, narrowed(expr.condition, scope, holds=False))
    a, b = then.type, other.type
    if not (a.fits(b) or b.fits(a)):
        text = f"the two values are of different kinds: {a}; {b}"
        scope.report("E311", text, expr.location, BOTH)
    return v.IfElse(condition, then, other, location=expr.location, type=a.union(b))


TYPE_FUNCTIONS.update(
    {
        t.Number: _number,
        t.Name: _name,
        t.AllOf: _kind,
        t.NumberedPlayer: _player,
        t.PieceAt: _piece_at,
        t.Owned: _owned,
        t.Literal: _literal,
        t.FunctionCall: type_call,
        t.SetOf: _set_of,
        t.Search: _search,
        t.Size: _count,
        t.Fold: _fold,
        t.FirstBy: _first_by,
        t.Along: _along,
        t.Spread: _spread,
        t.Past: _history,
        t.Unary: _unary,
        t.Binary: _binary,
        t.Logic: _logic,
        t.IfElse: _if_else,
    }
)
