"""Puts the bodies of some functions of the machine form where they are called.

LLVM does that itself, and knows better where; engines of WebAssembly don't.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from thesmos.compile.machine.code import (
    Assign,
    Block,
    Body,
    CallAddress,
    CallFunction,
    Code,
    Do,
    Jump,
    Leave,
    MachineFunction,
    Statement,
    Switch,
)
from thesmos.compile.machine.expressions import Expr, beyond, element, get, op
from thesmos.compile.machine.operations import ADDRESS


class InliningCode(Code):
    """Code of a function under construction. inlined: what is put where it calls it, by name."""

    def __init__(self, function: MachineFunction, inlined: Mapping[str, MachineFunction]) -> None:
        super().__init__(function)
        self._inlined = inlined

    def call(self, function: str, arguments: Sequence[Expr], results: int) -> list[Expr]:
        """Write a call, or the body of the function; return its results."""
        if function not in self._inlined:
            return super().call(function, arguments, results)
        return _Inlining(self, self._inlined[function], arguments).results()


class _Inlining:
    """The body of a function where it is called: its locals and labels are new ones.

    constants: parameters that never change, and what they are.
    end: the label after the body; jumps: how many jumps to it there are.
    """

    def __init__(self, code: Code, function: MachineFunction, arguments: Sequence[Expr]) -> None:
        self._code, self._function = code, function
        state, work, *numbers = arguments
        self._state, self._work = self._address(state), self._address(work)
        self._locals, self._labels = len(code.function.locals), code.function.labels
        code.function.locals += function.locals
        code.function.labels += function.labels
        self._constants: dict[int, Expr] = {}
        changing = set(_assigned(function.body))
        for local, argument in enumerate(numbers):
            if argument.op == "number" and local not in changing:
                self._constants[local] = argument
            else:
                code.set(self._locals + local, argument)
        self._results = [code.local() for _ in range(function.results)]
        self._end, self._jumps = code.label(), 0

    def _address(self, address: Expr) -> Expr:
        """Return an address that may be used many times."""
        offset = address.op == "index" and not address.parts[0].parts
        return address if offset else self._code.keep(address, ADDRESS)

    def results(self) -> list[Expr]:
        """Write the body; return the results."""
        code = self._code
        code.function.calls.update(self._function.calls)
        body = self._copy(self._function.body)
        if body[-1:] == [Jump(self._end, None)]:
            body.pop()
            self._jumps -= 1
        code.body += [Block(self._end, body, again=False)] if self._jumps else body
        return [*map(get, self._results)]

    def _copy(self, body: Body) -> Body:
        def write() -> None:
            for statement in body:
                self._statement(statement)

        return self._code.part(write)

    def _statement(self, statement: Statement) -> None:
        code = self._code
        match statement:
            case Do(operation):
                code.add(Do(self._value(operation)))
            case Assign(local, value):
                code.set(self._locals + local, self._value(value))
            case Block(label, body, again):
                code.add(Block(self._labels + label, self._copy(body), again))
            case Jump(label, condition):
                code.jump(self._labels + label, condition and self._value(condition))
            case Leave(values):
                for result, value in zip(self._results, values, strict=True):
                    code.set(result, self._value(value))
                code.jump(self._end)
                self._jumps += 1
            case CallFunction(results, name, arguments):
                places = tuple(self._locals + local for local in results)
                code.add(CallFunction(places, name, self._values(arguments)))
            case CallAddress(local, address, arguments):
                called, passed = self._value(address), self._values(arguments)
                code.add(CallAddress(self._locals + local, called, passed))
            case Switch(row, rows, bodies):
                code.add(Switch(self._value(row), rows, tuple(map(self._copy, bodies))))

    def _values(self, values: Sequence[Expr]) -> tuple[Expr, ...]:
        return tuple(map(self._value, values))

    def _value(self, value: Expr) -> Expr:
        match value.op:
            case "get":
                return self._constants.get(value.number) or get(self._locals + value.number)
            case "state" | "work":
                return self._state if value.op == "state" else self._work
            case "index":
                return beyond(self._value(value.parts[0]), value.number)
            case "element":
                base, index = self._values(value.parts)
                return element(base, index, value.number)
        parts = self._values(value.parts)
        return (
            op(value.op, *parts) if value.search is None and parts else value._replace(parts=parts)
        )


def _assigned(body: Body) -> Iterator[int]:
    """Yield the locals that a body gives a value."""
    for statement in body:
        match statement:
            case Assign(local) | CallAddress(local):
                yield local
            case CallFunction(results):
                yield from results
            case Block(_, inside):
                yield from _assigned(inside)
            case Switch(_, _, bodies):
                for inside in bodies:
                    yield from _assigned(inside)
