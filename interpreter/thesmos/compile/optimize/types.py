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
    """The types of a function.

    locals: by number; its parameters come first.
    """

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

    def finder_of(number: int, arguments: Sequence[Range]) -> _Finder:
        return _Finder(pure, results).find(functions[number], arguments)

    finders = []
    for number in range(len(functions)):  # callees first: what they return whatever they are given
        finders.append(finder_of(number, ()))
        results.append(finders[-1].returned)
    given_to = [[NOT_YET] * function.parameters for function in functions]
    for number in exported(program):
        given_to[number] = [Range(0, codes - 1)] * functions[number].parameters
    for number in reversed(range(len(functions))):  # callers first
        if functions[number].parameters:
            finders[number] = finder_of(number, given_to[number])
        for called, arguments in finders[number].calls_made:
            pairs = zip(given_to[called], arguments, strict=True)
            given_to[called] = [before.with_(now) for before, now in pairs]
    numbers = [finder.recorder.numbers for finder in finders]
    functions = tuple(
        without_unused(replace(function, body=finder.body))
        for function, finder in zip(functions, finders, strict=True)
    )
    kinds = Kinds(functions, numbers, results)

    def types(number: int, function: ir.Function) -> FunctionTypes:
        assigned = sets(function.body) | set(range(function.parameters))
        numbers_by_local = {
            name: ir.Int(*range_)
            for name, range_ in numbers[number].items()
            if name in assigned and kinds.local(number, name) is None
        }
        return FunctionTypes(
            kinds.locals(number) | numbers_by_local,
            kinds.result(number) or ir.Int(*results[number]),
        )

    function_types = (types(number, function) for number, function in enumerate(functions))
    return replace(program, functions=functions), Types(tuple(function_types), kinds)


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
        numbers = self.range(value)
        if isinstance(value, ir.Get) and numbers.low <= -END and value.name in self.numbers:
            self.copies.append((name, value.name))
        else:
            self.record(name, numbers)
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

    results: the ranges of the results of the functions before it.
    calls_made: for each call, the function and the ranges of its arguments.
    returned: the range of what is returned.
    body: the function's body without what is impossible.
    """

    def __init__(self, pure: Set[int], results: Sequence[Range]) -> None:
        self.recorder = _Recorder(results)
        super().__init__(pure, self.recorder)
        self.calls_made: list[tuple[int, list[Range]]] = []
        self.returned = NOT_YET

    def find(self, function: ir.Function, arguments: Sequence[Range]) -> _Finder:
        """Walk through a function with some arguments; none if they are not known."""
        self.changes = used_by(function).changes(self.pure)
        for name, numbers in enumerate(arguments):
            self.recorder.member(name, numbers)
        self.body = self.block(function.body)
        self.recorder.copy()
        return self

    def return_(self, statement: ir.Return) -> ir.Statements:
        """Record what is returned."""
        narrowed = super().return_(statement)
        self.returned = self.returned.with_(self.known.range(statement.value))
        return narrowed

    def other(self, statement: ir.Statement) -> ir.Statements:
        """Record whether a requirement was met."""
        if isinstance(statement, ir.KeepMarked):
            self.recorder.record(statement.met, FLAG)
        return super().other(statement)

    def call(self, value: ir.Call | ir.CallOne) -> ir.Value:
        """Record what a function is given."""
        call = super().call(value)
        assert isinstance(call, (ir.Call, ir.CallOne))
        functions = {call.function} if isinstance(call, ir.Call) else {*call.functions}
        arguments = [self.known.range(argument) for argument in call.arguments]
        self.calls_made += [
            (number, arguments) for number in functions if arguments and number is not None
        ]
        return call
