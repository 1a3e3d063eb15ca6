"""Implementations that know only positions: each turn on the way to a place is a question."""

from __future__ import annotations

from thesmos_conform.judging.answers import AnswerJudge
from thesmos_conform.judging.dead_ends import ExpectedPoint
from thesmos_conform.judging.result import LEFT_OUT, UNASKABLE
from thesmos_conform.judging.ruled_places import RuledPlaces
from thesmos_conform.judging.ruled_turns import RuledTurns
from thesmos_conform.judging.tally import CaseFailed, CaseTally
from thesmos_conform.judging.turn_ends import (
    LongTurnError,
    TurnEnds,
    end_differences,
    end_sets,
    ends_of,
    turn_starts,
    why_ends_left_out,
    with_clauses,
)
from thesmos_conform.protocol.messages import Answer, Place, Reply
from thesmos_conform.protocol.peer import Peer


class TurnJudge:
    """Judges the turns of an implementation that answers with the positions they lead to."""

    def __init__(self, answers: AnswerJudge, ruled: RuledPlaces) -> None:
        self.answers = answers
        self.ruled = RuledTurns(ruled, answers.claim)

    def judge(self, place: Place, peer: Peer, tally: CaseTally) -> None:
        """Ask how each turn on the way to a place can end, including the turn the place is in.

        Raises CaseFailed at the first turn that is wrong; for a turn that our ruling explains, only
        after all the others, since each begins at its own position.
        """
        explained: CaseFailed | None = None
        for start in turn_starts(self.answers.oracle, place, self.answers.claim):
            if start.status:
                tally.leave(start.status, start.reason)
            if start.status or start.place in tally.turns:
                continue
            tally.turns.append(start.place)
            try:
                self._turn(start.place, peer, tally)
            except CaseFailed as failed:
                if failed.ours is None:
                    raise
                explained = explained or failed
        if explained is not None:
            raise explained

    def _turn(self, start: Place, peer: Peer, tally: CaseTally) -> None:
        """Ask how the turn that begins at a place can end. Raises CaseFailed."""
        oracle, claim = self.answers.oracle, self.answers.claim
        try:
            with oracle.lock:
                expected = ends_of(oracle, start, claim)
                reason = why_ends_left_out(expected, claim, start)
        except LongTurnError as error:
            tally.leave(UNASKABLE, error.message)
            return
        if reason:
            tally.leave(LEFT_OUT, reason)
            return
        got = peer.look(start)
        with oracle.lock:
            self._compare(start, expected, got, tally)

    def _compare(self, start: Place, expected: TurnEnds, got: Reply, tally: CaseTally) -> None:
        """Compare an answer with how a turn can end. Raises CaseFailed."""
        point = ExpectedPoint(tuple, expected.start)
        self.answers.answered(start, point, got)
        tally.compared += 1
        differences = end_differences(expected, got)
        if not differences:
            return
        ours = None
        if isinstance(got, Answer) and (got.positions or got.hashes):
            ours = self.ruled.behind(start, expected, end_sets(expected, got))
        differences, unexplained = with_clauses(
            differences, expected, self.answers.claim, self.answers.trace, cited=tally.cited
        )
        failure = self.answers.failure(start, point, differences, unexplained)
        raise CaseFailed("fail", failure, self.answers.without(start, got), ours)
