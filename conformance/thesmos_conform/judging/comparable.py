"""Which parts of a claim can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thesmos.diagnostics import UsageError
from thesmos_conform.judging.dead_ends import PRUNED
from thesmos_conform.judging.own_steps import takes_own_steps
from thesmos_conform.protocol.messages import (
    CORE,
    FREE,
    LEVELS,
    POSITIONS,
    SKIPPED,
    TURN,
    Claim,
)

# What is compared and what can't be, by granularity and by how steps are taken; for reports.
COMPARED = {
    TURN: "answers are whole turns: single choices are derived from them, positions are compared "
    "where turns end, and events and reasons not at all",
    POSITIONS: "answers are positions: what each turn leads to is compared, and who moves next or "
    "has won, but not the set-up, single choices, events, reasons and views",
    SKIPPED: "steps with one thing to do are skipped: what comes after them is compared, but not "
    "events, reasons and counts",
    FREE: "steps of a turn come in an order of its own: decisions are compared in any order, "
    "positions where turns begin and end, and events, reasons and counts not at all",
}
BEGINS = ("position", "start")  # by positions: of what begins at the start, the turns are asked
INSIDE = ("events", "reasons")  # levels that look inside a turn


def what_is_compared(claim: Claim) -> list[str]:
    """Return what is compared and what can't be, where a claim limits it."""
    return [
        COMPARED[way] for way in (claim.granularity, claim.forced, claim.order) if way in COMPARED
    ]


def comparable(claim: Claim, levels: Sequence[str] = ()) -> Claim:
    """Return the claim, reduced to what can be compared and to these levels; all if empty.

    An implementation that knows only whole turns can't report the effects of single choices, and
    never offers a choice after which no turn can be completed. One that takes its own steps does
    not come by the reference's states within a turn, nor to its counts. If it knows only positions,
    those in which a turn can end are compared, with who moves next or has won. Raises UsageError
    for levels that are not claimed.
    """
    if claim.granularity == POSITIONS:
        counts = ("perft",) if "perft" in claim.levels else ()
        able = tuple(level for level in LEVELS if level in (*CORE, *counts))
        claim = replace(claim, levels=able, dead_ends=PRUNED, begins=BEGINS)
    elif takes_own_steps(claim):
        able = tuple(level for level in claim.levels if level not in (*INSIDE, "perft"))
        claim = replace(claim, levels=able)
    if claim.granularity == TURN:
        able = tuple(level for level in claim.levels if level not in INSIDE)
        claim = replace(claim, levels=able, dead_ends=PRUNED)
    if missing := [level for level in levels if level not in claim.levels]:
        hint = f"it claims {', '.join(claim.levels)}"
        raise UsageError(f"the adapter does not claim the level {missing[0]}", hint)
    return replace(claim, levels=tuple(levels)) if levels else claim
