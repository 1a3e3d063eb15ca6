"""A scene in the lab, and expressions about it, by generated code and by the semantics.

The lab's board has four columns and three rows, and four neighbours to a cell:

     8  9 10 11
     4  5  6  7      a, a red stone of side 1, is on `here`, cell 5
     0  1  2  3      b, a green one of side 2, on `there`, cell 6
"""

from __future__ import annotations

from typing import Any

import pytest

from testing.entities import Entity
from testing.lab import Lab
from thesmos.semantics.state import UNKNOWN


def cell(number: int) -> Entity:
    """A cell of the lab."""
    return Entity("Cell", number)


def stone(number: int) -> Entity:
    """A stone of the lab: 0 red, 1 green, 2 blue of side 1; 3 red, 4 green, 5 blue of side 2."""
    return Entity("Stone", number)


def stones(*numbers: int) -> list[Entity]:
    """Some stones."""
    return [stone(n) for n in numbers]


RED, GREEN, BLUE = (Entity("Colour", number) for number in range(3))
YOU, RIVAL = Entity("Player", 0), Entity("Player", 1)
BAG, SHELF = Entity("Zone", 0), Entity("Zone", 1)
NAMES: dict[str, Any] = {
    "a": stone(0), "b": stone(4), "c": stone(2), "here": cell(5), "there": cell(6),
    "corner_cell": cell(0), "no_cell": None, "no_stone": None, "hidden": UNKNOWN,
}  # fmt: skip
SCENE = """
place(a) := here
place(b) := there
size(a) := 3
size(b) := 5
tie(a) := b
likes(a, red) := yes
likes(a, blue) := yes
height(here) := 4
path(there) := yes
round := 7
score(you) := 0 - 20
friends(you) := Player
"""


def scene() -> Lab:
    """The scene above."""
    return Lab().do(SCENE, **NAMES)


def cases(table: dict[str, Any]) -> pytest.MarkDecorator:
    """Parametrize a test by expressions and their values."""
    return pytest.mark.parametrize(("text", "expected"), table.items(), ids=list(table))


def both(lab: Lab, text: str) -> tuple[Any, Any]:
    """An expression by generated code and by the semantics."""
    return lab.value(text, **NAMES), lab.meaning(text, **NAMES)
