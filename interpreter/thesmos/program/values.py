"""Values: the typed expressions of a program, in the order of the grammar.

Each value has its type. A set is a value whose type has `many`. Section 2 of the semantics defines
how every value treats none and unknown.
"""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from typing import ClassVar, Literal

from thesmos.constructs import construct
from thesmos.program.node import AttributeRef, Node, Ref, walk
from thesmos.program.types import Type

PersonWord = Literal["you", "chooser", "actor", "viewer", "active"]
Whose = Literal["your", "teammate", "opponent"]
Comparison = Literal["=", "!=", "<", "<=", ">", ">="]
Operator = Literal["+", "-", "*", "/", "mod", "min", "max"]
SetWord = Literal["except", "union"]
AlongWord = Literal["while", "until", "where"]
SearchWord = Literal["some", "every", "no", "count", "first"]
OrderWord = Literal["most", "fewest"]

# The negation of each comparison, and the equivalent one with its sides exchanged.
OPPOSITE: dict[str, Comparison] = {
    "=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<",
}  # fmt: skip
MIRRORED: dict[str, Comparison] = {
    "=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=",
}  # fmt: skip
FoldWord = Literal["sum", "min", "max"]
LogicWord = Literal["and", "or"]
Question = Literal["last", "first", "did", "times"]


@construct
class Value(Node):
    """An expression, with the type of its result."""

    type: Type = field(kw_only=True)


# ----------------------------------------------------------------------- constants


@construct
class Number(Value):
    """`3`."""

    section: ClassVar[str] = "1.3"

    value: int


@construct
class Flag(Value):
    """`yes`, `no`."""

    section: ClassVar[str] = "1.3"

    value: bool


@construct
class Word(Value):
    """A named value: of an enum or option, a zone, a direction, a piece or a cell; its number."""

    section: ClassVar[str] = "1.3"

    word: str
    number: int


@construct
class Nothing(Value):
    """`none`; where a set is needed, the empty set."""

    section: ClassVar[str] = "2.1"


# --------------------------------------------------------------------------- names


@construct
class Variable(Value):
    """A role of the action in question, a parameter of a fact, or a name bound in the text.

    role: whether it is a role, which effects can't change.
    """

    section: ClassVar[str] = "4.2"

    name: str
    role: bool


@lru_cache(1000)  # the latest texts: match-ups share many of them
def variables_in(text: Node | tuple[Node | None, ...]) -> frozenset[Variable]:
    """Return the variables that a text names."""
    return frozenset(node for node in walk(text) if isinstance(node, Variable))


@construct
class Person(Value):
    """`you`, `chooser`, `actor`, `viewer`, `active`."""

    section: ClassVar[str] = "4.7"

    word: PersonWord


@construct
class NumberedPlayer(Value):
    """`player 2`: a player by number, from 1; none if the game has fewer players."""

    section: ClassVar[str] = "16.3"

    number: int


@construct
class ThisCard(Value):
    """`self`: the power whose text this is; none in the game's own text."""

    section: ClassVar[str] = "4.7"


@construct
class Granted(Value):
    """`granted`: whether this is the additional turn that this power granted."""

    section: ClassVar[str] = "11.2"


@construct
class Rewound(Value):
    """`rewound`: whether this turn has been cancelled."""

    section: ClassVar[str] = "9.5"


@construct
class Setting(Value):
    """`option(name)`: the value chosen for an option of the game, as its number."""

    section: ClassVar[str] = "1.1"

    option: str


@construct
class MemoryValue(Value):
    """A memory of the power whose text this is."""

    section: ClassVar[str] = "1.2"

    memory: Ref


@construct
class AttributeValue(Value):
    """`level(s)`: an attribute of a thing, or of the game itself.

    of: the thing, unless it is the game; then one value for each index of the attribute.
    """

    section: ClassVar[str] = "1.2"

    attribute: AttributeRef
    of: tuple[Value, ...]


