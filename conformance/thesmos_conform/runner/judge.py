"""One case against one implementation: ask, compare, probe, and say how it went.

A case ends at its first failure. Faults of the conversation (`Fault`) are not caught here: who
started the implementation starts it anew.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from thesmos.diagnostics import SpecError, UsageError
from thesmos.engine.rng import Rng
from thesmos.play.protocols import SKIP, State
from thesmos.tools.perft import perft
from thesmos_conform.cases.case import SCENARIOS, Case, IllegalOption, Look
from thesmos_conform.cases.near_misses import near_misses
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import (
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
from thesmos_conform.reference.oracle import Oracle, keys_of
from thesmos_conform.reference.reference import answer
from thesmos_conform.runner.compare import (
    ClauseLookup,
    ComparisonScope,
    differences,
    refusal,
    seen_differently,
)
from thesmos_conform.runner.dead_ends import LOST, DeadEndPolicy, Expectation, ExpectedPoint
from thesmos_conform.runner.result import AnswerDifference, CaseFailure, CaseResult

ROW = 40  # decisions of one turn at most that are gone to its end
COUNTED = 40  # of so many cases one has its turns counted, at the level that counts
PROBES = 1  # near misses for each place looked at, beside those that scenarios name


@dataclass(eq=False)
class CaseFailed(Exception):  # noqa: N818 - no error, a finding
    """Thrown at the first failure of a case; never leaves this module."""

    status: str
    failure: CaseFailure
    without: tuple[str, ...] = ()


@dataclass
class Tally:
    """What was seen of a case on the way."""

    compared: int = 0
    offered: list[str] = field(default_factory=list)


class Judge:
    """Judges cases by what an implementation claims.

    seed: of the near misses. probes: how many of them for each place.
    """

    def __init__(self, oracle: Oracle, claim: Claim, seed: int = 1, probes: int = PROBES) -> None:
        self.oracle = oracle
        self.claim = claim
        self.seed = seed
        self.probes = probes
        self.terms = DeadEndPolicy(oracle, claim.dead_ends)

    def judge(self, case: Case, peer: Peer) -> CaseResult:
        """How a case went. Raises Fault where no answer came, UsageError for an unknown place."""
        began = time.monotonic()
        tally = Tally()
        made = result_of(case, "pass")
        try:
            dice = Rng(zlib.crc32(f"{self.seed} {case.id} {case.turned}".encode()))
            for look in case.looks:
                if case.whole:
                    self._whole(look.place, peer, tally)
                else:
                    self._look(look, peer, tally, dice)
            if self._is_counted(case):
                self._count(case.looks[0].place, peer, tally)
        except CaseFailed as wrong:
            without = tuple(p for p in wrong.without if p in case.powers)
            made = replace(made, status=wrong.status, failure=wrong.failure, without=without)
        return replace(made, decisions=tally.compared, seconds=time.monotonic() - began)

    def ask(self, case: Case, peer: Peer) -> CaseResult:
        """How a case went, for those who go on whatever happens: no answer is a result, too."""
        try:
            return self.judge(case, peer)
        except ProtocolError as error:
            return unanswered(case, error)

    # ----------------------------------------------------------------------- looking

    def _whole(self, place: Place, peer: Peer, tally: Tally) -> None:
        """Look at the beginning of a place and after each of its choices."""
        asked = self.terms.asked(place)
        replies = peer.path(asked.place)
        for number, point in enumerate(asked.points):
            at = replace(asked.place, choices=asked.place.choices[:number])
            got: Reply = replies[number] if number < len(replies) else ErrorReply("no answer to it")
            self._compare(at, point, got, tally)
        if asked.refused is not None:
            got = replies[-1] if len(replies) > len(asked.points) else ErrorReply("no answer to it")
            self._refused(asked, got)

    def _look(self, look: Look, peer: Peer, tally: Tally, dice: Rng) -> None:
        asked = self.terms.asked(look.place)
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

    def _to_the_end(self, asked: Expectation, peer: Peer, tally: Tally, dice: Rng) -> None:
        """Where only whole turns are known, choices show at their end: go there in some way."""
        place = asked.place
        for _ in range(ROW):
            told = self.terms.asked(place).last.accepted[0]
            words = [*(told.options or ()), *([SKIP] if told.may_skip else [])]
            if not words:
                return
            place = place.after(words[dice.below(len(words))])
            got = peer.look(place)
            self._compare(place, self.terms.asked(place).last, got, tally)
            if not isinstance(got, Answer) or not got.partial:
                return

    def _compare(self, place: Place, point: ExpectedPoint, got: Reply, tally: Tally) -> None:
        """Compare an answer with what is accepted. Raises Wrong."""
        self._answers(place, point, got)
        tally.compared += 1
        tally.offered += [o for one in point.accepted for o in one.options or ()][:20]
        found = self._nearest(point, got)
        if found:
            raise CaseFailed("fail", self._failure(place, point, found), self._without(place, got))

    def _nearest(self, point: ExpectedPoint, got: Reply) -> tuple[AnswerDifference, ...]:
        """What differs from the accepted answer that is nearest."""
        state, oracle = point.state, self.oracle
        deciding = ClauseLookup(
            lambda texts: oracle.allowing(state, texts),
            lambda texts: oracle.forbidding(state, texts),
        )
        terms = ComparisonScope(self.claim.levels, keys_of(state))
        ways = [differences(one, got, terms, deciding) for one in point.accepted]
        return min(ways, key=len)

    def _answers(self, place: Place, point: ExpectedPoint, got: Reply) -> None:
        """Raises Wrong for what is no answer at all to a question within the claim."""
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
        found = seen_differently(expected, got, ComparisonScope(self.claim.levels, keys_of(state)))
        if found:
            told = [replace(one, key=f"view.{viewer}.{one.key}") for one in found]
            raise CaseFailed("fail", self._failure(asked.place, asked.last, told))

    # ----------------------------------------------------------------------- counting

    def _is_counted(self, case: Case) -> bool:
        """Whether the turns of a case are counted: few, and where no dead end counts as an end.

        Never from a set-up, where placing everybody is one turn with hundreds of thousands of ends.
        """
        able = "perft" in self.claim.levels and self.terms.kind != LOST and case.from_position
        drawn = zlib.crc32(f"{case.id} {self.seed}".encode()) % COUNTED == 0
        return able and drawn and case.source == SCENARIOS and not case.turned

    def _count(self, place: Place, peer: Peer, tally: Tally) -> None:
        """Compare how many positions one turn leads to. Raises Wrong."""
        asked = self.terms.asked(place)
        if asked.refused is not None or asked.last.state.result is not None:
            return
        got = peer.perft(asked.place, 1)
        if not isinstance(got, int):
            self._answers(asked.place, asked.last, got)
        with self.oracle.lock:
            nodes = perft(asked.last.state, 1).nodes
        tally.compared += 1
        if got != nodes:
            one = AnswerDifference("perft", nodes, got if isinstance(got, int) else None)
            raise CaseFailed("fail", self._failure(asked.place, asked.last, (one,)))

    # ----------------------------------------------------------------------- refusing

    def _refused(self, asked: Expectation, got: Reply) -> None:
        """A choice of the place itself must be refused, in this implementation's terms."""
        assert asked.refused is not None
        self._answers(asked.place, asked.last, got)
        choice = asked.place.choices[asked.refused]
        found = tuple(refusal(Refused(asked.refused), got, choice, ()))
        if found:
            message = f"`{choice}` had to be refused: no turn can be completed after it"
            raise CaseFailed("fail", self._failure(asked.place, asked.last, found, message))

    def _probe(
        self,
        refuse: Sequence[IllegalOption],
        asked: Expectation,
        peer: Peer,
        tally: Tally,
        dice: Rng,
    ) -> bool:
        """Choose what is not on offer; whether anything was chosen. Raises Wrong."""
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
        ids = self.oracle.forbidding(asked.last.state, [text])
        found = tuple(refusal(expected, got, text, ids))
        message = f"`{text}` is not on offer and had to be refused"
        raise CaseFailed("fail", self._failure(asked.place.after(text), asked.last, found, message))

    def _reasons(self, text: str, ids: Sequence[str], asked: Expectation, got: Reply) -> None:
        self._answers(asked.place, asked.last, got)
        told = got.why or () if isinstance(got, Answer) else ()
        missing = tuple(one for one in ids if one not in told)
        if missing:
            one = AnswerDifference("why", list(ids), list(told), missing, clauses=missing)
            message = f"`{text}` is forbidden by what is missing here"
            raise CaseFailed("fail", self._failure(asked.place, asked.last, (one,), message))

    def _again(self, asked: Expectation, first: Reply, again: Reply) -> None:
        """The same question has the same answer, whatever was refused in between."""
        if again == first:
            return
        found: tuple[AnswerDifference, ...] = ()
        if isinstance(again, Answer):
            found = self._nearest(asked.last, again)
        message = "asked again after a refused choice, it answers otherwise"
        raise CaseFailed("fail", self._failure(asked.place, asked.last, found, message))

    # ----------------------------------------------------------------------- telling

    def _failure(
        self,
        place: Place,
        point: ExpectedPoint,
        found: Sequence[AnswerDifference],
        message: str = "",
    ) -> CaseFailure:
        before = None if point.before is None else self._position(point.before)
        return CaseFailure(place, tuple(found), message, before, self._position(point.state))

    def _position(self, state: State) -> Json:
        with self.oracle.lock:
            return state.position()

    def _without(self, place: Place, got: Reply) -> tuple[str, ...]:
        """The powers of players without which the reference would have answered as was answered."""
        powers = [power for power in place.setup["powers"] if power]
        return tuple(p for p in powers if self._alike(without(place, p), got))

    def _alike(self, place: Place, got: Reply) -> bool:
        try:
            asked = self.terms.asked(place)
        except (UsageError, SpecError):  # a position that only this power makes possible
            return False
        told = (
            replace(got, held=None) if isinstance(got, Answer) else got
        )  # who has it, it may know
        return asked.refused is None and not self._nearest(asked.last, told)


def without(place: Place, power: str) -> Place:
    """The same place with nobody holding a power from the beginning."""
    powers = [None if one == power else one for one in place.setup["powers"]]
    return replace(place, setup={**place.setup, "powers": powers})


def result_of(case: Case, status: str, reason: str = "") -> CaseResult:
    """A case with a status, not asked or not yet."""
    return CaseResult(
        case.id, case.source, status, case.title, case.clauses, tuple(sorted(case.powers)),
        reason=reason,
    )  # fmt: skip


def unanswered(case: Case, error: ProtocolError) -> CaseResult:
    """A case to which no answer came."""
    message = f"{error}; {error.kind.hint}"
    failure = CaseFailure(
        case.looks[0].place, message=message, line=error.line, stderr=error.stderr
    )
    return replace(result_of(case, error.kind.status), failure=failure)


def places(case: Case) -> Iterator[Place]:
    """Every place that a case looks at."""
    for look in case.looks:
        place = look.place
        if case.whole:
            for count in range(len(place.choices)):
                yield replace(place, choices=place.choices[:count])
        yield place
