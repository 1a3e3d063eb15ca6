"""Functions of statements over integers: what the compiler makes, and all that a printer reads.

Decision record 0014 says why. A number is an integer or none; a set is bits. There are numbers of
slots, functions and locals, and no text of a spec. A function calls only functions before it, and
every loop has a bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from thesmos.link.layout import Entry

# ---------------------------------------------------------------------------- values


@dataclass(frozen=True, slots=True)
class Value:
    """An expression."""


@dataclass(frozen=True, slots=True)
class Const(Value):
    """A number, or a set as bits."""

    value: int


@dataclass(frozen=True, slots=True)
class Get(Value):
    """A parameter or a local, by number. none, unknown: whether it can be that."""

    name: int
    none: bool = False
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Load(Value):
    """A slot of the state. unknown: whether it can be that here, where a view is looked at."""

    entry: Entry
    thing: Value
    inner: Value
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class LoadSet(Value):
    """The set that a thing has in the state."""

    entry: Entry
    thing: Value


@dataclass(frozen=True, slots=True)
class Things(Value):
    """The set of the things of an entry whose slot is from `low` to `high`."""

    entry: Entry
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Values(Value):
    """The set of the numbers below `size`, and not below 0, that are in the slots of an entry."""

    entry: Entry
    size: int


@dataclass(frozen=True, slots=True)
class Find(Value):
    """The first thing of an entry whose slot is a number, which is below `size`; or none."""

    entry: Entry
    size: int
    value: Value


@dataclass(frozen=True, slots=True)
class Table:
    """Constants, by number."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row(Value):
    """One of the constants of a table."""

    table: Table
    index: Value


@dataclass(frozen=True, slots=True)
class Arithmetic(Value):
    """Arithmetic on numbers, none of which is none, and no division by 0. `/` rounds down."""

    word: Literal["+", "-", "*", "/", "mod", "min", "max"]
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Test(Value):
    """A condition: a comparison of integers, where none is below all numbers."""

    word: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Logic(Value):
    """A condition: `and`, `or` of conditions, in this order; `not` of one."""

    word: Literal["and", "or", "not"]
    parts: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Select(Value):
    """One of two values; the other is not evaluated."""

    condition: Value
    then: Value
    otherwise: Value


@dataclass(frozen=True, slots=True)
class BitsOf(Value):
    """The set of one member."""

    bit: Value


@dataclass(frozen=True, slots=True)
class BitsOp(Value):
    """A set of two sets."""

    word: Literal["and", "or", "minus"]
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Shift(Value):
    """The set of all members of a set, each `by` more; `by` may be negative."""

    bits: Value
    by: int


@dataclass(frozen=True, slots=True)
class Has(Value):
    """A condition: whether a number, which is not none, is in a set."""

    bits: Value
    bit: Value


@dataclass(frozen=True, slots=True)
class Size(Value):
    """How many members a set has."""

    bits: Value


@dataclass(frozen=True, slots=True)
class Call(Value):
    """The result of a function."""

    function: int
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class CallOne(Value):
    """The result of the function at a place in a row of functions; 0 where there is none."""

    functions: tuple[int | None, ...]
    index: Value
    arguments: tuple[Value, ...]


# ------------------------------------------------------------- the options of a function


@dataclass(frozen=True, slots=True)
class Codes(Value):
    """The codes emitted by this function so far."""


@dataclass(frozen=True, slots=True)
class HowMany(Value):
    """How many codes there are in a list of codes."""

    codes: Value


@dataclass(frozen=True, slots=True)
class FirstCode(Value):
    """The first of some codes, of which there is one."""

    codes: Value


@dataclass(frozen=True, slots=True)
class Digits(Value):
    """The set of `code - first // divide mod size` of those codes from `first` to `last`."""

    codes: Value
    first: int
    last: int
    divide: int
    size: int


@dataclass(frozen=True, slots=True)
class Reasons(Value):
    """The reasons given by this function so far."""


# ------------------------------------------------------------------------ statements


@dataclass(frozen=True, slots=True)
class Statement:
    """Something to do."""


Statements = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Set(Statement):
    """Give a local a value."""

    name: int
    value: Value


@dataclass(frozen=True, slots=True)
class Store(Statement):
    """Write a slot of the state. An integer."""

    entry: Entry
    thing: Value
    inner: Value
    value: Value


