"""One answer against what is accepted: the differences, the clauses behind them, the failure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.protocols import CONCEDE, State
from thesmos.program.clauses import ForbidSkip, MaySkip, Veto
from thesmos.semantics.losing import CONCEDED, LAST_STANDING
from thesmos_conform.cases.case import MEMORY
from thesmos_conform.judging.answered_memory import as_written, remembers
from thesmos_conform.judging.case_results import without
from thesmos_conform.judging.compare import (
    ClauseLookup,
    ComparisonScope,
    answer_differences,
    seen_differently,
)
from thesmos_conform.judging.dead_ends import DeadEndPolicy, Expectation, ExpectedPoint
from thesmos_conform.judging.own_steps import SkippedStep
from thesmos_conform.judging.result import AnswerDifference, CaseFailure
from thesmos_conform.judging.tally import CaseFailed, CaseTally
from thesmos_conform.judging.turn_ends import end_differences, ends_of
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
from thesmos_conform.reference.clause_trace import ACTING, ClauseTrace, endings
from thesmos_conform.reference.oracle import Oracle, by_player_of, keys_of, linked_of, rules_of
from thesmos_conform.reference.reference import answer

UNEXPLAINED = ClauseLookup()
ANOTHER_STEP = frozenset({"player", "turn_of", "step", "power"})  # keys that say which step it is
STATE = ("position", "held")  # what keys begin with that say in which state it is


def view_failure(
    place: Place, before: State | None, state: State, viewer: int, got: Reply,
    levels: Collection[str],
) -> CaseFailure | None:  # fmt: skip
    """Return what is wrong with an answer about what a player sees; None if nothing is.

    Beside the place that was asked about, it tells what the player sees, and no more.
    before, state: around the last choice. levels: those that are compared.
    """
    expected = answer(state, viewer=viewer)
    scope = ComparisonScope(levels, keys_of(state), by_player_of(state))
    differences = seen_differently(expected, got, scope)
    if not differences:
        return None
    named = (replace(part, key=f"view.{viewer}.{part.key}") for part in differences)
    seen = None if before is None else before.view(viewer).position()
    return CaseFailure(place, (*named,), "", seen, expected.position)


class AnswerJudge:
    """Judges single answers of an implementation, as far as its claim can be compared.

    Its methods raise CaseFailed for an answer that is wrong.
    """

    def __init__(self, oracle: Oracle, claim: Claim) -> None:
        self.oracle = oracle
        self.claim = claim
        self.dead_ends = DeadEndPolicy(
            oracle, claim.dead_ends, "events" in claim.levels, placed="apply" in claim.levels
        )
        self.trace = ClauseTrace(oracle)

    def compare(self, place: Place, point: ExpectedPoint, got: Reply, tally: CaseTally) -> None:
        """Compare an answer with what is accepted. Raises CaseFailed."""
        self.answered(place, point, got)
        tally.compared += not isinstance(got, SkippedStep)
        tally.offered += [o for accepted in point.accepted for o in accepted.options or ()][:20]
        if self.nearest(point, got):
            differences = self._with_clauses(point, got, tally)
            raise CaseFailed(
                "fail",
                self.failure(place, point, differences),
                self.without(place, got),
                got=got if isinstance(got, Answer) else None,
            )

    def view(self, expectation: Expectation, viewer: int, peer: Peer) -> None:
        """Compare what a player sees. Raises CaseFailed."""
        got = peer.look(expectation.place, viewer=viewer)
        self.answered(expectation.place, expectation.last, got)
        with self.oracle.lock:
            last = expectation.last
            failure = view_failure(
                expectation.place, last.before, last.state, viewer, got, self.claim.levels
            )
        if failure is not None:
            raise CaseFailed("fail", failure)

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
        return min(
            (answer_differences(accepted, got, scope, lookup) for accepted in point.accepted),
            key=len,
        )

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
        differences = self._with_grounds(point, self.nearest(point, got, lookup))
        differences = tuple(self._with_skipping(state, differences))
        if tally.cited or not differences:
            return differences
        if any(self._is_of_another_step(state, difference) for difference in differences):
            return self._with_steps(point, differences)
        elsewhere = any(difference.key.startswith(STATE) for difference in differences)
        rules = rules_of(state)
        if any(not rules.issuperset(difference.clauses) for difference in differences):
            return differences
        if any(difference.clauses for difference in differences) and not elsewhere:
            return differences
        # In another position, what forbids or allows options of ours explains nothing.
        behind = self._behind(point, differences) or tuple(
            c for d in differences for c in d.clauses
        )
        bare = (replace(difference, clauses=()) for difference in differences[1:])
        return (replace(differences[0], clauses=behind), *bare)

    def _is_of_another_step(self, state: State, difference: AnswerDifference) -> bool:
        """Return whether a difference shows that the implementation is at another step.

        That is so if it offers nothing of what is on offer here, but what no option here can be.
        """
        if difference.key != "options" or not (difference.missing and difference.extra):
            return difference.key in ANOTHER_STEP
        nothing_common = {*difference.missing} == {*difference.expected}
        return nothing_common and not self.trace.is_of_step(state, difference.extra[0])

    def _with_steps(
        self, point: ExpectedPoint, differences: tuple[AnswerDifference, ...]
    ) -> tuple[AnswerDifference, ...]:
        """Return the differences where the implementation is at another step.

        There, what forbids or allows options of our step explains nothing, unless it is on a card.
        """
        stepping = self.trace.stepping(point.state, point.before, point.choice)
        rules = rules_of(point.state)
        if not stepping or any(not rules.issuperset(d.clauses) for d in differences):
            return differences
        bare = (replace(difference, clauses=()) for difference in differences[1:])
        return (replace(differences[0], clauses=stepping), *bare)

    def _behind(
        self, point: ExpectedPoint, differences: Sequence[AnswerDifference]
    ) -> tuple[str, ...]:
        """Return what may be behind differences for which nothing is known.

        The clauses of cards that acted on the way; if none did, those that may act, of the player's
        cards and of cards that somebody holds or does not, the permits of the choice, and the
        action itself. Before any choice, those of everybody's cards if the player's have none.
        """
        state, before, choice = point.state, point.before, point.choice
        acted = tuple(self.trace.held(state, before, choice, ACTING))
        if acted:
            return acted
        moved = (
            {*chain(*difference.expected)} ^ {*chain(*difference.got)}
            for difference in differences
            if difference.key == "held"
        )
        of_cards = self.trace.of_cards(state, chain.from_iterable(moved), ACTING)
        of_player = self.trace.of_player(before or state, ACTING)
        if before is None:
            everyone = chain.from_iterable(state.held)
            return (*dict.fromkeys([*of_cards, *of_player]),) or self.trace.of_cards(
                state, everyone, ACTING
            )
        action = self.trace.acting(before, choice)
        waiving = self.trace.waiving(before, choice)
        return (*dict.fromkeys([*of_cards, *waiving, *of_player]), *([action] if action else []))

    def _with_grounds(
        self, point: ExpectedPoint, differences: tuple[AnswerDifference, ...]
    ) -> tuple[AnswerDifference, ...]:
        """Return the differences; those in the result with the clauses of the ground it has here.

        Where the game goes on here, these are the vetoes that hold here, and the clauses of the
        ground that the implementation gives, or of any.
        """
        state, grounded = point.state, []
        for difference in differences:
            over = state.result
            got = difference.got if isinstance(difference.got, dict) else {}
            ground = over.reason if over is not None else str(got.get("reason", ""))
            ends = ground or got.get("winners")
            if ends and difference.key.startswith("result") and not difference.clauses:
                if over is None:
                    ids = (*self._vetoes(point), *endings(linked_of(state), ground))
                else:
                    ended = self.trace.ending(state, point.before, point.choice, ground)
                    ids = (*self._losses(point, ground), *ended)
                difference = replace(difference, clauses=ids)  # noqa: PLW2901
            grounded.append(difference)
        return tuple(grounded)

    def _with_skipping(
        self, state: State, differences: Iterable[AnswerDifference]
    ) -> Iterator[AnswerDifference]:
        """Yield the differences; that in skipping with the clauses that allow or forbid it here."""
        for difference in differences:
            if difference.key == "may_skip":
                kinds = (MaySkip,) if difference.expected else (ForbidSkip,)
                held = tuple(self.trace.held(state, None, "", kinds))
                ids = held or self.trace.of_player(state, kinds)
                yield replace(difference, clauses=ids)
            else:
                yield difference

    def _vetoes(self, point: ExpectedPoint) -> Sequence[str]:
        """Return the vetoes on cards that held on the way to a state."""
        if point.before is None:
            return ()
        return self.trace.held(point.state, point.before, point.choice, (Veto,))

    def _losses(self, point: ExpectedPoint, ground: str) -> Sequence[str]:
        """Return what ends a game by the losses of others, of no clause's ground."""
        if ground == CONCEDED and point.choice == CONCEDE:
            return (CONCEDE,)
        if ground == LAST_STANDING and point.before is not None:
            return (*self.trace.held(point.state, point.before, point.choice, ACTING), ground)
        return ()

    def failure(
        self,
        place: Place,
        point: ExpectedPoint,
        differences: Sequence[AnswerDifference],
        message: str = "",
    ) -> CaseFailure:
        """Return a failure at a place, with the positions before and after its last choice."""
        before = None if point.before is None else self._position(point.before)
        return CaseFailure(place, tuple(differences), message, before, self._position(point.state))

    def _position(self, state: State) -> Json:
        with self.oracle.lock:
            return state.position()

    def without(self, place: Place, got: Reply) -> tuple[str, ...]:
        """Return the powers without which the reference would have given this answer."""
        powers = [power for power in place.setup["powers"] if power]
        # The implementation may know who holds the power, although that has no effect.
        bare = replace(got, held=None) if isinstance(got, Answer) else got
        return tuple(p for p in powers if self.accepts(without(place, p), bare))

    def accepts(self, place: Place, got: Reply) -> bool:
        """Return whether an answer is accepted at a place; False if there is no such place."""
        try:
            if self.claim.granularity == POSITIONS:
                return not end_differences(ends_of(self.oracle, place, self.claim), got)
            expectation = self.dead_ends.expectation(place)
        except (UsageError, SpecError):  # a position that is possible only with another set-up
            return False
        return expectation.refused is None and not self.nearest(expectation.last, got)
