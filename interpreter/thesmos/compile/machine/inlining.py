"""The pass that puts short functions, and those with only one call, where they are called.

LLVM does this itself; engines of WebAssembly mostly don't.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from thesmos.compile.machine.form import (
    Assign,
    Block,
    Body,
    CallFunction,
    Choose,
    Expr,
    Fail,
    Jump,
    Leave,
    MachineFunction,
    Statement,
    Switch,
    beyond,
    get,
    op,
)

_SHORT = 16  # the most statements of a function that is put wherever it is called
_LONGEST = 150  # the most of a function that is called from one place


def inlined(functions: Sequence[MachineFunction], kept: set[str]) -> list[MachineFunction]:
    """Return functions that call fewer others, without those that nothing calls any more.

    functions: each calls only earlier ones. kept: the names of those called from outside.
    """
    calls = Counter(kept)
    for function in functions:
        calls.update(function.calls)
    by_name = {function.name: function for function in functions}
    for function in functions:
        wanted = {
            name: by_name[name]
            for name in function.calls
            if by_name[name].statements <= (_LONGEST if calls[name] == 1 else _SHORT)
        }
        if wanted:
            function.body = _Inlining(function, wanted).body(function.body)
            for name in wanted:
                del function.calls[name]
    needed = set(kept)
    for function in reversed(functions):
        if function.name in needed:
            needed.update(function.calls)
    return [function for function in functions if function.name in needed]


class _Inlining:
    """The pass in one function. wanted: the functions that are put into it, by name."""

    def __init__(self, function: MachineFunction, wanted: dict[str, MachineFunction]) -> None:
        self._function, self._wanted = function, wanted

    def body(self, body: Body) -> Body:
        """Return a body with the bodies of functions in place of calls."""
        result: Body = []
        for statement in body:
            match statement:
                case CallFunction(results, name, arguments) if name in self._wanted:
                    result += self._put(self._wanted[name], results, arguments)
                case Choose(condition, then, otherwise):
                    result.append(Choose(condition, self.body(then), self.body(otherwise)))
                case Block(label, inside, again):
                    result.append(Block(label, self.body(inside), again))
                case Switch(index, rows, bodies):
                    result.append(Switch(index, rows, tuple(map(self.body, bodies))))
                case _:
                    result.append(statement)
        return result

    def _put(
        self, called: MachineFunction, results: tuple[int, ...], arguments: Sequence[Expr]
    ) -> Body:
        """Return what a call of a function does."""
        function, first = self._function, len(self._function.locals)
        function.locals += called.locals
        function.statements += called.statements
        function.calls.update(called.calls)
        state, work, *given = arguments
        values: dict[int, Expr] = {}
        before: Body = []
        for place, argument in enumerate(given):
            if argument.op == "number" and place not in called.assigned:
                values[place] = argument
            else:
                before.append(Assign(first + place, argument))
        function.labels += 1
        end = function.labels
        addresses = {"state": state, "work": work}
        copying = _Copying(first, end, addresses, values, results)
        function.labels += called.labels
        body = copying.body(called.body, last=True)
        return [*before, Block(end, body, again=False)] if copying.jumped else [*before, *body]


class _Copying:
    """Copies the body of a function, with other locals and labels: both begin after some number.

    label: the label to jump to instead of leaving, which is before the others; jumped: whether that
    is needed anywhere. addresses: the state and the work space of the call. values: of locals that
    are constant. results: the locals for the results.
    """

    def __init__(
        self, local: int, label: int, addresses: dict[str, Expr], values: dict[int, Expr],
        results: tuple[int, ...],
    ) -> None:  # fmt: skip
        self._local, self._label, self._addresses = local, label, addresses
        self._values, self._results = values, results
        self.jumped = False

    def body(self, body: Body, *, last: bool = False) -> Body:
        """Return a copy. last: whether nothing is done after it but to leave the function."""
        result: Body = []
        for place, statement in enumerate(body):
            result += self._statement(statement, last=last and place == len(body) - 1)
        return result

    def _statement(self, statement: Statement, *, last: bool) -> Body:
        match statement:
            case Leave(values):
                copies = [self._expr(value) for value in values]
                result: Body = [
                    Assign(local, value)
                    for local, value in zip(self._results, copies, strict=False)
                ]
                if not last:
                    self.jumped = True
                    result.append(Jump(self._label, None))
                return result
            case Assign(local, value):
                return [Assign(self._local + local, self._expr(value))]
            case Choose(condition, then, otherwise):
                test = self._expr(condition)
                if test.op == "bit":
                    return self.body(then if test.number else otherwise, last=last)
                return [Choose(test, self.body(then, last=last), self.body(otherwise, last=last))]
            case Block(label, inside, again):
                return [
                    Block(self._label + label, self.body(inside, last=last and not again), again)
                ]
            case Jump(label, condition):
                kept = condition and self._expr(condition)
                return [Jump(self._label + label, kept)]
            case CallFunction(results, name, arguments):
                locals_ = tuple(self._local + local for local in results)
                return [CallFunction(locals_, name, tuple(map(self._expr, arguments)))]
            case Switch(index, rows, bodies):
                copies_ = tuple(self.body(inside, last=last) for inside in bodies)
                return [Switch(self._expr(index), rows, copies_)]
            case Fail(values):
                return [Fail(tuple(map(self._expr, values)))]
        parts = {
            name: self._expr(part)
            for name, part in zip(statement._fields, statement, strict=True)
            if isinstance(part, Expr)
        }
        return [statement._replace(**parts)]  # type: ignore[arg-type]

    def _expr(self, value: Expr) -> Expr:
        match value.op:
            case "get":
                return self._values.get(value.number) or get(self._local + value.number)
            case "state" | "work":
                return self._addresses[value.op]
            case "index":
                return beyond(self._expr(value.parts[0]), value.number)
        if not value.parts:
            return value
        parts = tuple(map(self._expr, value.parts))
        if value.number or value.search:
            return value._replace(parts=parts)
        return op(value.op, *parts)
