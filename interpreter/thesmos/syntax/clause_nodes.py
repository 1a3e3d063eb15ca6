"""The syntax tree of the clause language: clauses, in the order of the grammar.

The values and effects that they consist of are in nodes.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from thesmos.syntax.nodes import Effect, Expr, Node


@dataclass(frozen=True)
class Clause(Node):
    """What a card does: a rule that holds as long as the card is in play."""


@dataclass(frozen=True)
class Permit(Clause):
    """`permit move waiving free where c by do force(…)`."""

    action: str
    waiving: tuple[str, ...]
    where: Expr | None
    by: Effect | None


@dataclass(frozen=True)
class Forbid(Clause):
    """`forbid move where c`."""

    action: str
    where: Expr | None


@dataclass(frozen=True)
class ForbidSkip(Clause):
    """`forbid skip move where c`."""

    step: str
    where: Expr | None


@dataclass(frozen=True)
class MaySkip(Clause):
    """`may skip move where c`."""

    step: str
    where: Expr | None


@dataclass(frozen=True)
class Require(Clause):
    """`require if possible move where c else …, counts`."""

    action: str
    where: Expr
    otherwise: Effect | None
    counts: bool


@dataclass(frozen=True)
class Cancel(Clause):
    """`cancel move, force where c`: the event and all after it will be undone."""

    actions: tuple[str, ...]
    where: Expr


@dataclass(frozen=True)
class Hide(Clause):
    """`hide w in S where c`: `viewer` can't see these pieces."""

    name: str
    domain: Expr
    where: Expr | None


@dataclass(frozen=True)
class Treat(Clause):
    """`treat closed(s) as yes where c`: a fact has another value."""

    fact: str
    names: tuple[str, ...]
    value: Expr
    where: Expr | None


@dataclass(frozen=True)
class AddTo(Clause):
    """`add N to FACT(x) where c`: the fact's value is so much more, whatever else holds."""

    fact: str
    names: tuple[str, ...]
    value: Expr
    where: Expr | None


@dataclass(frozen=True)
class Win(Clause):
    """`win fall for you where c`; with `instead`, it replaces a win that is already set."""

    name: str
    instead: bool
    who: Expr
    where: Expr


@dataclass(frozen=True)
class Criterion(Node):
    """`most points`: who comes first among several players. word: most or fewest."""

    word: str
    score: str


@dataclass(frozen=True)
class End(Clause):
    """`end points by most points, fewest coins where c`: nobody wins without `by`."""

    name: str
    criteria: tuple[Criterion, ...]
    where: Expr


@dataclass(frozen=True)
class Veto(Clause):
    """`veto where c`: a win set so far does not count."""

    where: Expr | None


@dataclass(frozen=True)
class Spent(Clause):
    """`spent when c`: the card is given up before the end of the turn."""

    where: Expr


@dataclass(frozen=True)
class IfClause(Clause):
    """`if c: clauses else: clauses`."""

    condition: Expr
    then: tuple[Clause, ...]
    otherwise: tuple[Clause, ...]


@dataclass(frozen=True)
class OnTurn(Clause):
    """`on opponent turn where c: clauses`: short for an `if` (short_forms.py)."""

    whose: str
    where: Expr | None
    then: tuple[Clause, ...]


@dataclass(frozen=True)
class MayRepeat(Clause):
    """`may repeat build once where c: clauses`: short for several clauses (short_forms.py)."""

    step: str
    once: bool
    where: Expr | None
    then: tuple[Clause, ...]


@dataclass(frozen=True)
class Next(Node):
    """`next build`, `next use if possible`."""

    step: str
    if_possible: bool


@dataclass(frozen=True)
class After(Clause):
    """`after move where c: …`: an effect, or a route."""

    actions: tuple[str, ...]
    skipped: bool
    where: Expr | None
    body: tuple[Effect, ...] | Next


@dataclass(frozen=True)
class Before(Clause):
    """`before build: coins -= 1`: a price, paid before the event."""

    action: str
    where: Expr | None
    body: tuple[Effect, ...]


@dataclass(frozen=True)
class At(Clause):
    """`at start of your turn: …`: an effect, or a route."""

    moment: str
    whose: str
    where: Expr | None
    body: tuple[Effect, ...] | Next


@dataclass(frozen=True)
class Grant(Clause):
    """`extra turn where c: …`."""

    where: Expr
    body: tuple[Effect, ...]
