"""Finds the locals that are set once, before anything reads them: they can be registers."""

from __future__ import annotations

from collections import Counter

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import SETTING, reads, statements_in, values_of


def fixed_locals(function: ir.Function) -> set[int]:
    """Return the locals, including parameters, that keep the one value they are given."""
    given = Counter(_given(one) for one in statements_in(function.body) if isinstance(one, SETTING))
    given.update(range(function.parameters))
    once = {name for name, times in given.items() if times == 1}
    walk = _Walk(set(range(function.parameters)))
    walk.block(function.body)
    return once - walk.early


def _given(one: ir.Statement) -> int:
    """Return the local that a statement sets."""
    name: int = one.met if isinstance(one, ir.KeepMarked) else one.name  # type: ignore[attr-defined]
    return name


class _Walk:
    """Walks statements in order. there: the locals that have a value on every path to this place.

    early: those that were read where they might not have one.
    """

    def __init__(self, there: set[int]) -> None:
        self.there = there
        self.early: set[int] = set()

    def block(self, statements: ir.Statements, *more: int) -> None:
        """Walk a block, in which locals set are known until it ends. more: those set before it."""
        added = [name for name in more if name not in self.there]
        self.there.update(added)
        for one in statements:
            self.early |= reads(values_of(one)) - self.there
            match one:
                case ir.If():
                    self.block(one.then)
                    self.block(one.otherwise)
                case ir.ForBits() | ir.ForRange():
                    self.block(one.body, one.name)
                case ir.Loop() | ir.OnCopy():
                    self.block(one.body)
                case ir.Set() | ir.KeepMarked() if (name := _given(one)) not in self.there:
                    self.there.add(name)
                    added.append(name)
        self.there.difference_update(added)
