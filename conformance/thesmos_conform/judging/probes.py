"""Questions that must be refused: choices that are not on offer, and the reasons for that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thesmos.dice import Rng
from thesmos_conform.cases.case import IllegalOption
from thesmos_conform.cases.near_misses import near_misses
from thesmos_conform.judging.answers import AnswerJudge
from thesmos_conform.judging.compare import refusal
from thesmos_conform.judging.dead_ends import Expectation, ExpectedPoint
from thesmos_conform.judging.result import AnswerDifference, CaseFailure
from thesmos_conform.judging.tally import CaseFailed, CaseTally
from thesmos_conform.protocol.messages import Answer, Place, Refused, Reply
from thesmos_conform.protocol.peer import Peer

PROBES = 1  # near misses for each place, in addition to those that scenarios name


class ProbeJudge:
    """Tries choices that are not on offer. probes: the number of near misses at each place.

    Its methods raise CaseFailed for an answer that is wrong.
    """

    def __init__(self, answers: AnswerJudge, probes: int = PROBES) -> None:
        self.answers = answers
        self.probes = probes

    def refused(self, expectation: Expectation, got: Reply) -> None:
        """Check that a choice of the place itself was refused, as the dead end policy requires."""
        assert expectation.refused is not None
        self.answers.answered(expectation.place, expectation.last, got)
        choice = expectation.place.choices[expectation.refused]
        differences = tuple(refusal(Refused(expectation.refused), got, choice, ()))
        if differences:
            message = f"`{choice}` should be refused: no turn can be completed after it"
            raise CaseFailed(
                "fail",
                self._failure(expectation.place, expectation.last, differences, message),
                got=got if isinstance(got, Answer) else None,
            )

    def probe(
        self,
        refuse: Sequence[IllegalOption],
        expectation: Expectation,
        peer: Peer,
        tally: CaseTally,
        dice: Rng,
    ) -> bool:
        """Try choices that are not on offer; return whether any were tried. Raises CaseFailed."""
        state = expectation.last.state
        offered = expectation.last.accepted[0].options or ()
        with self.answers.oracle.lock:
            missed = near_misses(state, offered, tally.offered, self.probes, dice)
        texts = dict.fromkeys(missed, tuple[str, ...]()) | {
            illegal.option: illegal.ids for illegal in refuse
        }
        for text, ids in texts.items():
            self._chosen(text, expectation, peer.look(expectation.place.after(text)))
            if ids and "reasons" in self.answers.claim.levels:
                self._reasons(text, ids, expectation, peer.look(expectation.place, why=text))
        return bool(texts)

    def _chosen(self, text: str, expectation: Expectation, got: Reply) -> None:
        self.answers.answered(expectation.place, expectation.last, got)
        expected = Refused(len(expectation.place.choices))
        if got == expected:
            return
        ids = self.answers.trace.forbidding(expectation.last.state, [text])
        differences = tuple(refusal(expected, got, text, ids))
        message = f"`{text}` is not on offer and should be refused"
        raise CaseFailed(
            "fail",
            self._failure(expectation.place.after(text), expectation.last, differences, message),
        )

    def _reasons(self, text: str, ids: Sequence[str], expectation: Expectation, got: Reply) -> None:
        self.answers.answered(expectation.place, expectation.last, got)
        reasons = got.why or () if isinstance(got, Answer) else ()
        missing = tuple(id for id in ids if id not in reasons)
        if missing:
            difference = AnswerDifference("why", list(ids), list(reasons), missing, clauses=missing)
            message = f"`{text}` is forbidden by the clauses missing here"
            raise CaseFailed(
                "fail",
                self.answers.failure(expectation.place, expectation.last, (difference,), message),
            )

    def _failure(
        self,
        place: Place,
        point: ExpectedPoint,
        differences: Sequence[AnswerDifference],
        message: str,
    ) -> CaseFailure:
        """Return a failure to refuse a choice. point: where it is made, which changes nothing."""
        failure = self.answers.failure(place, point, differences, message)
        return replace(failure, before=failure.after, after=None)

    def again(self, expectation: Expectation, first: Reply, again: Reply) -> None:
        """Check that the same question still gets the same answer after refusals in between."""
        if again == first:
            return
        differences: tuple[AnswerDifference, ...] = ()
        if isinstance(again, Answer):
            differences = self.answers.nearest(expectation.last, again)
        message = "asked again after a refused choice, it gives a different answer"
        raise CaseFailed(
            "fail", self.answers.failure(expectation.place, expectation.last, differences, message)
        )
