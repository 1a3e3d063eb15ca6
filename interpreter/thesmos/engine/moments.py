"""Moments (semantics §3): the clauses of cards at the start and the end of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thesmos.engine.expressions import Vector
from thesmos.engine.functions import relation
from thesmos.engine.pipeline import frame
from thesmos.engine.program import ACTIVE, WINNERS, YOU

if TYPE_CHECKING:
    from thesmos.engine.event import Transition


def run_moment(work: Transition, v: Vector, moment: str) -> None:
    """The clauses of a moment: the active player's, teammates', opponents', card by card.

    The holder is looked up again before each card (semantics §3).
    """
    work.begin_moment, work.acted = moment, set()
    run_clauses(work, v, moment, v[ACTIVE], None)
    for card, instance in enumerate(work.program.instances):
        if instance["common"]:
            run_clauses(work, v, moment, v[ACTIVE], card)
    for player in from_active(work, v):
        for card in work.tables.cards_of(v, player):
            common = work.program.instances[card]["common"]
            if work.tables.holding(v, card) >> player & 1 and not v[WINNERS] and not common:
                run_clauses(work, v, moment, player, card)
    work.begin_moment = ""


def from_active(work: Transition, v: Vector) -> list[int]:
    """The active player, then their teammates, then their opponents, by number."""
    sides, active = work.program.sides, v[ACTIVE]
    players = [p for p in range(work.program.players) if p != active]
    mates = [p for p in players if sides[p] == sides[active]]
    return [active, *mates, *(p for p in players if p not in mates)]


def run_clauses(work: Transition, v: Vector, moment: str, player: int, card: int | None) -> None:
    """Run one card's clauses of a moment for one holder, once. card: None for the game's."""
    if (card, player) in work.acted:
        return
    work.acted.add((card, player))
    whose = relation(work.program.sides, v[ACTIVE], player)
    for clause in work.tables.by_kind.get(("at", moment), []):
        if clause.inst != card or clause.table["whose"] not in (whose, "any"):
            continue
        e = frame(work.tables, v[ACTIVE], player)
        e[YOU] = player
        if clause.guard(v, e) > 0 and clause.where(v, e) > 0 and clause.body is not None:
            clause.body(v, e, work)