@construct
class FactValue(Value):
    """`vacant(s)`: a derived fact, which clauses may treat as another value or add to."""

    section: ClassVar[str] = "4.8"

    fact: Ref
    arguments: tuple[Value, ...]


# ------------------------------------------------------------- functions of the core


@construct
class CellOf(Value):
    """`place(p)`: the cell that a piece is on; none if it is not on a board."""

    section: ClassVar[str] = "16.2"

    piece: Value
    kind: str


@construct
class ZoneOf(Value):
    """`zone(p)`: the zone that a piece is in; none if it is on a board."""

    section: ClassVar[str] = "16.2"

    piece: Value
    kind: str


@construct
class PieceAt(Value):
    """`Worker at s`: the first piece of a kind on a cell, or none."""

    section: ClassVar[str] = "16.2"

    kind: str
    at: Value


@construct
class BoardFunction(Value):
    """`adjacent(s)`, `step(s, d)`: geometry, the same in every state.

    board: the board it applies to; empty for functions of directions.
    """

    section: ClassVar[str] = "16.1"

    function: str
    board: str
    arguments: tuple[Value, ...]


@construct
class PlayerFunction(Value):
    """`side(p)`, `holds(p, c)`, `first_holder(c)`, `alive(p)`, `next_player(p)`."""

    section: ClassVar[str] = "16.3"

    function: str
    arguments: tuple[Value, ...]


# ---------------------------------------------------------------------------- sets


@construct
class AllOf(Value):
    """`Worker`, `Space`: every member of a kind, wherever it is. The kind is in the type."""

    section: ClassVar[str] = "16.4"


@construct
class OnBoard(Value):
    """`all Workers`: the pieces of a kind that are on a board."""

    section: ClassVar[str] = "16.4"

    kind: str


@construct
class Owned(Value):
    """`your Workers`, `opponent Players`: a side's members of a kind.

    Pieces by owner, if they are on a board; powers by holder.
    """

    section: ClassVar[str] = "16.4"

    whose: Whose


@construct
class SetOf(Value):
    """`{1, 2}`."""

    section: ClassVar[str] = "16.5"

    members: tuple[Value, ...]


@construct
class Binder:
    """`w in S where c`: a name bound to each member of a set in order, and a condition."""

    name: str
    domain: Value
    condition: Value | None


@construct
class Those(Value):
    """`those (x in S where c)`: a subset."""

    section: ClassVar[str] = "16.5"

    binder: Binder


@construct
class Search(Value):
    """`some`, `every`, `no`, `count`, `first` over the members of a set."""

    section: ClassVar[str] = "2.5"

    word: SearchWord
    binder: Binder


@construct
class Order(Node):
    """`most e`: a number by which `first` ranks members."""

    section: ClassVar[str] = "16.5"

    word: OrderWord
    value: Value


@construct
class FirstBy(Value):
    """`first (x in S where c by most e, fewest f)`: the member that ranks first."""

    section: ClassVar[str] = "16.5"

    binder: Binder
    orders: tuple[Order, ...]


@construct
class Fold(Value):
    """`sum`, `min`, `max` of a value over the members of a set."""

    section: ClassVar[str] = "2.5"

    word: FoldWord
    value: Value
    binder: Binder


@construct
class Along(Value):
    """`along (x from a by step(x, d) while c)`: the members reached by going from one to the next.

    name: in `next`, the present member; in the condition, the one just reached. word: whether the
    walk stops before (`while`) or after (`until`) the member that ends it. With `where`, the value
    is not all of these but the first for which the condition holds: `first along (… where c)`.
    """

    section: ClassVar[str] = "16.10"

    word: AlongWord
    name: str
    start: Value
    next: Value
    condition: Value


@construct
class Spread(Value):
    """`spread (x from S to adjacent(x) where c)`: all that can be reached from a set's members.

    name: in `next`, the present member; in the condition, the member that is tested.
    """

    section: ClassVar[str] = "16.10"

    name: str
    start: Value
    next: Value
    condition: Value | None


