"""The syntax tree of the clause language: clauses, in the order of the grammar.

nodes.py has the values and effects in them.
"""

from __future__ import annotations

from thesmos.constructs import construct
from thesmos.syntax.nodes import Effect, Expr, Node


@construct
class Clause(Node):
    """One thing that a card does, as long as it is in play."""


@construct
class Permit(Clause):
    """`permit move waiving free where c by do force(…)`."""

    action: str
    waiving: tuple[str, ...]
    where: Expr | None
    by: Effect | None


@construct
class Forbid(Clause):
    """`forbid move where c`."""

    action: str
    where: Expr | None


@construct
class ForbidSkip(Clause):
    """`forbid skip move where c`."""

    step: str
    where: Expr | None


@construct
class MaySkip(Clause):
    """`may skip move where c`."""

    step: str
    where: Expr | None


@construct
class Require(Clause):
    """`require if possible move where c else …, counts`."""

    action: str
    where: Expr
    otherwise: Effect | None
    counts: bool


@construct
class Cancel(Clause):
    """`cancel move, force where c`: the event and all after it will be undone."""

    actions: tuple[str, ...]
    where: Expr


@construct
class Hide(Clause):
    """`hide w in S where c`: `viewer` can't see these pieces."""

    name: str
    domain: Expr
    where: Expr | None


@construct
class Treat(Clause):
    """`treat closed(s) as yes where c`: a fact has another value."""

    fact: str
    parameters: tuple[str, ...]
    value: Expr
    where: Expr | None


@construct
class AddTo(Clause):
    """`add N to FACT(x) where c`: the fact's value is larger by N, in addition to others."""

    fact: str
    parameters: tuple[str, ...]
    value: Expr
    where: Expr | None


@construct
class Win(Clause):
    """`win fall for you where c`; with `instead`, it replaces a win that is already set."""

    ground: str
    instead: bool
    who: Expr
    where: Expr


@construct
class Criterion(Node):
    """`most points`: a criterion by which players are ranked. word: most or fewest."""

    word: str
    score: str


@construct
class End(Clause):
    """`end points by most points, fewest coins where c`: without `by`, nobody wins."""

    ground: str
    criteria: tuple[Criterion, ...]
    where: Expr


@construct
class Veto(Clause):
    """`veto where c`: a win that was set before does not count."""

    where: Expr | None


@construct
class Spent(Clause):
    """`spent when c`: the card is given up before the end of the turn."""

    where: Expr


@construct
class IfClause(Clause):
    """`if c: clauses else: clauses`."""

    condition: Expr
    then: tuple[Clause, ...]
    otherwise: tuple[Clause, ...]


@construct
class OnTurn(Clause):
    """`on opponent turn where c: clauses`: short for an `if` (short_forms.py)."""

    whose: str
    where: Expr | None
    then: tuple[Clause, ...]


@construct
class MayRepeat(Clause):
    """`may repeat build once where c: clauses`: short for several clauses (short_forms.py)."""

    step: str
    once: bool
    where: Expr | None
    then: tuple[Clause, ...]


@construct
class Next(Node):
    """`next build`, `next use if possible`."""

    step: str
    if_possible: bool


@construct
class After(Clause):
    """`after move where c: …`: an effect, or a route."""

    actions: tuple[str, ...]
    skipped: bool
    where: Expr | None
    body: tuple[Effect, ...] | Next


@construct
class Before(Clause):
    """`before build: coins -= 1`: a price, paid before the event."""

    action: str
    where: Expr | None
    effects: tuple[Effect, ...]


@construct
class At(Clause):
    """`at start of your turn: …`: an effect, or a route."""

    moment: str
    whose: str
    where: Expr | None
    body: tuple[Effect, ...] | Next


@construct
class ExtraTurn(Clause):
    """`extra turn where c: …`."""

    where: Expr
    effects: tuple[Effect, ...]
