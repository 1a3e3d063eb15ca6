"""Random sets, and names bound to their members."""

from __future__ import annotations

from testing.random_specs.draw import Draw
from testing.random_specs.expressions import Expressions
from testing.random_specs.scope import DEEPEST, TRIES, Made, SpecScope
from thesmos.program.types import Type, number


class Sets:
    """Makes sets."""

    def __init__(self, draw: Draw, values: Expressions) -> None:
        self.draw = draw
        self.values = values

    def set(self, wanted: Type, scope: SpecScope, depth: int = 0) -> Made:
        """A set of things of a type."""
        one = wanted.one()
        for _ in range(TRIES):
            makers = [self._all, self._all, self._braces, self._set_name, self._owned]
            if depth < DEEPEST:
                makers += [self._set_attribute, self._set_fact, self._those, self._operation]
                makers += [self._neighbours, self._offered, self._set_if]
                makers += [self._along, self._spread]
            made = self.draw.one(makers)(one, scope, depth + 1, False)
            if made is not None:
                return made
        return self._braces(one, scope, DEEPEST, False)

    def _all(self, one: Type, scope: SpecScope, _depth: int, _p: bool) -> Made | None:
        if one.base in ("int", "flag"):
            return None
        if one.base == "piece" and not scope.closed and self.draw.chance(50):
            return Made(f"all {one.name}s", one.set())
        return Made(one.name, one.set())

    def _braces(self, one: Type, scope: SpecScope, depth: int, _p: bool) -> Made:
        if one.base == "int":
            one = number(max(one.low, 0), max(min(one.high, 9), 0))
        members = [self.values.value(one, scope, depth) for _ in range(self.draw.between(1, 3))]
        kind = members[0].type
        for member in members:
            kind = kind.union(member.type)
        return Made(f"{{{', '.join(member.text for member in members)}}}", kind.one().set())

    def _set_name(self, one: Type, scope: SpecScope, _depth: int, _p: bool) -> Made | None:
        found = [each for each in scope.memories if each.type.many and each.type.one().fits(one)]
        if not found:
            return None
        memory = self.draw.one(found)
        return Made(memory.name, memory.type)

    def _owned(self, one: Type, scope: SpecScope, _depth: int, _p: bool) -> Made | None:
        if scope.closed or one.name not in (*scope.names.owned, "Player", "Power"):
            return None
        return Made(f"{self.draw.one(('your', 'opponent', 'teammate'))} {one.name}s", one.set())

    def _set_attribute(self, one: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        found = [each for each in scope.attributes if each.type.many and each.type.one().fits(one)]
        if not found or scope.closed:
            return None
        chosen = self.draw.one(found)
        assert chosen.owner
        return Made(f"{chosen.name}({self.values.thing(chosen.owner, scope, depth)})", chosen.type)

    def _set_fact(self, one: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        found = [f for f in scope.known_facts if f.gives.many and f.gives.one().fits(one)]
        if not found:
            return None
        fact = self.draw.one(found)
        given = ", ".join(each.text for each in self.values.arguments(fact.takes, scope, depth))
        return Made(f"{fact.name}({given})" if fact.takes else fact.name, fact.gives)

    def _those(self, one: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        binder, kind, _ = self.values.binder(one, scope, depth)
        return Made(f"those ({binder})", kind)

    def first_along(self, wanted: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        """The first on a way for which something holds, or none."""
        way = self._way(wanted.one(), scope, depth, "where")
        return None if way is None else Made(f"first {way}", wanted.optional())

    def _along(self, one: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        way = self._way(one, scope, depth, self.draw.one(("while", "until")))
        return None if way is None else Made(way, one.set())

    def _way(self, one: Type, scope: SpecScope, depth: int, word: str) -> str | None:
        if one.base in ("int", "flag") or not self.draw.chance(60):
            return None
        name, start = scope.new_name(), self.values.value(one, scope, depth)
        inner = scope.with_local(name, one)
        by, condition = self.values.value(one, inner, depth), self.values.condition(inner, depth)
        return f"along ({name} from {start.text} by {by.text} {word} {condition})"

    def _spread(self, one: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        if one.base in ("int", "flag") or not self.draw.chance(60):
            return None
        name, start = scope.new_name(), self.set(one.set(), scope, depth)
        inner = scope.with_local(name, one)
        where = f" where {self.values.condition(inner, depth)}" if self.draw.chance(80) else ""
        to = self.set(one.set(), inner, depth)
        return Made(f"spread ({name} from {start.text} to {to.text}{where})", one.set())

    def _operation(self, one: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        a, b = self.set(one.set(), scope, depth), self.set(one.set(), scope, depth)
        word = self.draw.one(("except", "union"))
        return Made(f"({a.text} {word} {b.text})", a.type.union(b.type))

    def _set_if(self, one: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        if not self.draw.chance(30):
            return None
        a, b = self.set(one.set(), scope, depth), self.set(one.set(), scope, depth)
        return Made(
            f"({a.text} if {self.values.condition(scope, depth)} else {b.text})",
            a.type.union(b.type),
        )

    def _neighbours(self, one: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        if one.base != "cell":
            return None
        cell = self.values.thing(one.name, scope, depth)
        return Made(f"{self.draw.one(('adjacent', 'adjacent', 'wrapped'))}({cell})", one.set())

    def _offered(self, one: Type, scope: SpecScope, _depth: int, _p: bool) -> Made | None:
        if not scope.skipped:
            return None
        roles = scope.names.offered(scope.skipped)
        found = [name for name, kind in roles.items() if kind.fits(one)]
        if not found:
            return None
        name = self.draw.one(found)
        return Made(f"offered({name})", roles[name].one().set())
