"""Expressions as the parts of others: what makers of single constructs ask for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from testing.random_specs.draw import Draw
from testing.random_specs.scope import ANY_NUMBER, Made, SpecScope
from thesmos.program.types import FLAG, Type, number

Maker = Callable[[Type, SpecScope, int, bool], "Made | None"]


class Expressions(ABC):
    """Makes expressions of all kinds."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    @abstractmethod
    def value(self, wanted: Type, scope: SpecScope, depth: int = 0, present: bool = False) -> Made:
        """A value of a type. present: whether it must not be none."""

    @abstractmethod
    def set(self, wanted: Type, scope: SpecScope, depth: int = 0) -> Made:
        """A set of things of a type."""

    @abstractmethod
    def named(self, wanted: Type, scope: SpecScope) -> Made | None:
        """A value that is just a name."""

    def condition(self, scope: SpecScope, depth: int = 0) -> str:
        """A condition."""
        return self.value(FLAG, scope, depth).text

    def likely(self, scope: SpecScope, depth: int = 1) -> str:
        """A condition that holds more often than not."""
        text = self.condition(scope, depth)
        if self.draw.chance(93):
            text += f" or not ({self.condition(scope, 3)} and {self.condition(scope, 3)})"
        return text

    def arguments(self, kinds: tuple[Type, ...], scope: SpecScope, depth: int) -> list[Made]:
        """Arguments of these types, rarely none."""
        return [self.value(kind, scope, depth, present=not self.draw.chance(15)) for kind in kinds]

    def some_kind(self, scope: SpecScope) -> Type:
        """Any type of a single thing; those that the names here have are likely."""
        kinds = [kind.one() for kind in scope.locals.values()]
        kinds += [name.type.one() for name in (*scope.memories, *scope.attributes)]
        if kinds and self.draw.chance(60):
            return self.draw.one(kinds)
        return self.draw.one((*scope.names.kinds, ANY_NUMBER, FLAG))

    def thing(self, kind: str, scope: SpecScope, depth: int) -> str:
        """A thing of a kind."""
        return self.value(scope.names.kind(kind), scope, depth).text

    def membership(
        self, name: str, owner: str | None, kind: Type, scope: SpecScope, depth: int
    ) -> str:
        """Whether something is in a set that a memory or an attribute is."""
        member = self.value(kind.one(), scope, depth)
        if owner:
            return f"{name}({self.thing(owner, scope, depth)}, {member.text})"
        return f"{name}({member.text})"

    def member_kind(self, scope: SpecScope) -> Type:
        """A type of which there can be sets to look through."""
        kinds = [k for k in scope.names.kinds if not scope.closed or k.base in ("enum", "zone")]
        return self.draw.one([*kinds, number(0, 5)])

    def binder(
        self, one: Type, scope: SpecScope, depth: int, always: int = 0
    ) -> tuple[str, Type, SpecScope]:
        """`x in S where c`, the type of the set, and the scope in which x is known."""
        domain = self.set(one.set(), scope, depth)
        name = scope.new_name()
        inner = scope.with_local(name, domain.type.one())
        if self.draw.chance(always):
            return f"{name} in {domain.text}", domain.type, inner
        return (
            f"{name} in {domain.text} where {self.condition(inner, depth)}",
            domain.type,
            inner,
        )
