"""One case against one implementation: ask, compare, probe, and decide how it went.

A case ends at its first failure. A ProtocolError is not caught here: the code that
started the implementation restarts it.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.protocols import SKIP, State
from thesmos.play.rng import Rng
from thesmos.tools.perft import ends_within
from thesmos_conform.cases.case import MEMORY, RANDOM, SCENARIOS, Case, IllegalOption, Look
from thesmos_conform.cases.near_misses import near_misses
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import (
    POSITIONS,
    Answer,
    Claim,
    ErrorReply,
    Json,
    Place,
    Refused,
    Reply,
    Unsupported,
)
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.clause_trace import ACTING, ClauseTrace
from thesmos_conform.reference.exclusions import why_not_asked
from thesmos_conform.reference.oracle import Oracle, by_player_of, keys_of
from thesmos_conform.reference.reference import answer
from thesmos_conform.reference.rulings import ORIGINAL, RULINGS, CitedRuling, not_asked
from thesmos_conform.runner.case_results import result_of, unanswered, without
from thesmos_conform.runner.comparable import comparable
from thesmos_conform.runner.compare import (
    ClauseLookup,
    ComparisonScope,
    differences,
    refusal,
    seen_differently,
)
from thesmos_conform.runner.dead_ends import LOST, DeadEndPolicy, Expectation, ExpectedPoint
from thesmos_conform.runner.result import (
    LEFT_OUT,
    OUR_RULING,
    UNASKABLE,
    AnswerDifference,
    CaseFailure,
    CaseResult,
)
from thesmos_conform.runner.ruled_places import RuledPlaces
from thesmos_conform.runner.ruled_turns import RuledTurns
from thesmos_conform.runner.told_memory import as_written, remembers
from thesmos_conform.runner.turn_ends import (
    LongTurnError,
    end_differences,
    end_sets,
    ends_of,
    turn_starts,
    why_ends_left_out,
    with_clauses,
)

ROW = 40  # decisions to follow to the end of a turn, at most
COUNTED = 40  # one in this many cases has its turns counted, at the level `perft`
REACHED = 20_000  # positions inside a turn; if there are more, it is not counted
UNEXPLAINED = ClauseLookup()
PROBES = 1  # near misses for each place, in addition to those that scenarios name


@dataclass(eq=False)
class CaseFailed(Exception):  # noqa: N818 - not an error, a finding
    """Raised at the first failure of a case; never leaves this module.

    ours: a ruling of ours that is known to be behind it.
    """

    status: str
    failure: CaseFailure
    without: tuple[str, ...] = ()
    ours: CitedRuling | None = None


@dataclass
class CaseTally:
    """What has been seen of a case so far.

    cited: whether the case names clauses. ours: a difference where our ruling differs from the
    recorded original. why: that ruling, or else why a part of the case was not asked, and status:
    what that makes of the case. turns: the places at the beginning of turns that were asked about.
    """

    compared: int = 0
    cited: bool = False
    ours: CaseFailure | None = None
    why: str = ""
    status: str = ""
    turns: list[Place] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)

    def leave(self, status: str, why: str) -> None:
        """Note that a part of the case is not asked. What the claim leaves out counts most."""
        if not self.status or self.status == UNASKABLE != status:
            self.status, self.why = status, why


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
        self.probes = probes
        self.dead_ends = DeadEndPolicy(
            oracle, self.claim.dead_ends, events="events" in self.claim.levels
        )
        self.trace = ClauseTrace(oracle)
        self.follow = follow
        self.ruled = RuledPlaces(oracle, self.trace)
        self.ruled_turns = RuledTurns(self.ruled, self.claim)

    def judge(self, case: Case, peer: Peer) -> CaseResult:
        """Return the result of a case. Raises ProtocolError; UsageError for an impossible place."""
        began = time.monotonic()
        tally = CaseTally(cited=bool(case.clauses))
        made = result_of(case, "pass")
        try:
            dice = Rng(zlib.crc32(f"{self.seed} {case.id} {case.turned}".encode()))
            for look in case.looks:
                with self._ruled(case, tally):
                    if self.claim.granularity == POSITIONS:
                        self._turns(look.place, peer, tally)
                    elif case.whole:
                        self._whole(look.place, peer, tally)
                    else:
                        self._look(look, peer, tally, dice)
            if self._is_counted(case) and not tally.why:
                self._count(case.looks[0].place, peer, tally)
        except CaseFailed as failed:
            without = tuple(p for p in failed.without if p in case.powers)
            made = replace(made, status=failed.status, failure=failed.failure, without=without)
        else:
            if tally.ours is not None:
                made = replace(made, status=OUR_RULING, reason=tally.why, failure=tally.ours)
            elif tally.why:
                made = replace(made, status=tally.status, reason=tally.why)
        return replace(made, decisions=tally.compared, seconds=time.monotonic() - began)

    def ask(self, case: Case, peer: Peer) -> CaseResult:
        """Return the result of a case, even if no valid answer came."""
        try:
            return self.judge(case, peer)
        except ProtocolError as error:
            return unanswered(case, error)

    @contextmanager
    def _ruled(self, case: Case, tally: CaseTally) -> Iterator[None]:
        """Catch a difference where our ruling differs from the recorded original."""
        try:
            yield
        except CaseFailed as failed:
            ours = None
            if failed.status == "fail" and not case.turned:
                ours = failed.ours or self._ours(case, failed.failure)
            if ours is None:
                raise
            if self.follow == ORIGINAL:
                tally.leave(LEFT_OUT, not_asked(ours))
            else:
                tally.ours, tally.why = failed.failure, f"ruling {ours.id}: {ours.title}"

    def _ours(self, case: Case, failure: CaseFailure) -> CitedRuling | None:
        """Return the ruling of ours behind a failure of an unchanged case; None without one."""
        at = failure.place
        tried = [one.extra for one in failure.differences[:1]]
        if at.choices and tried == [at.choices[-1:]]:  # a choice that is not on offer
            at = replace(at, choices=at.choices[:-1])
        if case.source == RANDOM:
            return self.ruled.behind(at, failure.differences)
        return self.oracle.rulings(case.game).ours(case.id, at.choices)

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
        asked = self.dead_ends.expectation(place)
        for number, point in enumerate(asked.points):
            if reason := self._left_out(place, point.state):
                tally.leave(LEFT_OUT, reason)
                if not number:
                    return
                before = replace(asked.place, choices=asked.place.choices[: number - 1])
                asked = Expectation(before, asked.points[:number])
                break
        replies = peer.path(asked.place)
        for number, point in enumerate(asked.points):
            at = replace(asked.place, choices=asked.place.choices[:number])
            got: Reply = replies[number] if number < len(replies) else ErrorReply("no answer")
            self._compare(at, point, got, tally)
        if asked.refused is not None:
            got = replies[-1] if len(replies) > len(asked.points) else ErrorReply("no answer")
            self._refused(asked, got)

    def _look(self, look: Look, peer: Peer, tally: CaseTally, dice: Rng) -> None:
        asked = self.dead_ends.expectation(look.place)
        reasons = (self._left_out(look.place, point.state) for point in asked.points)
        if reason := next(filter(None, reasons), ""):
            tally.leave(LEFT_OUT, reason)
            return
        got = peer.look(asked.place)
        if asked.refused is not None:
            self._refused(asked, got)
            return
        self._compare(asked.place, asked.last, got, tally)
        if isinstance(got, Answer) and got.partial:
            self._to_the_end(asked, peer, tally, dice)
        elif "observe" in self.claim.levels:
            for viewer in look.viewers:
                self._view(asked, viewer, peer)
                tally.compared += 1
        if self._probe(look.refuse, asked, peer, tally, dice):
            self._again(asked, got, peer.look(asked.place))

    def _to_the_end(self, asked: Expectation, peer: Peer, tally: CaseTally, dice: Rng) -> None:
        """Follow a random turn to its end: whole-turn implementations show results only there."""
        place = asked.place
        for _ in range(ROW):
            accepted = self.dead_ends.expectation(place).last.accepted[0]
            choices = [*(accepted.options or ()), *([SKIP] if accepted.may_skip else [])]
            if not choices:
                return
            place = place.after(choices[dice.below(len(choices))])
            point = self.dead_ends.expectation(place).last
            if self._left_out(place, point.state):
                return
            got = peer.look(place)
            self._compare(place, point, got, tally)
            if not isinstance(got, Answer) or not got.partial:
                return

    def _turns(self, place: Place, peer: Peer, tally: CaseTally) -> None:
        """Ask how each turn on the way to a place can end, including the turn the place is in."""
        for start in turn_starts(self.oracle, place, self.claim):
            if start.status:
                tally.leave(start.status, start.reason)
            if start.status or start.place in tally.turns:
                continue
            tally.turns.append(start.place)
            try:
                expected = ends_of(self.oracle, start.place, self.claim)
            except LongTurnError as error:
                tally.leave(UNASKABLE, error.message)
                continue
            if reason := why_ends_left_out(expected, self.claim, start.place):
                tally.leave(LEFT_OUT, reason)
                continue
            got = peer.look(start.place)
            point = ExpectedPoint(tuple, expected.start)
            self._answers(start.place, point, got)
            tally.compared += 1
            if found := end_differences(expected, got):
                ours = None
                if isinstance(got, Answer) and (got.positions or got.hashes):
                    sets = end_sets(expected, got)
                    ours = self.ruled_turns.behind(start.place, expected, sets)
                found, unexplained = with_clauses(
                    found, expected, self.claim, self.trace, cited=tally.cited
                )
                failure = self._failure(start.place, point, found, unexplained)
                raise CaseFailed("fail", failure, self._without(start.place, got), ours)

    def _compare(self, place: Place, point: ExpectedPoint, got: Reply, tally: CaseTally) -> None:
        """Compare an answer with what is accepted. Raises CaseFailed."""
        self._answers(place, point, got)
        tally.compared += 1
        tally.offered += [o for one in point.accepted for o in one.options or ()][:20]
        if self._nearest(point, got):
            found = self._with_clauses(point, got, tally)
            raise CaseFailed("fail", self._failure(place, point, found), self._without(place, got))

    def _nearest(
        self, point: ExpectedPoint, got: Reply, lookup: ClauseLookup = UNEXPLAINED
    ) -> tuple[AnswerDifference, ...]:
        """Return the differences from the closest accepted answer."""
        keys = keys_of(point.state)
        if self.claim.memory and point.state.result is None and remembers(got):
            got, keys = as_written(got, point.state), keys | {MEMORY}
        scope = ComparisonScope(self.claim.levels, keys, by_player_of(point.state))
        return min((differences(one, got, scope, lookup) for one in point.accepted), key=len)

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
        found = self._nearest(point, got, lookup)
        if tally.cited or not found or any(one.clauses for one in found):
            return found
        acted = self.trace.held(state, before, choice, ACTING)
        return (replace(found[0], clauses=tuple(acted)), *found[1:])

    def _answers(self, place: Place, point: ExpectedPoint, got: Reply) -> None:
        """Raise CaseFailed for a reply that does not answer a question within the claim."""
        if isinstance(got, Unsupported):
            raise CaseFailed(
                "broken claim", self._failure(place, point, (), f"unsupported: {got.what}")
            )
        if isinstance(got, ErrorReply):
            raise CaseFailed("error", self._failure(place, point, (), f"error: {got.message}"))

    def _view(self, asked: Expectation, viewer: int, peer: Peer) -> None:
        got = peer.look(asked.place, viewer=viewer)
        self._answers(asked.place, asked.last, got)
        state = asked.last.state
        with self.oracle.lock:
            expected = answer(state, viewer=viewer)
        scope = ComparisonScope(self.claim.levels, keys_of(state), by_player_of(state))
        found = seen_differently(expected, got, scope)
        if found:
            named = [replace(one, key=f"view.{viewer}.{one.key}") for one in found]
            raise CaseFailed("fail", self._failure(asked.place, asked.last, named))

    # ----------------------------------------------------------------------- counting

    def _is_counted(self, case: Case) -> bool:
        """Return whether to count the turns of a case: rarely, and never if dead ends are losses.

        Never from a set-up, which is not a turn from a position.
        """
        able = "perft" in self.claim.levels and self.dead_ends.kind != LOST and case.from_position
        drawn = zlib.crc32(f"{case.id} {self.seed}".encode()) % COUNTED == 0
        return able and drawn and case.source == SCENARIOS and not case.turned

    def _count(self, place: Place, peer: Peer, tally: CaseTally) -> None:
        """Compare the number of positions after one turn. Raises CaseFailed."""
        asked = self.dead_ends.expectation(place)
        if asked.refused is not None or asked.last.state.result is not None:
            return
        with self.oracle.lock:
            nodes = ends_within(asked.last.state, REACHED)
        if nodes is None:
            return
        got = peer.perft(asked.place, 1)
        if not isinstance(got, int):
            self._answers(asked.place, asked.last, got)
        tally.compared += 1
        if got != nodes:
            one = AnswerDifference("perft", nodes, got if isinstance(got, int) else None)
            raise CaseFailed("fail", self._failure(asked.place, asked.last, (one,)))

    # ----------------------------------------------------------------------- refusing

    def _refused(self, asked: Expectation, got: Reply) -> None:
        """Check that a choice of the place itself was refused, as the dead end policy requires."""
        assert asked.refused is not None
        self._answers(asked.place, asked.last, got)
        choice = asked.place.choices[asked.refused]
        found = tuple(refusal(Refused(asked.refused), got, choice, ()))
        if found:
            message = f"`{choice}` should be refused: no turn can be completed after it"
            raise CaseFailed("fail", self._before(asked.place, asked.last, found, message))

    def _probe(
        self,
        refuse: Sequence[IllegalOption],
        asked: Expectation,
        peer: Peer,
        tally: CaseTally,
        dice: Rng,
    ) -> bool:
        """Try choices that are not on offer; return whether any were tried. Raises CaseFailed."""
        state = asked.last.state
        offered = asked.last.accepted[0].options or ()
        with self.oracle.lock:
            missed = near_misses(state, offered, tally.offered, self.probes, dice)
        texts = dict.fromkeys(missed, tuple[str, ...]()) | {one.option: one.ids for one in refuse}
        for text, ids in texts.items():
            self._chosen(text, asked, peer.look(asked.place.after(text)))
            if ids and "reasons" in self.claim.levels:
                self._reasons(text, ids, asked, peer.look(asked.place, why=text))
        return bool(texts)

    def _chosen(self, text: str, asked: Expectation, got: Reply) -> None:
        self._answers(asked.place, asked.last, got)
        expected = Refused(len(asked.place.choices))
        if got == expected:
            return
        ids = self.trace.forbidding(asked.last.state, [text])
        found = tuple(refusal(expected, got, text, ids))
        message = f"`{text}` is not on offer and should be refused"
        raise CaseFailed("fail", self._before(asked.place.after(text), asked.last, found, message))

    def _reasons(self, text: str, ids: Sequence[str], asked: Expectation, got: Reply) -> None:
        self._answers(asked.place, asked.last, got)
        given = got.why or () if isinstance(got, Answer) else ()
        missing = tuple(one for one in ids if one not in given)
        if missing:
            one = AnswerDifference("why", list(ids), list(given), missing, clauses=missing)
            message = f"`{text}` is forbidden by the clauses missing here"
            raise CaseFailed("fail", self._failure(asked.place, asked.last, (one,), message))

    def _again(self, asked: Expectation, first: Reply, again: Reply) -> None:
        """Check that the same question still gets the same answer after refusals in between."""
        if again == first:
            return
        found: tuple[AnswerDifference, ...] = ()
        if isinstance(again, Answer):
            found = self._nearest(asked.last, again)
        message = "asked again after a refused choice, it gives a different answer"
        raise CaseFailed("fail", self._failure(asked.place, asked.last, found, message))

    # ----------------------------------------------------------------------- reporting

    def _failure(
        self,
        place: Place,
        point: ExpectedPoint,
        found: Sequence[AnswerDifference],
        message: str = "",
    ) -> CaseFailure:
        before = None if point.before is None else self._position(point.before)
        return CaseFailure(place, tuple(found), message, before, self._position(point.state))

    def _before(
        self, place: Place, point: ExpectedPoint, found: Sequence[AnswerDifference], message: str
    ) -> CaseFailure:
        """Return a failure to refuse a choice. point: where it is made, which changes nothing."""
        made = self._failure(place, point, found, message)
        return replace(made, before=made.after, after=None)

    def _position(self, state: State) -> Json:
        with self.oracle.lock:
            return state.position()

    def _without(self, place: Place, got: Reply) -> tuple[str, ...]:
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
        return asked.refused is None and not self._nearest(asked.last, bare)
