"""Expressions: what each construct is, by generated code and by the semantics alike."""

from __future__ import annotations

from typing import Any

import pytest

from testing.entities import Entity
from testing.lab import Lab
from testing.lab_scene import (
    BAG,
    BLUE,
    GREEN,
    RED,
    RIVAL,
    SHELF,
    YOU,
    both,
    cases,
    cell,
    scene,
    stone,
    stones,
)


@pytest.fixture(scope="module")
def lab() -> Lab:
    """The scene, which no test changes."""
    return scene()


@cases({
    "3": 3,
    "yes": True,
    "no": False,
    "none": None,
    "red": RED,
    "bag": BAG,
    "you": YOU,
    "active": YOU,
    "chooser": YOU,
    "granted": False,
    "round": 7,
    "mood": GREEN,
    "chosen": None,
    "here": cell(5),
})  # fmt: skip
def test_names_and_numbers(lab: Lab, text: str, expected: Any) -> None:
    """Numbers, words, persons, states of the game, locals."""
    assert both(lab, text) == (expected, expected)


@cases({
    "round + 1": 8,
    "round - 9": -2,
    "round * 2": 14,
    "-round": -7,
    "round / 2": 3,
    "-round / 2": -4,
    "round mod 3": 1,
    "-round mod 3": 2,
    "1 + 2 * 3": 7,
    "(1 + 2) * 3": 9,
    "9 - 3 - 2": 4,
    "round / 0": None,
    "round mod 0": None,
    "min(round, 9)": 7,
    "max(round, 9)": 9,
    "max(-round, -9)": -7,
    "abs(round)": 7,
    "abs(-round)": 7,
    "abs(3 - round)": 4,
})  # fmt: skip
def test_arithmetic(lab: Lab, text: str, expected: Any) -> None:
    """Whole numbers; division goes down, and by nothing it gives none."""
    assert both(lab, text) == (expected, expected)


@cases({
    "round = 7": True,
    "round != 7": False,
    "round < 8": True,
    "round <= 7": True,
    "round > 7": False,
    "round >= 7": True,
    "7 = round": True,
    "round < size(a)": False,
    "here = there": False,
    "a != b": True,
    "colour(a) = red": True,
    "path(there) = (round = 7)": True,
    "path(here) = no": True,
    "side(you) = owner(a)": True,
    "option(variant) = plain": True,
    "option(variant) != wild": True,
})  # fmt: skip
def test_comparisons(lab: Lab, text: str, expected: Any) -> None:
    """Numbers by size, everything else by being the same."""
    assert both(lab, text) == (expected, expected)


@cases({
    "size(no_stone)": None,
    "place(no_stone)": None,
    "zone(no_stone)": None,
    "colour(no_stone)": None,
    "tall(no_cell)": None,
    "row(no_cell)": None,
    "Stone at no_cell": None,
    "beyond(no_cell, here)": None,
    "direction(here, no_cell)": None,
    "-size(no_stone)": None,
    "size(no_stone) + 1": None,
    "1 - size(no_stone)": None,
    "min(size(no_stone), 1)": None,
    "max(1, size(no_stone))": None,
    "abs(size(no_stone))": None,
    "size(tie(tie(a)))": None,
})  # fmt: skip
def test_a_function_of_none_is_none(lab: Lab, text: str, expected: Any) -> None:
    """None absorbs: attributes, facts, core functions and arithmetic."""
    assert both(lab, text) == (expected, expected)


@cases({
    "size(no_stone) = 3": False,
    "size(no_stone) != 3": False,
    "size(no_stone) < 3": False,
    "size(no_stone) <= 3": False,
    "size(no_stone) > 3": False,
    "size(no_stone) >= 3": False,
    "size(no_stone) < size(a)": False,
    "size(a) > size(no_stone)": False,
    "size(no_stone) = size(no_stone)": False,
    "no_stone = no_stone": False,
    "no_stone != no_stone": False,
    "a != no_stone": False,
})  # fmt: skip
def test_a_comparison_with_none_does_not_hold(lab: Lab, text: str, expected: Any) -> None:
    """Not even that none differs from something."""
    assert both(lab, text) == (expected, expected)


@cases({
    "no_stone is none": True,
    "no_stone exists": False,
    "a is none": False,
    "a exists": True,
    "chosen is none": True,
    "place(c) is none": True,
    "place(a) exists": True,
    "hidden is none": False,
    "hidden exists": True,
})  # fmt: skip
def test_none_is_tested_with_is_none_and_exists(lab: Lab, text: str, expected: Any) -> None:
    """Something unknown exists."""
    assert both(lab, text) == (expected, expected)


@cases({
    "size(hidden)": None,
    "hidden = hidden": False,
    "hidden != a": False,
    "hidden in Stone": False,
    "hidden in all Stones": False,
    "hidden in {a, hidden}": False,
    "colour(hidden) = red": False,
})  # fmt: skip
def test_nothing_is_known_about_the_unknown(lab: Lab, text: str, expected: Any) -> None:
    """It equals nothing, and nothing holds it."""
    assert both(lab, text) == (expected, expected)


