"""A whole run in summary: its groups of failures, its powers, its verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from thesmos.diagnostics import counted, number
from thesmos_conform.cases.case import CANARIES
from thesmos_conform.judging.result import (
    EXPECTED,
    FILTERED,
    LEFT_OUT,
    NO_FAILURE,
    NOT_RUN,
    OUR_RULING,
    PASSED,
    PASSED_BEFORE,
    SKIPPED,
    SLOW,
    STATUSES,
    UNASKABLE,
    UNASKED,
    UNEXPECTED,
    CaseResult,
    SuiteRun,
)
from thesmos_conform.protocol.messages import POSITIONS
from thesmos_conform.report.failure import deciding, differences
from thesmos_conform.report.sentences import few

BY_CARD = "Failures by the card or rule concerned"
TOO_LITTLE = "too little asked"
NOWHERE = "no deciding clause is known"
UNLISTED = "Passing now: take these off the list of known failures"
NOT_ASKED = frozenset({NOT_RUN, *UNASKED, *FILTERED})
FINE = NO_FAILURE | {UNEXPECTED}  # nothing for the implementation to fix


@dataclass(frozen=True)
class FailureGroup:
    """The failures that concern one card, or one rule of the game.

    name: the card or rule.
    clauses: the card's deciding clauses, the most frequent first.
    results: those with the fewest differences first, since they are the easiest to understand.
    """

    name: str
    clauses: tuple[str, ...]
    results: tuple[CaseResult, ...]


def groups(run: SuiteRun) -> list[FailureGroup]:
    """Return the failures by card concerned, else by first deciding rule; largest group first."""
    by_card: dict[str, list[CaseResult]] = {}
    for result in run.results:
        if result.status not in FINE:
            by_card.setdefault(concerned(result), []).append(result)
    failure_groups = [
        FailureGroup(name, _clauses_of(name, results), tuple(sorted(results, key=_size)))
        for name, results in by_card.items()
    ]
    return sorted(failure_groups, key=lambda group: (-len(group.results), group.name))


def _size(result: CaseResult) -> int:
    return len(differences(result))


def concerned(result: CaseResult) -> str:
    """Return the card that a failure is about, the deciding rule if no card is, or NOWHERE."""
    ids = deciding(result)
    cards = (card for card in (id.partition(".")[0] for id in ids) if card in result.powers)
    return next(cards, next(iter(ids), NOWHERE))


def _clauses_of(name: str, results: Iterable[CaseResult]) -> tuple[str, ...]:
    """Return the clauses of a card that decide these failures, the most frequent first."""
    ids = (id for result in results for id in dict.fromkeys(deciding(result)))
    counts = Counter(id for id in ids if id.startswith(f"{name}."))
    return tuple(id for id, _ in counts.most_common())


def unexpected_passes(run: SuiteRun) -> list[CaseResult]:
    """Return the cases that pass although they are listed as known failures: the list is wrong."""
    return [result for result in run.results if result.status == UNEXPECTED]


def by_power(run: SuiteRun) -> dict[str, Counter[str]]:
    """Count the statuses of the cases with each power; cases without powers are under `none`.

    Powers without an asked case are left out, and so are canaries: a power that is correctly
    refused has not passed.
    """
    table = _by_power(run)
    rows = {power: counts for power, counts in table.items() if counts.keys() - NOT_ASKED}
    return dict(sorted(rows.items(), key=lambda item: (item[0] != "none", item[0])))


def statuses_by_power(run: SuiteRun) -> list[str]:
    """Return the statuses that some power has in `by_power`, in the order of the tables."""
    rows = by_power(run).values()
    return [status for status in STATUSES if any(counts[status] for counts in rows)]


def powers_not_asked(run: SuiteRun) -> str:
    """Return how many powers have cases but were not asked about, in words; empty if none."""
    count = len(_by_power(run)) - len(by_power(run))
    return f"{counted(count, 'more power')}, not asked about" if count else ""


def _by_power(run: SuiteRun) -> dict[str, Counter[str]]:
    table: dict[str, Counter[str]] = {}
    for result in run.results:
        if result.source != CANARIES:
            for power in sorted(set(result.powers)) or ["none"]:
                table.setdefault(power, Counter())[result.status] += 1
    return table


def implementation(run: SuiteRun) -> str:
    """Return the name of the implementation: `tower-js 1.2 (JavaScript)`."""
    language = run.hello.language
    return f"{named(run)} ({language})" if language else named(run)


def named(run: SuiteRun) -> str:
    """Return the name of the implementation with its version: `tower-js 1.2`."""
    return " ".join(part for part in (run.hello.name, run.hello.version) if part)


def claim(run: SuiteRun) -> str:
    """Return the claim, as a verdict names it: `PROFILE plus POWER, POWER (turns from positions)`.

    The last part only where no more than that can be asked.
    """
    named = f"{run.profile} plus {few(run.besides)}" if run.besides else run.profile
    claimed = run.hello.games.get(run.game)
    by_positions = claimed is not None and claimed.granularity == POSITIONS
    return f"{named} (turns from positions)" if by_positions else named


def verdict(run: SuiteRun) -> str:
    """Return the verdict in a sentence; never a percentage, which would hide what was not asked."""
    failed = [r for r in run.results if r.status not in FINE]
    levels, claimed = ", ".join(run.levels), claim(run)
    if not run.complete:
        wrong = f"; {_cases(len(failed))} wrong" if failed else ""
        return f"incomplete: the run ended before every case of {claimed} was asked{wrong}"
    if failed:
        return f"not conformant for {claimed}: {_cases(len(failed))} wrong"
    if listed := unexpected_passes(run):
        words = "case passes" if len(listed) == 1 else "cases pass"
        return (
            f"not shown conformant for {claimed}: {len(listed)} {words} although known to fail; "
            "take them off the list"
        )
    if held := _held(run):
        return f"not shown conformant for {claimed}: {held}"
    if unasked := run.count(NOT_RUN):
        return f"not shown conformant for {claimed}: {_cases(unasked)} not asked"
    passed = run.count(*PASSED)
    if not passed:
        nothing = f"no case was asked{_why_not(run)}{_apart(run)}"
        return f"{TOO_LITTLE} for a verdict on {claimed}: {nothing}"
    cases = f"all {passed} cases" if passed > 1 else "the one case"
    if run.too_little:
        return (
            f"{TOO_LITTLE} for a verdict on {claimed}: {cases} passed{_rests_on(run)}{_apart(run)}"
        )
    return f"conformant for {claimed}: {cases} passed ({levels}){_rests_on(run)}{_apart(run)}"


def _why_not(run: SuiteRun) -> str:
    """Return the most frequent reason why cases were not asked, in brackets; empty if none."""
    reasons = Counter(
        f"{result.status}: {result.reason}" for result in run.results if result.status in UNASKED
    )
    return "".join(f" ({count} {reason})" for reason, count in reasons.most_common(1))


def outcome(run: SuiteRun) -> str:
    """Return the verdict in two words, for a badge."""
    if not run.complete:
        return "incomplete"
    if run.too_little:
        return TOO_LITTLE
    return "conformant" if run.conformant else "not conformant"


def _rests_on(run: SuiteRun) -> str:
    """Return what stands behind a verdict: how many clauses, decisions and cases."""
    weight = run.weight
    if weight is None:
        return ""
    parts = [
        f"{number(weight.clauses)} of {counted(weight.of, 'clause')}",
        counted(weight.decisions, "decision"),
        counted(weight.scenarios, "scenario"),
    ]
    parts += [counted(weight.games, "game")] if weight.games else []
    return f"; {', '.join(parts)}"


def _held(run: SuiteRun) -> str:
    """Return how many cases the caller has left out, in words; empty if none."""
    held, before = run.count(SKIPPED, EXPECTED), run.count(PASSED_BEFORE)
    words = [f"{_cases(held)} skipped or known to fail"] if held else []
    words += [f"{before} passed in the earlier run and {_were(before)} not asked"] if before else []
    return "; ".join(words)


def _apart(run: SuiteRun) -> str:
    """Return the end of a verdict: the cases that are counted separately; may be empty."""
    left_out, unaskable, ours, slow = (
        run.count(status) for status in (LEFT_OUT, UNASKABLE, OUR_RULING, SLOW)
    )
    words = [f"; {slow} slow"] if slow else []
    words += [f"; {left_out} left out of the claim"] if left_out else []
    words += [f"; {unaskable} not askable"] if unaskable else []
    words += [f"; {ours} by rulings of ours only"] if ours else []
    return "".join(words)


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def _cases(count: int) -> str:
    return "1 case is" if count == 1 else f"{count} cases are"
