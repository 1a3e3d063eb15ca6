"""What a text says of past events, worked out from the log of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from thesmos.program.node import Ref
from thesmos.semantics.frame import Frame
from thesmos.semantics.history import Log
from thesmos.semantics.state import PastEvent, Value
from thesmos_rulebook.testing.reader.trees import Name, Tree


@dataclass(frozen=True)
class Events:
    """Events of some actions. owner: whose turn or game; its side if it is one.

    window: `this turn`, `last turn` or `game`. condition: on the roles as they were. given: roles
    that are something known outside, as roles of the same names can be.
    """

    actions: tuple[Ref, ...]
    window: str
    owner: Tree
    condition: Tree | None
    given: tuple[tuple[Name, Tree], ...] = ()

    def found(self, frame: Frame) -> list[PastEvent]:
        """Return these events in order."""
        past, owner = frame.state.past, self.owner.value(frame)
        assert isinstance(past, Log)
        if owner is None:
            return []
        side = self.owner.type.base == "side"
        given = [(role.name, tree.value(frame)) for role, tree in self.given]
        return [
            event
            for event in self._window(past, owner, side, frame)
            if event.action in self.actions and self._meets(event, frame)
            if all(value is not None and event.roles.get(role) == value for role, value in given)
        ]

    def _window(self, past: Log, owner: int, side: bool, frame: Frame) -> Iterator[PastEvent]:
        def whose(player: int) -> int:
            return frame.state.game.sides[player] if side else player

        if self.window == "game":
            for _, logged in past.turns:
                yield from (event for event, _ in logged if whose(event.actor) == owner)
            return
        begun = [n for n, (player, _) in enumerate(past.turns) if player == owner]
        if self.window == "this turn" and past.turns[-1][0] not in (owner, None):
            return
        for _, logged in past.turns[begun[-1] if begun else 0 :]:
            yield from (event for event, _ in logged if whose(event.active) == owner)

    def _meets(self, event: PastEvent, frame: Frame) -> bool:
        if self.condition is None:
            return True
        inner = frame.with_names({**frame.names, **event.roles})
        return self.condition.value(replace(inner, actor=event.actor)) is True


@dataclass(frozen=True)
class Times(Tree):
    """How many such events there were."""

    events: Events

    def value(self, frame: Frame) -> Value:
        return len(self.events.found(frame))


@dataclass(frozen=True)
class RoleOf(Tree):
    """A role of the `last` or the `first` such event."""

    word: str
    role: str
    events: Events

    def value(self, frame: Frame) -> Value:
        found = [event.roles.get(self.role) for event in self.events.found(frame)]
        if self.word == "first":
            return next((role for role in found if role is not None), None)
        return found[-1] if found else None