@cases({
    "yes and yes": True,
    "yes and no": False,
    "no or yes": True,
    "no or no": False,
    "not no": True,
    "not tall(no_cell)": True,
    "tall(no_cell) or yes": True,
    "yes and yes and tall(here)": True,
    "not path(here) and path(there)": True,
    "no and no or yes": True,
    "no and (no or yes)": False,
    "(yes and path(no_cell)) exists": True,
    "(yes and path(no_cell)) = no": True,
    "1 if tall(here) else 2": 1,
    "1 if tall(there) else 2": 2,
    "1 if tall(no_cell) else 2": 2,
    "a if no else b if no else c": stone(2),
})  # fmt: skip
def test_logic(lab: Lab, text: str, expected: Any) -> None:
    """What is none does not hold; `and` binds more closely than `or`."""
    assert both(lab, text) == (expected, expected)


@cases({
    "place(a)": cell(5),
    "place(c)": None,
    "zone(a)": None,
    "zone(c)": SHELF,
    "Stone at here": stone(0),
    "Stone at corner_cell": None,
    "all Stones": stones(0, 4),
    "your Stones": stones(0),
    "opponent Stones": stones(4),
    "Stone": stones(0, 1, 2, 3, 4, 5),
    "Colour": [RED, GREEN, BLUE],
    "Player": [YOU, RIVAL],
    "opponent Players": [RIVAL],
    "a in your Stones": True,
    "b in your Stones": False,
    "b in opponent Stones": True,
    "c in all Stones": False,
    "c in your Stones": False,
    "owner(b)": Entity("Side", 1),
})  # fmt: skip
def test_pieces(lab: Lab, text: str, expected: Any) -> None:
    """On a board or in a zone, by owner; a bare kind is everything of it, wherever it is."""
    assert both(lab, text) == (expected, expected)


@cases({
    "adjacent(here)": [cell(n) for n in (1, 4, 6, 9)],
    "adjacent(corner_cell)": [cell(1), cell(4)],
    "wrapped(corner_cell)": [cell(n) for n in (1, 3, 4, 8)],
    "adjacent(no_cell)": [],
    "here in adjacent(there)": True,
    "here not in adjacent(there)": False,
    "no_cell in adjacent(here)": False,
    "here in adjacent(no_cell)": False,
    "direction(here, there)": Entity("Direction", 2),
    "southwest": Entity("Direction", 5),
    "back(north)": Entity("Direction", 4),
    "back(southwest)": Entity("Direction", 1),
    "turned(west, 3)": Entity("Direction", 1),
    "turned(north, -1)": Entity("Direction", 7),
    "turned(north, round - 15)": Entity("Direction", 0),
    "step(A1, east)": cell(1),
    "D3": cell(11),
    "player 2": RIVAL,
    "player 3": None,
    "diagonal(turned(direction(here, no_cell), 1))": None,
    "direction(here, here)": None,
    "step(here, direction(here, there))": cell(6),
    "step(there, direction(corner_cell, here))": cell(11),
    "beyond(here, there)": cell(7),
    "beyond(there, place(a))": cell(4),
    "row(here)": 2,
    "column(here)": 2,
    "perimeter(here)": False,
    "perimeter(corner_cell)": True,
    "corner(corner_cell)": True,
    "diagonal(direction(corner_cell, here))": True,
    "opposite(corner_cell, here)": False,
})  # fmt: skip
def test_cells(lab: Lab, text: str, expected: Any) -> None:
    """Core functions of cells, on a board of four neighbours."""
    assert both(lab, text) == (expected, expected)


@cases({
    "side(you)": Entity("Side", 0),
    "alive(you)": True,
    "next_player(you)": RIVAL,
    "next_player(next_player(you))": YOU,
    "friends(you)": [YOU, RIVAL],
    "friends(you, you)": True,
    "friends(next_player(you))": [],
    "score(you)": -20,
})  # fmt: skip
def test_players(lab: Lab, text: str, expected: Any) -> None:
    """Seats, sides, and what a player remembers."""
    assert both(lab, text) == (expected, expected)


@cases({
    "tall(here)": True,
    "tall(there)": False,
    "pair(a, b)": False,
    "pair(a, first (s in Stone where colour(s) = red and s != a))": True,
    "loud": False,
    "not loud": True,
})  # fmt: skip
def test_facts(lab: Lab, text: str, expected: Any) -> None:
    """Facts with and without parameters; their locals are their own."""
    assert both(lab, text) == (expected, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("your Players", [0]),
        ("teammate Players", [2]),
        ("opponent Players", [1, 3]),
        ("those (p in Player where side(p) = side(you))", [0, 2]),
    ],
)
def test_teams(text: str, expected: list[int]) -> None:
    """With two teams of two there is a teammate, and opponents have two numbers."""
    lab = Lab(players=4)
    players = [Entity("Player", number) for number in expected]
    assert (lab.value(text), lab.meaning(text)) == (players, players)


def test_a_teammates_pieces_are_your_sides() -> None:
    """Pieces belong to sides: `your` and `teammate` mean the same ones."""
    lab = Lab(players=4, you=2).do("place(a) := here", a=stone(0), here=cell(5))
    assert lab.value("your Stones") == lab.value("teammate Stones") == stones(0)


