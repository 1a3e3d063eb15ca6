"""One case against one implementation: ask, compare, probe, and decide how it went.

A case ends at its first failure. A ProtocolError is not caught here: the code that
started the implementation restarts it.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from thesmos.check.documents.rulings import ORIGINAL, RULINGS
from thesmos.dice import UNIFORM, Rng, drawn
from thesmos.perft.counting import ends_within
from thesmos.play.protocols import SKIP, State
from thesmos_conform.cases.case import RANDOM, SCENARIOS, Case, Look
from thesmos_conform.judging.answers import AnswerJudge
from thesmos_conform.judging.case_results import result_of, unanswered
from thesmos_conform.judging.comparable import comparable
from thesmos_conform.judging.dead_ends import LOST, Expectation
from thesmos_conform.judging.own_steps import Unasked
from thesmos_conform.judging.probes import PROBES, ProbeJudge
from thesmos_conform.judging.result import (
    LEFT_OUT,
    OUR_RULING,
    UNASKABLE,
    AnswerDifference,
    CaseResult,
)
from thesmos_conform.judging.ruled_places import RuledPlaces
from thesmos_conform.judging.tally import CaseFailed, CaseTally
from thesmos_conform.judging.turns import TurnJudge
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import POSITIONS, Answer, Claim, ErrorReply, Place, Reply
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.clause_trace import endings
from thesmos_conform.reference.exclusions import excused, why_not_asked
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.rulings import CitedRuling, not_asked

ROW = 40  # decisions to follow to the end of a turn, at most
COUNTED = 40  # one in this many cases has its turns counted, at the level `perft`
REACHED = 20_000  # positions inside a turn; if there are more, it is not counted


class CaseJudge:
    """Judges cases, as far as an implementation's claim can be compared.

    seed: chooses the near misses. probes: the number of near misses at each place. follow:
    RULINGS, or ORIGINAL to leave out places where we rule otherwise than the recorded original.
    """

    def __init__(
        self,
        oracle: Oracle,
        claim: Claim,
        seed: int = 1,
        probes: int = PROBES,
        follow: str = RULINGS,
    ) -> None:
        self.oracle = oracle
        self.claim = comparable(claim)
        self.seed = seed
        self.follow = follow
        self.answers = AnswerJudge(oracle, self.claim)
        self.probes = ProbeJudge(self.answers, probes)
        self.ruled = RuledPlaces(oracle, self.answers.trace)
        self.turns = TurnJudge(self.answers, self.ruled)

    def judge(self, case: Case, peer: Peer) -> CaseResult:
        """Return the result of a case. Raises ProtocolError; UsageError for an impossible place."""
        began = time.monotonic()
        tally = CaseTally(cited=bool(case.clauses))
        result = result_of(case, "pass")
        try:
            dice = Rng(zlib.crc32(f"{self.seed} {case.id} {case.turned}".encode()))
            for look in case.looks:
                with self._asked(tally), self._ruled(case, tally):
                    if self.claim.granularity == POSITIONS:
                        self.turns.judge(look.place, peer, tally)
                    elif case.whole:
                        self._whole(look.place, peer, tally)
                    else:
                        self._look(look, peer, tally, dice)
            if self._is_counted(case) and not tally.why:
                self._count(case.looks[0].place, peer, tally)
        except CaseFailed as failed:
            without = tuple(p for p in failed.without if p in case.powers)
            result = replace(result, status=failed.status, failure=failed.failure, without=without)
        else:
            if tally.ours is not None:
                result = replace(result, status=OUR_RULING, reason=tally.why, failure=tally.ours)
            elif tally.why:
                result = replace(result, status=tally.status, reason=tally.why)
        return replace(result, decisions=tally.compared, seconds=time.monotonic() - began)

    def ask(self, case: Case, peer: Peer) -> CaseResult:
        """Return the result of a case, even if no valid answer came."""
        try:
            return self.judge(case, peer)
        except ProtocolError as error:
            return unanswered(case, error)

    @contextmanager
    def _asked(self, tally: CaseTally) -> Iterator[None]:
        """Catch what can't be asked of an implementation that takes its own steps."""
        try:
            yield
        except Unasked as unasked:
            tally.leave(UNASKABLE, str(unasked))

    @contextmanager
    def _ruled(self, case: Case, tally: CaseTally) -> Iterator[None]:
        """Catch a difference where our ruling differs from the recorded original."""
        try:
            yield
        except CaseFailed as failed:
            if reason := self._excused(case, failed):
                tally.leave(LEFT_OUT, reason)
                return
            ours = None
            if failed.status == "fail" and not case.turned:
                ours = failed.ours or self._ours(case, failed)
            if ours is None:
                raise
            if self.follow == ORIGINAL:
                tally.leave(LEFT_OUT, not_asked(ours))
            else:
                tally.ours, tally.why = failed.failure, f"ruling {ours.id}: {ours.title}"

    def _excused(self, case: Case, failed: CaseFailed) -> str:
        """Return why the claim lets a case differ as it does; empty if it does not."""
        if not self.claim.exclusions:
            return ""
        differences = failed.failure.differences if failed.status == "fail" else ()
        clauses = [clause for difference in differences for clause in difference.clauses]
        # Nobody can know by which clause an implementation ends a game that goes on here.
        if any(
            difference.key == "result" and not difference.expected for difference in differences
        ):
            with self.oracle.lock:
                clauses += endings(self.oracle.match(failed.failure.place).linked)
        place, deciding = failed.failure.place, (clauses or case.clauses) if differences else ()
        with self.oracle.lock:
            state = self.oracle.path(place).last
            return excused(self.claim, case.id, deciding, place.setup["powers"], state)

    def _ours(self, case: Case, failed: CaseFailed) -> CitedRuling | None:
        """Return our ruling behind a failure of an unchanged case; None if there is none."""
        failure, got = failed.failure, failed.got
        at = failure.place
        tried = [difference.extra for difference in failure.differences[:1]]
        if at.choices and tried == [at.choices[-1:]]:  # a choice that is not on offer
            at = replace(at, choices=at.choices[:-1])
        if case.source != RANDOM and not self.oracle.rulings(case.game).ours(case.id, at.choices):
            return None
        ruling = self.ruled.behind(at, failure.differences)
        if ruling is not None or got is None:
            return ruling
        return self.ruled.with_options(
            failure.place, lambda place: self.answers.accepts(place, got)
        )

    def _left_out(self, place: Place, state: State) -> str:
        """Return why a state of a place is not asked about; empty if it is asked about."""
        with self.oracle.lock:
            reason = why_not_asked(self.claim, place.setup["powers"], state)
            if reason or self.follow != ORIGINAL:
                return reason
            ours = self.ruled.at(place, state)
            return "" if ours is None else not_asked(ours)

    # ----------------------------------------------------------------------- looking

    def _whole(self, place: Place, peer: Peer, tally: CaseTally) -> None:
        """Look at the beginning of a place and after each of its choices.

        Ends before the first state that the claim leaves out.
        """
        expectation = self.answers.dead_ends.expectation(place)
        for number, point in enumerate(expectation.points):
            if reason := self._left_out(place, point.state):
                tally.leave(LEFT_OUT, reason)
                if not number:
                    return
                before = replace(expectation.place, choices=expectation.place.choices[: number - 1])
                expectation = Expectation(before, expectation.points[:number])
                break
        replies = peer.path(expectation.place)
        for number, point in enumerate(expectation.points):
            at = replace(expectation.place, choices=expectation.place.choices[:number])
            got: Reply = replies[number] if number < len(replies) else ErrorReply("no answer")
            self.answers.compare(at, point, got, tally)
        if expectation.refused is not None:
            got = replies[-1] if len(replies) > len(expectation.points) else ErrorReply("no answer")
            self.probes.refused(expectation, got)

    def _look(self, look: Look, peer: Peer, tally: CaseTally, dice: Rng) -> None:
        expectation = self.answers.dead_ends.expectation(look.place)
        reasons = (self._left_out(look.place, point.state) for point in expectation.points)
        if reason := next(filter(None, reasons), ""):
            tally.leave(LEFT_OUT, reason)
            return
        got = peer.look(expectation.place)
        if expectation.refused is not None:
            self.probes.refused(expectation, got)
            return
        self.answers.compare(expectation.place, expectation.last, got, tally)
        if isinstance(got, Answer) and got.partial:
            self._to_the_end(expectation, peer, tally, dice)
        elif "observe" in self.claim.levels:
            for viewer in look.viewers:
                with self._asked(tally):
                    self.answers.view(expectation, viewer, peer)
                    tally.compared += 1
        if self.probes.probe(look.refuse, expectation, peer, tally, dice):
            self.probes.again(expectation, got, peer.look(expectation.place))

    def _to_the_end(
        self, expectation: Expectation, peer: Peer, tally: CaseTally, dice: Rng
    ) -> None:
        """Follow a random turn to its end: whole-turn implementations show results only there.

        Outcomes of chance are drawn uniformly, so that rare ones are asked about.
        """
        place = expectation.place
        for _ in range(ROW):
            accepted = self.answers.dead_ends.expectation(place).last.accepted[0]
            choices = [*(accepted.options or ()), *([SKIP] if accepted.may_skip else [])]
            if not choices:
                return
            place = place.after(choices[drawn([1] * len(choices), dice, UNIFORM)])
            point = self.answers.dead_ends.expectation(place).last
            if self._left_out(place, point.state):
                return
            got = peer.look(place)
            self.answers.compare(place, point, got, tally)
            if not isinstance(got, Answer) or not got.partial:
                return

    # ----------------------------------------------------------------------- counting

    def _is_counted(self, case: Case) -> bool:
        """Return whether to count the turns of a case: rarely, and never if dead ends are losses.

        Never from a set-up, which is not a turn from a position.
        """
        able = (
            "perft" in self.claim.levels
            and self.answers.dead_ends.kind != LOST
            and case.from_position
        )
        drawn = zlib.crc32(f"{case.id} {self.seed}".encode()) % COUNTED == 0
        return able and drawn and case.source == SCENARIOS and not case.turned

    def _count(self, place: Place, peer: Peer, tally: CaseTally) -> None:
        """Compare the number of positions after one turn. Raises CaseFailed."""
        expectation = self.answers.dead_ends.expectation(place)
        if expectation.refused is not None or expectation.last.state.result is not None:
            return
        with self.oracle.lock:
            nodes = ends_within(expectation.last.state, REACHED)
        if nodes is None:
            return
        got = peer.perft(expectation.place, 1)
        if not isinstance(got, int):
            self.answers.answered(expectation.place, expectation.last, got)
        tally.compared += 1
        if got != nodes:
            difference = AnswerDifference("perft", nodes, got if isinstance(got, int) else None)
            raise CaseFailed(
                "fail", self.answers.failure(expectation.place, expectation.last, (difference,))
            )
