"""One answer against what is accepted: the differences, the clauses behind them, the failure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.protocols import State
from thesmos_conform.cases.case import MEMORY
from thesmos_conform.protocol.messages import (
    POSITIONS,
    Answer,
    Claim,
    ErrorReply,
    Json,
    Place,
    Reply,
    Unsupported,
)
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.clause_trace import ACTING, ClauseTrace
from thesmos_conform.reference.oracle import Oracle, by_player_of, keys_of
from thesmos_conform.reference.reference import answer
from thesmos_conform.runner.case_results import without
from thesmos_conform.runner.compare import (
    ClauseLookup,
    ComparisonScope,
    answer_differences,
    seen_differently,
)
from thesmos_conform.runner.dead_ends import DeadEndPolicy, Expectation, ExpectedPoint
from thesmos_conform.runner.result import AnswerDifference, CaseFailure
from thesmos_conform.runner.tally import CaseFailed, CaseTally
from thesmos_conform.runner.told_memory import as_written, remembers
from thesmos_conform.runner.turn_ends import end_differences, ends_of

UNEXPLAINED = ClauseLookup()


class AnswerJudge:
    """Judges single answers of an implementation, as far as its claim can be compared.

    Its methods raise CaseFailed for an answer that is wrong.
    """

    def __init__(self, oracle: Oracle, claim: Claim) -> None:
        self.oracle = oracle
        self.claim = claim
        self.dead_ends = DeadEndPolicy(oracle, claim.dead_ends, events="events" in claim.levels)
        self.trace = ClauseTrace(oracle)

    def compare(self, place: Place, point: ExpectedPoint, got: Reply, tally: CaseTally) -> None:
        """Compare an answer with what is accepted. Raises CaseFailed."""
        self.answered(place, point, got)
        tally.compared += 1
        tally.offered += [o for one in point.accepted for o in one.options or ()][:20]
        if self.nearest(point, got):
            found = self._with_clauses(point, got, tally)
            raise CaseFailed("fail", self.failure(place, point, found), self.without(place, got))

    def view(self, asked: Expectation, viewer: int, peer: Peer) -> None:
        """Compare what a player sees. Raises CaseFailed."""
        got = peer.look(asked.place, viewer=viewer)
        self.answered(asked.place, asked.last, got)
        state = asked.last.state
        with self.oracle.lock:
            expected = answer(state, viewer=viewer)
        scope = ComparisonScope(self.claim.levels, keys_of(state), by_player_of(state))
        found = seen_differently(expected, got, scope)
        if found:
            named = [replace(one, key=f"view.{viewer}.{one.key}") for one in found]
            raise CaseFailed("fail", self.failure(asked.place, asked.last, named))

    def answered(self, place: Place, point: ExpectedPoint, got: Reply) -> None:
        """Raise CaseFailed for a reply that does not answer a question within the claim."""
        if isinstance(got, Unsupported):
            raise CaseFailed(
                "broken claim", self.failure(place, point, (), f"unsupported: {got.what}")
            )
        if isinstance(got, ErrorReply):
            raise CaseFailed("error", self.failure(place, point, (), f"error: {got.message}"))

    def nearest(
        self, point: ExpectedPoint, got: Reply, lookup: ClauseLookup = UNEXPLAINED
    ) -> tuple[AnswerDifference, ...]:
        """Return the differences from the closest accepted answer."""
        keys = keys_of(point.state)
        if self.claim.memory and point.state.result is None and remembers(got):
            got, keys = as_written(got, point.state), keys | {MEMORY}
        scope = ComparisonScope(self.claim.levels, keys, by_player_of(point.state))
        return min((answer_differences(one, got, scope, lookup) for one in point.accepted), key=len)

    def _with_clauses(
        self, point: ExpectedPoint, got: Reply, tally: CaseTally
    ) -> tuple[AnswerDifference, ...]:
        """Return the differences from the closest accepted answer, with the clauses behind them.

        For differences other than in the options: the clauses of cards that acted on the way,
        unless the case itself cites clauses.
        """
        state, before, choice = point.state, point.before, point.choice
        lookup = ClauseLookup(
            lambda texts: self.trace.offering(state, texts, before, choice),
            lambda texts: self.trace.forbidding(state, texts),
        )
        found = self.nearest(point, got, lookup)
        if tally.cited or not found or any(one.clauses for one in found):
            return found
        acted = self.trace.held(state, before, choice, ACTING)
        return (replace(found[0], clauses=tuple(acted)), *found[1:])

    def failure(
        self,
        place: Place,
        point: ExpectedPoint,
        found: Sequence[AnswerDifference],
        message: str = "",
    ) -> CaseFailure:
        """Return a failure at a place, with the positions before and after its last choice."""
        before = None if point.before is None else self._position(point.before)
        return CaseFailure(place, tuple(found), message, before, self._position(point.state))

    def _position(self, state: State) -> Json:
        with self.oracle.lock:
            return state.position()

    def without(self, place: Place, got: Reply) -> tuple[str, ...]:
        """Return the powers without which the reference would have given this answer."""
        powers = [power for power in place.setup["powers"] if power]
        return tuple(p for p in powers if self._alike(without(place, p), got))

    def _alike(self, place: Place, got: Reply) -> bool:
        try:
            if self.claim.granularity == POSITIONS:
                return not end_differences(ends_of(self.oracle, place, self.claim), got)
            asked = self.dead_ends.expectation(place)
        except (UsageError, SpecError):  # a position that is possible only with this power
            return False
        # The implementation may know who holds the power, although that has no effect.
        bare = replace(got, held=None) if isinstance(got, Answer) else got
        return asked.refused is None and not self.nearest(asked.last, bare)
