"""Canaries: checks that an implementation's claims are true.

A power that is not claimed must be answered with `unsupported`, because a guess would be believed.
A claimed power must have an effect: if the answers in all its scenarios are those without it, the
implementation does not have it. A conversation must end as the protocol says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.game import Game
from thesmos_conform.cases.case import CANARIES, IMPOSSIBLE, SCENARIOS, Case, Look
from thesmos_conform.cases.profile import modes_of
from thesmos_conform.judging.case_results import places, result_of, without
from thesmos_conform.judging.compare import ComparisonScope, answer_differences
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.judging.result import GOOD, HONEST, CaseFailure, CaseResult
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Claim, ErrorReply, Place, Unsupported
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.oracle import by_player_of, keys_of
from thesmos_conform.reference.reference import answer

BYE = "canary:bye"


def undeclared(cases: Iterable[Case], claim: Claim, game: Game) -> Iterator[Case]:
    """Yield a case for each power that is not claimed, in which only that exceeds the claim."""
    if claim.powers is None:
        return
    done: set[str] = set()
    modes = modes_of(game, claim)
    for case in cases:
        beyond = case.powers - claim.powers
        if case.source != SCENARIOS or len(beyond) != 1 or case.mode not in modes:
            continue
        power = min(beyond)
        if power in done or IMPOSSIBLE in case.needs or (case.needs and not claim.memory):
            continue
        done.add(power)
        place = case.looks[0].place
        begin = place.position if "position" in claim.begins else None
        look = Look(Place(place.game, place.setup, begin))
        yield replace(
            case, id=f"canary:{power}", source=CANARIES, looks=(look,), clauses=(),
            title=f"{power} is not claimed, and must be answered with `unsupported`",
        )  # fmt: skip


def judge_canary(case: Case, peer: Peer) -> CaseResult:
    """Return the result of asking about a power that is not claimed. Raises ProtocolError."""
    place = case.looks[0].place
    got = peer.look(place)
    if isinstance(got, Unsupported):
        return replace(result_of(case, HONEST), decisions=1)
    if isinstance(got, ErrorReply):
        message = f"must be answered with `unsupported`, not with an error: {got.message}"
        return replace(result_of(case, "error"), failure=CaseFailure(place, message=message))
    message = "not claimed, but answered anyway"
    return replace(result_of(case, "guess"), failure=CaseFailure(place, message=message))


def bad_end(game: str, remark: ProtocolError) -> CaseResult:
    """Return a problem at the end of a conversation, as a case of its own."""
    failure = CaseFailure(
        Place(game, {}), message=f"{remark}; {remark.kind.hint}", line=remark.line,
        stderr=remark.stderr,
    )  # fmt: skip
    title = "a conversation ends with `bye`, an answer, and exit code 0"
    return CaseResult(BYE, CANARIES, remark.kind.status, title, failure=failure)


def idle(
    results: Sequence[CaseResult], cases: Mapping[str, Case], judge: CaseJudge
) -> dict[str, tuple[str, ...]]:
    """Find claimed powers without effect: all their scenarios are answered as if they were absent.

    Returns the ids of the cases that show it, by power.
    """
    idle_powers = {}
    for power in sorted({power for result in results for power in result.without}):
        with_power = [
            result
            for result in results
            if power in result.powers and result.source == SCENARIOS and result.id in cases
        ]
        failing = [result for result in with_power if result.status == "fail"]
        passing = [cases[result.id] for result in with_power if result.status in GOOD]
        alike = failing and all(power in result.without for result in failing)
        if alike and not any(acts(case, power, judge) for case in passing):
            idle_powers[power] = tuple(result.id for result in failing)
    return idle_powers


def acts(case: Case, power: str, judge: CaseJudge) -> bool:
    """Return whether a power changes any answer of a case that passed."""
    for place in places(case):
        try:
            with judge.oracle.lock:
                state = judge.answers.dead_ends.expectation(place).last.state
                other = judge.answers.dead_ends.expectation(without(place, power))
                bare = answer(other.last.state, began=not place.choices)
        except (UsageError, SpecError):  # the position is impossible without the power
            return True
        scope = ComparisonScope(judge.claim.levels, keys_of(state), by_player_of(state))
        real = answer(state, began=not place.choices)
        if other.refused is not None or answer_differences(real, replace(bare, held=None), scope):
            return True
    return False
