"""Types calls: functions of the core, attributes, facts, and the functions that take names."""

from __future__ import annotations

from thesmos.check.expressions import WRONG, TypedCode, quiet, type_as, type_expr
from thesmos.check.hints import unknown_function_hint, without_none
from thesmos.check.names import CORE, core_type
from thesmos.check.scope import Code, Scope
from thesmos.program.types import FLAG, NOTHING, Type
from thesmos.syntax import nodes as t


def type_call(expr: t.FunctionCall, scope: Scope) -> TypedCode:
    """Return the type and code of a call."""
    name = expr.name
    if name in SPECIAL:
        return SPECIAL[name](expr, scope)
    if name in CORE:
        return _core(expr, scope)
    if name in scope.names.attrs and not scope.names.attr_of(name, ""):
        return _attribute(expr, scope)
    if name in scope.names.facts:
        return _fact(expr, scope)
    if name in scope.names.memory and scope.names.memory[name].type.many:
        scope.used.add(name)
        kind = scope.names.memory[name].type
        (index,) = _arguments(expr, (kind.one(),), scope)
        return FLAG, ("in", index, ("memory set", name))
    scope.report(
        "E306", f"there is no `{name}(…)`", expr.location, unknown_function_hint(name, scope)
    )
    return WRONG


def _option(expr: t.FunctionCall, scope: Scope) -> TypedCode:
    wanted = expr.arguments[0] if len(expr.arguments) == 1 else None
    options = scope.names.game.options
    if not isinstance(wanted, t.Name) or wanted.name not in options:
        scope.report(
            "E307",
            "option(…) takes the name of an option of the game",
            expr.location,
            f"the game has: {', '.join(options) or 'none'}",
        )
        return WRONG
    return Type("enum", f"option {wanted.name}"), ("option", wanted.name)


def _offered(expr: t.FunctionCall, scope: Scope) -> TypedCode:
    """`offered(worker)`: the values of an open role in the remaining options of a step."""
    action = scope.names.actions.get(scope.action)
    wanted = expr.arguments[0] if len(expr.arguments) == 1 else None
    if action is None:
        scope.report(
            "E346", "offered(…) can't be used here", expr.location,
            "use it in `may skip` and `forbid skip`",
        )  # fmt: skip
        return WRONG
    roles = [r for r in action.roles if r.type is not None]
    for number, role in enumerate(roles):
        if isinstance(wanted, t.Name) and role.name == wanted.name and role.type is not None:
            return scope.names.type_of(role.type).set(), ("offered", number)
    names = ", ".join(r.name for r in roles)
    scope.report("E310", "offered(…) takes an open role", expr.location, f"one of: {names}")
    return WRONG


def _forbidden(expr: t.FunctionCall, scope: Scope) -> TypedCode:
    """`forbidden(build, w, s, block)`: whether an active clause forbids the action so."""
    first = expr.arguments[0] if expr.arguments else None
    action = scope.names.actions.get(first.name) if isinstance(first, t.Name) else None
    if action is None:
        scope.report(
            "E309", "forbidden(…) takes an action and its open roles", expr.location,
            f"actions: {', '.join(scope.names.actions)}",
        )  # fmt: skip
        return WRONG
    wanted = tuple(scope.names.type_of(r.type) for r in action.roles if r.type is not None)
    rest = t.FunctionCall(expr.location, expr.name, expr.arguments[1:])
    return FLAG, ("forbidden", action.name, *_arguments(rest, wanted, scope))


SPECIAL = {"option": _option, "offered": _offered, "forbidden": _forbidden}


def _arguments(expr: t.FunctionCall, wanted: tuple[Type, ...], scope: Scope) -> list[Code]:
    if len(expr.arguments) != len(wanted):
        takes = f"{len(wanted)} value{'s' * (len(wanted) != 1)}"
        scope.report(
            "E308",
            f"{expr.name}(…) takes {takes}, not {len(expr.arguments)}",
            expr.location,
            f"its arguments are: {', '.join(map(str, map(without_none, wanted))) or 'nothing'}",
        )
    codes = []
    for argument, kind in zip(expr.arguments, wanted, strict=False):
        codes.append(type_as(argument, kind, scope, f"the argument of {expr.name}(…)"))
    while len(codes) < len(wanted):
        codes.append(("none",))
    return codes


def _core(expr: t.FunctionCall, scope: Scope) -> TypedCode:
    core = CORE[expr.name]
    first = type_expr(expr.arguments[0], quiet(scope))[0] if expr.arguments else None
    wanted = [core_type(word, scope.names, first) for word in core.takes]
    if core.takes[0] == "piece" and first is not None:
        wanted[0] = first if first.base in ("piece", "nothing") else Type("piece", "a piece")
    codes = _arguments(expr, tuple(w.optional() for w in wanted), scope)
    gives = core_type(core.gives, scope.names, first)
    if gives.base != "flag" and not gives.many and first is not None and first.none:
        gives = gives.optional()
    if core.takes[0] in ("piece", "cell"):
        return gives, ("core", expr.name, *codes, ("kind", wanted[0].name))
    return gives, ("core", expr.name, *codes)


def _attribute(expr: t.FunctionCall, scope: Scope) -> TypedCode:
    owners = scope.names.attrs[expr.name]
    first = type_expr(expr.arguments[0], quiet(scope))[0] if expr.arguments else NOTHING
    attr = owners.get(first.name) or next(iter(owners.values()))
    owner = scope.names.types.get(attr.owner, NOTHING)
    if attr.type.many and len(expr.arguments) == 2:  # noqa: PLR2004 - thing and member
        thing, member = _arguments(expr, (owner, attr.type.one()), scope)
        return FLAG, ("in", member, ("attr set", attr.owner, attr.name, thing))
    (index,) = _arguments(expr, (owner,), scope)
    if scope.closed and owner.base != "piece":
        scope.report(
            "E331",
            f"`{expr.name}` may have changed since; it can't be used in a history query",
            expr.location,
            "store it in a role of the action, such as `height`",
        )
    word = "attr set" if attr.type.many else "attr"
    kind = attr.type if attr.type.many else attr.type.optional(first.none)
    return kind, (word, attr.owner, attr.name, index)


def fact_type(name: str, scope: Scope) -> Type:
    """Return the type of a fact's body; a body may use facts declared before or after it."""
    cache = scope.names.fact_types
    if name not in cache:
        cache[name] = FLAG  # for a fact that depends on itself; check/spec.py reports the cycle
        fact = scope.names.facts[name]
        inner = quiet(scope)
        inner.locals = {p: (0, scope.names.type_of(k)) for p, k in fact.params}
        inner.closed = False
        cache[name] = type_expr(fact.body, inner)[0]
    return cache[name]


def _fact(expr: t.FunctionCall, scope: Scope) -> TypedCode:
    fact = scope.names.facts[expr.name]
    if scope.closed:
        scope.report(
            "E331",
            f"`{expr.name}` may have changed since; it can't be used in a history query",
            expr.location,
            "store it in a role of the action",
        )
    wanted = tuple(scope.names.type_of(k) for _, k in fact.params)
    codes = _arguments(expr, wanted, scope)
    return fact_type(expr.name, scope), ("call", expr.name, *codes)
