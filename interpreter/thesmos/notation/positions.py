"""Positions of a linked game, written in its notation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from thesmos.link.layout import UNKNOWN, Meaning, PlaceOf
from thesmos.notation.linked_entry import PositionNotation
from thesmos.notation.memories import Memories
from thesmos.notation.position_entries import kinds_placed, linked_entries
from thesmos.notation.step_part import StepPart
from thesmos.notation.value_texts import ValueTexts, Vector
from thesmos.program.clauses import Hide
from thesmos.program.positions import MEMORY

EMPTY: tuple[Any, ...] = ("", [], {})  # what is left out
View = Callable[[tuple[int, ...], int], Vector]


class Positions:
    """Writes the positions of a linked game.

    texts: its values as text. view: what a player, from 0, sees of a state. entries: those that the
    game declares.
    """

    def __init__(self, texts: ValueTexts, view: View) -> None:
        self.texts, self.game, self._view = texts, texts.game, view
        self.memories, self.step = Memories(texts, kinds_placed(self.game)), StepPart(texts)
        self.entries = linked_entries(PositionNotation(texts, self.memories, self.hidden))
        hides = self.game.clauses_about(Hide, None)
        self._can_hide = frozenset(clause.kind for _, clause in hides)
        self._seen: tuple[tuple[int, ...], list[Vector]] = (), []

    def write(self, v: Vector) -> dict[str, Any]:
        """The position of a state: its entries, and under `memory` what else is not as at first."""
        made: dict[str, Any] = {}
        said: set[Meaning] = set()
        for each in self.entries:
            value = each.write(v)
            said |= each.said(v)
            if each.entry.omit_empty and value in EMPTY:
                continue
            _put(made, each.entry.path, value)
        memory = self.memories.write(v, said)
        return made | {MEMORY: memory} if memory else made

    def hidden(self, v: Vector, kind: str) -> set[int]:
        """The pieces of a kind that some player can't see."""
        if kind not in self._can_hide:
            return set()
        places = self.game.layout.by_meaning[PlaceOf(kind)].slots
        views = self._views(tuple(v))
        return {
            piece
            for piece, slot in enumerate(places)
            if any(seen[slot] == UNKNOWN for seen in views)
        }

    def _views(self, v: tuple[int, ...]) -> list[Vector]:
        """What each player sees of a state; several entries of a position ask for it."""
        before, views = self._seen
        if before != v:
            views = [self._view(v, player) for player in range(self.game.players)]
            self._seen = v, views
        return views


def _put(made: dict[str, Any], path: Sequence[str], value: Any) -> None:
    *parents, last = path
    for name in parents:
        made = made.setdefault(name, {})
    if isinstance(value, dict) and isinstance(made.get(last), dict):
        made[last].update(value)
    else:
        made[last] = value
