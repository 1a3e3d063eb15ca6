"""Random questions about the past."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from testing.random_specs.draw import Draw
from testing.random_specs.expressions import Expressions
from testing.random_specs.scope import Made, SpecScope, may_stand
from thesmos.program.types import FLAG, Type

COMPARISONS = (">=", "<=", "=", "!=", "<", ">")


class PastQuestions:
    """Makes questions about the past."""

    def __init__(self, draw: Draw, values: Expressions) -> None:
        self.draw = draw
        self.values = values

    def did(self, _wanted: Type, scope: SpecScope, depth: int, _present: bool) -> Made | None:
        """`did(…)`."""
        event = self._events(scope, depth, [action.name for action in scope.names.actions])
        return None if event is None else Made(f"did({event})", FLAG)

    def times(self, _wanted: Type, scope: SpecScope, depth: int, _present: bool) -> Made | None:
        """`times(…) >= 2`."""
        event = self._events(scope, depth, [action.name for action in scope.names.actions])
        if event is None:
            return None
        word, count = self.draw.one(COMPARISONS), self.draw.below(4)
        return Made(f"(times({event}) {word} {count})", FLAG)

    def role(self, wanted: Type, scope: SpecScope, depth: int, _present: bool) -> Made | None:
        """`last(…).role`."""
        found: dict[str, list[str]] = {}
        for action in scope.names.actions:
            for name, kind in action.roles.items():
                if may_stand(kind, wanted, present=False):
                    found.setdefault(name, []).append(action.name)
        if not found:
            return None
        role = self.draw.one(tuple(found))
        event = self._events(scope, depth, found[role])
        if event is None:
            return None
        return Made(f"{self.draw.one(('last', 'first'))}({event}).{role}", wanted.one().optional())

    def _events(self, scope: SpecScope, depth: int, actions: list[str]) -> str | None:
        """Which events, of some of these actions, in which window."""
        if not actions:
            return None
        chosen: Sequence[str] = self.draw.some(actions, 1, 2)
        text = " | ".join(chosen)
        common = [(n, each) for n, each in scope.names.events.items() if {*each} <= {*actions}]
        if common and self.draw.chance(20):
            text, chosen = self.draw.one(common)
        shared = scope.names.shared_roles(chosen)
        if self.draw.chance(25):
            text += self._given(shared, scope, depth)
        if self.draw.chance(35):
            inner = replace(scope.about(shared), closed=True)
            text += f" where {self.values.condition(inner, depth)}"
        return f"{text}{self._window()}"

    def _given(self, shared: dict[str, Type], scope: SpecScope, depth: int) -> str:
        found = [
            (n, k) for n, k in shared.items() if not k.many and (k.base != "int" or k.low >= 0)
        ]
        if not found:
            return ""
        name, kind = self.draw.one(found)
        return f" with {name} = {self.values.value(kind, scope, depth).text}"

    def _window(self) -> str:
        if self.draw.chance(65):
            return self.draw.one(("", " during your last turn"))
        owner = self.draw.one(("you", "active", "side(you)", "side(active)", "next_player(you)"))
        return f" during game of {owner}"
