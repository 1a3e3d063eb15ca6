"""The pass that drops statements that only compute unneeded locals, such as roles no rule reads.

A local is needed if it is read by a statement that does more than set locals: one that stores,
emits, returns or calls a function, or that decides whether such a statement is reached. A loop that
only adds to a local also reads it, so the number of reads does not tell whether a local is needed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from operator import itemgetter

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import LOOPS, calls, reads, values_of, with_blocks, with_each


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
        # By local, the statements that give it a value, for those that read it after a place; in
        # the order of these places. And how many of them, from the first on, are needed already.
        self._setting: defaultdict[int, list[tuple[int, ir.Set]]] = defaultdict(list)
        self._set_before: defaultdict[int, int] = defaultdict(int)
        self._sure: list[ir.Statement] = []
        self._doubtful: list[ir.Statement] = []  # needed if something inside is, or if they call
        self._note(body, None, None, None)
        self._find(self._sure)
        unsure = [statement for statement in self._doubtful if id(statement) not in self._needed]
        self._find(statement for statement in unsure if calls(*values_of(statement)))

    def all(self) -> bool:
        """Return whether all statements are needed."""
        return len(self._needed) == len(self._at)

    def kept(self, statements: ir.Statements) -> ir.Statements:
        """Return the statements that are needed; the same tuple if all are."""
        return with_each(
            statements,
            lambda statement: (
                (with_blocks(statement, self.kept),) if id(statement) in self._needed else ()
            ),
        )

    def _note(
        self,
        body: ir.Statements,
        around: ir.Statement | None,
        loop: ir.Statement | None,
        start: int | None,
    ) -> None:
        """Note what statements may be needed for.

        around: the statement they are in.
        loop: the loop they are in.
        start: the place of the outermost loop, as a later round of it may read what is set in it.
        """
        for statement in body:
            at = self._at[id(statement)] = next(self._places)
            if around is not None:
                self._around[id(statement)].append(around)
            if isinstance(statement, ir.Set):
                self._setting[statement.name].append((at if start is None else start, statement))
                self._doubtful.append(statement)
            elif isinstance(statement, ir.If):
                self._doubtful.append(statement)
                self._note(statement.then, statement, loop, start)
                self._note(statement.otherwise, statement, loop, start)
            elif isinstance(statement, LOOPS):
                self._doubtful.append(statement)
                self._note(statement.body, statement, statement, at if start is None else start)
            elif isinstance(statement, ir.Break):
                self._leaving[id(loop)].append(statement)
            else:
                self._sure.append(statement)
                if isinstance(statement, ir.OnCopy):
                    self._note(statement.body, statement, loop, start)

    def _find(self, needed: Iterable[ir.Statement]) -> None:
        """Find what the needed statements need: those they are in, and those they read from."""
        waiting = [*needed]
        while waiting:
            statement = waiting.pop()
            key = id(statement)
            if key in self._needed:
                continue
            self._needed.add(key)
            waiting += self._around.get(key, ())
            waiting += self._leaving.get(key, ())
            if self._setting:
                at = self._at[key]
                for name in reads(values_of(statement)):
                    settings, first = self._setting.get(name, ()), self._set_before[name]
                    end = bisect_left(settings, at, first, key=itemgetter(0))
                    waiting += [setting for _, setting in settings[first:end]]
                    self._set_before[name] = max(first, end)
