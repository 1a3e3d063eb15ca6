"""Writes positions of a linked game, by the table of its notation.

Its twin is `web/positions.js`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from thesmos.notation.memories import Memories
from thesmos.notation.piece_forms import PieceForm
from thesmos.notation.texts import Texts, number_of
from thesmos.notation.value_table import Table, Vector
from thesmos.program.positions import MEMORY, NO_DIGIT

EMPTY: tuple[Any, ...] = ("", [], {})  # values that are left out
View = Callable[[tuple[int, ...], int], Vector]


class Positions:
    """Writes the positions of a linked game.

    texts: its values as text.
    view: returns what a player, from 0, sees of a state.
    memories: its values that are written by name.
    """

    def __init__(self, texts: Texts, view: View) -> None:
        self.texts, self.table, self._view = texts, texts.table, view
        self.memories = Memories(texts)
        self.entries: Sequence[Table] = [e for e in self.table.position if e["is"] != "absent"]
        self.forms = {
            id(entry): PieceForm(texts, entry) for entry in self.entries if "form" in entry
        }
        self._digits = {self.table.none: NO_DIGIT, self.table.unknown: "?"}
        self._digits |= {number: str(number) for number in range(10)}
        start = self.table.game.layout.start
        others = [memory for memory in self.memories.all if not memory["covered"]]
        self._other_values = values_in([slot for memory in others for slot in _telling(memory)])
        self._fresh = self._other_values(start)
        latest = [_LatestValue(self, entry) for entry in self.entries]
        self._latest = [writer for writer in latest if not writer.is_left_out(start)]
        self._seen: tuple[tuple[int, ...], list[Vector]] = (), []

    def write(self, v: Vector) -> dict[str, Any]:
        """Return the position of a state: its entries, and under `memory` what else has changed."""
        position: dict[str, Any] = {}
        absent = self.table.absent(v)
        for writer in self._latest:
            entry = writer.entry
            if entry["card"] in absent:
                continue
            value = writer.write(v)
            if entry["omitEmpty"] and value in EMPTY:
                continue
            _put(position, entry["path"], value)
        if self._other_values(v) == self._fresh:
            return position
        written = {name for entry in self.entries for name in self._written_by(entry, v)}
        memory = {
            self.memories.short(memory, v): self.memories.write(memory, v)
            for memory in self.memories.all
            if not memory["covered"] and memory["name"] not in written
            if not self.memories.is_fresh(memory, v)
        }
        return position | {MEMORY: memory} if memory else position

    def _written_by(self, entry: Table, v: Vector) -> Iterator[str]:
        """Yield the names of the memories that an entry writes in a state."""
        if entry["is"] == "memory" and self._held(entry, v) != "":
            yield from (memory["name"] for memory in entry["memories"] if v[memory["holders"]])

    # ------------------------------------------------------------------------- entries

    def entry(self, entry: Table, v: Vector) -> Any:
        """Return the value of an entry in a state, as data."""
        match entry["is"]:
            case "digits":
                digits = self._digits
                return "".join([digits[number] for number in numbers_of(entry, v)])
            case "cells":
                flags = zip(entry["names"], numbers_of(entry, v), strict=True)
                return [name for name, flag in flags if flag == 1]
            case "map":
                return self._map(entry, v)
            case "byPlayer":
                return [self.texts.attribute(entry, n, v) for n in range(entry["count"])]
            case "value":
                return self.texts.attribute(entry, 0, v)
            case "memory":
                return self._held(entry, v)
        return self._of_pieces(entry, v)

    def _map(self, entry: Table, v: Vector) -> dict[str, str]:
        if entry["many"]:
            return {}
        texts = (self.texts.attribute(entry, n, v) for n in range(len(entry["names"])))
        return {name: text for name, text in zip(entry["names"], texts, strict=True) if text}

    def _held(self, entry: Table, v: Vector) -> Any:
        """Return a memory of a card that somebody holds; empty if nobody does, or it is none."""
        names = [memory["name"] for memory in entry["memories"] if v[memory["holders"]]]
        return self.memories.write(self.memories.named(names[0]), v) if names else ""

    def _of_pieces(self, entry: Table, v: Vector) -> Any:
        form = self.forms[id(entry)]
        if entry["is"] in ("pieces", "piece"):
            standing = self.texts.standing(entry["kind"], v)
            if entry["is"] == "pieces":
                hidden = self._hidden(entry["kind"], v)
                return [form.write(n, v) for n in standing if (n in hidden) == entry["hidden"]]
            piece = next((n for n in standing if self._is_meant(entry, n, v)), None)
            return "" if piece is None else form.write(piece, v)
        pieces = self._in_zone(entry, v)
        if entry["is"] == "counts":
            return dict(Counter(form.write(piece, v) for piece in pieces)) if pieces else {}
        whose = entry["whose"]
        if whose is None:
            return [form.write(piece, v) for piece in pieces]
        return [
            [form.write(piece, v) for piece in pieces if is_of(whose, piece, player, v)]
            for player in range(self.table.players)
        ]

    def _is_meant(self, entry: Table, piece: int, v: Vector) -> bool:
        return all(
            self.texts.attribute(about, piece, v) == about["text"] for about in entry["where"]
        )

    def _in_zone(self, entry: Table, v: Vector) -> Sequence[int]:
        """Return the pieces in the zone of an entry; all if it has none."""
        about, zone = self.table.kinds[entry["kind"]], entry["zone"]
        first, count = about["first"], len(about["names"])
        if zone is None:
            return range(count)
        return [n for n, place in enumerate(v[first : first + count]) if place == zone]

    def _hidden(self, kind: str, v: Vector) -> set[int]:
        """Return the pieces of a kind that some player can't see."""
        about = self.table.kinds[kind]
        hiders = about["hiders"]
        if hiders is not None and not any(v[slot] for slot in hiders):
            return set()
        first, views = about["first"], self._views(tuple(v))
        return {
            piece
            for piece in range(len(about["names"]))
            if any(seen[first + piece] == self.table.unknown for seen in views)
        }

    def _views(self, v: tuple[int, ...]) -> list[Vector]:
        """Return what each player sees of a state; cached, as several entries ask for it."""
        before, views = self._seen
        if before != v:
            views = [self._view(v, player) for player in range(self.table.players)]
            self._seen = v, views
        return views


