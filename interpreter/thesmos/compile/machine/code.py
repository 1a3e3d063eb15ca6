"""Functions of the machine form: statements over locals, each of one kind, and memory.

Control is structured, as WebAssembly needs it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from thesmos.compile.machine.expressions import NOTHING, ONE, Expr, beyond, get, op, opposite
from thesmos.compile.machine.operations import NUMBER, Kind

Writing = Callable[[], object]  # writes something when called


class Do(NamedTuple):
    """Do an operation that gives nothing."""

    operation: Expr


class Assign(NamedTuple):
    """Give a local a value."""

    local: int
    value: Expr


class Block(NamedTuple):
    """A body; a jump to its label goes to its end. again: to its beginning, as in a loop."""

    label: int
    body: Body
    again: bool


class Jump(NamedTuple):
    """Go to a label around this place, if there is no condition or if it holds."""

    label: int
    condition: Expr | None


class Leave(NamedTuple):
    """Leave the function with its results."""

    values: tuple[Expr, ...]


class CallFunction(NamedTuple):
    """Call a function, by name, with its results put into locals."""

    results: tuple[int, ...]
    function: str
    arguments: tuple[Expr, ...]


class CallAddress(NamedTuple):
    """Call a function of the host by its address; it takes numbers and returns one."""

    result: int
    address: Expr
    arguments: tuple[Expr, ...]


class Switch(NamedTuple):
    """Do the body whose number is in a row. row: the number of the row; there always is one."""

    row: Expr
    rows: tuple[int, ...]
    bodies: tuple[Body, ...]


Statement = Do | Assign | Block | Jump | Leave | CallFunction | CallAddress | Switch
Body = list[Statement]


@dataclass
class MachineFunction:
    """A function. parameters: how many of its locals, the first, are given by the caller.

    The state and the work space are given to every function before these, unless it is bare.

    results: how many numbers it returns.
    labels: how many it has; they are numbers from 1 on.
    public: whether it is called from outside.
    bare: whether it takes its parameters alone, numbers all of them: what a host calls.
    statements: how many it has, apart from blocks.
    calls: how often it calls each function.
    """

    name: str
    locals: list[Kind]
    parameters: int
    results: int
    body: Body = field(default_factory=list)
    labels: int = 0
    public: bool = False
    bare: bool = False
    statements: int = 0
    calls: Counter[str] = field(default_factory=Counter)


class Code:
    """The code of a function under construction."""

    def __init__(self, function: MachineFunction) -> None:
        self.function = function
        self.body = function.body

    def local(self, kind: Kind = NUMBER) -> int:
        """Return a new local."""
        self.function.locals.append(kind)
        return len(self.function.locals) - 1

    def add(self, statement: Statement) -> None:
        """Add a statement, unless nothing gets here."""
        match self.body[-1:]:
            case [Leave() | Jump(condition=None)]:
                return
        self.body.append(statement)
        self.function.statements += not isinstance(statement, Block)

    def do(self, operation: str, *parts: Expr) -> None:
        """Add an operation that gives nothing."""
        self.add(Do(Expr(operation, parts)))

    def write(self, bits: int | str, address: Expr, value: Expr, offset: int = 0) -> None:
        """Write a number of so many bits, or an `address`, some bytes after an address."""
        self.do(f"write {bits}", beyond(address, offset), value)

    def set(self, local: int, value: Expr) -> None:
        """Give a local a value."""
        self.add(Assign(local, value))

    def keep(self, value: Expr, kind: Kind = NUMBER) -> Expr:
        """Return a value that may be used many times: the same one, or a local that holds it."""
        if value.op in ("number", "get", "state", "work", "table"):
            return value
        return get(self.assigned(value, kind))

    def assigned(self, value: Expr, kind: Kind = NUMBER) -> int:
        """Return a new local with a value."""
        local = self.local(kind)
        self.set(local, value)
        return local

    def part(self, write: Writing) -> Body:
        """Return what a function writes, as a body of its own."""
        around, self.body = self.body, []
        write()
        body, self.body = self.body, around
        return body

    def choose(self, condition: Expr, then: Writing, otherwise: Writing | None = None) -> None:
        """Write one of two bodies, or what is done only if a condition holds."""
        if condition.op != "bit":
            self.branch(lambda label: self.jump(label, opposite(condition)), then, otherwise)
        elif condition.number:
            then()
        elif otherwise:
            otherwise()

    def branch(
        self, unless: Callable[[int], object], then: Writing, otherwise: Writing | None = None
    ) -> None:
        """Write one of two bodies. unless: writes a jump to a label past the first one."""
        with self.block() as end:
            if otherwise is None:
                unless(end)
                then()
                return
            with self.block() as no:
                unless(no)
                then()
                self.jump(end)
            otherwise()

    def label(self) -> int:
        """Return a new label."""
        self.function.labels += 1
        return self.function.labels

    @contextmanager
    def block(self, *, again: bool = False) -> Iterator[int]:
        """Write a block, and yield its label."""
        label, around, self.body = self.label(), self.body, []
        yield label
        body, self.body = self.body, around
        match body:
            case [Jump(past, Expr() as condition), Jump(other, None)] if past == label:
                self.add(Jump(other, opposite(condition)))
            case _:
                self.add(Block(label, body, again))

    def jump(self, label: int, condition: Expr | None = None) -> None:
        """Jump to a label, if a condition holds."""
        if condition is None or condition.op != "bit":
            self.add(Jump(label, condition))
        elif condition.number:
            self.add(Jump(label, None))

    def call(self, function: str, arguments: Sequence[Expr], results: int) -> list[Expr]:
        """Write a call; return its results."""
        locals_ = [self.local() for _ in range(results)]
        self.function.calls[function] += 1
        self.add(CallFunction(tuple(locals_), function, tuple(arguments)))
        return [get(local) for local in locals_]

    @contextmanager
    def counted(self, count: Expr) -> Iterator[tuple[Expr, int]]:
        """Write a loop over the numbers from 0 to below a count.

        Yield the number, and the label after the loop.
        """
        index = self.assigned(NOTHING)
        with self.block() as end, self.block(again=True) as again:
            self.jump(end, op("ges", get(index), count))
            yield get(index), end
            self.set(index, op("add", get(index), ONE))
            self.jump(again)
