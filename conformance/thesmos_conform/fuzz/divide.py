"""Find the first option that differs, where two counts of positions disagree.

`perft` shows that two engines differ, but not where. This walks the tree turn by turn and choice by
choice and asks both sides at each place. If both can count, branches with equal counts are skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace

from thesmos.check.documents.rulings import RULINGS
from thesmos.diagnostics import counted
from thesmos.perft.counting import perft
from thesmos.play.protocols import SKIP, State
from thesmos_conform.cases.case import MEMORY, RANDOM, Case, Look, powers_of
from thesmos_conform.judging.case_results import result_of, unanswered
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.judging.own_steps import in_our_steps
from thesmos_conform.judging.result import GOOD, HARMLESS, UNASKED, UNSUPPORTED, CaseResult
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import POSITIONS, Claim, Json, Place
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.runner.selection import unsupported

LIMIT = 100_000  # places to look at, at most

Ask = Callable[[Place], CaseResult]
Counted = Callable[[Place, int], int | CaseResult | None]
Progress = Callable[[float, str], object]


@dataclass
class Descent:
    """A walk down the tree, and the first difference on it.

    looked_at: the places that were asked about. compared: the answers that were compared.
    passed: the branches that were skipped because the counts are equal.
    counts: the reference's and the adapter's count, where these differ.
    seen: the states that were visited, with the depth below them.
    aside: how many places do not count, by status and reason.
    """

    looked_at: int = 0
    compared: int = 0
    passed: int = 0
    difference: CaseResult | None = None
    counts: tuple[int, int] | None = None
    seen: set[Hashable] = field(default_factory=set)
    aside: Counter[tuple[str, str]] = field(default_factory=Counter)

    def as_json(self) -> Json:
        """Return the walk as data."""
        data: Json = {"asked": self.looked_at, "passed": self.passed, "differs": None}
        data["aside"] = [
            {"status": status, "reason": reason, "places": count}
            for (status, reason), count in self.aside.items()
        ]
        if self.counts is not None:
            data["counts"] = dict(zip(("reference", "adapter"), self.counts, strict=True))
        if self.difference is not None and self.difference.failure is not None:
            failure = self.difference.failure
            data["differs"] = {
                "status": self.difference.status,
                "place": failure.place.as_json(),
                "differences": [vars(difference) for difference in failure.differences],
                "message": failure.message,
            }
        return data


class DividedAdapter:
    """The adapter that the walk asks."""

    def __init__(self, oracle: Oracle, peer: Peer, claim: Claim, follow: str = RULINGS) -> None:
        """follow: RULINGS, or ORIGINAL to leave out what depends on our own rulings."""
        self.judge = CaseJudge(oracle, claim, probes=0, follow=follow)
        self.peer = in_our_steps(peer, claim, oracle)
        # A claim that leaves out situations may leave out some within the turn.
        self.counts = "perft" in self.judge.claim.levels and not claim.exclusions

    def look(self, place: Place) -> CaseResult:
        """Return the result at a place, also if no valid answer came.

        By positions, a place within a turn passes unasked.
        """
        case, lacks = self._case(place)
        if lacks:
            return result_of(case, UNSUPPORTED, lacks)
        begins = not place.choices or self.judge.oracle.path(place).last.turns_begun
        if self.judge.claim.granularity == POSITIONS and not begins:
            return result_of(case, "pass")
        try:
            return self.judge.judge(case, self.peer)
        except ProtocolError as error:
            return self._unanswered(case, error)

    def count(self, place: Place, depth: int) -> int | CaseResult | None:
        """Return the adapter's count of positions, None if it does not count, or how it failed."""
        case, lacks = self._case(place)
        if not self.counts or lacks:
            return None
        try:
            count = self.peer.perft(place, depth)
        except ProtocolError as error:
            return self._unanswered(case, error)
        return count if isinstance(count, int) else None

    def _unanswered(self, case: Case, error: ProtocolError) -> CaseResult:
        """Return the result for a place without a valid answer, with the position for drawing."""
        result = unanswered(case, error)
        assert result.failure is not None
        position = self.judge.oracle.path(case.looks[0].place).last.position()
        return replace(result, failure=replace(result.failure, after=position))

    def _case(self, place: Place) -> tuple[Case, str]:
        """Return the question about a place, and what it needs that is not claimed; maybe empty."""
        game, match = self.judge.oracle.game(place.game), self.judge.oracle.match(place)
        mode, powers = match.linked.mode.slug, powers_of(game, match)
        needs = frozenset({MEMORY} if MEMORY in (place.position or {}) else ())
        case = Case("perft", RANDOM, place.game, mode, powers, (Look(place),), needs=needs)
        return case, unsupported(case, self.judge.claim, game)


class Divider:
    """Compares an implementation with the rules, starting at one place.

    ask: looks at a place and judges the answer. counted: the implementation's count of positions
    from a place, None if it does not count, or how it failed. limit: places to look at, at most.
    """

    def __init__(
        self,
        oracle: Oracle,
        ask: Ask,
        counted: Counted,
        limit: int = LIMIT,
        progress: Progress = lambda done, words: None,
    ) -> None:
        self.oracle = oracle
        self.ask = ask
        self.counted = counted
        self.limit = limit
        self.progress = progress

    def descend(self, place: Place, depth: int) -> Descent:
        """Search for the first difference within `depth` turns, in the order of the options."""
        walk = Descent()
        self._visit(walk, place, self.oracle.path(place).last, depth)
        return walk

    def _visit(self, walk: Descent, place: Place, state: State, depth: int) -> None:
        """Visit a place and everything below it, until something differs."""
        key = (state.key(), depth)
        if key in walk.seen or walk.looked_at >= self.limit:
            return
        walk.seen.add(key)
        theirs = self.counted(place, depth) if state.result is None else None
        if isinstance(theirs, CaseResult):
            walk.looked_at += 1
            walk.difference = theirs
            return
        if theirs is not None:
            ours = perft(state, depth, anyway=True).nodes
            if ours == theirs:
                walk.passed += 1
                return
            walk.counts = (ours, theirs)
        places = counted(walk.looked_at, "place")
        self.progress(walk.looked_at, f"{places}, after {' '.join(place.choices)}")
        result = self.ask(place)
        walk.looked_at += result.status not in UNASKED
        walk.compared += result.decisions
        if result.status in HARMLESS:
            walk.aside[result.status, result.reason] += 1
            if result.status in UNASKED:
                return
        elif result.status not in GOOD:
            walk.difference = result
            return
        self._below(walk, place, state, depth)

    def _below(self, walk: Descent, place: Place, state: State, depth: int) -> None:
        decision = state.decision
        if decision is None:
            return
        followers = [(option.text, state.apply(option)) for option in decision.options]
        if decision.may_skip:
            followers.append((SKIP, state.skip()))
        for text, after in followers:
            remaining = depth - (after.turns_begun > 0)
            if remaining > 0 or after.result is not None:
                self._visit(walk, place.after(text), after, remaining)
            if walk.difference is not None:
                return
