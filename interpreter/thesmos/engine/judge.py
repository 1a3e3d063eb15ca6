"""Who has won (semantics §7): grounds in order, at the judge points the flow names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from thesmos.engine.expressions import Env, Vector
from thesmos.engine.hidden import rewind
from thesmos.engine.pipeline import frame
from thesmos.engine.program import ACTIVE, OUT, REASON, WINNERS, YOU
from thesmos.engine.tables import ActiveClause, Tables

if TYPE_CHECKING:
    from thesmos.engine.event import Transition


def judge(tables: Tables, v: Vector) -> tuple[int, int]:
    """The winners as a mask of players, and the number of the reason; (0, 0) for nobody.

    Judges the game's own grounds, then card by card those of the active player and of each
    opponent. A card may add a win if there is none, refuse the present one, or redirect it.
    """
    active = v[ACTIVE]
    e = frame(tables, active, active)
    winners, reason = 0, 0
    for player in [active, *_opponents(tables, v, active)]:
        for clause in _cards(tables, v, player, first=player == active):
            kind = clause.compiled.kind
            if (kind == "win") == bool(winners):
                continue
            e[YOU] = clause.you
            if clause.compiled.guard(v, e) <= 0 or clause.compiled.where(v, e) <= 0:
                continue
            if kind == "veto":
                winners, reason = 0, 0
                continue
            won = _winners(tables, v, e, clause)
            if won:
                winners, reason = won, _reason(tables, clause)
    return winners, reason


def judge_now(work: Transition, v: Vector) -> bool:
    """Judge now. True if that ended the game or the turn."""
    winners, reason = judge(work.tables, v)
    if not winners:
        return False
    if rewind(work, v):
        return True
    v[WINNERS], v[REASON] = winners, reason
    return True


def _cards(tables: Tables, v: Vector, player: int, *, first: bool) -> list[ActiveClause]:
    """The result clauses of a player: card by card, wins before vetoes before redirections."""
    found = []
    for kind in ("win", "veto", "instead"):
        for clause in tables.clauses:
            if clause.kind == kind:
                inst = clause.inst
                base = inst is None or tables.program.instances[inst]["common"]
                if (base and first) or (
                    not base and inst is not None and tables.holding(v, inst) >> player & 1
                ):
                    found.append(ActiveClause(clause, player))
    order = [None, *tables.cards_of(v, player)]
    words = ("win", "veto", "instead")
    return sorted(
        found,
        key=lambda c: (
            order.index(c.compiled.inst) if c.compiled.inst in order else 0,
            words.index(c.compiled.kind),
        ),
    )


def _opponents(tables: Tables, v: Vector, active: int) -> list[int]:
    sides = tables.program.sides
    return [
        p
        for p in range(tables.program.players)
        if sides[p] != sides[active] and not v[OUT] >> p & 1
    ]


def _winners(tables: Tables, v: Vector, e: Env, clause: ActiveClause) -> int:
    """The players that a ground names, with their teammates, as a mask."""
    program = tables.program
    if clause.compiled.members is not None:
        chosen = list(clause.compiled.members(v, e))
    else:
        assert clause.compiled.value is not None
        chosen = [x for x in [clause.compiled.value(v, e)] if x >= 0]
    sides = set(chosen) if clause.compiled.table["side"] else {program.sides[p] for p in chosen}
    return sum(1 << p for p in range(program.players) if program.sides[p] in sides)


def _reason(tables: Tables, clause: ActiveClause) -> int:
    inst = clause.compiled.inst
    own = clause.compiled.on
    name = own if inst is None else tables.program.instances[inst]["reason"]
    return tables.program.reasons.index(name)
