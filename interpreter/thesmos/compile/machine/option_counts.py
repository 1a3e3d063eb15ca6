"""Adds functions that count the options that other functions list.

Each code adds one to a number. A loop that does nothing else adds the size of its set at once, so
that often no loops are left. If codes may be dropped again, they are still listed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import statements_in, unused_local, walk, with_blocks
from thesmos.compile.machine.filtering import counted_members
from thesmos.compile.optimize.unused import without_unused


@dataclass
class OptionCounts:
    """Adds functions that count to those of a program."""

    functions: list[ir.Function]
    _known: dict[int, int] = field(default_factory=dict)

    def of(self, number: int) -> int:
        """Return the number of a function that returns how many codes another one returns."""
        if number not in self._known:
            function = self._counting(number) or self._listing(number)
            self.functions.append(function)
            self._known[number] = len(self.functions) - 1
        return self._known[number]

    def _counting(self, number: int) -> ir.Function | None:
        """Return a function that counts without listing; None if impossible."""
        function = self.functions[number]
        if not all(map(_can_count, statements_in(function.body))):
            return None
        count = ir.Get(unused_local(function))
        body = self._block(function.body, count)
        if any(isinstance(node, ir.Codes) for node in walk(body)):
            return None
        body = (ir.Set(count.name, fold.NO), *body)
        counting = ir.Function(function.parameters, body, emits=False, marked=False)
        while (shorter := _at_once(without_unused(counting).body)) != counting.body:
            counting = replace(counting, body=shorter)
        return counting

    def _listing(self, number: int) -> ir.Function:
        """Return a function that lists the codes, and then counts them."""
        parameters = self.functions[number].parameters
        listed = ir.Set(parameters, ir.Call(number, tuple(map(ir.Get, range(parameters)))))
        body = (listed, ir.Return(ir.HowMany(ir.Get(parameters))))
        return ir.Function(parameters, body, emits=False, marked=False)

    def _block(self, statements: ir.Statements, count: ir.Get) -> ir.Statements:
        """Return statements that add to a local instead of emitting codes."""

        def counting(statement: ir.Statement) -> ir.Statement:
            match statement:
                case ir.Emit():
                    return ir.Set(count.name, fold.arithmetic("+", count, fold.YES))
                case ir.Return(ir.Codes()):
                    return ir.Return(count)
                case ir.Return(ir.Call(function, arguments)):
                    return ir.Return(ir.Call(self.of(function), arguments))
                case ir.Return(ir.CallOne(functions, index, arguments)):
                    counts = tuple(
                        called if called is None else self.of(called) for called in functions
                    )
                    return ir.Return(ir.CallOne(counts, index, arguments))
            return with_blocks(statement, lambda block: self._block(block, count))

        return tuple(map(counting, statements))


def _can_count(statement: ir.Statement) -> bool:
    """Return whether codes that a statement emits stay, and those that it returns are known."""
    match statement:
        case ir.Return(value):
            return isinstance(value, (ir.Codes, ir.Call, ir.CallOne))
    return not isinstance(statement, (ir.Drop, ir.KeepMarked))


def _at_once(statements: ir.Statements) -> ir.Statements:
    """Return statements in which loops that only count members add the sizes of their sets."""
    inside = (with_blocks(statement, _at_once) for statement in statements)
    return tuple(
        (isinstance(statement, ir.ForBits) and counted_members(statement)) or statement
        for statement in inside
    )
