"""Tests for the walker over parts of a program."""

from __future__ import annotations

from thesmos.diagnostics import Location
from thesmos.program.effects import Count, If
from thesmos.program.node import Node, walk
from thesmos.program.types import FLAG
from thesmos.program.values import Granted, Not

HERE = Location("a.yaml", 1, 1)


def test_the_walker_finds_constructs_without_parts() -> None:
    granted = Granted(type=FLAG, location=HERE)
    condition = Not(granted, type=FLAG, location=HERE)
    count = Count(location=HERE)
    effect = If(condition, (count,), (), location=HERE)
    nodes = [part for part in walk((effect,)) if isinstance(part, Node)]
    assert nodes == [effect, condition, granted, count]


def test_the_walker_leaves_out_what_is_not_part_of_a_program() -> None:
    assert list(walk((HERE, "word", 3, None))) == []
