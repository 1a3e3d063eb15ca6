"""Reads a position, as records write it, into a vector: the inverse of writing it.

Its twin is `web/reading.js`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Sequence
from typing import Any

from thesmos.diagnostics import UsageError, suggest
from thesmos.notation.claims import Claims
from thesmos.notation.expected import (
    for_each_player,
    index_of,
    list_of,
    never_changes,
    object_of,
    refuse_repeated,
)
from thesmos.notation.in_turn import BEFORE, StepPart
from thesmos.notation.piece_reading import PieceReader
from thesmos.notation.positions import EMPTY, Positions
from thesmos.notation.possible import LackingPieces
from thesmos.notation.value_table import Table
from thesmos.program.positions import BESIDE, MEMORY, NO_DIGIT, STEP, TO_MOVE


def place_position(positions: Positions, v: list[int], position: Any) -> None:
    """Write a position into a new vector.

    Raises UsageError for an invalid position; LackingPieces once all else of it is written.
    """
    lacking = _place(positions, v, position)
    if lacking:
        raise LackingPieces(lacking)


def _place(positions: Positions, v: list[int], position: Any) -> list[str]:
    """Write a position into a new vector; return what is said of each piece that it lacks."""
    if not isinstance(position, dict):
        raise UsageError("a position must be an object", "such as the `position` of a record")
    step, lacking = object_of(position.get(STEP, {}), "step"), list[str]()
    if BEFORE in step:
        size, before = positions.table.game.layout.size, step[BEFORE]
        if len(v) == size or BEFORE in _step_of(before):
            raise UsageError("step: there is no `before` here", "no turn can be cancelled twice")
        half = [*v]
        lacking += _place(positions, half, before)
        v[size:] = half[:size]
    return lacking + PositionReader(positions, v, position).read(step)


def _step_of(position: Any) -> Any:
    """Return the part `step` of a position; empty if it has none."""
    step = position.get(STEP) if isinstance(position, dict) else None
    return step if isinstance(step, dict) else {}


class NoSuchPart(UsageError):  # noqa: N818 - not always an error: some callers call it unsupported
    """A position has a part that the game does not have."""


class PositionReader:
    """Reads one position.

    v: the vector that it is read into.
    """

    def __init__(self, positions: Positions, v: list[int], position: dict[str, Any]) -> None:
        self._texts, self._table, self._memories = (
            positions.texts, positions.table, positions.memories
        )  # fmt: skip
        self._v, self._position = v, position
        self._step = StepPart(self._table, self._memories)
        absent = self._table.absent(v)
        self._in_play = [entry for entry in positions.entries if entry["card"] not in absent]
        self._later: list[Callable[[], None]] = []  # reads the rest once all pieces are placed
        self._positions, self._absent = positions, absent

    def read(self, step: dict[str, Any]) -> list[str]:
        """Read all of the position; return what is said of each piece that it lacks.

        Raises UsageError if it is invalid otherwise.
        """
        table, v = self._table, self._v
        self._refuse_unknown_keys(self._position, [])
        self._refuse_absent()
        places_of = self._step.places(step)
        claims = {kind: Claims(places_of.get(kind)) for kind in table.kinds}
        pieces = PieceReader(self._positions, v, self._position, claims, self._later)
        values = self._shared()
        for entry, value in sorted(values, key=lambda pair: pair[0]["tells"], reverse=True):
            if "form" in entry:
                pieces.read(entry, value)
            else:
                self._entry(entry, value, ".".join(entry["path"]))
        self._put_away(claims)
        for kind, places in places_of.items():
            first = table.kinds[kind]["first"]
            v[first : first + len(places)] = places
        self._remember()
        self._held()
        to_move = self._position.get(TO_MOVE, 1)
        if not isinstance(to_move, int) or not 1 <= to_move <= table.players:
            raise UsageError(f"to_move is {to_move!r}", f"give a player from 1 to {table.players}")
        v[table.core["active"]] = to_move - 1
        if STEP in self._position:
            self._step.read(step, v)
        else:
            v[table.core["instruction"]] = table.game.turn_start
        return pieces.lacking

    # ------------------------------------------------------------------------- keys

    def _refuse_unknown_keys(self, within: dict[str, Any], path: list[str]) -> None:
        """Raise NoSuchPart for a key that the game does not have, in the object at a path."""
        depth, paths = len(path), [entry["path"] for entry in self._table.position]
        keys = {other[depth] for other in paths if len(other) > depth and other[:depth] == path}
        keys.update(() if path else BESIDE)
        for key, value in within.items():
            inner = [*path, key]
            shown = ".".join(map(str, inner))
            if key not in keys:
                raise NoSuchPart(
                    f"a position of {self._table.game.game.slug} has no `{shown}`",
                    suggest(str(key), keys) or f"possible keys: {', '.join(sorted(keys))}",
                )
            if any(other[: depth + 1] == inner and other != inner for other in paths):
                self._refuse_unknown_keys(object_of(value, shown), inner)

    def _refuse_absent(self) -> None:
        """Raise UsageError for a value, unless empty, about a card that does not take part."""
        paths = [entry["path"] for entry in self._in_play]
        for entry in self._table.position:
            if entry["path"] not in paths and self._find(entry["path"]) not in (None, *EMPTY):
                key, card = ".".join(entry["path"]), entry["card"]
                hint = f"{key} is a part of positions in which {card} takes part"
                raise UsageError(f"{key}: {card} is not in play", hint)

    def _find(self, path: Sequence[str]) -> Any:
        value: Any = self._position
        for name in path:
            if not isinstance(value, dict) or name not in value:
                return None
            value = value[name]
        return value

    def _shared(self) -> list[tuple[Table, Any]]:
        """Return the entries with their values.

        Several entries with one path get those keys of its object that are their own. Raises
        UsageError for a key that none of them has.
        """
        values = [(entry, self._find(entry["path"])) for entry in self._in_play]
        values = [(entry, value) for entry, value in values if value is not None]
        return [(entry, self._own_part(entry, value, values)) for entry, value in values]

    def _own_part(self, entry: Table, value: Any, values: Sequence[tuple[Table, Any]]) -> Any:
        sharing = [other for other, _ in values if other["path"] == entry["path"]]
        if len(sharing) == 1:
            return value
        path = ".".join(entry["path"])
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            raise UsageError(f"{path} must be an object {{text: value}}", None)
        for key in value:
            if not any(self._is_key(key, other) for other in sharing):
                raise UsageError(f"{path}: can't read `{key[:40]}`", "no part of it is written so")
        return {key: inner for key, inner in value.items() if self._is_key(key, entry)}

    def _is_key(self, key: str, entry: Table) -> bool:
        """Return whether a key of an object is an entry's own."""
        if entry["is"] == "map":
            return key in entry["names"]
        return entry["is"] != "counts" or self._positions.forms[id(entry)].is_text(key)

    # ------------------------------------------------------------------------- values

    def _entry(self, entry: Table, value: Any, path: str) -> None:
        """Read the value of an entry that is not about pieces."""
        match entry["is"]:
            case "digits":
                self._digits(entry, value, path)
            case "cells":
                self._cells(entry, value, path)
            case "map":
                self._map(entry, value, path)
            case "byPlayer":
                for player, text in enumerate(for_each_player(value, path, entry["count"])):
                    if text != "" or entry["none"]:
                        self._put_later(entry, player, text, path)
            case "value":
                if value != "" or entry["none"]:
                    self._put_later(entry, 0, value, path)
            case "memory":
                self._memory_of_card(entry, value, path)

    def _put_later(self, entry: Table, thing: int, text: Any, path: str) -> None:
        """Set an attribute once all pieces are placed: it may be one of them."""
        self._later.append(functools.partial(self._texts.put, entry, thing, text, path, self._v))

    def _digits(self, entry: Table, value: Any, path: str) -> None:
        first, count, low, high = (entry[name] for name in ("first", "count", "low", "high"))
        readable = {*"0123456789", *(NO_DIGIT if entry["none"] else "")}
        if not isinstance(value, str) or len(value) != count or not {*value} <= readable:
            wanted = f"{count} digits" + (f", or {NO_DIGIT} for none" if entry["none"] else "")
            raise UsageError(f"{path} must be {wanted}", f"it is {str(value)[:40]!r}")
        for slot, digit in enumerate(value, first):
            number = self._table.none if digit == NO_DIGIT else int(digit)
            if digit != NO_DIGIT and not low <= number <= high:
                raise UsageError(f"{path} has a {digit}", f"digits go from {low} to {high}")
            self._v[slot] = number

    def _cells(self, entry: Table, value: Any, path: str) -> None:
        names = entry["names"]
        things = [index_of(text, names, path) for text in list_of(value, path, len(names))]
        refuse_repeated(things, value, path)
        if "fixed" not in entry:
            self._later.append(functools.partial(self._set_flags, entry, {*things}))
            return
        for thing in things:
            if entry["fixed"][thing] != 1:
                raise never_changes(path, names[thing])

    def _set_flags(self, entry: Table, things: Collection[int]) -> None:
        """Set the flag of some things, and no other."""
        for thing in range(entry["count"]):
            self._v[entry["first"] + thing] = int(thing in things)

    def _map(self, entry: Table, value: Any, path: str) -> None:
        values = object_of(value, path, " {cell: value}")
        if "fixed" in entry:
            self._later.append(functools.partial(self._check, entry, values, path))
            return
        if entry["left_out"] is not None:
            self._later.append(functools.partial(self._clear, entry))
        for name, text in values.items():
            self._put_later(entry, index_of(name, entry["names"], path), text, path)

    def _clear(self, entry: Table) -> None:
        """Let nothing have a value, or 0."""
        first, count = entry["first"], entry["count"]
        self._v[first : first + count] = [entry["left_out"]] * count

    def _check(self, entry: Table, values: dict[str, Any], path: str) -> None:
        """Raise UsageError if a position gives another value for a constant attribute."""
        written = self._positions.entry(entry, self._v)
        pieces = self._table.kinds.get(self._table.types[entry["type"]].get("piece", ""))
        for name, text in values.items():
            if pieces is not None and text in pieces["places"][: pieces["cells"]]:
                continue  # which piece is called by its cell can differ: see 15.7
            if written.get(name) != text:
                raise never_changes(path, str(name))

    def _memory_of_card(self, entry: Table, value: Any, path: str) -> None:
        if value == "":  # written if nobody holds the card
            return
        if not entry["memories"]:
            card = entry["of"]
            raise UsageError(f"{path}: {card} is not in play", f"only {card} has {path}")
        memory = self._memories.named(entry["memories"][0]["name"])
        self._later.append(functools.partial(self._memories.read, memory, value, self._v))

    # ------------------------------------------------------------------------- the rest

    def _put_away(self, claims: dict[str, Claims]) -> None:
        """Take the pieces that the position does not mention out of the game."""
        for kind, about in self._table.kinds.items():
            if about["gone"] is not None:
                for piece in range(len(about["names"])):
                    if piece not in claims[kind].at:
                        self._v[about["first"] + piece] = about["gone"]

    def _remember(self) -> None:
        """Read what is under `memory`, and what entries say about pieces, once these are placed."""
        by_name = self._memories.by_name(self._position.get(MEMORY, {}), self._v)
        for memory, value in by_name:
            if memory["is"] == "place":
                self._memories.read(memory, value, self._v)
        for read in self._later:
            read()
        for memory, value in by_name:
            if memory["is"] != "place":
                self._memories.read(memory, value, self._v)

    def _held(self) -> None:
        """Set who holds which card, if given: a list of slugs for each player."""
        held = self._position.get("held")
        if held is None:
            return
        in_play = [card for card in self._table.cards if card["slug"] not in self._absent]
        slugs = [card["slug"] for card in in_play]
        masks = dict.fromkeys(slugs, 0)
        for player, cards in enumerate(for_each_player(held, "held", self._table.players)):
            for slug in list_of(cards, "held", len(slugs)):
                if not isinstance(slug, str) or slug not in masks:
                    raise UsageError(
                        f"held: `{str(slug)[:40]}` is not in play", f"in play: {', '.join(slugs)}"
                    )
                masks[slug] |= 1 << player
            refuse_repeated(map(slugs.index, cards), cards, "held")
        moved = [card for card in in_play if self._v[card["holders"]] != masks[card["slug"]]]
        if moved and not any(card["moves"] for card in in_play):
            raise UsageError(
                f"held: `{moved[0]['slug']}` can't change hands",
                "no text in this match-up moves cards; leave out `held`, or choose other powers",
            )
        for card in in_play:
            self._v[card["holders"]] = masks[card["slug"]]