@dataclass(frozen=True, slots=True)
class If(Statement):
    """Do one of two things."""

    condition: Value
    then: Statements
    otherwise: Statements


@dataclass(frozen=True, slots=True)
class ForRange(Statement):
    """For each number from 0 to `count` - 1."""

    name: int
    count: int
    body: Statements


@dataclass(frozen=True, slots=True)
class ForBits(Statement):
    """For each member of a set as it is at the beginning, in order. size: all are below it."""

    name: int
    bits: Value
    size: int
    body: Statements


@dataclass(frozen=True, slots=True)
class Loop(Statement):
    """Again and again, until something leaves it, but at most so many times."""

    limit: int
    body: Statements


@dataclass(frozen=True, slots=True)
class Break(Statement):
    """Leave the innermost loop."""


@dataclass(frozen=True, slots=True)
class Evaluate(Statement):
    """Call a function for what it does."""

    call: Call | CallOne


@dataclass(frozen=True, slots=True)
class Count(Statement):
    """A clause was found to hold: add one to its counter. Only in programs that are counted."""

    clause: int


@dataclass(frozen=True, slots=True)
class TooLong(Statement):
    """Stop: a limit is reached, so the text of the game is at fault, and the host says so.

    of: rounds of a `while`; events inside each other; steps without a decision. number: whose text
    the `while` is in, the number of its card, -1 for the game; the action; the step.
    """

    of: Literal["rounds", "events", "steps"]
    number: Value


@dataclass(frozen=True, slots=True)
class Emit(Statement):
    """An option. marks: bits that Drop and Require read; None in a function that has neither."""

    code: Value
    marks: Value | None


@dataclass(frozen=True, slots=True)
class Drop(Statement):
    """Drop the codes with a mark."""

    mark: int


@dataclass(frozen=True, slots=True)
class Require(Statement):
    """Keep only the codes with a mark, if there is one. met: a local: whether there was."""

    mark: int
    met: int


ReasonKind = Literal["rule", "permit", "clause", "step"]


@dataclass(frozen=True, slots=True)
class Reason(Statement):
    """What a rule or clause says about an option, or about skipping.

    number: of a rule, a clause or a step. holder: for whom it is in force. holds: 1 if it lets the
    option pass, 0 if not. A permit lifts the rule before it.
    """

    kind: ReasonKind
    number: int
    holder: int
    holds: Value


@dataclass(frozen=True, slots=True)
class Pending(Statement):
    """These are the options of the decision that is pending now: the host need not ask again."""

    codes: Value


@dataclass(frozen=True, slots=True)
class OnCopy(Statement):
    """Do something to a copy of the state, and drop the copy; locals keep what they are given."""

    body: Statements


@dataclass(frozen=True, slots=True)
class Remember(Statement):
    """Copy the state, which is the first half of one that can be taken back, into a local."""

    name: int


@dataclass(frozen=True, slots=True)
class Keep(Statement):
    """Write the copy that a local holds into the second half of the state."""

    name: int


@dataclass(frozen=True, slots=True)
class Restore(Statement):
    """Write the second half of the state into the first."""


@dataclass(frozen=True, slots=True)
class Forget(Statement):
    """Fill the second half of the state with 0."""


@dataclass(frozen=True, slots=True)
class Return(Statement):
    """Leave the function with a value."""

    value: Value


# ------------------------------------------------------------------------- functions


@dataclass(frozen=True, slots=True)
class Function:
    """A function. parameters: how many; they are the first locals. marked: its codes have marks.

    emits, reasons: whether it has codes, and reasons, of its own.
    """

    parameters: int
    body: Statements
    emits: bool
    marked: bool
    reasons: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """All functions, and the numbers of those that are called from outside.

    Each takes the state first. options: the codes of the pending decision. may_skip: whether it may
    be skipped, 1 or 0. weight, suggested (with a code): of an option; suggested is 1 or 0. enter
    runs the flow; choose (with a code), skip, concede: change the state until the next decision, or
    the end. views: for each player, changes the state to what that player sees; none where nothing
    is ever hidden. size: the slots of a state, or of each half of one. counters: how many clauses
    are counted; 0 in most programs.
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
class Explanation:
    """Functions that explain the pending decision; most matches are played without them.

    Each takes the state first. explain: the reasons for or against a code, which need not be
    offered. explain_skip: those for or against skipping. size: as in Program.
    """

    functions: tuple[Function, ...]
    explain: int
    explain_skip: int
    size: int
