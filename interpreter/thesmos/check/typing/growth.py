"""Find the range of a local that is changed later: `let n = 0`, and then `n += 1` in a loop.

The effects after the `let` are followed with ranges in place of numbers: both branches of an `if`,
each loop as often as it can run. So a local has one type wherever it is used.

This follows trees, by typing them again and again, not the typed program as the analyses do
(analyses/evaluated.py): its result is part of what types the program.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from thesmos.check.names.scope import Scope
from thesmos.check.names.sizes import most_members
from thesmos.check.typing.expressions import quiet, type_expr
from thesmos.check.typing.infer import type_domain
from thesmos.check.typing.narrowing import narrowed
from thesmos.check.typing.operators import possible
from thesmos.constructs import walk
from thesmos.program.ranges import arithmetic_type
from thesmos.program.types import Type
from thesmos.syntax import nodes as t

MAX_ROUNDS = 100  # rounds of a `while` (semantics §16.8)
MAX_STEPS = 20_000  # effects to follow; nested loops multiply


def local_type(effect: t.Let, first: Type, rest: tuple[t.Effect, ...], scope: Scope) -> Type:
    """Return the type of a local; report a number that can grow out of all bounds.

    first: the type of its first value.
    rest: the effects after the `let`.
    """
    name = effect.name
    if first.many or name not in assigned_names(rest):
        return first
    inner = quiet(scope)
    inner.bind(name, first)
    ranges = _LocalRanges(scope, {name: first})
    ranges.block(rest, inner)
    if ranges.steps > MAX_STEPS:
        text = f"the loops around `{name}` run too often to tell what it can be"
        scope.report("E312", text, effect.location, "use a memory or an attribute with a range")
    return ranges.reached[name]


def assigned_names(effects: tuple[object, ...]) -> set[str]:
    """Return the plain names to which effects assign: locals, memories, states of the game."""
    targets = (effect.target for effect in walk(effects) if isinstance(effect, t.Assign))
    return {target.name for target in targets if isinstance(target, t.Name)}


@dataclass
class _LocalRanges:
    """The ranges that locals reach while effects are followed.

    reporting: the scope that collects errors; those in the loops are quiet.
    reached: by local, the type of all values that it has had so far.
    steps: how many effects have been followed.
    """

    reporting: Scope
    reached: dict[str, Type]
    steps: int = field(default=0)

    def block(self, effects: tuple[t.Effect, ...], scope: Scope) -> None:
        """Follow a block; give the locals of the scope the types that they have after it."""
        inner = scope.inner()
        for effect in effects:
            self.steps += 1
            if self.steps <= MAX_STEPS:
                self.effect(effect, inner)
        scope.locals |= {name: inner.locals[name] for name in scope.locals}

    def effect(self, effect: t.Effect, scope: Scope) -> None:
        match effect:
            case t.Assign(target=t.Name(name=name)) if name in scope.locals:
                self.set(name, self.assigned(effect, scope.locals[name], scope), scope)
            case t.Let(name=name, value=value):
                self.set(name, type_expr(value, scope).type, scope)
            case t.If(condition=condition, then=then, otherwise=otherwise):
                inside = narrowed(condition, scope)
                other = narrowed(condition, scope, holds=False)
                self.block(then, inside)
                self.block(otherwise, other)
                scope.locals |= inside.locals
                self.join(other, scope)
            case t.Each(binder=binder, effects=body):
                domain = type_domain(binder.domain, scope)
                rounds = most_members(domain, scope.names.sizes)
                self.loop(body, rounds, scope, binder.name, domain.type.one())
            case t.While(condition=condition, effects=body):
                self.loop(body, MAX_ROUNDS, scope, condition=condition)
            case _:
                pass

    def assigned(self, effect: t.Assign, before: Type, scope: Scope) -> Type:
        value = type_expr(effect.value, scope).type
        if effect.word == ":=" or value.base != "int" or before.base != "int":
            return value if effect.word == ":=" else before
        return possible(
            arithmetic_type(effect.word[0], before, value), effect.location, self.reporting
        )

    def loop(
        self, body: tuple[t.Effect, ...], rounds: int, scope: Scope, name: str = "",
        member: Type | None = None, condition: t.Expr | None = None,
    ) -> None:  # fmt: skip
        """Follow a loop until another round changes nothing, at most as often as it can run."""
        for _ in range(rounds):
            before, inner = dict(scope.locals), narrowed(condition, scope)
            if member is not None:
                inner.bind(name, member)
            self.block(body, inner)
            self.join(inner, scope)
            if scope.locals == before or self.steps > MAX_STEPS:
                return

    def set(self, name: str, kind: Type, scope: Scope) -> None:
        scope.bind(name, kind)
        self.reached[name] = _either(self.reached.get(name, kind), kind)

    def join(self, other: Scope, scope: Scope) -> None:
        """Give each local of a scope the type that it has in this scope or in another."""
        for name, kind in scope.locals.items():
            scope.locals[name] = _either(kind, other.locals[name])


def _either(first: Type, second: Type) -> Type:
    return first.union(second) if second.fits(first) or first.fits(second) else first
