"""The syntax tree of the clause language: values and effects, in the order of the grammar.

Every node has its location in the file. Nodes are immutable and compared by content.
"""

from __future__ import annotations

from dataclasses import field

from thesmos.constructs import construct
from thesmos.diagnostics import Location


@construct
class Node:
    """A node of the syntax tree, with the location where it begins."""

    location: Location = field(compare=False, repr=False)


# ------------------------------------------------------------------ expressions


@construct
class Expr(Node):
    """A value."""


@construct
class Number(Expr):
    """`3`."""

    value: int


@construct
class Name(Expr):
    """A role, a local, a memory, a value of an enum, a fact without parameters, `you`, `active`."""

    name: str


@construct
class AllOf(Expr):
    """`Worker`: all things of a kind, wherever they are; `C3`: a cell."""

    name: str


@construct
class NumberedPlayer(Expr):
    """`player 2`: a player by number, from 1."""

    number: int


@construct
class PieceAt(Expr):
    """`Worker at s`: the piece of that kind on a space, or none."""

    kind: str
    at: Expr


@construct
class Owned(Expr):
    """`your Workers`, `opponent Workers`, `all Workers`: pieces on a board, by owner."""

    whose: str
    kind: str


@construct
class Literal(Expr):
    """`none`, `yes`, `no`."""

    word: str


@construct
class FunctionCall(Expr):
    """`level(s)`, `near(a, b)`: an attribute, a fact or a core function."""

    name: str
    arguments: tuple[Expr, ...]


@construct
class SetOf(Expr):
    """`{1, 2}`."""

    members: tuple[Expr, ...]


@construct
class Binder:
    """`w in S where c`: a name bound to each member of a set, and a condition."""

    name: str
    domain: Expr
    condition: Expr | None


@construct
class Search(Expr):
    """`those`, `first`, `some`, `every`, `no`, `count` over the members of a set."""

    word: str
    binder: Binder


@construct
class Order(Node):
    """`most e`: a number by which `first` ranks members. word: most or fewest."""

    word: str
    value: Expr


@construct
class FirstBy(Expr):
    """`first (x in S where c by most e, fewest f)`: the member that ranks first."""

    binder: Binder
    orders: tuple[Order, ...]


@construct
class Size(Expr):
    """`count(S)`."""

    of: Expr


@construct
class Fold(Expr):
    """`sum`, `min`, `max` of a value over the members of a set."""

    word: str
    value: Expr
    binder: Binder


@construct
class Along(Expr):
    """`along (x from a by b while c)`, or `until c`: the members reached one after another.

    With the word `where`, it is `first along (x from a by b where c)`: the first for which c holds.
    """

    name: str
    start: Expr
    next: Expr
    word: str
    condition: Expr


@construct
class Spread(Expr):
    """`spread (x from S to T where c)`: all that can be reached from the members of a set."""

    name: str
    start: Expr
    next: Expr
    condition: Expr | None


@construct
class AfterDo(Expr):
    """`after (do A(x) where c)`: whether c would hold after an event of A."""

    action: str
    arguments: tuple[Expr, ...]
    condition: Expr


@construct
class EventPattern:
    """`move | build with worker = w where c during your last turn`: selects past events."""

    kinds: tuple[str, ...]
    with_role: str | None
    with_value: Expr | None
    condition: Expr | None
    window: str
    window_of: Expr | None


@construct
class Past(Expr):
    """`last(…).role`, `first(…).role`, `did(…)`, `times(…)`: a question about the past."""

    word: str
    event: EventPattern
    role: str | None


@construct
class Unary(Expr):
    """`not a`, `-a`, `a exists`, `a is none`."""

    word: str
    value: Expr


@construct
class Binary(Expr):
    """Comparisons, membership, arithmetic with `min(a, b)` and `max(a, b)`, `except`, `union`."""

    word: str
    left: Expr
    right: Expr


@construct
class Logic(Expr):
    """`a and b and c`, `a or b`."""

    word: str
    parts: tuple[Expr, ...]


@construct
class IfElse(Expr):
    """`a if c else b`."""

    then: Expr
    condition: Expr
    otherwise: Expr


# ---------------------------------------------------------------------- effects


@construct
class Effect(Node):
    """Something that changes the state."""


@construct
class Assign(Effect):
    """`target := value`, `+=`, `-=`."""

    target: Expr
    word: str
    value: Expr


@construct
class Let(Effect):
    """`let n = value`: a local name, valid until the end of the enclosing effect."""

    name: str
    value: Expr


@construct
class Do(Effect):
    """`do force(w, s)`: carries out an action as an event, without a decision."""

    action: str
    arguments: tuple[Expr, ...]


@construct
class MoveCard(Effect):
    """`take p`, `give p to q`, `share p with q`, `revoke p from q`, `drop p`: who holds a power."""

    word: str
    card: Expr
    player: Expr | None


@construct
class Lose(Effect):
    """`owner(w) loses`."""

    who: Expr


@construct
class Counts(Effect):
    """`counts`: from now on, the player counts as having done something in this turn."""


@construct
class Due(Effect):
    """`due S`: puts a step on the agenda, to be entered before the step that follows."""

    step: str


@construct
class Memorize(Effect):
    """`memorize`: remembers the present position."""


@construct
class Forget(Effect):
    """`forget`: forgets all remembered positions."""


@construct
class If(Effect):
    """`if c: … else: …`."""

    condition: Expr
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]


@construct
class Each(Effect):
    """`each x in S: …`: effects for every member of a set, which is evaluated once beforehand."""

    binder: Binder
    effects: tuple[Effect, ...]


@construct
class While(Effect):
    """`while c: …`: repeats effects; the core limits the number of rounds."""

    condition: Expr
    effects: tuple[Effect, ...]
