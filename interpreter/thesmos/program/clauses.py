"""Clauses: what a card does while it is in force, in the order of the grammar.

A written clause about several actions is one clause for each of them, with the same id.
"""

from __future__ import annotations

import re
from dataclasses import field
from typing import ClassVar, Literal

from thesmos.constructs import construct
from thesmos.program.effects import Effects
from thesmos.program.node import Node, Ref
from thesmos.program.values import Binder, Value

WhoseTurn = Literal["your", "teammate", "opponent", "any"]


def heading_slug(heading: str) -> str:
    """Return a heading as written in ids of clauses: `opponents-turn` for `Opponent's Turn`."""
    return re.sub(r"[^a-z0-9]+", "-", heading.lower().replace("'", "")).strip("-")


@construct
class Clause(Node):
    """A rule of a card, or of the game itself.

    id: stable, such as `bear.your-move.1`. card: the slug of the card, or of the game. heading:
    as written. guards: the conditions of the `if`s around it, evaluated once. where: its own
    condition, evaluated for each option or event; None if it always holds.
    """

    id: str = field(kw_only=True)
    card: str = field(kw_only=True)
    heading: str = field(kw_only=True)
    guards: tuple[Value, ...] = field(kw_only=True)
    where: Value | None = field(kw_only=True)

    @property
    def about(self) -> Ref | str | None:
        """The action, step, fact or moment that the clause is about; None if about nothing."""
        names = ("action", "step", "fact", "moment")
        return next((getattr(self, name) for name in names if hasattr(self, name)), None)


# ------------------------------------------------------------------- about options


@construct
class Permit(Clause):
    """`permit move waiving free where c by do force(…)`."""

    section: ClassVar[str] = "4.3"

    action: Ref
    waives: tuple[str, ...]
    effects: Effects


@construct
class Forbid(Clause):
    """`forbid move where c`."""

    section: ClassVar[str] = "4.4"

    action: Ref


@construct
class Require(Clause):
    """`require if possible move where c else …, counts`. otherwise: None without an `else`."""

    section: ClassVar[str] = "4.5"

    action: Ref
    otherwise: Effects | None
    counts: bool


@construct
class MaySkip(Clause):
    """`may skip move where c`."""

    section: ClassVar[str] = "4.9"

    step: Ref


@construct
class ForbidSkip(Clause):
    """`forbid skip move where c`."""

    section: ClassVar[str] = "4.9"

    step: Ref


# --------------------------------------------------------------- about facts and views


@construct
class Treat(Clause):
    """`treat closed(s) as yes where c`. parameters: the names of the fact's parameters here."""

    section: ClassVar[str] = "4.8"

    fact: Ref
    parameters: tuple[str, ...]
    value: Value


@construct
class AddTo(Clause):
    """`add 2 to height(s) where c`: increases the fact's value; the order does not matter."""

    section: ClassVar[str] = "4.8"

    fact: Ref
    parameters: tuple[str, ...]
    value: Value


@construct
class Hide(Clause):
    """`hide w in S where c`: `viewer` can't see these pieces. Its condition is the binder's."""

    section: ClassVar[str] = "9.1"

    kind: str
    binder: Binder


@construct
class Cancel(Clause):
    """`cancel move where c`: the event and all after it will be undone."""

    section: ClassVar[str] = "9.4"

    action: Ref


# ------------------------------------------------------------------- about the result


@construct
class Win(Clause):
    """`win fall for you where c`; with `instead`, it replaces a win that is already set.

    who: a player, a side, or a set of these.
    """

    section: ClassVar[str] = "7.2"

    ground: str
    instead: bool
    who: Value


@construct
class Criterion(Node):
    """`most points`: a criterion by which players are ranked. score: the name of the score."""

    section: ClassVar[str] = "7.7"

    word: Literal["most", "fewest"]
    score: str


@construct
class End(Clause):
    """`end points by most points where c`: the game is over; without criteria, nobody has won."""

    section: ClassVar[str] = "7.2"

    ground: str
    criteria: tuple[Criterion, ...]


@construct
class Veto(Clause):
    """`veto where c`: a win found so far does not count."""

    section: ClassVar[str] = "7.3"


@construct
class Spent(Clause):
    """`spent when c`: the card is given up before the end of the turn."""

    section: ClassVar[str] = "3.6"


# --------------------------------------------------------------------- triggers, routes


@construct
class Before(Clause):
    """`before build: coins -= 1`: a price, paid before the event."""

    section: ClassVar[str] = "5.3"

    action: Ref
    effects: Effects


@construct
class After(Clause):
    """`after move where c: …`."""

    section: ClassVar[str] = "5.4"

    action: Ref
    effects: Effects


@construct
class AfterSkip(Clause):
    """`after skip move where c: …`."""

    section: ClassVar[str] = "6.4"

    step: Ref
    effects: Effects


@construct
class At(Clause):
    """`at start of your turn where c: …`."""

    section: ClassVar[str] = "3.4"

    moment: str
    whose: WhoseTurn
    effects: Effects


@construct
class ExtraTurn(Clause):
    """`extra turn where c: …`."""

    section: ClassVar[str] = "11.1"

    effects: Effects


@construct
class Route(Clause):
    """`…: next build if possible`: the step that follows; None is `end`."""

    next: Ref | None = field(kw_only=True)
    if_possible: bool = field(kw_only=True)


@construct
class RouteAfter(Route):
    """`after move where c: next build`."""

    section: ClassVar[str] = "6.3"

    action: Ref


@construct
class RouteAfterSkip(Route):
    """`after skip move where c: next build`."""

    section: ClassVar[str] = "6.4"

    step: Ref


@construct
class RouteAt(Route):
    """`at start of your turn where c: next use`."""

    section: ClassVar[str] = "3.5"

    moment: str
    whose: WhoseTurn
