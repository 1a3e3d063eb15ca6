"""Tests for the walker over parts of a program."""

from __future__ import annotations

from thesmos.diagnostics import Location
from thesmos.program.effects import Counts, If
from thesmos.program.node import Node, walk, with_parts
from thesmos.program.types import FLAG
from thesmos.program.values import Granted, Not

HERE = Location("a.yaml", 1, 1)


def test_the_walker_finds_constructs_without_parts() -> None:
    granted = Granted(type=FLAG, location=HERE)
    condition = Not(granted, type=FLAG, location=HERE)
    count = Counts(location=HERE)
    effect = If(condition, (count,), (), location=HERE)
    nodes = [part for part in walk((effect,)) if isinstance(part, Node)]
    assert nodes == [effect, condition, granted, count]


def test_the_walker_leaves_out_what_is_not_part_of_a_program() -> None:
    assert list(walk((HERE, "word", 3, None))) == []


def test_the_walker_can_leave_out_a_class_with_all_inside() -> None:
    granted = Granted(type=FLAG, location=HERE)
    effect = If(Not(granted, type=FLAG, location=HERE), (), (), location=HERE)
    assert [*walk(effect, outside=(Not,))] == [effect]


def test_parts_are_replaced_and_the_rest_is_kept() -> None:
    granted, count = Granted(type=FLAG, location=HERE), Counts(location=HERE)
    effect = If(granted, (count,), (count,), location=HERE)
    opposite = Not(granted, type=FLAG, location=HERE)
    made = with_parts(effect, lambda part: opposite if part is granted else part)
    assert made == If(opposite, (count,), (count,), location=HERE)
    assert made.then is effect.then
    assert with_parts({"a": (effect,), "b": 3}, lambda _: count) == {"a": (count,), "b": 3}


def test_what_has_nothing_to_change_is_returned_as_it_is() -> None:
    effect = If(Granted(type=FLAG, location=HERE), (Counts(location=HERE),), (), location=HERE)
    assert with_parts(effect, lambda part: part) is effect
