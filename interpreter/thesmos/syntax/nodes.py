"""The syntax tree of the clause language: values and effects, in the order of the grammar.

Every node has its location in the file. Nodes are immutable and compared by content.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from thesmos.diagnostics import Location


@dataclass(frozen=True)
class Node:
    """A node of the syntax tree, with the location where it begins."""

    location: Location = field(compare=False, repr=False)


# ------------------------------------------------------------------ expressions


@dataclass(frozen=True)
class Expr(Node):
    """A value."""


@dataclass(frozen=True)
class Number(Expr):
    """`3`."""

    value: int


@dataclass(frozen=True)
class Name(Expr):
    """A role, a local, a memory, a value of an enum, a fact without parameters, `you`, `active`."""

    name: str


@dataclass(frozen=True)
class AllOf(Expr):
    """`Worker`: all things of a kind, wherever they are; `C3`: a cell."""

    name: str


@dataclass(frozen=True)
class NumberedPlayer(Expr):
    """`player 2`: a player by number, from 1."""

    number: int


@dataclass(frozen=True)
class PieceAt(Expr):
    """`Worker at s`: the piece of that kind on a space, or none."""

    kind: str
    at: Expr


@dataclass(frozen=True)
class Owned(Expr):
    """`your Workers`, `opponent Workers`, `all Workers`: pieces on a board, by owner."""

    whose: str
    kind: str


@dataclass(frozen=True)
class Literal(Expr):
    """`none`, `yes`, `no`."""

    word: str


@dataclass(frozen=True)
class FunctionCall(Expr):
    """`level(s)`, `near(a, b)`: an attribute, a fact or a core function."""

    name: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True)
class SetOf(Expr):
    """`{1, 2}`."""

    members: tuple[Expr, ...]


@dataclass(frozen=True)
class Member:
    """`w in S where c`: a name bound to each member of a set, and a condition."""

    name: str
    domain: Expr
    condition: Expr | None


@dataclass(frozen=True)
class Search(Expr):
    """`those`, `first`, `some`, `every`, `no`, `count` over the members of a set."""

    word: str
    member: Member


@dataclass(frozen=True)
class Order(Node):
    """`most e`: what decides which member comes first. word: most or fewest."""

    word: str
    value: Expr


@dataclass(frozen=True)
class FirstBy(Expr):
    """`first (x in S where c by most e, fewest f)`: the member that comes first so."""

    member: Member
    orders: tuple[Order, ...]


@dataclass(frozen=True)
class Size(Expr):
    """`count(S)`."""

    domain: Expr


@dataclass(frozen=True)
class Fold(Expr):
    """`sum`, `min`, `max` of a value for the members of a set."""

    word: str
    value: Expr
    member: Member


@dataclass(frozen=True)
class Along(Expr):
    """`along (x from a by b while c)`, or `until c`: what is come to step by step."""

    name: str
    start: Expr
    next: Expr
    word: str
    condition: Expr


@dataclass(frozen=True)
class Spread(Expr):
    """`spread (x from S to T where c)`: what can be reached from one to the other."""

    name: str
    start: Expr
    next: Expr
    condition: Expr | None


@dataclass(frozen=True)
class EventPattern:
    """`move | build with worker = w where c during your last turn`: selects events of the past."""

    kinds: tuple[str, ...]
    with_role: str | None
    with_value: Expr | None
    condition: Expr | None
    window: str
    window_of: Expr | None


@dataclass(frozen=True)
class Past(Expr):
    """`last(…).role`, `first(…).role`, `did(…)`, `times(…)`: a question about the past."""

    word: str
    event: EventPattern
    role: str | None


@dataclass(frozen=True)
class Unary(Expr):
    """`not a`, `-a`, `a exists`, `a is none`."""

    word: str
    value: Expr


@dataclass(frozen=True)
class Binary(Expr):
    """Comparisons, membership, arithmetic with `min(a, b)` and `max(a, b)`, `except`, `union`."""

    word: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Logic(Expr):
    """`a and b and c`, `a or b`."""

    word: str
    parts: tuple[Expr, ...]


@dataclass(frozen=True)
class IfElse(Expr):
    """`a if c else b`."""

    then: Expr
    condition: Expr
    otherwise: Expr


# ---------------------------------------------------------------------- effects


@dataclass(frozen=True)
class Effect(Node):
    """Something that changes the state."""


@dataclass(frozen=True)
class Assign(Effect):
    """`target := value`, `+=`, `-=`."""

    target: Expr
    word: str
    value: Expr


@dataclass(frozen=True)
class Let(Effect):
    """`let n = value`: a local name, valid until the end of the effect."""

    name: str
    value: Expr


@dataclass(frozen=True)
class Do(Effect):
    """`do force(w, s)`: an action as an event, without a decision."""

    action: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True)
class Hand(Effect):
    """`take p`, `give p to q`, `share p with q`, `revoke p from q`, `drop p`: moves a power."""

    word: str
    power: Expr
    to: Expr | None


@dataclass(frozen=True)
class Loses(Effect):
    """`owner(w) loses`."""

    who: Expr


@dataclass(frozen=True)
class Counts(Effect):
    """`counts`: from now on, the player has done something in this turn."""


@dataclass(frozen=True)
class Due(Effect):
    """`due S`: a step that is entered before what follows."""

    step: str


@dataclass(frozen=True)
class Memorize(Effect):
    """`memorize`: the present position is remembered."""


@dataclass(frozen=True)
class Forget(Effect):
    """`forget`: no position is remembered any more."""


@dataclass(frozen=True)
class If(Effect):
    """`if c: … else: …`."""

    condition: Expr
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]


@dataclass(frozen=True)
class Each(Effect):
    """`each x in S: …`: for every member of the set, which is evaluated once at the beginning."""

    member: Member
    body: tuple[Effect, ...]


@dataclass(frozen=True)
class While(Effect):
    """`while c: …`: the number of rounds is limited by the core."""

    condition: Expr
    body: tuple[Effect, ...]


# --------------------------------------------------------------------- walking


def all_nodes(node: Any) -> Iterator[Any]:
    """Return a node and all nodes inside it; node: a node, or a tuple of nodes."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += reversed(part)
        elif (names := _field_names(part.__class__)) is not None:
            yield part
            waiting += [getattr(part, name) for name in names]


_LEAVES = ("Location", "str", "str | None", "int", "bool", "tuple[str, ...]")  # hold no nodes


@functools.cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a class that may hold nodes, the last first; None for other classes."""
    if not is_dataclass(kind) or kind is Location:
        return None
    return tuple(f.name for f in reversed(fields(kind)) if f.type not in _LEAVES)
