"""Writes positions of a linked game, in its notation."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from thesmos.link.layout import UNKNOWN, HoldersOf, Meaning, PlaceOf
from thesmos.link.linked import LinkedGame
from thesmos.link.pool import absent_cards
from thesmos.notation.linked_entry import LinkedEntry, PositionNotation
from thesmos.notation.memories import Memories
from thesmos.notation.piece_entries import PIECE_ENTRIES
from thesmos.notation.step_part import StepPart
from thesmos.notation.value_entries import VALUE_ENTRIES
from thesmos.notation.value_texts import ValueTexts, Vector, values_in
from thesmos.program.positions import MEMORY

LINKED = VALUE_ENTRIES | PIECE_ENTRIES  # by class of entry, the class that writes and reads it
EMPTY: tuple[Any, ...] = ("", [], {})  # values that are left out
View = Callable[[tuple[int, ...], int], Vector]


class Positions:
    """Writes the positions of a linked game.

    texts: its values as text.
    view: returns what a player, from 0, sees of a state.
    entries: those that the game declares.
    """

    def __init__(self, texts: ValueTexts, view: View) -> None:
        self.texts, self.game, self._view = texts, texts.game, view
        self.memories = Memories(texts)
        self._hiders = _hiders(self.game)
        notation = PositionNotation(texts, self.memories, self.hidden)
        self.entries: list[LinkedEntry[Any]] = [
            LINKED[type(entry)](entry, notation) for entry in texts.entries
        ]
        covered = {meaning for entry in self.entries for meaning in entry.attributes}
        others = (memory for meaning, memory in self.memories.all.items() if meaning not in covered)
        self._other_values = values_in([slot for memory in others for slot in memory.telling])
        self._fresh = self._other_values(self.game.layout.start)
        latest = (_LatestValue(entry, self._hiders) for entry in self.entries)
        self._latest = [writer for writer in latest if not writer.is_left_out]
        self._seen: tuple[tuple[int, ...], list[Vector]] = (), []

    @functools.cached_property
    def step(self) -> StepPart:
        """The part that positions in the middle of a turn have in addition."""
        return StepPart(self.texts)

    def write(self, v: Vector) -> dict[str, Any]:
        """Return the position of a state: its entries, and under `memory` what else has changed."""
        position: dict[str, Any] = {}
        absent = absent_cards(self.game, v)
        for writer in self._latest:
            if writer.entry.card in absent:
                continue
            value = writer.write(v)
            if writer.entry.omit_empty and value in EMPTY:
                continue
            _put(position, writer.entry.path, value)
        if self._other_values(v) == self._fresh:
            return position
        covered = frozenset[Meaning]().union(*(entry.covered(v) for entry in self.entries))
        memory = self.memories.write(v, covered)
        return position | {MEMORY: memory} if memory else position

    def hidden(self, v: Vector, kind: str) -> set[int]:
        """Return the pieces of a kind that some player can't see."""
        hiders = self._hiders.get(kind, ())
        if hiders is not None and not any(v[slot] for slot in hiders):
            return set()
        places = self.game.layout.by_meaning[PlaceOf(kind)].slots
        views = self._views(tuple(v))
        return {
            piece
            for piece, slot in enumerate(places)
            if any(seen[slot] == UNKNOWN for seen in views)
        }

    def _views(self, v: tuple[int, ...]) -> list[Vector]:
        """Return what each player sees of a state; cached, as several entries ask for it."""
        before, views = self._seen
        if before != v:
            views = [self._view(v, player) for player in range(self.game.players)]
            self._seen = v, views
        return views


def _hiders(game: LinkedGame) -> dict[str, Sequence[int] | None]:
    """Return, by kind, the slots with the holders of the cards that can hide its pieces.

    The value is None for pieces that other text can hide.
    """
    hiders: dict[str, Sequence[int] | None] = {}
    for card, clause in game.hides:
        before = hiders.get(clause.kind, ())
        if card is None or before is None or game.cards[card].common:
            hiders[clause.kind] = None
        else:
            hiders[clause.kind] = [*before, game.layout.by_meaning[HoldersOf(card)].first]
    return hiders


class _LatestValue:
    """Writes an entry, reusing the latest value until slots that it depends on have changed.

    Most decisions of a game change few entries of its position.

    hiders: by kind, as in `_hiders`; while such cards are held, values depend on more.
    """

    def __init__(
        self, linked: LinkedEntry[Any], hiders: Mapping[str, Sequence[int] | None]
    ) -> None:
        self.entry, self._linked = linked.entry, linked
        slots = linked.depends_on({kind for kind, held in hiders.items() if held is None})
        self._hiders = hiders.get(getattr(linked.entry, "kind", ""), None) or ()
        self._values = None if slots is None else values_in(slots)
        self._latest: tuple[object, Any] = None, None  # one object, for threads
        # Most match-ups lack the pieces that some entries write; these entries are always empty.
        constant = slots is not None and not slots
        start = linked.game.layout.start
        self.is_left_out = constant and self.entry.omit_empty and self.write(start) in EMPTY

    def write(self, v: Vector) -> Any:
        """Return the value in a state; the caller may change it."""
        if self._values is None or (self._hiders and any(v[slot] for slot in self._hiders)):
            return self._linked.write(v)
        values = self._values(v)
        before, value = self._latest
        if before != values:
            value = self._linked.write(v)
            self._latest = values, value
        return _copy(value)


def _copy(value: Any) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return [_copy(element) for element in value]
    return {**value} if isinstance(value, dict) else value


def _put(position: dict[str, Any], path: Sequence[str], value: Any) -> None:
    *parents, last = path
    for name in parents:
        position = position.setdefault(name, {})
    if isinstance(value, dict) and isinstance(position.get(last), dict):
        position[last].update(value)
    else:
        position[last] = value
