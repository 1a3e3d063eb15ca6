"""Contexts for writing statements: into a block of their own, or under a condition.

They are classes rather than generators because the compiler spends much of its time in them.
"""

from __future__ import annotations

from typing import Protocol

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir


class Writing(Protocol):
    """Anything that collects statements."""

    statements: list[ir.Statement]
    depth: int
    loops: int


class StatementBlock:
    """A context in which statements are written into a block of their own."""

    __slots__ = ("_outer", "_writer")

    def __init__(self, writer: Writing) -> None:
        self._writer = writer
        self._outer = writer.statements

    def __enter__(self) -> list[ir.Statement]:
        statements: list[ir.Statement] = []
        self._writer.statements = statements
        self._writer.depth += 1
        return statements

    def __exit__(self, *_: object) -> None:
        self._writer.statements = self._outer
        self._writer.depth -= 1


class LoopBlock(StatementBlock):
    """A context in which the body of a loop is written."""

    __slots__ = ()

    def __enter__(self) -> list[ir.Statement]:
        self._writer.loops += 1
        return super().__enter__()

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self._writer.loops -= 1


class ConditionalBlock(StatementBlock):
    """A context in which statements are written that are done if a condition holds."""

    __slots__ = ("_condition", "_then")

    def __init__(self, writer: Writing, condition: ir.Value) -> None:
        super().__init__(writer)
        self._condition = condition

    def __enter__(self) -> list[ir.Statement]:
        self._then = super().__enter__()
        if self._condition is fold.YES:
            self._writer.depth -= 1  # no block of its own
        return self._then

    def __exit__(self, *_: object) -> None:
        self._writer.statements = outer = self._outer
        if self._condition is not fold.YES:
            self._writer.depth -= 1
        if self._condition is fold.YES:
            outer += self._then
        elif self._then and self._condition is not fold.NO:
            outer.append(ir.If(self._condition, tuple(self._then), ()))
