"""Effects: what each changes, and what it leaves alone."""

from __future__ import annotations

import pytest

from testing.entities import Entity, Value
from testing.lab import Lab

A, B = Entity("Stone", 0), Entity("Stone", 4)
SIZES = "sum (size(s) for s in Stone)"
HERE, THERE = Entity("Cell", 5), Entity("Cell", 6)


def after(effects: str, asked: str) -> Value:
    """What an expression is once the effects are carried out."""
    names = {"a": A, "b": B, "here": HERE, "there": THERE, "no_stone": None}
    return Lab().do(effects, **names).value(asked, **names)


@pytest.mark.parametrize(
    ("effects", "asked", "expected"),
    [
        ("round := 5", "round", 5),
        ("mood := blue", "mood", Entity("Colour", 2)),
        ("mood := none", "mood", None),
        ("size(a) := 4", "size(a)", 4),
        ("size(a) := 4", "size(b)", 0),
        ("path(here) := yes", "path(here)", True),
        ("place(a) := here", "place(a)", HERE),
        ("place(a) := here\nzone(a) := shelf", "zone(a)", Entity("Zone", 1)),
        ("place(a) := here\nzone(a) := shelf", "place(a)", None),
        ("chosen := a\nsize(chosen) := 7", "size(a)", 7),
        ("score(you) := 0 - 50", "score(you)", -50),
    ],
)
def test_assignment(effects: str, asked: str, expected: Value) -> None:
    """A state of the game, an attribute, a place, a zone."""
    assert after(effects, asked) == expected


@pytest.mark.parametrize(
    ("effects", "asked", "expected"),
    [
        ("round += 3", "round", 3),
        ("round += 3\nround -= 1", "round", 2),
        ("round -= 1", "round", 0),
        ("round := 49\nround += 9", "round", 50),
        ("score(you) -= 60", "score(you)", -50),
        ("size(a) += size(no_stone)", "size(a)", 0),
    ],
)
def test_adding_stops_at_the_ends_of_the_domain(effects: str, asked: str, expected: Value) -> None:
    """`+=` and `-=` never leave the range; adding none adds nothing."""
    assert after(effects, asked) == expected


@pytest.mark.parametrize(
    "effects", ["size(no_stone) := 3", "size(no_stone) += 3", "place(no_stone) := here"]
)
def test_what_does_not_exist_is_not_changed(effects: str) -> None:
    """An assignment to something that is none does nothing."""
    fresh = Lab()
    assert Lab().do(effects, no_stone=None, here=HERE).vector == fresh.vector


@pytest.mark.parametrize(
    ("effects", "asked", "expected"),
    [
        ("likes(a, red) := yes", "count(likes(a))", 1),
        ("likes(a, red) := yes\nlikes(a, red) := no", "count(likes(a))", 0),
        ("likes(a, red) := yes\nlikes(a, red) := yes", "count(likes(a))", 1),
        ("likes(a) := {red, blue}\nlikes(a) := {green}", "likes(a)", [Entity("Colour", 1)]),
        ("likes(a) := {red}", "count(likes(b))", 0),
        ("likes(a) := Colour\nlikes(b) := likes(a) except {red}", "count(likes(b))", 2),
        ("visited := adjacent(here)", "count(visited)", 4),
        ("visited := {here}\nvisited := {}", "visited", []),
        ("friends(you) := opponent Players", "friends(you, you)", False),
    ],
)
def test_sets_are_filled_and_emptied(effects: str, asked: str, expected: Value) -> None:
    """Member by member, or as a whole."""
    assert after(effects, asked) == expected


@pytest.mark.parametrize(("start", "expected"), [(1, 10), (2, 20), (3, 30), (4, 40)])
def test_the_first_branch_that_holds_is_taken(start: int, expected: int) -> None:
    """`if`, `elif`, `elif`, `else`: exactly one of them runs."""
    effects = f"""
round := {start}
if round = 1: round := 10
elif round = 2: round := 20
elif round < 4: round := 30
else: round := 40
"""
    assert after(effects, "round") == expected


def test_a_condition_that_is_none_goes_to_else() -> None:
    """What is none does not hold."""
    assert after("if size(no_stone) = 0: round := 1\nelse: round := 2", "round") == 2


@pytest.mark.parametrize(
    ("effects", "asked", "expected"),
    [
        ("each s in Stone: size(s) := 2", SIZES, 12),
        ("each s in Stone where owner(s) = side(you): size(s) := 2", SIZES, 6),
        ("each c in Colour: round += 1", "round", 3),
        ("each s in Stone:\n  each t in Stone where t != s: round += 1", "round", 30),
        ("each s in those (x in Stone where size(x) = 0): size(s) += 1", SIZES, 6),
        ("place(a) := here\neach s in all Stones: place(s) := there", "place(a)", THERE),
    ],
)  # fmt: skip
def test_each_member_in_turn(effects: str, asked: str, expected: Value) -> None:
    """The members are those there were at the beginning."""
    assert after(effects, asked) == expected


def test_each_evaluates_its_condition_when_it_reaches_a_member() -> None:
    """What the body did to earlier members counts."""
    effects = "each s in Stone where no (t in Stone where size(t) > 0): size(s) := 1"
    assert after(effects, SIZES) == 1


def test_while_repeats_until_its_condition_fails() -> None:
    """The condition is asked before each round."""
    assert after("while round * round < 20: round += 1", "round") == 5


def test_an_endless_while_is_cut_off() -> None:
    """A `while` is bounded by the core."""
    assert after("while round < 1: size(a) += 1", "size(a)") == 9


def test_a_local_holds_what_it_was_given() -> None:
    """A `let` is not changed by what it was made from."""
    assert after("let n = size(a)\nsize(a) := 9\nsize(b) := n", "size(b)") == 0


def test_a_local_can_be_given_another_value() -> None:
    """A local is a target like any other."""
    assert after("let s = a\ns := b\nsize(s) := 6", "size(b)") == 6


def test_adding_to_a_local() -> None:
    """`+=` adds to a local as it does to a memory."""
    assert after("let n = 5\nn += 2\nround := n", "round") == 7


def test_adding_to_none_leaves_none() -> None:
    """None absorbs: one more than none is none."""
    assert after("depth += 1", "depth") is None


def test_an_action_is_carried_out_without_its_rules() -> None:
    """`do` takes the open roles in order."""
    assert after("do put(a, there)", "place(a)") == THERE


def test_an_action_inside_an_effect_is_an_event() -> None:
    """It is logged with its roles as they were before it."""
    lab = Lab()
    state = lab.match.start().apply("Stone 1 B2")
    assert [event["e"] for event in state.events] == ["put", "turn"]


def test_counts_marks_the_turn() -> None:
    """`counts`: something now counts as done."""
    assert Lab().do("counts").vector[4] == 1


def test_losing_ends_a_game_of_two() -> None:
    """The other side wins at once."""
    result = Lab().do("you loses").state().result
    assert result is not None
    assert result.winners == (2,)


def test_losing_eliminates_the_teammate_too() -> None:
    """A side loses as a whole."""
    result = Lab(players=4).do("you loses").state().result
    assert result is not None
    assert result.winners == (2, 4)
