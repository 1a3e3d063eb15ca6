"""The machine form: functions of statements over typed locals and bytes of memory.

What is decided about registers, memory, sets and loops is decided when the IR becomes this form
(see functions.py); printers turn each operation into a row of their tables. Control is structured,
as WebAssembly needs it. A number is an integer of 64 bits, a set as many such words as it needs, a
condition a bit, an address what the machine has. An expression changes nothing; whatever does is a
statement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

Kind = Literal["number", "bit", "address"]
Writing = Callable[[], object]  # writes something when called
NUMBER: Final = "number"
BIT: Final = "bit"
ADDRESS: Final = "address"
WORD = 64  # bits of a number, and of each word of a set
_MASK = (1 << WORD) - 1


class Expr(NamedTuple):
    """An expression. number: its constant, local, offset in bytes, or table."""

    op: str
    parts: tuple[Expr, ...] = ()
    number: int = 0
    search: Search | None = None


class Search(NamedTuple):
    """A search: the set, as a word, of those of some successive slots that compare well.

    The parts of the expression are the address of the first slot and, unless there is a range, the
    number to compare with, which fits in a slot. compare: whether slots are equal to it, at most
    it, or in a range with both ends. slots: how many, at most a word. step: from each to the next.
    """

    compare: Literal["equal", "at most", "range"]
    slots: int
    bits: int
    step: int = 1
    low: int = 0
    high: int = 0


# Operations that give no number. All others do: arithmetic, of which `ctz`, the lowest bit of a
# word, is undefined for 0, and loads, which name the bits and whether there is a sign.
KINDS: dict[str, Kind] = {
    **dict.fromkeys(("eq", "ne", "lts", "les", "gts", "ges", "ltu", "not", "both", "either"), BIT),
    **dict.fromkeys(("state", "work", "pending", "table", "index", "element"), ADDRESS),
    "load address": ADDRESS,
    "bit": BIT,
}  # fmt: skip


class Assign(NamedTuple):
    """Give a local a value."""

    local: int
    value: Expr


class Write(NamedTuple):
    """Write the lowest bits of a number, or an address, to memory. bits: 0 for an address."""

    bits: int
    address: Expr
    offset: int
    value: Expr


class Choose(NamedTuple):
    """Do one of two bodies."""

    condition: Expr
    then: Body
    otherwise: Body


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


class Switch(NamedTuple):
    """Do the body whose number is in a row. row: the number of the row; there always is one."""

    row: Expr
    rows: tuple[int, ...]
    bodies: tuple[Body, ...]


class Copy(NamedTuple):
    """Copy bytes. overlap: whether the two places may overlap; size: a constant if it is one."""

    to: Expr
    start: Expr
    size: Expr
    overlap: bool = False


class FillBytes(NamedTuple):
    """Write the same byte many times."""

    to: Expr
    byte: int
    size: Expr


class Fail(NamedTuple):
    """Note that a number is wrong, in a checked program; see ir.Checked.

    values: the number, the place of its word, the first slot, and its range.
    """

    values: tuple[Expr, ...]


Statement = (
    Assign | Write | Choose | Block | Jump | Leave | CallFunction | Switch | Copy | FillBytes | Fail
)
Body = list[Statement]


@dataclass
class MachineFunction:
    """A function. parameters: how many of its locals, the first, are given by the caller.

    results: how many numbers it returns. labels: how many it has; they are numbers from 1 on.
    public: whether it is called from outside. rare: whether it is seldom called. statements: how
    many it has. calls: how often it calls each function. assigned: the locals it gives a value.
    """

    name: str
    locals: list[Kind]
    parameters: int
    results: int
    body: Body = field(default_factory=list)
    labels: int = 0
    public: bool = False
    rare: bool = False
    statements: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    assigned: set[int] = field(default_factory=set)


# ------------------------------------------------------------------------- expressions


def number(value: int) -> Expr:
    """Return a constant; a word of a set may also be given without a sign."""
    value &= _MASK
    return Expr("number", (), value - (1 << WORD) if value >> WORD - 1 else value)


NOTHING, ONE = number(0), number(1)
YES, NO = Expr("bit", (), 1), Expr("bit", (), 0)
STATE, WORK, PENDING = Expr("state"), Expr("work"), Expr("pending")


def get(local: int) -> Expr:
    """Return the value of a local."""
    return Expr("get", (), local)


def op(name: str, *parts: Expr) -> Expr:
    """Return an operation; a simple one is done now if its parts are constants."""
    if len(parts) == 2 and parts[1].op == "number":  # noqa: PLR2004
        left, right = parts
        if name in _NEUTRAL and right.number == _NEUTRAL[name]:
            return left
        if name == "and" and right.number == 0:
            return right
        if left.op == "number" and name in _SIMPLE:
            return number(_SIMPLE[name](left.number, right.number))
        if left.op == "number" and name in _COMPARED:
            return YES if _COMPARED[name](left.number, right.number) else NO
    return Expr(name, parts)


_NEUTRAL = {"add": 0, "sub": 0, "or": 0, "xor": 0, "shl": 0, "shr": 0, "mul": 1, "and": -1}
_SIMPLE: dict[str, Callable[[int, int], int]] = {
    "add": lambda left, right: left + right,
    "sub": lambda left, right: left - right,
    "mul": lambda left, right: left * right,
    "and": lambda left, right: left & right,
    "or": lambda left, right: left | right,
}


_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda left, right: left == right,
    "les": lambda left, right: left <= right,
}


def opposite(condition: Expr) -> Expr:
    """Return the condition that another one does not hold."""
    if condition.op == "not":
        return condition.parts[0]
    if condition.op in _OPPOSITE:
        return Expr(_OPPOSITE[condition.op], condition.parts)
    return (
        Expr("not", (condition,))
        if condition.op != "bit"
        else Expr("bit", (), 1 - condition.number)
    )


_OPPOSITE = {"eq": "ne", "ne": "eq", "lts": "ges", "ges": "lts", "les": "gts", "gts": "les"}


def beyond(address: Expr, offset: int) -> Expr:
    """Return the address so many bytes after another one."""
    if address.op == "index" and len(address.parts) == 1:
        return Expr("index", address.parts, address.number + offset)
    return Expr("index", (address,), offset) if offset else address


def element(address: Expr, index: Expr, size: int) -> Expr:
    """Return the address of an element of an array with elements of so many bytes."""
    if index.op == "number":
        return beyond(address, index.number * size)
    return Expr("element", (address, index), size)


def load(bits: int, address: Expr, offset: int = 0, *, signed: bool = True) -> Expr:
    """Return the number at an address."""
    return Expr(f"load {bits}{'s' if signed and bits < WORD else ''}", (address,), offset)


# -------------------------------------------------------------------------- statements


class Code:
    """The code of a function under construction."""

    def __init__(self, function: MachineFunction) -> None:
        self.function = function
        self.body = function.body

    def local(self, kind: Kind = NUMBER) -> int:
        """Return a new local."""
        self.function.locals.append(kind)
        return len(self.function.locals) - 1

    def do(self, statement: Statement) -> None:
        """Add a statement."""
        self.body.append(statement)
        self.function.statements += 1

    def set(self, local: int, value: Expr) -> None:
        """Give a local a value."""
        self.do(Assign(local, value))
        self.function.assigned.add(local)

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

    def choose(
        self,
        condition: Expr,
        then: Writing,
        otherwise: Writing | None = None,
    ) -> None:
        """Write one of two bodies, or what is done only if a condition holds."""
        if condition.op == "bit":
            write = then if condition.number else otherwise
            if write:
                write()
            return
        bodies = self.part(then), self.part(otherwise) if otherwise else []
        match bodies:
            case [Jump(label, None)], []:
                self.jump(label, condition)
            case _:
                self.do(Choose(condition, *bodies))

    @contextmanager
    def block(self, *, again: bool = False) -> Iterator[int]:
        """Write a block, and yield its label."""
        self.function.labels += 1
        label, around = self.function.labels, self.body
        self.body = []
        yield label
        body, self.body = self.body, around
        self.do(Block(label, body, again))

    def jump(self, label: int, condition: Expr | None = None) -> None:
        """Jump to a label, if a condition holds."""
        if condition is None or condition.op != "bit":
            self.do(Jump(label, condition))
        elif condition.number:
            self.do(Jump(label, None))

    def call(self, function: str, arguments: Sequence[Expr], results: int) -> list[Expr]:
        """Write a call; return its results."""
        locals_ = [self.local() for _ in range(results)]
        self.function.calls[function] += 1
        self.do(CallFunction(tuple(locals_), function, tuple(arguments)))
        return [get(local) for local in locals_]

    @contextmanager
    def counted(self, count: Expr, step: int = 1) -> Iterator[tuple[Expr, int]]:
        """Write a loop over the numbers from 0 to below a count.

        Yield the number, and the label after the loop.
        """
        index = self.assigned(NOTHING)
        with self.block() as end, self.block(again=True) as again:
            self.jump(end, op("ges", get(index), count))
            yield get(index), end
            self.set(index, op("add", get(index), number(step)))
            self.jump(again)
