"""Counting the ends of a turn, to find out with one question whether anything in it differs.

Counting takes half as long as asking about a short game, and covers every way through the turn
instead of one. Where counts differ, `Divider` finds the place.
"""

from __future__ import annotations

from thesmos.diagnostics import UsageError
from thesmos.perft.counting import ends_within
from thesmos_conform.fuzz.divide import Ask, Divider
from thesmos_conform.fuzz.target import Target
from thesmos_conform.judging.result import CaseResult
from thesmos_conform.protocol.messages import Place
from thesmos_conform.reference.oracle import Oracle

REACHED = 600  # positions within a turn; if there are more, it is not counted
LOOKED_AT = 500  # places to look at where counts differ, at most


def difference_in_turn(oracle: Oracle, place: Place, target: Target, ask: Ask) -> CaseResult | None:
    """Return a difference in the turn that begins at a place; None if none can be shown.

    ask: asks the target about a place, and judges the answer. Different counts alone are not
    enough: an implementation may distinguish positions that play the same.
    """
    state = oracle.path(place).last
    if target.count is None or state.result is not None:
        return None
    try:
        ours = ends_within(state, REACHED)
    except UsageError:
        return None
    theirs = None if ours is None else target.count(place)
    if theirs is None or theirs == ours:
        return None
    count = target.count
    return Divider(oracle, ask, lambda at, _: count(at), LOOKED_AT).descend(place, 1).difference
