"""Random effects."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from testing.random_specs.draw import Draw
from testing.random_specs.expressions import Expressions
from testing.random_specs.scope import Made, SpecScope
from testing.random_specs.vocabulary import COUNTED, ActionName, AttributeName
from thesmos.program.types import FLAG, INT, PLAYER, POWER, SIDE, Type, number

Lines = list[str]
LONGEST = 3  # effects in a block
DEEPEST = 2  # blocks inside blocks
PERSON_WHO_LOSES = 1  # per cent of effects, since little happens after that


class Effects:
    """Makes effects, as lines."""

    def __init__(self, draw: Draw, values: Expressions) -> None:
        self.draw = draw
        self.values = values

    def block(self, scope: SpecScope, doing: Sequence[ActionName], depth: int = 0) -> Lines:
        """Some effects. doing: the actions that may happen as events."""
        made: Lines = []
        for _ in range(self.draw.between(1, LONGEST if depth == 0 else 2)):
            if self.draw.chance(15):
                lines, scope = self._let(scope)
                made += lines
            made += self.effect(scope, doing, depth)
        return made

    def line(self, scope: SpecScope, doing: Sequence[ActionName]) -> str:
        """An effect of one line."""
        return self._simple(scope, doing)

    def effect(self, scope: SpecScope, doing: Sequence[ActionName], depth: int) -> Lines:
        """An effect."""
        if depth < DEEPEST and self.draw.chance(30):
            makers = (self._if, self._if, self._each, self._each, self._while)
            return self.draw.one(makers)(scope, doing, depth)
        return [self._simple(scope, doing)]

    def _simple(self, scope: SpecScope, doing: Sequence[ActionName]) -> str:
        if self.draw.chance(PERSON_WHO_LOSES):
            return self._loses(scope)
        makers: list[Callable[[SpecScope], str | None]] = [
            self._assign, self._assign, self._assign, self._add, self._add, self._put,
            self._member, self._hand, self._counts, self._due, self._remember,
        ]  # fmt: skip
        if doing:
            makers += [lambda inner: self.event(inner, doing)] * 2
        for maker in self.draw.shuffled(makers):
            made = maker(scope)
            if made is not None:
                return made
        return "counts"

    # --------------------------------------------------------------------------- values

    def _assign(self, scope: SpecScope) -> str | None:
        target = self._target(scope, lambda kind: not kind.many)
        if target is None:
            return None
        value = self.values.value(target.type, scope, 1, present=not target.type.none)
        if value.type.none and not target.type.none:
            return None
        return f"{target.text} := {value.text}"

    def _add(self, scope: SpecScope) -> str | None:
        target = self._target(scope, lambda kind: kind.base == "int" and not kind.many)
        if target is None:
            return None
        value = self.values.value(number(0, 99), scope, 2, present=True)
        if value.type.none:
            return None
        return f"{target.text} {self.draw.one(('+=', '-='))} {value.text}"

    def _target(self, scope: SpecScope, fits: Callable[[Type], bool]) -> Made | None:
        """What can be assigned to: a memory, a state of the game, an attribute of a thing."""
        found = [each for each in scope.names.attributes if fits(each.type)]
        if self.draw.chance(85):  # so that the game comes to its end
            found = [each for each in found if each.name != COUNTED]
        if not found:
            return None
        attribute = self.draw.one(found)
        return Made(self._of(attribute, scope), attribute.type)

    def _of(self, attribute: AttributeName, scope: SpecScope) -> str:
        if not attribute.owner:
            return attribute.name
        kinds = [attribute.owner, *([attribute.index] if attribute.index else ())]
        given = [self.values.value(scope.names.kind(kind), scope, 2).text for kind in kinds]
        return f"{attribute.name}({', '.join(given)})"

    def _member(self, scope: SpecScope) -> str | None:
        """`bound(w) := yes`."""
        found = [each for each in scope.names.attributes if each.type.many and each.owner != ""]
        if not found:
            return None
        chosen = self.draw.one(found)
        target = self.values.membership(chosen.name, chosen.owner, chosen.type, scope, 2)
        return f"{target} := {self.values.value(FLAG, scope, 2, present=True).text}"

    def _put(self, scope: SpecScope) -> str | None:
        """`place(p) := c`, `zone(p) := z`."""
        if not scope.names.on:
            return None
        kind, board = self.draw.one(tuple(scope.names.on.items()))
        piece = self.values.value(scope.names.kind(kind), scope, 1).text
        if self.draw.chance(6):
            return f"{self.draw.one(('place', 'zone'))}({piece}) := none"
        if board and self.draw.chance(65):
            return f"place({piece}) := {self.values.value(scope.names.kind(board), scope, 1).text}"
        return f"zone({piece}) := {self.values.value(scope.names.kind('Zone'), scope, 1).text}"

    def _let(self, scope: SpecScope) -> tuple[Lines, SpecScope]:
        """A local, which is used at once if it is a number."""
        name = scope.new_name()
        kind = self.values.some_kind(scope)
        value = self.values.value(kind, scope, 1)
        inner = scope.with_local(name, value.type)
        lines = [f"let {name} = {value.text}"]
        if value.type.base == "int" and self.draw.chance(50):
            more = self.values.value(INT, inner, 3, present=True)
            if not more.type.none and not value.type.none:
                lines.append(f"{name} {self.draw.one(('+=', '-='))} 1")
                widened = number(max(value.type.low - 2, -99), value.type.high + 2)
                inner = scope.with_local(name, widened)
        elif self.draw.chance(30):
            other = self.values.value(value.type, inner, 2, present=not value.type.none)
            if value.type.none or not other.type.none:
                lines.append(f"{name} := {other.text}")
        return lines, inner

    # --------------------------------------------------------------- events, cards, players

    def event(self, scope: SpecScope, doing: Sequence[ActionName]) -> str:
        """`do A(…)`."""
        action = self.draw.one(doing)
        given = [
            self.values.value(kind, scope, 2, present=True).text
            for kind in action.open_roles.values()
        ]
        return f"do {action.name}({', '.join(given)})"

    def _hand(self, scope: SpecScope) -> str:
        card = self.values.value(POWER, scope, 2).text
        player = self.values.value(PLAYER, scope, 2).text
        return self.draw.one(
            (f"take {card}", f"drop {card}", f"give {card} to {player}",
             f"share {card} with {player}", f"revoke {card} from {player}")
        )  # fmt: skip

    def _loses(self, scope: SpecScope) -> str:
        if self.draw.chance(50):
            return f"side({self.values.value(PLAYER, scope, 2).text}) loses"
        return f"{self.draw.one(scope.persons)} loses"

    def _counts(self, _scope: SpecScope) -> str:
        return "counts"

    def _due(self, scope: SpecScope) -> str | None:
        steps = scope.names.steps
        return f"due {self.draw.one(steps).name}" if steps and self.draw.chance(40) else None

    def _remember(self, scope: SpecScope) -> str | None:
        return self.draw.one(("memorize",) * 3 + ("forget",)) if scope.names.repetition else None

    # ---------------------------------------------------------------------------- blocks

    def _if(self, scope: SpecScope, doing: Sequence[ActionName], depth: int) -> Lines:
        made = [f"if {self.values.condition(scope, 1)}:", *self._inside(scope, doing, depth)]
        if self.draw.chance(25):
            made += [f"elif {self.values.condition(scope, 2)}:"]
            made += self._inside(scope, doing, depth)
        if self.draw.chance(45):
            made += ["else:", *self._inside(scope, doing, depth)]
        return made

    def _each(self, scope: SpecScope, doing: Sequence[ActionName], depth: int) -> Lines:
        kind = self.draw.one([k for k in scope.names.kinds if k != SIDE])
        domain = self.values.set(kind.set(), scope, 2)
        name = scope.new_name()
        inner = scope.with_local(name, domain.type.one())
        where = f" where {self.values.condition(inner, 2)}" if self.draw.chance(50) else ""
        return [f"each {name} in {domain.text}{where}:", *self._inside(inner, doing, depth)]

    def _while(self, scope: SpecScope, doing: Sequence[ActionName], depth: int) -> Lines:
        """A loop that counts something up or down."""
        found = [
            each for each in scope.memories
            if each.type.base == "int" and not each.type.many and not each.type.none
        ]  # fmt: skip
        if not found:
            return self._if(scope, doing, depth)
        counter = self.draw.one(found)
        low, high = counter.type.low, counter.type.high
        inner = scope.without(counter)  # what is done in the loop must not count back
        body = self._inside(inner, (), DEEPEST) if self.draw.chance(60) else []
        if self.draw.chance(50):
            return [f"while {counter.name} < {high}:", *body, f"  {counter.name} += 1"]
        low = max(low, 0)
        return [f"while {counter.name} > {low}:", *body, f"  {counter.name} -= 1"]

    def _inside(self, scope: SpecScope, doing: Sequence[ActionName], depth: int) -> Lines:
        return [f"  {line}" for line in self.block(scope, doing, depth + 1)]
