"""Reads a position, as records write it, into a vector: the inverse of writing it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thesmos.diagnostics import UsageError, suggest
from thesmos.link.layout import HoldersOf, PlaceOf
from thesmos.link.pool import absent_cards
from thesmos.notation.claims import Claims
from thesmos.notation.linked_entry import LinkedEntry, Placing, list_of
from thesmos.notation.memories import PlaceMemory
from thesmos.notation.positions import EMPTY, Positions
from thesmos.notation.step_part import BEFORE
from thesmos.program.positions import BESIDE, MEMORY, STEP, PositionEntry


def place_position(positions: Positions, v: list[int], position: Any) -> None:
    """Write a position into a new vector. Raises UsageError for an invalid position."""
    if not isinstance(position, dict):
        raise UsageError("a position must be an object", "such as the `position` of a record")
    step = position.get(STEP, {})
    if not isinstance(step, dict):
        raise UsageError("step must be an object", None)
    if BEFORE in step:
        size, before = positions.game.layout.size, step[BEFORE]
        if not positions.game.can_cancel or BEFORE in _step_of(before):
            raise UsageError("step: there is no `before` here", "no turn can be cancelled twice")
        half = [*v]
        place_position(positions, half, before)
        v[size:] = half[:size]
    _Placer(positions, v, position).place(step)


def _step_of(position: Any) -> Any:
    """Return the part `step` of a position; empty if it has none."""
    step = position.get(STEP) if isinstance(position, dict) else None
    return step if isinstance(step, dict) else {}


def _texts_in(position: Any) -> Iterator[str]:
    """Yield all texts in a position, at any depth."""
    values = [position]
    while values:
        value = values.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            values += [*map(str, value), *value.values()]
        elif isinstance(value, list):
            values += value


def _share_out(values: dict[LinkedEntry[Any], Any]) -> None:
    """Give each of several entries with one path those keys of their object that are its own.

    values: by entry; changed. Raises UsageError for a key that none of them has.
    """
    entries: dict[str, list[LinkedEntry[Any]]] = {}
    for entry, value in values.items():
        if value is not None:
            entries.setdefault(entry.path, []).append(entry)
    for path, sharing in entries.items():
        if len(sharing) == 1:
            continue
        whole = values[sharing[0]]
        if not isinstance(whole, dict) or not all(isinstance(key, str) for key in whole):
            raise UsageError(f"{path} must be an object {{text: value}}", None)
        keys = {entry: entry.keys(whole) for entry in sharing}
        wrong = next(
            (key for key in whole if not any(key in readable for readable in keys.values())), None
        )
        if wrong is not None:
            raise UsageError(f"{path}: can't read `{wrong[:40]}`", "no part of it is written so")
        for entry, readable in keys.items():
            values[entry] = {key: value for key, value in whole.items() if key in readable}


class NoSuchPart(UsageError):  # noqa: N818 - not always an error: some callers call it unsupported
    """A position has a part that the game does not have."""


class _Placer:
    def __init__(self, positions: Positions, v: list[int], position: dict[str, Any]) -> None:
        self.entries, self.texts = positions.entries, positions.texts
        self.memories, self.step = positions.memories, positions.step
        self.game, self.v, self.position = positions.game, v, position
        self.numbered: dict[str, frozenset[int]] = {}
        self.absent = absent_cards(self.game, v)
        self._in_play = [entry for entry in self.entries if entry.entry.card not in self.absent]

    def place(self, step: dict[str, Any]) -> None:
        self._refuse_unknown_keys(self.position, ())
        in_play = [linked.entry for linked in self._in_play]
        for entry in self.game.game.position:
            if entry not in in_play:
                self._absent(entry)
        places_of = self.step.places(step)
        claims = {kind: Claims(places_of.get(kind)) for kind in self.game.pieces}
        to = Placing(self.v, claims, numbered=self._numbered)
        values = {linked: self._find(linked.entry.path) for linked in self._in_play}
        _share_out(values)
        for linked in sorted(self._in_play, key=lambda linked: linked.tells, reverse=True):
            if values[linked] is not None:
                linked.read(values[linked], to)
        self._put_away(claims)
        for kind, places in places_of.items():
            first = self.game.layout.by_meaning[PlaceOf(kind)].first
            self.v[first : first + len(places)] = places
        self._remember(to)
        self._held()
        players, to_move = self.game.players, self.position.get("to_move", 1)
        if not isinstance(to_move, int) or not 1 <= to_move <= players:
            raise UsageError(f"to_move is {to_move!r}", f"give a player from 1 to {players}")
        layout = self.game.layout
        self.v[layout.core("active")] = to_move - 1
        if STEP in self.position:
            self.step.read(step, self.v)
        else:
            self.v[layout.core("instruction")] = self.game.turn_start

    def _numbered(self, kind: str) -> frozenset[int]:
        """Return the pieces that the position calls by number; none if it calls none by a cell."""
        if kind not in self.texts.found_by_place:
            return frozenset()
        if kind not in self.numbered:
            pattern = re.compile(rf"\b{re.escape(kind)} ([0-9]{{1,6}})\b")
            numbers = (n for text in _texts_in(self.position) for n in pattern.findall(text))
            self.numbered[kind] = frozenset(int(n) - 1 for n in numbers)
        return self.numbered[kind]

    def _remember(self, to: Placing) -> None:
        """Read what is under `memory`, and what entries say about pieces, once these are placed."""
        by_memory = self.memories.by_memory(self.position.get(MEMORY, {}), self.v)
        places = [memory for memory in by_memory if isinstance(memory, PlaceMemory)]
        for memory in places:
            memory.read(by_memory[memory], self.v)
        for read in to.later:
            read(self.v)
        for other in (memory for memory in by_memory if memory not in places):
            other.read(by_memory[other], self.v)

    def _refuse_unknown_keys(self, within: dict[str, Any], path: tuple[str, ...]) -> None:
        """Raise NoSuchPart for a key that the game does not have, in the object at a path."""
        depth, entries = len(path), self.game.game.position
        keys = {e.path[depth] for e in entries if len(e.path) > depth and e.path[:depth] == path}
        keys.update(() if path else BESIDE)
        for key, value in within.items():
            inner = (*path, key)
            if key not in keys:
                raise NoSuchPart(
                    f"a position of {self.game.game.slug} has no `{'.'.join(map(str, inner))}`",
                    suggest(key, keys) or f"possible keys: {', '.join(sorted(keys))}",
                )
            if any(e.path[: depth + 1] == inner and e.path != inner for e in entries):
                if not isinstance(value, dict):
                    raise UsageError(f"{'.'.join(map(str, inner))} must be an object", None)
                self._refuse_unknown_keys(value, inner)

    def _absent(self, entry: PositionEntry) -> None:
        """Raise UsageError for a value, unless empty, about a card that does not take part."""
        shared = any(linked.entry.path == entry.path for linked in self._in_play)
        if not shared and self._find(entry.path) not in (None, *EMPTY):
            hint = f"{entry.key} is a part of positions in which {entry.card} takes part"
            raise UsageError(f"{entry.key}: {entry.card} is not in play", hint)

    def _find(self, path: Sequence[str]) -> Any:
        value: Any = self.position
        for name in path:
            if not isinstance(value, dict) or name not in value:
                return None
            value = value[name]
        return value

    def _put_away(self, claims: Mapping[str, Claims]) -> None:
        """Take the pieces that the position does not mention out of the game."""
        gone = len(self.game.game.zones) - 1
        for kind in self.game.game.kinds:
            if kind.on and PlaceOf(kind.name) not in self.memories.all:
                places = self.game.layout.by_meaning[PlaceOf(kind.name)]
                for piece, slot in enumerate(places.slots):
                    if piece not in claims[kind.name].at:
                        self.v[slot] = len(self.texts.cells[kind.name]) + gone

    def _held(self) -> None:
        """Set who holds which card, if given: a list of slugs for each player."""
        held = self.position.get("held")
        if held is None:
            return
        slugs = [card.card.slug for card in self.game.cards if card.card.slug not in self.absent]
        masks = dict.fromkeys(slugs, 0)
        for player, cards in enumerate(list_of(held, "held", self.game.players)):
            for slug in list_of(cards, "held", len(slugs)):
                if not isinstance(slug, str) or slug not in masks:
                    raise UsageError(
                        f"held: `{str(slug)[:40]}` is not in play", f"in play: {', '.join(slugs)}"
                    )
                masks[slug] |= 1 << player
        for card in self.game.cards:
            slot = self.game.layout.by_meaning[HoldersOf(card.number)].first
            self.v[slot] = masks.get(card.card.slug, 0)
