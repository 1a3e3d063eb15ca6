"""What of a claim can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thesmos.diagnostics import UsageError
from thesmos_conform.protocol.messages import Claim
from thesmos_conform.runner.dead_ends import PRUNED

INSIDE = ("events", "reasons")  # levels that look inside a turn


def comparable(claim: Claim, levels: Sequence[str] = ()) -> Claim:
    """The claim, reduced to what can be compared, and to the levels to compare; all if empty.

    An implementation that knows only whole turns can't report the effects of single choices, and
    never offers a choice after which no turn can be completed. Raises UsageError for levels that
    are not claimed.
    """
    if claim.granularity == "turn":
        able = tuple(level for level in claim.levels if level not in INSIDE)
        claim = replace(claim, levels=able, dead_ends=PRUNED)
    if missing := [level for level in levels if level not in claim.levels]:
        hint = f"it claims {', '.join(claim.levels)}"
        raise UsageError(f"the adapter does not claim the level {missing[0]}", hint)
    return replace(claim, levels=tuple(levels)) if levels else claim
