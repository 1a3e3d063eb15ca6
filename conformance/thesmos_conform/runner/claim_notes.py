"""A report's notes about a claim: names that may be mistyped, and what was not asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from thesmos.diagnostics import suggest
from thesmos.play.game import Game
from thesmos_conform.judging.result import LEFT_OUT, UNASKABLE, CaseResult
from thesmos_conform.protocol.messages import Claim

NAMED = 3  # unknown names, and reasons, to list at most


def claim_notes(claim: Claim, game: Game, results: Iterable[CaseResult]) -> Iterator[str]:
    """Yield a note for each name in a claim that the game does not have, and for what it omits."""
    powers, modes = {*(claim.powers or ())}, {*claim.modes}
    options = {name: {*values} for name, values in claim.options or ()}
    for exclusion in claim.exclusions:
        powers |= exclusion.powers
        modes |= exclusion.modes
        for name, values in exclusion.options:
            options[name] = options.get(name, set()) | values
    known: list[tuple[str, set[str], Iterable[str]]] = [
        ("a power", powers, game.powers),
        ("a mode", modes, game.checked.modes),
        ("an option", {*options}, game.options),
    ]
    known += [
        (f"a value of {name}", options[name], values)
        for name, values in game.options.items()
        if name in options
    ]
    rules = f"{game.slug} {game.checked.written.edition}"
    for kind, names, of_game in known:
        for name in sorted(names - {*of_game})[:NAMED]:
            hint = suggest(name, of_game)
            yield f"the claim names {kind} that {rules} does not have: {name}" + (
                f" ({hint})" if hint else ""
            )
    every = [*results]
    excused = {result.reason for result in every if result.status == LEFT_OUT}
    yield from (
        f"nothing that was asked needs this exception any more: {exclusion.reason}"
        for exclusion in claim.exclusions
        if exclusion.of_differences and exclusion.reason not in excused
    )
    for status in (LEFT_OUT, UNASKABLE):
        reasons = Counter(result.reason for result in every if result.status == status)
        for reason, count in reasons.most_common(NAMED):
            yield f"{'1 case is' if count == 1 else f'{count} cases are'} {status}: {reason}"
        if len(reasons) > NAMED:
            yield f"and for {len(reasons) - NAMED} more reasons, which the report names"
