"""Places in a program are found and changed by path, and all of a kind at once."""

from __future__ import annotations

from dataclasses import replace

from testing.programs import program
from thesmos.diagnostics import Location
from thesmos.program.effects import Counts, If
from thesmos.program.node import Node
from thesmos.program.path import carried_over, find, mapped, put
from thesmos.program.types import FLAG, SIDE
from thesmos.program.values import Flag, Not

HERE = Location("a.yaml", 1, 1)
YES = Flag(True, type=FLAG, location=HERE)
COUNT = Counts(location=HERE)
EFFECT = If(Not(YES, type=FLAG, location=HERE), (COUNT, COUNT), (), location=HERE)


def test_a_part_is_found_by_fields_and_indices() -> None:
    assert find(EFFECT, ("condition", "value")) is YES
    assert find(EFFECT, ("then", 1)) is COUNT
    assert find(EFFECT, ()) is EFFECT


def test_a_copy_differs_in_one_place() -> None:
    made = put(EFFECT, ("condition", "value"), replace(YES, value=False))
    assert made.condition.value.value is False
    assert made.then is EFFECT.then
    assert EFFECT.condition == Not(YES, type=FLAG, location=HERE)


def test_nothing_in_place_of_an_element_leaves_it_out() -> None:
    assert put(EFFECT, ("then", 0), None).then == (COUNT,)


def test_a_card_of_a_game_is_found_and_changed_by_its_slug() -> None:
    game = program("santorini")
    made = put(game, ("cards", "pan", "clauses", 0), None)
    assert made.cards["pan"].clauses == game.cards["pan"].clauses[1:]
    assert find(game, ("cards", "pan")) is game.cards["pan"]
    assert made.cards["apollo"] is game.cards["apollo"]


def test_every_node_is_changed_after_those_inside_it() -> None:
    seen: list[Node] = []

    def other(node: Node) -> Node:
        seen.append(node)
        return replace(node, value=not node.value) if isinstance(node, Flag) else node

    made = mapped((EFFECT,), other)
    assert made[0].condition == Not(replace(YES, value=False), type=FLAG, location=HERE)
    assert [type(node) for node in seen] == [Flag, Not, Counts, Counts, If]


def test_what_does_not_change_is_not_copied() -> None:
    game = program("santorini")
    assert mapped(game.base.actions, lambda node: node) is game.base.actions


def test_a_change_is_carried_over_to_what_is_as_it_was_before() -> None:
    before = {"a": (1, 2), "b": (3,), "c": 4}
    other = {"a": (1, 9), "b": (3,), "c": 5}

    assert carried_over(before, {**before, "a": (7, 8)}, other) == {**other, "a": (7, 9)}
    assert carried_over(before, {**before, "a": (2,)}, other) == {**other, "a": (9,)}
    assert carried_over(before, {**before, "b": (6,), "c": 6}, other) == {**other, "b": (6,)}


def test_a_change_is_carried_over_to_the_same_text_with_other_types() -> None:
    there = Location("a.yaml", 2, 1)
    no = Flag(False, type=FLAG, location=there)
    before = (EFFECT, If(no, (), (), location=there))
    other = mapped(
        before, lambda node: replace(node, type=SIDE) if isinstance(node, Flag) else node
    )
    assert before != other

    assert carried_over(before, before[1:], other) == other[1:]
    negated = put(before, (1, "condition"), Not(no, type=FLAG, location=there))
    assert carried_over(before, negated, other) == (other[0], negated[1])