class _LatestValue:
    """Writes an entry, reusing the latest value until slots that it depends on have changed.

    Most decisions of a game change few entries of its position.
    """

    def __init__(self, positions: Positions, entry: Table) -> None:
        self.entry, self._positions = entry, positions
        kind = positions.table.kinds.get(entry.get("kind", ""))
        self._hiders: Sequence[int] | None = () if kind is None else kind["hiders"]
        blocks = [
            (about["first"], about["count"]) for about in _attributes(entry) if "first" in about
        ]
        if kind is not None:
            blocks.append((kind["first"], len(kind["names"])))
        slots = [slot for first, count in blocks for slot in range(first, first + count)]
        types = positions.table.types
        pieces = any("piece" in types[about["type"]] for about in _attributes(entry))
        unknown = pieces or self._hiders is None or entry["is"] == "memory"
        self._values = None if unknown else values_in(slots)
        self._is_constant = not unknown and not slots
        self._latest: tuple[object, Any] = None, None  # one object, for threads

    def is_left_out(self, v: Vector) -> bool:
        """Return whether the value is always empty: most match-ups lack the pieces of some."""
        return bool(self._is_constant and self.entry["omitEmpty"] and self.write(v) in EMPTY)

    def write(self, v: Vector) -> Any:
        """Return the value in a state; the caller may change it."""
        if self._values is None or (self._hiders and any(v[slot] for slot in self._hiders)):
            return self._positions.entry(self.entry, v)
        values = self._values(v)
        before, value = self._latest
        if before != values:
            value = self._positions.entry(self.entry, v)
            self._latest = values, value
        return _copy(value)


def _attributes(entry: Table) -> list[Table]:
    """Return all that an entry has about attributes."""
    parts = [entry, entry.get("whose"), *entry.get("where", ()), *entry.get("form", ())]
    return [about for about in parts if isinstance(about, dict) and "type" in about]


def _telling(memory: Table) -> Sequence[int]:
    """Return the slots that show whether a memory is as it was at the beginning."""
    if memory["is"] == "remembered":  # the numbers of a position may all be 0
        return [memory["filled"]]
    return range(memory["first"], memory["first"] + memory["count"])


def numbers_of(about: Table, v: Vector) -> Sequence[int]:
    """Return the values of an attribute of all things."""
    fixed: Sequence[int] | None = about.get("fixed")
    return v[about["first"] : about["first"] + about["count"]] if fixed is None else fixed


def is_of(whose: Table, piece: int, player: int, v: Vector) -> bool:
    """Return whether an attribute of a piece is a player, or has them among its members."""
    if not whose["many"]:
        return number_of(whose, piece, v) == player
    if "fixed" in whose:
        return bool(player in whose["fixed"][piece])
    member: int = v[whose["first"] + piece * whose["width"] + player]
    return member == 1


def values_in(slots: Sequence[int]) -> Callable[[Vector], object]:
    """Return a function that returns the values of some slots in a vector, in a comparable form.

    Successive slots are taken as one slice.
    """
    runs: list[slice] = []
    for slot in sorted(slots):
        if runs and runs[-1].stop == slot:
            runs[-1] = slice(runs[-1].start, slot + 1)
        else:
            runs.append(slice(slot, slot + 1))
    return itemgetter(*runs) if runs else lambda _: ()


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
