"""Type calls: functions of the core, attributes, facts, and the functions that take names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from thesmos.check.names.hints import unknown_function_hint, without_none
from thesmos.check.names.names import CORE, Names, core_type
from thesmos.check.names.scope import Scope
from thesmos.check.typing.expressions import expect, in_range, quiet, refused, type_expr, wrong
from thesmos.constructs import walk
from thesmos.program import values as v
from thesmos.program.node import AttributeRef, Ref
from thesmos.program.ranges import absolute_type
from thesmos.program.types import FLAG, INT, NOTHING, Type
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t

PLAYER_FUNCTIONS = ("side", "holds", "first_holder", "alive", "next_player")


def type_call(expr: t.FunctionCall, scope: Scope) -> v.Value:
    """Return the meaning of a call."""
    name = expr.name
    if name in scope.names.facts:  # also one that must not be called so, which is reported
        return _fact(expr, scope)
    if name in SPECIAL:
        return SPECIAL[name](expr, scope)
    if name in CORE:
        return _core(expr, scope)
    if name in scope.names.attrs and not scope.names.attr_of(name, ""):
        return _attribute(expr, scope)
    if name in scope.names.memory and scope.names.memory[name].type.many:
        held = scope.memory(name, expr.location)
        (member,) = _arguments(expr, (_any_number(held.type.one()),), scope)
        _possible_member(member, held.type.one(), scope)
        return v.IsIn(member, held, location=expr.location, type=FLAG)
    hint = unknown_function_hint(name, scope)
    return refused(scope, "E306", f"there is no `{name}(…)`", expr.location, hint, name)


def setting_type(option: str) -> Type:
    """Return the type of the words of an option."""
    return Type("enum", f"option {option}")


def _option(expr: t.FunctionCall, scope: Scope) -> v.Value:
    argument = expr.arguments[0] if len(expr.arguments) == 1 else None
    options = scope.names.game.options
    if not isinstance(argument, t.Name) or argument.name not in options:
        text = "option(…) takes the name of an option of the game"
        hint = f"the game has: {', '.join(options) or 'none'}"
        return refused(scope, "E307", text, expr.location, hint)
    return v.Setting(argument.name, location=expr.location, type=setting_type(argument.name))


def _offered(expr: t.FunctionCall, scope: Scope) -> v.Value:
    """Type `offered(worker)`: the values of an open role in the remaining options of a step."""
    actions = [scope.names.actions[n] for n in scope.offered if n in scope.names.actions]
    argument = expr.arguments[0] if len(expr.arguments) == 1 else None
    if not actions:
        text, hint = "offered(…) can't be used here", "use it in `may skip` and `forbid skip`"
        return refused(scope, "E346", text, expr.location, hint)
    types: dict[str, dict[str, Type]] = {}  # by open role, then by action
    for action in actions:
        for role in action.roles:
            if role.type is not None:
                kind = scope.names.type_of(role.type)
                types.setdefault(role.name, {})[action.name] = kind
    if not isinstance(argument, t.Name) or argument.name not in types:
        hint = f"one of: {', '.join(types)}"
        return refused(scope, "E310", "offered(…) takes an open role", expr.location, hint)
    first, *others = types[argument.name].values()
    if any(other != first for other in others):
        written = ", ".join(f"{kind} in {action}" for action, kind in types[argument.name].items())
        text = "this role has different types in the actions of the step"
        return refused(scope, "E310", text, expr.location, f"it is {written}: rename one of them")
    return v.Offered(argument.name, location=expr.location, type=first.set())


def _forbidden(expr: t.FunctionCall, scope: Scope) -> v.Value:
    """Type `forbidden(build, w, s)`: whether a clause forbids the action with these roles."""
    first = expr.arguments[0] if expr.arguments else None
    action = scope.names.actions.get(first.name) if isinstance(first, t.Name) else None
    if action is None:
        text = "forbidden(…) takes an action and its open roles"
        hint = f"actions: {', '.join(scope.names.actions)}"
        return refused(scope, "E309", text, expr.location, hint)
    wanted = tuple(scope.names.type_of(r.type) for r in action.roles if r.type is not None)
    rest = t.FunctionCall(expr.location, expr.name, expr.arguments[1:])
    ref = scope.names.action_ref(action.name)
    return v.Forbidden(
        ref, _arguments(rest, wanted, scope, none=True), location=expr.location, type=FLAG
    )


def _absolute(expr: t.FunctionCall, scope: Scope) -> v.Value:
    """Type `abs(n)`, the absolute value of a number."""
    (value,) = _arguments(expr, (INT,), scope)
    kind = absolute_type(value.type) if value.type.base == "int" else INT
    return v.Absolute(value, location=expr.location, type=kind)


SPECIAL = {"option": _option, "offered": _offered, "forbidden": _forbidden, "abs": _absolute}


def _arguments(
    expr: t.FunctionCall, wanted: tuple[Type, ...], scope: Scope, first: v.Value | None = None,
    none: bool = False,
) -> tuple[v.Value, ...]:  # fmt: skip
    """Return the meaning of all arguments; a wrong number or type of them is reported.

    first: the meaning of the first argument, if it is known already.
    none: whether `none` can be an argument.
    """
    if len(expr.arguments) != len(wanted):
        takes = f"{len(wanted)} value{'s' * (len(wanted) != 1)}"
        text = f"{expr.name}(…) takes {takes}, not {len(expr.arguments)}"
        hint = f"its arguments are: {', '.join(map(str, map(without_none, wanted))) or 'nothing'}"
        if expr.name in CORE and CORE[expr.name].gives.startswith("set of"):
            hint += f"; to ask whether it has something, write `VALUE in {expr.name}(…)`"
        scope.report("E308", text, expr.location, hint)
    arguments: list[v.Value] = []
    for argument, kind in zip(expr.arguments, wanted, strict=False):
        typed = None if arguments else first
        value = typed or type_expr(argument, scope)
        what = f"the argument of {expr.name}(…)"
        expect(value.type, kind, argument.location, scope, what, or_none=none)
        arguments.append(value)
    while len(arguments) < len(wanted):
        arguments.append(wrong(expr.location))
    return tuple(arguments)


def _any_number(kind: Type) -> Type:
    """Return the type of an argument that may be any number: one out of range is no member."""
    return INT if kind.base == "int" else kind


def _possible_member(member: v.Value, wanted: Type, scope: Scope) -> None:
    """Report a number that is never a member of a set."""
    kind = member.type
    if kind.base == wanted.base == "int" and (kind.high < wanted.low or wanted.high < kind.low):
        in_range(kind, wanted, member.location, scope, "a member of this set")


def _core(expr: t.FunctionCall, scope: Scope) -> v.Value:
    name, core = expr.name, CORE[expr.name]
    first = type_expr(expr.arguments[0], scope) if expr.arguments else None
    first_type = None if first is None else first.type
    wanted = [core_type(word, scope.names, first_type) for word in core.takes]
    if core.takes[0] == "piece":
        wanted[0] = (
            first_type
            if first_type is not None
            and first_type.base in ("piece", "nothing")
            and not first_type.many
            else Type("piece", "a piece")
        )
    arguments = _arguments(expr, tuple(w.optional() for w in wanted), scope, first)
    if len(expr.arguments) != len(wanted):
        return wrong(expr.location)
    gives = core_type(core.gives, scope.names, first_type)
    if not gives.many:
        gives = gives.optional(any(argument.type.none for argument in arguments))
    if core.takes[0] == "piece":
        kind = wanted[0].name if wanted[0].base == "piece" else _any_kind(scope)
        value_class = v.CellOf if name == "place" else v.ZoneOf
        return value_class(arguments[0], kind, location=expr.location, type=gives)
    if name in PLAYER_FUNCTIONS:
        return v.PlayerFunction(name, arguments, location=expr.location, type=gives)
    board = wanted[0].name if core.takes[0] == "cell" else ""
    return v.BoardFunction(name, board, arguments, location=expr.location, type=gives)


def _any_kind(scope: Scope) -> str:
    """Return any kind of piece, for a piece that is always none."""
    return next((kind.name for kind in scope.names.game.pieces), "")


def _attribute(expr: t.FunctionCall, scope: Scope) -> v.Value:
    owners = scope.names.attrs[expr.name]
    first = type_expr(expr.arguments[0], scope) if expr.arguments else None
    first_type = NOTHING if first is None else first.type
    attr = owners.get(first_type.name) or next(iter(owners.values()))
    owner = scope.names.types.get(attr.name.owner, NOTHING)
    if attr.type.many and len(expr.arguments) == 2:  # noqa: PLR2004 - thing and member
        thing, member = _arguments(expr, (owner, _any_number(attr.type.one())), scope, first)
        _possible_member(member, attr.type.one(), scope)
        held = attribute_value(expr, attr.name, (thing,), attr.type)
        return v.IsIn(member, held, location=expr.location, type=FLAG)
    of = _arguments(expr, (owner, *attr.index), scope, first)
    kind = (
        attr.type
        if attr.type.many
        else attr.type.optional(any(argument.type.none for argument in of))
    )
    return attribute_value(expr, attr.name, of, kind)


def attribute_value(
    expr: t.Expr, attribute: AttributeRef, of: tuple[v.Value, ...], kind: Type
) -> v.AttributeValue:
    """Return the value of an attribute, located where the expression is."""
    return v.AttributeValue(attribute, of, location=expr.location, type=kind)


def fact_type(name: str, scope: Scope) -> Type:
    """Return the type of a fact, which covers its body and all that clauses make of it.

    Bodies may use facts that are declared later.
    """
    names = scope.names
    started: set[Ref] = set()
    waiting = [(names, name)]
    while waiting:  # the facts that it asks come first, in a loop: their chain may be long
        fact_names, fact_name = waiting[-1]
        ref = fact_names.fact_ref(fact_name)
        if ref in started or ref in names.fact_types:
            waiting.pop()
            if ref not in names.fact_types:
                _type_of_fact(fact_name, scope if fact_names is names else Scope(fact_names))
        else:
            started.add(ref)
            waiting += _facts_asked_by(fact_names, fact_name)
    return names.fact_types[names.fact_ref(name)]


def _facts_asked_by(names: Names, name: str) -> Iterator[tuple[Names, str]]:
    """Yield the facts asked by a fact's body and the clauses on it, with the names used there."""
    texts = [(names, names.facts[name].body)]
    texts += [
        (card_names, clause.value)
        for card_names, clause in names.treats.get(names.fact_ref(name), ())
    ]
    for text_names, text in texts:
        for node in walk(text):
            if isinstance(node, (t.Name, t.FunctionCall)) and node.name in text_names.facts:
                yield text_names, node.name