def test_an_option_is_the_one_of_the_match() -> None:
    """The same expression, in a match with the other option."""
    lab = Lab(variant="wild")
    assert (lab.value("option(variant) = wild"), lab.meaning("option(variant) = wild")) == (
        True,
    ) * 2


@cases({
    "along (x from A1 by step(x, east) while not path(x))": [cell(1), cell(2), cell(3)],
    "along (x from A2 by step(x, east) while not path(x))": [cell(5)],
    "along (x from A2 by step(x, east) until path(x))": [cell(5), cell(6)],
    "along (x from A2 by step(x, east) until Stone at x exists)": [cell(5)],
    "along (x from here by step(x, north) while yes)": [cell(9)],
    "along (x from no_cell by step(x, north) while yes)": [],
    "along (p from you by next_player(p) while yes)": [YOU, RIVAL],
    "along (p from you by next_player(p) until p = player 2)": [RIVAL],
    "along (s from a by tie(s) while yes)": stones(4),
    "lane(here, west)": [cell(4)],
    "lane(here, back(west))": [],
    "count(along (x from A1 by step(x, northeast) while yes))": 2,
    "first along (x from A2 by step(x, east) where path(x))": cell(6),
    "first along (x from A1 by step(x, east) where not path(x))": cell(1),
    "first along (x from A1 by step(x, north) where no)": None,
    "first along (x from no_cell by step(x, north) where yes)": None,
    "first along (p from you by next_player(p) where yes)": RIVAL,
    "first along (p from you by next_player(p) where p = you)": YOU,
    "first along (x from A2 by step(x, east) where path(x)) = A3": False,
})  # fmt: skip
def test_along_goes_from_one_to_the_next(lab: Lab, text: str, expected: Any) -> None:
    """It ends where there is no next one, and at the latest when all have been come to."""
    assert both(lab, text) == (expected, expected)


@cases({
    "count(spread (x from {A1} to adjacent(x)))": 12,
    "spread (x from {A1} to adjacent(x) where row(x) = 1)": [cell(n) for n in range(4)],
    "spread (x from {there} to adjacent(x) where not path(x))": [],
    "spread (x from {C2, A3} to {step(x, south)} where row(x) > 1)": [cell(4), cell(6), cell(8)],
    "region(there)": [cell(6)],
    "count(region(here))": 11,
    "spread (s from {a} to {tie(s)})": stones(0, 4),
    "spread (s from {c, no_stone} to {tie(s)})": stones(2),
    "count(spread (c1 from Colour to Colour where c1 != red))": 2,
})  # fmt: skip
def test_spread_is_all_that_can_be_reached(lab: Lab, text: str, expected: Any) -> None:
    """The condition holds for where it begins, too."""
    assert both(lab, text) == (expected, expected)


@cases({
    "some (x in spread (x from {A1} to adjacent(x)) where row(x) = 3 and column(x) = 4)": True,
    "some (x in spread (x from {A1} to adjacent(x) where row(x) < 3) where row(x) = 3)": False,
    "some (x in spread (x from {no_cell} to adjacent(x)) where yes)": False,
    "every (x in spread (x from {A1} to adjacent(x)) where row(x) < 3)": False,
    "every (x in spread (x from {A1} to adjacent(x) where row(x) < 3) where row(x) < 3)": True,
    "every (x in spread (x from {no_cell} to adjacent(x)) where no)": True,
    "no (x in spread (y from {here} to adjacent(y) where not path(y)) where path(x))": True,
    "no (x in spread (x from {here} to adjacent(x)) where path(x))": False,
    "some (s in spread (s from {a} to {tie(s)}) where colour(s) = green)": True,
    "some (s in spread (s from {c} to {tie(s)}) where colour(s) = green)": False,
    "some (x in region(here) where row(x) = 3)": True,
    "some (x in region(there) where row(x) = 3)": False,
    "some (x in region(no_cell) where yes)": False,
    "every (x in region(here) where x != there)": True,
    "every (x in region(no_cell) where no)": True,
    "no (x in region(here) where some (y in region(x) where y = D3))": False,
})  # fmt: skip
def test_whether_such_a_member_is_reached(lab: Lab, text: str, expected: Any) -> None:
    """The search ends as soon as it is decided, also through a fact."""
    assert both(lab, text) == (expected, expected)


@cases({
    "first (x in Cell by most row(x))": cell(8),
    "first (x in Cell by fewest row(x), most column(x))": cell(3),
    "first (x in Cell where not path(x) by most column(x), most row(x))": cell(11),
    "first (x in {A1, B2} where row(x) > 2 by most row(x))": None,
    "first (x in Cell by most row(step(x, north)))": cell(4),
    "tallest(A1)": cell(4),
})  # fmt: skip
def test_the_first_is_the_one_with_the_most(lab: Lab, text: str, expected: Any) -> None:
    """Of those with equal numbers the first; one without a number is left out."""
    assert both(lab, text) == (expected, expected)
