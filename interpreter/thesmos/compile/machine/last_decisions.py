"""Adds functions for the last decision of a count: they do everything but list the next options.

Whether there is any option may still matter, because a player who has none has lost; for that, the
search stops at the first one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import fields, replace
from typing import Any

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import (
    pure_functions,
    rebuilt,
    statements_in,
    used_by,
    uses,
    walk,
    with_blocks,
    with_calls,
)
from thesmos.compile.machine.option_counts import OptionCounts
from thesmos.constructs import construct

_ASKING = ("=", "!=", ">")  # comparisons with 0 that test whether there are any codes


@construct
class ProgramThatCounts(ir.Program):
    """A program with additional functions, for decisions after which nothing is chosen.

    choose_last, skip_last: return the same as `choose` and `skip`, and leave the same state, but
    note no pending codes. option_count: returns how many codes `options` would return.
    """

    choose_last: int
    skip_last: int
    option_count: int


def with_last_decisions(program: ir.Program) -> ProgramThatCounts:
    """Return the same program with these functions, and those that they need."""
    functions = [*program.functions]
    made = _Maker(functions, pure_functions(map(used_by, functions)))
    choose, skip = made.unlisted(program.choose), made.unlisted(program.skip)
    count = OptionCounts(functions).of(program.options)
    given = {one.name: getattr(program, one.name) for one in fields(program)}
    given["functions"] = tuple(functions)
    return ProgramThatCounts(**given, choose_last=choose, skip_last=skip, option_count=count)


class _Maker:
    """Adds functions to a program. pure: the numbers of those that don't change the state."""

    def __init__(self, functions: list[ir.Function], pure: Set[int]) -> None:
        self._functions, self._pure = functions, pure
        self._unlisted: dict[int, int] = {}
        self._first: dict[int, int | None] = {}

    def unlisted(self, number: int) -> int:
        """Return the number of a function that does the same without noting pending codes."""
        if number not in self._unlisted:
            self._unlisted[number] = self._without_codes(number)
        return self._unlisted[number]

    def _without_codes(self, number: int) -> int:
        if number in self._pure:
            return number
        function = self._functions[number]
        unlisted = {called: self.unlisted(called) for called in used_by(function).needed}
        if all(called == other for called, other in unlisted.items()) and not any(
            isinstance(one, ir.Pending) for one in statements_in(function.body)
        ):
            return number
        body = with_calls(_unnoted(function.body), unlisted)
        return self._added(replace(function, body=self._asking(body)))

    def _asking(self, body: ir.Statements, *, returned: bool = False) -> ir.Statements:
        """Return statements that only ask for the first code wherever that is enough.

        returned: whether locals may also be returned.
        """
        lists = _Lists(body, returned=returned)
        for name in lists.asked_only:
            firsts = {function: self.first(function) for function in lists.of[name]}
            existing = {function: of for function, of in firsts.items() if of is not None}
            if len(existing) == len(firsts):
                body = _asked_only(body, name, existing)
        return body

    def first(self, number: int) -> int | None:
        """Return the number of a function that returns 1 if another returns any codes, else 0.

        Return None if there can be no such function.
        """
        if number not in self._first:
            self._first[number] = self._whether(number)
        return self._first[number]

    def _whether(self, number: int) -> int | None:
        function = self._functions[number]
        if number not in self._pure:
            return None
        if function.emits:
            if any(map(_may_drop, statements_in(function.body))):
                return None
            body = _until_first(function.body)
            if any(isinstance(node, ir.Codes) for node in walk(body)):
                return None
        else:
            body = self._asking(function.body, returned=True)
            if body is function.body:
                return None
        self._pure = {*self._pure, len(self._functions)}
        return self._added(ir.Function(function.parameters, body, emits=False, marked=False))

    def _added(self, function: ir.Function) -> int:
        self._functions.append(function)
        return len(self._functions) - 1


class _Lists:
    """The locals of statements that are lists of codes.

    of: for each, the functions whose codes it is given. asked_only: those that are
    only tested for having codes. returned: whether they may be returned too.
    """

    def __init__(self, body: ir.Statements, *, returned: bool) -> None:
        self.of: dict[int, list[int]] = {}
        reads, asked, others = uses(body).reads, Counter[int](), set[int]()
        for node in walk(body):
            match node:
                case ir.Set(name, ir.Call(function)):
                    self.of.setdefault(name, []).append(function)
                case ir.Set(name) | ir.ForBits(name) | ir.ForRange(name):
                    others.add(name)
                case ir.Test(word, ir.HowMany(ir.Get(name)), fold.NO) if word in _ASKING:
                    asked[name] += 1
                case ir.Return(ir.Get(name)) if returned:
                    asked[name] += 1
        self.asked_only = [
            name for name, count in asked.items() if count == reads[name] and name not in others
        ]
        self.asked_only = [name for name in self.asked_only if name in self.of]


def _asked_only(body: ir.Statements, local: int, firsts: dict[int, int]) -> ir.Statements:
    """Return statements in which a local is whether there are codes, instead of a list of these.

    firsts: the functions that return whether there are codes, by those that return the codes.
    """

    def asking(node: Any) -> Any:
        match node:
            case ir.Set(name, ir.Call(function, arguments)) if name == local:
                return ir.Set(local, ir.Call(firsts[function], arguments))
            case ir.HowMany(ir.Get(name) as codes) if name == local:
                return codes
        return rebuilt(node, asking)

    return tuple(map(asking, body))


def _unnoted(statements: ir.Statements) -> ir.Statements:
    """Return statements without those that note pending codes."""
    kept = (statement for statement in statements if not isinstance(statement, ir.Pending))
    return tuple(with_blocks(statement, _unnoted) for statement in kept)


def _may_drop(statement: ir.Statement) -> bool:
    """Return whether a code that is emitted may be dropped later, or what becomes of it is open."""
    match statement:
        case ir.Drop() | ir.Return(ir.HowMany() | ir.Select()):
            return True
    return False


def _until_first(statements: ir.Statements) -> ir.Statements:
    """Return the body of a function that emits codes, changed to return 1 at the first, else 0."""

    def until_first(statement: ir.Statement) -> ir.Statement:
        match statement:
            case ir.Emit():
                return ir.Return(fold.YES)
            case ir.Return(ir.Codes()):
                return ir.Return(fold.NO)
        return with_blocks(statement, _until_first)

    # If no code is marked, all are kept.
    kept = (statement for statement in statements if not isinstance(statement, ir.KeepMarked))
    return tuple(map(until_first, kept))