def _type_of_fact(name: str, scope: Scope) -> None:
    """Find the type of a fact, and cache it."""
    names = scope.names
    fact, ref = names.facts[name], names.fact_ref(name)
    cache = names.fact_types
    cache[ref] = FLAG  # for a fact that depends on itself; check/analyses/cycles.py reports that
    inner = quiet(scope)
    inner.names = inner.names.declaring(ref)
    inner.locals = {p: names.type_of(k) for p, k in fact.params}
    cache[ref] = type_expr(fact.body, inner).type
    low = high = 0
    for card_names, clause in names.treats.get(ref, ()):
        value = _treated(card_names, clause, inner).type
        if isinstance(clause, ct.AddTo):  # once for each holder of the card
            times = 1 if card_names.card is None else names.sizes["Player"]
            low += times * min(0, value.low)
            high += times * max(0, value.high)
        elif value.fits(cache[ref]):
            cache[ref] = cache[ref].union(value)
    if cache[ref].base == "int":
        kind = cache[ref]
        cache[ref] = replace(kind, low=kind.low + low, high=kind.high + high)


def _treated(card_names: Names, treat: ct.Treat | ct.AddTo, body: Scope) -> v.Value:
    """Return the value that a card's clause gives a fact.

    body: the scope of the fact's body.
    """
    inner = Scope(replace(card_names, diagnostics=[]))
    inner.locals = dict(zip(treat.parameters, body.locals.values(), strict=False))
    return type_expr(treat.value, inner)


def _fact(expr: t.FunctionCall, scope: Scope) -> v.Value:
    fact = scope.names.facts[expr.name]
    wanted = tuple(scope.names.type_of(k) for _, k in fact.params)
    return fact_value(expr, expr.name, _arguments(expr, wanted, scope, none=True), scope)


def fact_value(
    expr: t.Expr, name: str, arguments: tuple[v.Value, ...], scope: Scope
) -> v.FactValue:
    """Return the value of a fact, located where the expression is."""
    kind = fact_type(name, scope)
    if not kind.many and kind.base != "nothing":
        kind = kind.optional(any(argument.type.none for argument in arguments))
    return v.FactValue(scope.names.fact_ref(name), arguments, location=expr.location, type=kind)
