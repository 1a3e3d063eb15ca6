"""The types of parameters, locals and results: which are sets, and what numbers the others can be.

Python needs none of this. A printer for a typed language calls `typed` once for a whole program.
This walks all functions, knowing the ranges of their arguments, and so it also drops what these
ranges make impossible.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import TypeVar

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.kinds import Kinds
from thesmos.compile.ir.ranges import END, FLAG, NOT_YET, Known, Range
from thesmos.compile.ir.reading import exported, pure_functions, sets, used_by
from thesmos.compile.optimize.narrowing import NarrowingWalk
from thesmos.compile.optimize.unused import without_unused

P = TypeVar("P", bound=ir.AnyProgram)
Numbers = dict[int, Range]


@dataclass(frozen=True)
class FunctionTypes:
    """The types of a function. locals: by number; its parameters come first."""

    locals: dict[int, ir.Type]
    result: ir.Type


@dataclass(frozen=True)
class Types:
    """The types of all functions of a program."""

    functions: tuple[FunctionTypes, ...]
    kinds: Kinds


def typed(program: P, codes: int) -> tuple[P, Types]:
    """Return a program without what is impossible, and the types of each of its functions.

    codes: the number of codes of options: functions called from outside take codes below it.
    """
    functions, results = program.functions, list[Range]()
    pure = pure_functions(map(used_by, functions))

    def found(number: int, given: Sequence[Range]) -> _Finder:
        return _Finder(pure, results).find(functions[number], given)

    finders = []
    for number in range(len(functions)):  # callees first: what they return whatever they are given
        finders.append(found(number, ()))
        results.append(finders[-1].returned)
    given = [[NOT_YET] * one.parameters for one in functions]
    for number in exported(program):
        given[number] = [Range(0, codes - 1)] * functions[number].parameters
    for number in reversed(range(len(functions))):  # callers first
        if functions[number].parameters:
            finders[number] = found(number, given[number])
        for called, arguments in finders[number].given:
            pairs = zip(given[called], arguments, strict=True)
            given[called] = [before.with_(now) for before, now in pairs]
    numbers = [finder.recorder.numbers for finder in finders]
    functions = tuple(
        without_unused(replace(one, body=finder.left))
        for one, finder in zip(functions, finders, strict=True)
    )
    kinds = Kinds(functions, numbers, results)

    def types(number: int, function: ir.Function) -> FunctionTypes:
        left = sets(function.body) | set(range(function.parameters))
        found = {
            name: ir.Int(*one)
            for name, one in numbers[number].items()
            if name in left and kinds.local(number, name) is None
        }
        return FunctionTypes(
            kinds.locals(number) | found, kinds.result(number) or ir.Int(*results[number])
        )

    made = (types(number, function) for number, function in enumerate(functions))
    return replace(program, functions=functions), Types(tuple(made), kinds)


class _Recorder(Known):
    """What is known at a place, and everything that locals are given anywhere.

    copies: locals that are set to others about which nothing is known at that place.
    """

    def __init__(self, results: Sequence[Range]) -> None:
        super().__init__(results)
        self.numbers: Numbers = {}
        self.copies: list[tuple[int, int]] = []

    def record(self, name: int, numbers: Range) -> None:
        """Record that a local is given one of a range of numbers."""
        self.numbers[name] = self.numbers.get(name, NOT_YET).with_(numbers)

    def give(self, name: int, value: ir.Value) -> None:
        """Record what a local is given."""
        given = self.range(value)
        if isinstance(value, ir.Get) and given.low <= -END and value.name in self.numbers:
            self.copies.append((name, value.name))
        else:
            self.record(name, given)
        super().give(name, value)

    def copy(self) -> None:
        """Record what copies can be: everything that their originals are given anywhere."""
        changed = True
        while changed:
            changed = False
            for name, of in self.copies:
                before = self.numbers.get(name)
                self.record(name, self.numbers[of])
                changed |= self.numbers[name] != before

    def member(self, name: int, numbers: Range) -> None:
        """Record what a loop gives to a local."""
        self.record(name, numbers)
        super().member(name, numbers)


class _Finder(NarrowingWalk):
    """A walk that also records what is returned, and what other functions are given.

    results: the ranges of the results of the functions before it. given: for each call, the
    function and what it is given. left: the function without what is impossible.
    """

    def __init__(self, pure: Set[int], results: Sequence[Range]) -> None:
        self.recorder = _Recorder(results)
        super().__init__(pure, self.recorder)
        self.given: list[tuple[int, list[Range]]] = []
        self.returned = NOT_YET

    def find(self, function: ir.Function, given: Sequence[Range]) -> _Finder:
        """Walk through a function with some arguments; none if they are not known."""
        self.changes = used_by(function).changes(self.pure)
        for name, numbers in enumerate(given):
            self.recorder.member(name, numbers)
        self.left = self.block(function.body)
        self.recorder.copy()
        return self

    def return_(self, one: ir.Return) -> ir.Statements:
        """Record what is returned."""
        made = super().return_(one)
        self.returned = self.returned.with_(self.known.range(one.value))
        return made

    def other(self, one: ir.Statement) -> ir.Statements:
        """Record whether a requirement was met."""
        if isinstance(one, ir.KeepMarked):
            self.recorder.record(one.met, FLAG)
        return super().other(one)

    def call(self, value: ir.Call | ir.CallOne) -> ir.Value:
        """Record what a function is given."""
        made = super().call(value)
        assert isinstance(made, (ir.Call, ir.CallOne))
        functions = {made.function} if isinstance(made, ir.Call) else {*made.functions}
        arguments = [self.known.range(one) for one in made.arguments]
        self.given += [(each, arguments) for each in functions if arguments and each is not None]
        return made
