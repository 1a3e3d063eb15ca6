"""The layout of the vector: slots don't overlap, and have the initial values that are declared."""

from __future__ import annotations

import itertools

import pytest

from thesmos.check.names import Attr
from thesmos.engine.layout import Layout, value_of
from thesmos.engine.program import CORE_SLOTS, NONE, Program
from thesmos.program.types import FLAG, PLAYER, Type, number
from thesmos.testing.draws import pook, santorini
from thesmos.testing.walks import made_up

COLOUR = Type("enum", "Colour")
CELL = Type("cell", "Cell")
WORDS = {"Colour": {"red": 0, "green": 1}, "Cell": {"A1": 0, "B1": 1}}
SIZES = {"Colour": 2, "Cell": 12, "Player": 2}


def attribute(kind: Type, start: str | None = None) -> Attr:
    """An attribute of a cell."""
    return Attr("Cell", "it", kind, start, secret=False, lasts="game")


def reserved(kind: Type, start: str | None = None, count: int = 3) -> list[int]:
    """The initial values of the slots of an attribute of several things."""
    layout = Layout(SIZES)
    layout.attribute("attr:Cell.it", attribute(kind, start), count, WORDS)
    base, size, *_ = layout.slots["attr:Cell.it"]
    return layout.start[base : base + size]


def test_the_slots_of_the_core_come_first() -> None:
    """The first slots are those of the flow; what a game declares follows them."""
    layout = Layout(SIZES)
    assert layout.add("one", 2, "mask", first=5) == CORE_SLOTS
    assert layout.add("two", 1, "mask") == CORE_SLOTS + 2
    assert layout.start == [0] * CORE_SLOTS + [5, 5, 0]


@pytest.mark.parametrize(
    ("kind", "start", "expected"),
    [
        (FLAG, None, [0] * 3),
        (FLAG, "yes", [1] * 3),
        (number(0, 9), None, [0] * 3),
        (number(2, 9), None, [2] * 3),
        (number(-5, 5), "3", [3] * 3),
        (COLOUR, None, [0] * 3),
        (COLOUR, "green", [1] * 3),
        (COLOUR.optional(), None, [NONE] * 3),
        (COLOUR.optional(), "red", [0] * 3),
        (PLAYER.optional(), None, [NONE] * 3),
        (PLAYER, "2", [1] * 3),
        (CELL, "B1", [1] * 3),
        (COLOUR.set(), None, [0] * 6),
        (COLOUR.set(), "green", [0, 1] * 3),
        (COLOUR.set(), "red green", [1] * 6),
    ],
)
def test_attributes_have_initial_values(kind: Type, start: str | None, expected: list[int]) -> None:
    """`start`, or else none, no, the first word, the lowest number, the empty set."""
    assert reserved(kind, start) == expected


def test_the_entry_of_a_number_has_its_range() -> None:
    """`+=` stops at the limits in the slot's entry."""
    layout = Layout(SIZES)
    layout.attribute("attr:Cell.it", attribute(number(-3, 8)), 4, WORDS)
    assert layout.slots["attr:Cell.it"] == [CORE_SLOTS, 4, "int", 1, -3, 8]


def test_a_set_has_a_slot_for_each_possible_member() -> None:
    """The width is in the entry."""
    layout = Layout(SIZES)
    layout.attribute("attr:Cell.it", attribute(CELL.set()), 4, WORDS)
    assert layout.slots["attr:Cell.it"] == [CORE_SLOTS, 48, "set Cell", 12]


@pytest.mark.parametrize(
    ("word", "kind", "expected"),
    [
        ("none", COLOUR, NONE),
        ("yes", FLAG, 1),
        ("no", FLAG, 0),
        ("7", number(0, 9), 7),
        ("-2", number(-3, 3), -2),
        ("1", PLAYER, 0),
        ("green", COLOUR, 1),
    ],
)
def test_words_are_stored_as_numbers(word: str, kind: Type, expected: int) -> None:
    """Players and sides are written from 1, but stored from 0."""
    assert value_of(word, kind, WORDS) == expected


@pytest.mark.parametrize(
    ("word", "kind"), [("10", number(0, 9)), ("x", number(0, 9)), ("blue", COLOUR), ("1", FLAG)]
)
def test_an_invalid_value_is_rejected(word: str, kind: Type) -> None:
    """With KeyError or ValueError: `check` has already reported such words."""
    with pytest.raises((KeyError, ValueError)):
        value_of(word, kind, WORDS)


def programs() -> list[Program]:
    """Programs of several games."""
    matches = [
        santorini().match([None, None]),
        santorini().match(["gaea", "hecate"]),
        santorini().match(["chaos", "eris"]),
        pook().match([None] * 3),
        made_up("lab").match([None] * 4),
    ]
    return [match.program for match in matches]


@pytest.mark.parametrize("program", programs(), ids=lambda program: program.game)
def test_slots_do_not_overlap(program: Program) -> None:
    """The entries cover the vector after the core's slots, without gaps or overlaps."""
    ends = [CORE_SLOTS]
    for base, count, *_ in sorted(program.slots.values(), key=lambda entry: (entry[0], entry[1])):
        assert base == ends[-1]
        ends.append(base + count)
    assert ends[-1] == program.size == len(program.start)


@pytest.mark.parametrize("program", programs(), ids=lambda program: program.game)
def test_all_values_are_small_integers(program: Program) -> None:
    """The vector consists of small integers, each a valid value of its type."""
    assert all(-128 <= value <= 999 for value in program.start)
    for low, high in itertools.chain.from_iterable(
        [entry[4:6]] for entry in program.slots.values() if entry[2] == "int" and len(entry) > 5
    ):
        assert -100 <= low <= high


def test_an_attribute_that_nothing_changes_is_a_table() -> None:
    """A worker's sex is fixed, a space's level is not."""
    program = santorini().match([None, None]).program
    assert "Worker.sex" in program.fixed
    assert "attr:Worker.sex" not in program.slots
    assert "attr:Space.level" in program.slots


def test_a_power_that_changes_an_attribute_makes_it_a_slot() -> None:
    """The same attribute is a table in one match-up and a slot in another."""
    lab = made_up("lab").match([None, None]).program
    assert "attr:Stone.size" in lab.slots
    assert "Stone.colour" in lab.fixed
