"""A report's notes about a claim: names that may be mistyped, and what was not asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from thesmos.diagnostics import suggest
from thesmos.play.game import Game
from thesmos_conform.protocol.messages import Claim
from thesmos_conform.runner.result import LEFT_OUT, UNASKABLE, CaseResult

NAMED = 3  # unknown names, and reasons, to list at most


def claim_notes(claim: Claim, game: Game, results: Iterable[CaseResult]) -> Iterator[str]:
    """Yield a note for each name in a claim that the game does not have, and for what it omits."""
    powers = {*(claim.powers or ()), *(name for one in claim.exclusions for name in one.powers)}
    modes = {*claim.modes, *(name for one in claim.exclusions for name in one.modes)}
    rules = f"{game.slug} {game.checked.written.edition}"
    for kind, names, known in (
        ("power", powers, game.powers),
        ("mode", modes, game.checked.modes),
    ):
        for name in sorted(names - {*known})[:NAMED]:
            hint = suggest(name, known)
            yield f"the claim names a {kind} that {rules} does not have: {name}" + (
                f" ({hint})" if hint else ""
            )
    asked = [*results]
    for status in (LEFT_OUT, UNASKABLE):
        reasons = Counter(one.reason for one in asked if one.status == status)
        for reason, count in reasons.most_common(NAMED):
            yield f"{'1 case is' if count == 1 else f'{count} cases are'} {status}: {reason}"
        if len(reasons) > NAMED:
            yield f"and for {len(reasons) - NAMED} more reasons, which the report names"
