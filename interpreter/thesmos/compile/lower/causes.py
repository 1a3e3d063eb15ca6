"""§3.4 and §5.5: what effects may lead to, from the text alone: events, and powers taken."""

from __future__ import annotations

from functools import lru_cache

from thesmos.link.linked import LinkedGame
from thesmos.program import clauses as c
from thesmos.program import effects as e
from thesmos.program.node import Ref, walk


class Causes:
    """What the effects of a linked game may lead to: possibly too much, never too little."""

    def __init__(self, game: LinkedGame) -> None:
        self.game = game

    def may_take(self, effects: e.Effects) -> bool:
        """Return whether effects, or the events that they cause, may take a power."""
        causing = [effects, *map(self._effects_of, self._events(effects))]
        return any(map(_takes, causing))

    def event_may_take(self, action: Ref) -> bool:
        """Return whether an event of an action, or one that it causes, may take a power."""
        return self.may_take(self._effects_of(action))

    def clauses_may_take(self, moment: str, card: int | None) -> bool:
        """Return whether a card's clauses of a moment may take a power."""
        clauses = self.game.clauses_about(c.At, moment)
        return any(self.may_take(clause.effects) for of, clause in clauses if of == card)

    def _effects_of(self, action: Ref) -> e.Effects:
        """Return the effects of an action, and of the clauses that may act after it."""
        written = self.game.actions[action]
        triggers = () if written.silent else self.game.clauses_about(c.After, action)
        return (*written.effects, *(effect for _, clause in triggers for effect in clause.effects))

    def _events(self, effects: e.Effects) -> set[Ref]:
        """Return the events that effects cause, directly or indirectly."""
        events: set[Ref] = set()
        todo = [*_done(effects)]
        while todo:
            action = todo.pop()
            if action not in events:
                events.add(action)
                todo += _done(self._effects_of(action))
        return events


@lru_cache(1000)  # texts: match-ups have many in common
def _done(effects: e.Effects) -> tuple[Ref, ...]:
    return tuple(node.action for node in walk(effects) if isinstance(node, e.Do))


@lru_cache(1000)
def _takes(effects: e.Effects) -> bool:
    return any(isinstance(node, e.MoveCard) and node.word == "take" for node in walk(effects))
