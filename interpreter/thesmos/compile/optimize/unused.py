"""The pass that drops statements that only compute unneeded locals, such as roles no rule reads.

A local is needed if it is read by a statement that does more than set locals: one that stores,
emits, returns or calls a function, or that decides whether such a statement is reached. A loop that
only adds to a local also reads it, so the number of reads does not tell whether a local is needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from operator import is_

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import calls, reads, values_of


def without_unused(function: ir.Function) -> ir.Function:
    """Return a function without its unneeded statements; the same object if there are none."""
    needed = _Needed(function.body)
    body = function.body if needed.all() else needed.kept(function.body)
    return function if body is function.body else replace(function, body=body)


class _Needed:
    """The statements of a body that are needed, by identity: one may occur in several places."""

    def __init__(self, body: ir.Statements) -> None:
        self._needed: set[int] = set()
        self._places = count()
        self._at: dict[int, int] = {}  # by statement, its last place in the body
        self._around: defaultdict[int, list[ir.Statement]] = defaultdict(list)  # by statement
        self._leaving: defaultdict[int, list[ir.Statement]] = defaultdict(list)  # by loop
        # By local, the statements that give it a value, for those that read it after a place.
        self._setting: defaultdict[int, list[tuple[int, ir.Set]]] = defaultdict(list)
        self._sure: list[ir.Statement] = []
        self._doubtful: list[ir.Statement] = []  # needed if something inside is, or if they call
        self._note(body, None, None, None)
        self._find(self._sure)
        left = [one for one in self._doubtful if id(one) not in self._needed]
        self._find(one for one in left if calls(*values_of(one)))

    def all(self) -> bool:
        """Return whether all statements are needed."""
        return len(self._needed) == len(self._at)

    def kept(self, statements: ir.Statements) -> ir.Statements:
        """Return the statements that are needed; the same tuple if all are."""
        made: list[ir.Statement] = []
        for one in statements:
            if id(one) not in self._needed:
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

    def _note(
        self,
        body: ir.Statements,
        around: ir.Statement | None,
        loop: ir.Statement | None,
        start: int | None,
    ) -> None:
        """Note what statements may be needed for.

        around: the statement they are in. loop: the loop they are in. start: the place of the
        outermost loop, as a later round of it may read what is set in it.
        """
        for one in body:
            at = self._at[id(one)] = next(self._places)
            if around is not None:
                self._around[id(one)].append(around)
            if isinstance(one, ir.Set):
                self._setting[one.name].append((at if start is None else start, one))
                self._doubtful.append(one)
            elif isinstance(one, ir.If):
                self._doubtful.append(one)
                self._note(one.then, one, loop, start)
                self._note(one.otherwise, one, loop, start)
            elif isinstance(one, (ir.ForBits, ir.ForRange, ir.Loop)):
                self._doubtful.append(one)
                self._note(one.body, one, one, at if start is None else start)
            elif isinstance(one, ir.Break):
                self._leaving[id(loop)].append(one)
            else:
                self._sure.append(one)
                if isinstance(one, ir.OnCopy):
                    self._note(one.body, one, loop, start)

    def _find(self, needed: Iterable[ir.Statement]) -> None:
        """Find what the needed statements need: those they are in, and those they read from."""
        left = [*needed]
        while left:
            one = left.pop()
            key = id(one)
            if key in self._needed:
                continue
            self._needed.add(key)
            left += self._around.get(key, ())
            left += self._leaving.get(key, ())
            if self._setting:
                at = self._at[key]
                for name in reads(values_of(one)):
                    left += [each for after, each in self._setting.get(name, ()) if at > after]
