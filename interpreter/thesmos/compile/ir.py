"""Functions of statements over integers: what the compiler makes, and all that a printer reads.

Decision record 0014 says why. A number is an integer or none; a set is bits. There are numbers of
slots, functions and locals, and no text of a spec. A function calls only functions before it, and
every loop has a bound. A function names those that it calls by their places in a list of its own,
so that programs can have functions in common.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NewType

from thesmos.constructs import construct, interned
from thesmos.link.layout import NONE, Entry

# ----------------------------------------------------------------------------- types


@construct
class Int:
    """A number from low to high, or none, or unknown, which are below all numbers."""

    low: int
    high: int
    none: bool
    unknown: bool


@construct
class Bits:
    """A set: all members are below `size`, and there are at most so many at a time."""

    size: int
    most: int


@construct
class List:
    """Codes, or reasons."""


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
    """A parameter or a local, by number. none, unknown: whether it can be that."""

    name: int
    none: bool = False
    unknown: bool = False


@construct
class Load(Value):
    """A slot of the state. unknown: whether it can be that here, where a view is looked at."""

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

    inner: which slot of each thing. Only the pass of machine code asks for another than the only
    one.
    """

    entry: Entry
    low: int
    high: int
    inner: int = 0


@construct
class AtMost(Value):
    """The set of the things of an entry whose slot is at most a number; none is below all numbers.

    Only the pass of machine code makes it, which compares many slots at once.
    """

    entry: Entry
    limit: Value


@construct
class Values(Value):
    """The set of the numbers below `size`, and not below 0, that are in the slots of an entry."""

    entry: Entry
    size: int


@construct
class Find(Value):
    """The first thing of an entry whose slot is a number, which is below `size`; or none."""

    entry: Entry
    size: int
    value: Value


@interned
class Table:
    """Constants, by number."""

    values: tuple[int, ...]

    @cached_property
    def none(self) -> bool:
        """Whether one of them is none."""
        return NONE in self.values


@construct
class Row(Value):
    """One of the constants of a table."""

    table: Table
    index: Value


@construct
class Arithmetic(Value):
    """Arithmetic on numbers, none of which is none, and no division by 0. `/` rounds down."""

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
    """A condition: `and`, `or` of conditions, in this order; `not` of one."""

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
    """A set of two sets."""

    word: Literal["and", "or", "minus"]
    left: Value
    right: Value


@construct
class Shift(Value):
    """The set of all members of a set, each `by` more; `by` may be negative."""

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


Place = NewType("Place", int)  # of a function, among those that one calls


@construct
class Call(Value):
    """The result of a function."""

    function: Place
    arguments: tuple[Value, ...]


@construct
class CallOne(Value):
    """The result of one of a row of functions; 0 where there is none."""

    functions: tuple[Place | None, ...]
    index: Value
    arguments: tuple[Value, ...]


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
    """The first of some codes, of which there is one."""

    codes: Value


@construct
class RoleOfCodes(Value):
    """The set of `code - first // divide mod size` of those codes from `first` to `last`."""

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
    """Something to do."""


Statements = tuple[Statement, ...]


@construct
class Set(Statement):
    """Give a local a value."""

    name: int
    value: Value


@construct
class Store(Statement):
    """Write a slot of the state. An integer."""

    entry: Entry
    thing: Value
    inner: Value
    value: Value


@construct
class Fill(Statement):
    """Write a constant into some slots of an entry that follow each other. first: among them."""

    entry: Entry
    first: int
    count: int
    value: int


@construct
class If(Statement):
    """Do one of two things."""

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
    """For each member of a set as it is at the beginning, in order. size: all are below it."""

    name: int
    bits: Value
    size: int
    body: Statements


@construct
class Loop(Statement):
    """Again and again, until something leaves it, but at most so many times."""

    limit: int
    body: Statements


@construct
class Break(Statement):
    """Leave the innermost loop."""


@construct
class Evaluate(Statement):
    """Call a function for what it does."""

    call: Call | CallOne


@construct
class CountClause(Statement):
    """A clause was found to hold: add one to its counter. Only in programs that are counted."""

    clause: int


@construct
class NoteTaken(Statement):
    """An option of a step is carried out. Only in programs that are counted.

    step: its number. action: the place of the option's action among those of the step.
    """

    step: int
    action: int


@construct
class Emit(Statement):
    """Add an option, or another number, to the codes of the function.

    marks: bits that Drop and Require read; None in a function that has neither.
    """

    code: Value
    marks: Value | None


@construct
class Drop(Statement):
    """Drop the codes with a mark."""

    mark: int


@construct
class KeepMarked(Statement):
    """Keep only the codes with a mark, if there is one. met: a local: whether there was."""

    mark: int
    met: int


ReasonKind = Literal["rule", "permit", "clause", "step"]


@construct
class Reason(Statement):
    """What a rule or clause says about an option, or about skipping.

    number: of a rule, a clause or a step. holder: for whom it is in force. holds: 1 if it lets the
    option pass, 0 if not. A permit lifts the rule before it.
    """

    kind: ReasonKind
    number: int
    holder: int
    holds: Value


@construct
class Pending(Statement):
    """These are the options of the decision that is pending now: the host need not ask again."""

    codes: Value


@construct
class OnCopy(Statement):
    """Do something to a copy of the state, and drop the copy; locals keep what they are given."""

    body: Statements


@construct
class Remember(Statement):
    """Copy the state, which is the first half of one that can be taken back, into a local."""

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
    """A function. parameters: how many; they are the first locals. marked: its codes have marks.

    emits, reasons: whether it has codes, and reasons, of its own. found: what was found out about
    it, such as its text, by who keeps it there; match-ups that share the function share that, too.
    """

    parameters: int
    body: Statements
    emits: bool
    marked: bool
    reasons: bool = False
    found: dict[object, Any] = field(default_factory=dict, init=False, repr=False)


Calls = tuple[tuple[int, ...], ...]


@construct
class Program:
    """All functions, and the numbers of those that are called from outside.

    calls: of each function, the numbers of those that it calls, by their places.

    Each takes the state first. options: the codes of the pending decision. may_skip: whether it may
    be skipped, 1 or 0. weight, suggested (with a code): of an option; suggested is 1 or 0. enter
    runs the flow; choose (with a code), skip, concede: change the state until the next decision, or
    the end. These four return 2 for each turn that began, and 1 more if there is a decision. views:
    for each player, changes the state to what that player sees; none where nothing is ever hidden.
    size: the slots of a state, or of each half of one. counters: how many clauses are counted; 0 in
    most programs.
    """

    functions: tuple[Function, ...]
    calls: Calls
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
    """Functions that say more about a state; most matches are played without them.

    Each takes the state first. answers: the numbers of those that are called from outside; what
    makes the object says what they return. size: as in Program.
    """

    functions: tuple[Function, ...]
    calls: Calls
    answers: tuple[int, ...]
    size: int


AnyProgram = Program | Answers