@construct
class Size(Value):
    """`count(S)`."""

    section: ClassVar[str] = "16.5"

    of: Value


@construct
class SetOperation(Value):
    """`A except B`, `A union B`."""

    section: ClassVar[str] = "16.5"

    word: SetWord
    left: Value
    right: Value


@construct
class Offered(Value):
    """`offered(worker)`: the values of an open role in the options of the step to be skipped."""

    section: ClassVar[str] = "16.6"

    role: str


# ------------------------------------------------------------------------ the past


@construct
class EventPattern(Node):
    """Events of an action for which a condition on their frozen roles holds."""

    section: ClassVar[str] = "8.4"

    action: Ref
    condition: Value | None


@construct
class Query:
    """A question about the past, answered by one register for each owner of a window.

    role: the role whose value `last` and `first` return. by: the role after `with`; there is one
    register for each of its values. owner: whose window it is. whole_game: the window is the whole
    game, not a turn. answer: the type of the register. index: the type of `by`.
    """

    question: Question
    events: tuple[EventPattern, ...]
    role: str | None
    by: str | None
    owner: Literal["player", "side"]
    whole_game: bool
    answer: Type
    index: Type | None


@construct
class Past(Value):
    """`last(…).role`, `first(…).role`, `did(…)`, `times(…)`.

    of: the owner of the window. given: the value after `with`. limit: the number up to which
    `times` has to count.
    """

    section: ClassVar[str] = "8.1"

    query: Query
    of: Value
    given: Value | None
    limit: int


# ----------------------------------------------------------------------- operators


MOST_REMEMBERED = 100  # positions; beyond that, the oldest is forgotten


@construct
class Compared:
    """A part of the comparison of positions: a value, for all values of some variables.

    names, over: these variables and their types.
    """

    names: tuple[str, ...]
    over: tuple[Type, ...]
    value: Value


@construct
class Repeats(Value):
    """`repeats`: how many remembered positions are the same as the present one."""

    section: ClassVar[str] = "8.6"

    compared: tuple[Compared, ...]


@construct
class Forbidden(Value):
    """`forbidden(build, w, s)`: whether a `forbid` in force holds for an action of `you`."""

    section: ClassVar[str] = "16.6"

    action: Ref
    arguments: tuple[Value, ...]


@construct
class AfterDo(Value):
    """`after (do put(at) where c)`: whether c would hold after an event of `you`."""

    section: ClassVar[str] = "16.11"

    action: Ref
    arguments: tuple[Value, ...]
    condition: Value


@construct
class Not(Value):
    """`not a`."""

    section: ClassVar[str] = "2.3"

    value: Value


@construct
class Negative(Value):
    """`-a`."""

    section: ClassVar[str] = "2.1"

    value: Value


@construct
class Absolute(Value):
    """`abs(a)`."""

    section: ClassVar[str] = "2.1"

    value: Value


@construct
class Exists(Value):
    """`a exists`; `a is none` if negated."""

    section: ClassVar[str] = "2.4"

    value: Value
    negated: bool


@construct
class Compare(Value):
    """`a = b`, `a < b`."""

    section: ClassVar[str] = "2.2"

    word: Comparison
    left: Value
    right: Value


@construct
class IsIn(Value):
    """`a in S`."""

    section: ClassVar[str] = "2.2"

    member: Value
    of: Value


@construct
class Arithmetic(Value):
    """`a + b`, `min(a, b)`."""

    section: ClassVar[str] = "2.1"

    word: Operator
    left: Value
    right: Value


@construct
class Logic(Value):
    """`a and b and c`, `a or b`."""

    section: ClassVar[str] = "2.3"

    word: LogicWord
    parts: tuple[Value, ...]


@construct
class IfElse(Value):
    """`a if c else b`."""

    section: ClassVar[str] = "2.3"

    condition: Value
    then: Value
    otherwise: Value
