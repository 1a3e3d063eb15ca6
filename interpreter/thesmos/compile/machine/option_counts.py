"""Adds functions that count the options that other functions list.

Each code adds one to a number. A loop that does nothing else adds the size of its set at once, so
that often no loops are left. If codes may be dropped again, they are still listed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import sets, walk
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
        count = ir.Get(max({function.parameters - 1, *sets(function.body)}, default=-1) + 1)
        body = self._block(function.body, count)
        if body is None or any(isinstance(one, ir.Codes) for one in walk(body)):
            return None
        body = (ir.Set(count.name, fold.NO), *body)
        made = ir.Function(function.parameters, body, emits=False, marked=False)
        while (shorter := _at_once(without_unused(made).body)) != made.body:
            made = replace(made, body=shorter)
        return made

    def _listing(self, number: int) -> ir.Function:
        """Return a function that lists the codes, and then counts them."""
        parameters = self.functions[number].parameters
        listed = ir.Set(parameters, ir.Call(number, tuple(map(ir.Get, range(parameters)))))
        body = (listed, ir.Return(ir.HowMany(ir.Get(parameters))))
        return ir.Function(parameters, body, emits=False, marked=False)

    def _block(self, statements: ir.Statements, count: ir.Get) -> ir.Statements | None:
        """Return statements that add to a local instead of emitting codes; None if impossible."""
        made: list[ir.Statement] = []
        for one in statements:
            parts: dict[str, ir.Statements | None] = {}
            match one:
                case ir.Drop() | ir.KeepMarked():
                    return None
                case ir.Emit():
                    made.append(ir.Set(count.name, fold.arithmetic("+", count, fold.YES)))
                    continue
                case ir.Return(value):
                    returned = self._returned(value, count)
                    if returned is None:
                        return None
                    made.append(ir.Return(returned))
                    continue
                case ir.If():
                    parts = {name: self._block(getattr(one, name), count)
                             for name in ("then", "otherwise")}  # fmt: skip
                case ir.ForBits() | ir.ForRange() | ir.Loop() | ir.OnCopy():
                    parts = {"body": self._block(one.body, count)}
            if None in parts.values():
                return None
            made.append(replace(one, **parts) if parts else one)
        return tuple(made)

    def _returned(self, value: ir.Value, count: ir.Get) -> ir.Value | None:
        """Return the number of codes in a returned list; None if it is not known here."""
        match value:
            case ir.Codes():
                return count
            case ir.Call(function, arguments):
                return ir.Call(self.of(function), arguments)
            case ir.CallOne(functions, index, arguments):
                counts = tuple(None if each is None else self.of(each) for each in functions)
                return ir.CallOne(counts, index, arguments)
        return None


def _at_once(statements: ir.Statements) -> ir.Statements:
    """Return statements in which loops that only count members add the sizes of their sets."""
    made: list[ir.Statement] = []
    for one in statements:
        match one:
            case ir.If(condition, then, otherwise):
                made.append(ir.If(condition, _at_once(then), _at_once(otherwise)))
            case ir.ForRange() | ir.Loop() | ir.OnCopy():
                made.append(replace(one, body=_at_once(one.body)))
            case ir.ForBits():
                inside = replace(one, body=_at_once(one.body))
                made.append(counted_members(inside) or inside)
            case _:
                made.append(one)
    return tuple(made)
