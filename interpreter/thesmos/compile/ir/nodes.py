"""The intermediate representation: functions of statements over integers.

The compiler produces it, and printers read nothing else; decision record 0014 says why. A value is
a number (an integer or none) or a set, kept as bits. Slots, functions and locals are numbered, and
no text of a spec occurs. A function calls only functions before it, and every loop has a bound. A
function refers to those it calls by their places in a list of its own, so that programs can share
functions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from thesmos.constructs import construct, interned
from thesmos.link.layout import NONE, Entry

# ----------------------------------------------------------------------------- types


@construct
class Int:
    """A number from low to high, or none or unknown; both compare as less than all numbers."""

    low: int
    high: int
    none: bool
    unknown: bool


@construct
class Bits:
    """A set: all members are below `size`, and it has at most `most` members at a time."""

    size: int
    most: int


@construct
class List:
    """A list of codes or of reasons."""


@construct
class StateCopy:
    """A copy of the state."""


Type = Int | Bits | List | StateCopy

# ---------------------------------------------------------------------------- values


@construct
class Value:
    """An expression."""


@interned
class Const(Value):
    """A number, or a set as bits."""

    value: int


@interned
class Get(Value):
    """A parameter or a local, by number.

    none, unknown: whether it can be none, or unknown.
    """

    name: int
    none: bool = False
    unknown: bool = False


@construct
class Load(Value):
    """A slot of the state.

    unknown: whether it can be unknown here, because this reads a view.
    """

    entry: Entry
    thing: Value
    inner: Value
    unknown: bool = False


@construct
class LoadSet(Value):
    """The set that a thing has in the state."""

    entry: Entry
    thing: Value


@construct
class Things(Value):
    """The set of the things of an entry whose slot is from `low` to `high`.

    inner: which slot of each thing. Only the passes for machine code use one other than 0.
    """

    entry: Entry
    low: int
    high: int
    inner: int = 0


@construct
class AtMost(Value):
    """The set of the things of an entry whose slot is at most a number; none is below all numbers.

    Only the passes for machine code create it, because that compares many slots at once.
    """

    entry: Entry
    limit: Value


@construct
class Values(Value):
    """The set of the numbers from 0 to `size` - 1 that are in the slots of an entry."""

    entry: Entry
    size: int


@construct
class Find(Value):
    """The first thing of an entry whose slot equals `value`, which is below `size`; or none."""

    entry: Entry
    size: int
    value: Value


@interned
class Table:
    """Constants, by number."""

    values: tuple[int, ...]

    @cached_property
    def none(self) -> bool:
        """Whether one of the constants is none."""
        return NONE in self.values


@construct
class Row(Value):
    """One of the constants of a table."""

    table: Table
    index: Value


@construct
class Arithmetic(Value):
    """Arithmetic on two numbers that are not none; no division by 0. `/` rounds down."""

    word: Literal["+", "-", "*", "/", "mod", "min", "max"]
    left: Value
    right: Value


@construct
class Test(Value):
    """A condition: a comparison of integers, where none is below all numbers."""

    word: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Value
    right: Value


@construct
class Logic(Value):
    """A condition: `and` or `or` of conditions, evaluated in order; or `not` of one."""

    word: Literal["and", "or", "not"]
    parts: tuple[Value, ...]


@construct
class Select(Value):
    """One of two values; the other is not evaluated."""

    condition: Value
    then: Value
    otherwise: Value


@construct
class BitsOf(Value):
    """The set of one member."""

    bit: Value


@construct
class BitsOp(Value):
    """A set combined from two sets."""

    word: Literal["and", "or", "minus"]
    left: Value
    right: Value


@construct
class Shift(Value):
    """A set with `by` added to each member; `by` may be negative."""

    bits: Value
    by: int


@construct
class Has(Value):
    """A condition: whether a number, which is not none, is in a set."""

    bits: Value
    bit: Value


@construct
class Size(Value):
    """How many members a set has."""

    bits: Value


@construct
class Call(Value):
    """The result of a function, by its number."""

    function: int
    arguments: tuple[Value, ...]


@construct
class CallOne(Value):
    """The result of the function at `index` in a row of functions; 0 if there is None."""

    functions: tuple[int | None, ...]
    index: Value
    arguments: tuple[Value, ...]


CheckedWord = Literal[
    "thing", "index", "number", "row", "function", "member", "code", "divisor", "number of options"
]


@construct
class Checked(Value):
    """A number; if it is not from `low` to `high`, nor one of `others`, the program is wrong.

    It is wrong, too, if the number is `excluded`.

    word: what the number is; of, for a thing, an index or a number: the first slot of the entry.
    Only checked programs have such values (see checked.py).
    """

    value: Value
    word: CheckedWord
    of: int
    low: int
    high: int
    others: tuple[int, ...] = ()
    excluded: int | None = None


# ------------------------------------------------------------- the options of a function


@construct
class Codes(Value):
    """The codes emitted by this function so far."""


@construct
class HowMany(Value):
    """How many codes there are in a list of codes."""

    codes: Value


@construct
class FirstCode(Value):
    """The first code of a list that is not empty."""

    codes: Value


@construct
class RoleOfCodes(Value):
    """The set of `(code - first) // divide mod size` for each code from `first` to `last`."""

    codes: Value
    first: int
    last: int
    divide: int
    size: int


@construct
class Reasons(Value):
    """The reasons given by this function so far."""


# ------------------------------------------------------------------------ statements


@construct
class Statement:
    """A statement."""


Statements = tuple[Statement, ...]


@construct
class Set(Statement):
    """Give a local a value."""

    name: int
    value: Value


@construct
class Store(Statement):
    """Write an integer to a slot of the state."""

    entry: Entry
    thing: Value
    inner: Value
    value: Value


@construct
class Fill(Statement):
    """Write a constant to `count` successive slots of an entry, from its slot number `first` on."""

    entry: Entry
    first: int
    count: int
    value: int


@construct
class If(Statement):
    """Do one of two blocks of statements."""

    condition: Value
    then: Statements
    otherwise: Statements


@construct
class ForRange(Statement):
    """For each number from 0 to `count` - 1."""

    name: int
    count: int
    body: Statements


@construct
class ForBits(Statement):
    """For each member of a set, in order; the set is evaluated once.

    size: all are below it.
    """

    name: int
    bits: Value
    size: int
    body: Statements


@construct
class Loop(Statement):
    """Repeat until a statement leaves the loop, at most `limit` times."""

    limit: int
    body: Statements


@construct
class Break(Statement):
    """Leave the innermost loop."""


@construct
class Evaluate(Statement):
    """Call a function for its effects, ignoring the result."""

    call: Call | CallOne


@construct
class CountClause(Statement):
    """Add one to the counter of a clause that was found to hold. Only in counted programs."""

    clause: int


@construct
class NoteTaken(Statement):
    """Note that an option of a step is carried out. Only in counted programs.

    step: the number of the step.
    action: the place of the option's action among those of the step.
    """

    step: int
    action: int


@construct
class Note(Statement):
    """Note some numbers, and the state as it is now, for the host. Only in traced programs."""

    numbers: tuple[Value, ...]


@construct
class Emit(Statement):
    """Add an option, or another number, to the codes of the function.

    marks: bits that Drop and KeepMarked read; None in a function that has neither.
    """

    code: Value
    marks: Value | None


@construct
class Drop(Statement):
    """Drop the codes with a mark."""

    mark: int


@construct
class KeepMarked(Statement):
    """Keep only the codes with a mark, if there are any.

    met: a local, set to whether there are.
    """

    mark: int
    met: int


ReasonKind = Literal["rule", "permit", "clause", "step"]


@construct
class Reason(Statement):
    """What a rule or clause says about an option, or about skipping.

    number: the number of a rule, clause or step.
    holder: for whom it is in force.
    holds: 1 if it lets the option pass, 0 if not. A permit waives the rule before it.
    """

    kind: ReasonKind
    number: int
    holder: int
    holds: Value


@construct
class Pending(Statement):
    """Hand the options of the decision now pending to the host, which need not ask again."""

    codes: Value


@construct
class OnCopy(Statement):
    """Do statements on a copy of the state, then drop the copy; locals keep their new values."""

    body: Statements


@construct
class Remember(Statement):
    """Copy the state, which is the first half where a turn can be taken back, into a local."""

    name: int


@construct
class Keep(Statement):
    """Write the copy that a local holds into the second half of the state."""

    name: int


@construct
class Restore(Statement):
    """Write the second half of the state into the first."""


@construct
class ClearCopy(Statement):
    """Fill the second half of the state with 0."""


@construct
class Return(Statement):
    """Leave the function with a value."""

    value: Value


# ------------------------------------------------------------------------- functions


@dataclass(frozen=True, eq=False)
class Function:
    """A function.

    parameters: how many; they are the first locals.
    marked: whether its codes have marks.
    emits, reasons: whether it has a list of codes, or of reasons, of its own.
    cache: what was computed about it, by a key of the code that computed it.
    """

    parameters: int
    body: Statements
    emits: bool
    marked: bool
    reasons: bool = False
    cache: dict[object, Any] = field(default_factory=dict, init=False, repr=False)


@construct
class Program:
    """All functions, each after those that it calls, and the numbers of those called from outside.

    Every function takes the state first.

    options: returns the codes of the pending decision.
    may_skip: whether it may be skipped, 1 or 0.
    weight: takes a code; how many equally likely outcomes the option represents.
    suggested: takes a code; whether the rules suggest the option, 1 or 0.
    enter: runs the flow up to the next decision, or the end.
    choose, skip, concede: change the state up to the next decision, or the end; choose takes a
        code. These and enter return 2 for each turn that began, plus 1 if there is a decision.
    views: for each player, changes the state to what that player sees; empty if nothing is ever
        hidden.
    size: the number of slots of a state, or of each half of one.
    counters: how many clauses are counted; 0 in most programs.
    """

    functions: tuple[Function, ...]
    options: int
    may_skip: int
    weight: int
    suggested: int
    enter: int
    choose: int
    skip: int
    concede: int
    views: tuple[int, ...]
    size: int
    counters: int


@dataclass(frozen=True)
class Answers:
    """Functions that answer further questions about a state; most matches never need them.

    Each takes the state first.

    answers: the numbers of those that are called from outside; see the function that creates the
        object for what they return.
    size: as in Program.
    """

    functions: tuple[Function, ...]
    answers: tuple[int, ...]
    size: int


AnyProgram = Program | Answers
