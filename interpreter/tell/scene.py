"""A position as things that stand in cells: what a picture shows, before it has a size or a colour.

Read from what the game's file declares and nothing else, as in `board.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from thesmos.tell.board import OWNER, PLACE, Entry, Picture, part_of, piece_pattern

STACK, CAP, FRONT, MARK, CARD = "stack", "cap", "front", "mark", "card"
PAWN, CHIP, FIGURE, STOP = "pawn", "chip", "figure", "stop"
HIDDEN = "secret"
SHAPES = {  # how an entry is drawn that does not say it: by how it is written
    "digits": STACK, "cells": MARK, "map": CARD, "pieces": PAWN, "piece": FIGURE, "value": FIGURE,
}  # fmt: skip


@dataclass(frozen=True)
class Thing:
    """Something in a cell.

    shape: one of the words above. secret: not everybody sees it. name: what it is called, a word
    that the game declares. number: a stack's height, a pawn's owner, the number on a card. variant:
    which word of its first enum it is, from 0. up: whether a card shows its front.
    """

    shape: str
    name: str
    number: int = 0
    variant: int = 0
    secret: bool = False
    up: bool = True
    words: tuple[str, ...] = ()


@dataclass
class Scene:
    """What stands in each cell, and the parts of the position that stand in none."""

    cells: dict[str, list[Thing]] = field(default_factory=dict)
    rest: dict[str, Any] = field(default_factory=dict)


def scene_of(picture: Picture, position: Mapping[str, Any]) -> Scene:
    """The position as things in cells. What can't be read there stays in `rest`."""
    rest = {key: dict(one) if isinstance(one, dict) else one for key, one in position.items()}
    scene = Scene({name: [] for board in picture.boards for name in board.names}, rest)
    for entry in picture.entries:
        part, last = part_of(rest, entry.key)
        if _shape(entry)[0] == FRONT:
            _turn(scene, part.pop(last, None) or ())
            continue
        names = next((b.names for b in picture.boards if b.name == entry.board), ())
        if last in part and names:
            left = _READERS[entry.how](scene, picture, entry, names, part.pop(last))
            if left:
                part[last] = left
    scene.rest = {key: value for key, value in rest.items() if value not in ({}, [], "", None)}
    return scene


def _shape(entry: Entry) -> tuple[str, bool]:
    """The shape that an entry is drawn in, and whether it is secret."""
    shape, *more = entry.shape.split() or [SHAPES[entry.how]]
    return shape, HIDDEN in more


# ---------------------------------------------------------- one reader for each kind of entry


def _digits(
    scene: Scene, picture: Picture, entry: Entry, names: tuple[str, ...], value: Any
) -> Any:
    if not isinstance(value, str) or len(value) != len(names) or not value.isdecimal():
        return value
    for name, digit in zip(names, value, strict=True):
        scene.cells[name].append(Thing(_shape(entry)[0], entry.name, int(digit)))
    return None


def _cells(scene: Scene, picture: Picture, entry: Entry, names: tuple[str, ...], value: Any) -> Any:
    shape, secret = _shape(entry)
    found = value if isinstance(value, list) else [value]
    for name in found:
        if name in names:
            scene.cells[name].append(Thing(shape, entry.name, secret=secret))
    return [name for name in found if name not in names]


def _map(scene: Scene, picture: Picture, entry: Entry, names: tuple[str, ...], value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    for name, what in value.items():
        if name in names:
            printed = picture.printed.get(str(what), {})
            words = tuple(one for one in printed.values() if not one.isdecimal())
            numbers = [int(one) for one in printed.values() if one.isdecimal()]
            thing = Thing(_shape(entry)[0], str(what), sum(numbers[:1]), words=words)
            scene.cells[name].append(thing)
    return {name: what for name, what in value.items() if name not in names}


def _value(scene: Scene, picture: Picture, entry: Entry, names: tuple[str, ...], value: Any) -> Any:
    if value not in names:
        return value
    shape, secret = _shape(entry)
    scene.cells[value].append(Thing(shape, entry.name, secret=secret))
    return None


def _pieces(
    scene: Scene, picture: Picture, entry: Entry, names: tuple[str, ...], value: Any
) -> Any:
    pattern, left = piece_pattern(entry), []
    for text in value if isinstance(value, list) else [value]:
        found = pattern.fullmatch(str(text))
        if found is None or found[PLACE] not in names:
            left.append(text)
            continue
        scene.cells[found[PLACE]].append(_piece(entry, found.groupdict()))
    return left


def _piece(entry: Entry, written: Mapping[str, str]) -> Thing:
    """A piece by what is written of it: owner, and the words behind the marks of its enums."""
    shape, secret = _shape(entry)
    words, variant = [], 0
    for attribute, marks in entry.words.items():
        if written.get(attribute) in marks:
            variant = variant or list(marks).index(written[attribute])
            words.append(marks[written[attribute]])
    owner = written.get(OWNER) or "0"
    name = entry.key.rpartition(".")[2] if entry.how == "piece" else entry.name.lower()
    number = int(owner) if owner.isdecimal() else 0
    return Thing(shape, name, number, variant, secret, words=tuple(words))


def _turn(scene: Scene, fronts: Sequence[str]) -> None:
    """Cards lie on their backs unless their name, or their cell, is among the fronts."""
    for cell, things in scene.cells.items():
        for at, thing in enumerate(things):
            if thing.shape == CARD:
                things[at] = replace(thing, up=thing.name in fronts or cell in fronts)


_READERS = {
    "digits": _digits, "cells": _cells, "map": _map, "value": _value,
    "pieces": _pieces, "piece": _pieces,
}  # fmt: skip


def changed(before: Scene, after: Scene) -> Iterator[str]:
    """The cells in which something else stands."""
    for name, things in after.cells.items():
        if things != before.cells.get(name):
            yield name
