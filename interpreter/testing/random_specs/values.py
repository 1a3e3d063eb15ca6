"""Random expressions of a wanted type."""

from __future__ import annotations

from testing.random_specs.core import CoreFunctions
from testing.random_specs.draw import Draw
from testing.random_specs.expressions import Expressions, Maker
from testing.random_specs.flags import Flags
from testing.random_specs.numbers import Numbers
from testing.random_specs.past import PastQuestions
from testing.random_specs.scope import (
    DEEPEST,
    TRIES,
    Made,
    SpecScope,
    is_flag,
    may_stand,
)
from testing.random_specs.sets import Sets
from thesmos.program.types import DIRECTIONS, FLAG, PLAYER, Type, number


class RandomExpressions(Expressions):
    """Makes expressions. What `check` would refuse is avoided as far as that is easy."""

    def __init__(self, draw: Draw) -> None:
        super().__init__(draw)
        self.past = PastQuestions(draw, self)
        self.flags = Flags(draw, self, self.past)
        self.numbers = Numbers(draw, self)
        self.core = CoreFunctions(draw, self)
        self.sets = Sets(draw, self)

    def value(self, wanted: Type, scope: SpecScope, depth: int = 0, present: bool = False) -> Made:
        """A value of a type. present: whether it must not be none."""
        if wanted.many:
            return self.set(wanted, scope, depth)
        for _ in range(TRIES):
            maker = self.draw.one(self._makers(wanted, scope, depth))
            made = maker(wanted, scope, depth + 1, present)
            if made is not None and may_stand(made.type, wanted, present):
                return made
        return self._plainest(wanted, scope, present)

    def set(self, wanted: Type, scope: SpecScope, depth: int = 0) -> Made:
        """A set of things of a type."""
        return self.sets.set(wanted, scope, depth)

    def _makers(self, wanted: Type, scope: SpecScope, depth: int) -> list[Maker]:
        named: list[Maker] = [self._local, self._local, self._memory, self._plain]
        if depth >= DEEPEST:
            return named + (self.flags.simple() * 2 if depth == DEEPEST and is_flag(wanted) else [])
        makers = [*named, self._attribute, self._attribute, self._fact, self._fact, self._if_else]
        makers += self.core.makers(wanted.base)
        if not scope.closed:
            makers.append(self.past.role)
        if is_flag(wanted):
            return makers + self.flags.makers(scope)
        makers += [self._first, self.sets.first_along]
        return [*makers, *(self.numbers.makers() if wanted.base == "int" else [])]

    def named(self, wanted: Type, scope: SpecScope) -> Made | None:
        """A value that is just a name."""
        for maker in self.draw.shuffled((self._local, self._memory)):
            made = maker(wanted, scope, DEEPEST, False)
            if made is not None:
                return made
        return None

    def _plainest(self, wanted: Type, scope: SpecScope, present: bool) -> Made:
        """A value that is always possible; of cells and pieces, only if it may be none."""
        plain = [self._local, self._plain, self._memory, *self.core.plainest(wanted.base)]
        for maker in plain:
            made = maker(wanted, scope, DEEPEST, present)
            if made is not None and may_stand(made.type, wanted, present):
                return made
        if present and scope.names.pieces.get(wanted.name):
            return Made(self.draw.one(scope.names.pieces[wanted.name]), wanted.one())
        return Made(f"first ({scope.new_name()} in {wanted.name} where yes)", wanted.optional())

    def _local(self, wanted: Type, scope: SpecScope, _depth: int, present: bool) -> Made | None:
        found = [n for n, k in scope.locals.items() if may_stand(k, wanted, present)]
        if not found:
            return None
        name = self.draw.one(found)
        return Made(name, scope.locals[name])

    def _memory(self, wanted: Type, scope: SpecScope, _depth: int, present: bool) -> Made | None:
        found = [each for each in scope.memories if may_stand(each.type, wanted, present)]
        if not found:
            return None
        memory = self.draw.one(found)
        return Made(memory.name, memory.type)

    def _plain(self, wanted: Type, scope: SpecScope, _depth: int, _present: bool) -> Made | None:
        match wanted.base:
            case "int":
                low = max(wanted.low, min(-9, wanted.high))
                high = min(wanted.high, low + (9 if self.draw.chance(70) else 90))
                n = self.draw.between(low, high)
                return Made(str(n) if n >= 0 else f"(-{-n})", number(n, n))
            case "flag":
                return Made(self.draw.one(("yes", "yes", "no")), FLAG)
            case "enum" if scope.names.words[wanted.name]:
                return Made(self.draw.one(scope.names.words[wanted.name]), wanted.one())
            case "zone":
                return Made(self.draw.one(scope.names.zones), wanted.one())
            case "direction":
                return Made(self.draw.one(DIRECTIONS), wanted.one())
            case "piece" if scope.names.pieces.get(wanted.name) and self.draw.chance(60):
                return Made(self.draw.one(scope.names.pieces[wanted.name]), wanted.one())
            case "cell" if len(scope.names.boards) == 1:
                return Made("A1", wanted.one())
            case "player" if self.draw.chance(20):
                numbered = self.draw.between(1, 2)
                return Made(f"player {numbered}", PLAYER.optional(numbered > 1))
            case "player" if not scope.closed:
                return Made(self.draw.one(scope.persons), PLAYER)
            case _:
                return None

    def _attribute(self, wanted: Type, scope: SpecScope, depth: int, present: bool) -> Made | None:
        found = [each for each in scope.attributes if may_stand(each.type, wanted, present)]
        if not found:
            return None
        attribute = self.draw.one(found)
        assert attribute.owner
        owner = scope.names.kind(attribute.owner)
        if scope.closed and not any(may_stand(k, owner, False) for k in scope.locals.values()):
            return None
        if scope.closed and attribute.index:
            return None
        kinds = [owner, *([scope.names.kind(attribute.index)] if attribute.index else ())]
        given = [self.value(each, scope, depth, present) for each in kinds]
        kind = attribute.type.optional(any(each.type.none for each in given))
        return Made(f"{attribute.name}({', '.join(each.text for each in given)})", kind)

    def _fact(self, wanted: Type, scope: SpecScope, depth: int, present: bool) -> Made | None:
        found = [each for each in scope.known_facts if may_stand(each.gives, wanted, present)]
        if not found:
            return None
        fact = self.draw.one(found)
        given = self.arguments(fact.takes, scope, depth)
        kind = fact.gives.optional(any(each.type.none for each in given))
        if not fact.takes:
            return Made(fact.name, kind)
        return Made(f"{fact.name}({', '.join(each.text for each in given)})", kind)

    def _if_else(self, wanted: Type, scope: SpecScope, depth: int, present: bool) -> Made | None:
        condition = self.value(FLAG, scope, depth).text
        a = self.value(wanted, scope, depth, present)
        b = self.value(wanted, scope, depth, present)
        return Made(f"({a.text} if {condition} else {b.text})", a.type.union(b.type))

    def _first(self, wanted: Type, scope: SpecScope, depth: int, _present: bool) -> Made | None:
        if scope.closed:
            return None
        binder, kind, inner = self.binder(wanted, scope, depth)
        by = []
        for _ in range(self.draw.between(1, 2) if self.draw.chance(30) else 0):
            value = self.value(number(-9, 99), inner, depth)
            by.append(f"{self.draw.one(('most', 'fewest'))} {value.text}")
        orders = f" by {', '.join(by)}" if by else ""
        return Made(f"first ({binder}{orders})", kind.one().optional())
