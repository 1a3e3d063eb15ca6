"""Leaves out what computes only locals that nothing needs, such as roles that no rule reads.

A local is needed if something reads it that does more than give locals values: that stores, emits
or returns, that calls a function, which may do something, or that decides whether such a statement
is reached. A loop that only adds to a local reads that local itself, so how often a local is read
does not tell whether it is needed.
"""

from __future__ import annotations

from dataclasses import replace
from operator import is_

from thesmos.compile import ir
from thesmos.compile.nodes import calls, reads, values_of


def without_unused(function: ir.Function) -> ir.Function:
    """A function without the statements that nothing needs; the same object if there are none."""
    needed = _Needed()
    needed.find(function.body)
    body = needed.kept(function.body)
    return function if body is function.body else replace(function, body=body)


class _Needed:
    """Which locals and loops are needed, found in rounds until there are no more."""

    def __init__(self) -> None:
        self._locals: set[int] = set()
        self._loops: set[int] = set()  # by identity; what leaves them is needed too
        self._read: set[int] = set()  # statements whose values were read, by identity
        self._more = False

    def find(self, body: ir.Statements) -> None:
        """Go through statements from the last to the first, again while that shows new needs."""
        self._more = True
        while self._more:
            self._more = False
            self._block(body, 0)

    def kept(self, statements: ir.Statements) -> ir.Statements:
        """The statements that are needed; the same tuple if all are."""
        made: list[ir.Statement] = []
        for one in statements:
            if id(one) not in self._read:
                continue
            match one:
                case ir.If(condition, then, otherwise):
                    branches = self.kept(then), self.kept(otherwise)
                    same = branches[0] is then and branches[1] is otherwise
                    made.append(one if same else ir.If(condition, *branches))
                case ir.ForBits() | ir.ForRange() | ir.Loop() | ir.OnCopy():
                    body = self.kept(one.body)
                    made.append(one if body is one.body else replace(one, body=body))
                case _:
                    made.append(one)
        same = len(made) == len(statements) and all(map(is_, made, statements))
        return statements if same else tuple(made)

    def _block(self, statements: ir.Statements, loop: int) -> bool:
        """Whether a statement is needed. loop: the one around them."""
        found = False
        for one in reversed(statements):
            found = self._statement(one, loop) or found
        return found

    def _statement(self, one: ir.Statement, loop: int) -> bool:
        before = id(one) in self._read
        match one:
            case ir.Set(name, value):
                needed = before or name in self._locals or calls(value)
            case ir.If(condition, then, otherwise):
                found = self._block(then, loop), self._block(otherwise, loop)
                needed = before or any(found) or calls(condition)
            case ir.ForBits() | ir.ForRange() | ir.Loop():
                needed = self._block(one.body, id(one)) or before or calls(*values_of(one))
                if needed and id(one) not in self._loops:
                    self._loops.add(id(one))
                    self._more = True
            case ir.Break():
                needed = loop in self._loops
            case ir.OnCopy(body):
                self._block(body, loop)
                needed = True
            case _:
                needed = True
        if needed and not before:
            self._read.add(id(one))
            known = len(self._locals)
            self._locals.update(reads(values_of(one)))
            if loop and len(self._locals) > known:
                self._more = True  # what sets them may come before or after, in another round
        return needed
