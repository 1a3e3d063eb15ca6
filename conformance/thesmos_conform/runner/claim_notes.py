"""A report's notes about a claim: names that may be mistyped, and what was not asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase

from thesmos.diagnostics import suggest
from thesmos.play.game import Game
from thesmos.program.node import Ref
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
    current = game.checked.written.edition
    rules = f"{game.slug} {current}"
    if others := [name for name in claim.editions if name != current]:
        yield (
            f"{'edition' if len(others) == 1 else 'editions'} {', '.join(others)} of the claim: "
            f"ask with --game {game.slug}@{others[0]}"
        )
    for kind, names, of_game in known:
        for name in sorted(names - {*of_game})[:NAMED]:
            hint = suggest(name, of_game)
            yield f"the claim names {kind} that {rules} does not have: {name}" + (
                f" ({hint})" if hint else ""
            )
    every = [*results]
    yield from _misnamed(claim, game, rules, [result.id for result in every])
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


def _misnamed(claim: Claim, game: Game, rules: str, cases: Sequence[str]) -> Iterator[str]:
    """Yield a note for each clause and scenario that an exception names and the game lacks.

    cases: the ids of all cases; empty if nothing was asked, and scenarios are not known.
    """
    named = any(exclusion.clauses for exclusion in claim.exclusions)
    known = _ids(game) if named else frozenset[str]()
    for exclusion in claim.exclusions:
        for name in sorted(exclusion.clauses - known):
            hint = suggest(name, known)
            yield f"an exception names a clause that {rules} does not have: {name}" + (
                f" ({hint})" if hint else ""
            )
        for name in sorted(exclusion.scenarios):
            if cases and not any(fnmatchcase(id, name) for id in cases):
                yield f"an exception names a scenario that {rules} does not have: {name}"


def _ids(game: Game) -> frozenset[str]:
    """Return the ids of clauses, actions, rules and steps, and what they begin with."""
    program = game.program
    ids = set[str]()
    for part in (program.base, *program.cards.values()):
        ids |= {clause.id for clause in part.clauses} | {f"step.{s.name}" for s in part.steps}
        for action in part.actions:
            ids |= {f"{called}.{r.name}" for called in _names(action.name) for r in action.rules}
            ids |= _names(action.name)
    whole = {".".join(id.split(".")[:count]) for id in ids for count in range(1, id.count(".") + 1)}
    return frozenset(ids | whole)


def _names(action: Ref) -> set[str]:
    return {str(action), action.name}
