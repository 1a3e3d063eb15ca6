"""A whole run: choose the cases, ask them, and collect the results as a `SuiteRun`."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from thesmos.check.documents.rulings import ORIGINAL
from thesmos.diagnostics import SpecError, UsageError
from thesmos.dice import Rng
from thesmos.garbage import seldom_collected
from thesmos.scenario.reader import scenario_id
from thesmos_conform.cases.case import CANARIES, IMPOSSIBLE, RECORDS, SCENARIOS, Case
from thesmos_conform.cases.played_cases import random_cases, record_cases
from thesmos_conform.cases.profile import (
    OWN,
    Profile,
    claimed_beyond,
    largest_claimed,
    read_profiles,
    whole,
)
from thesmos_conform.cases.scenario_cases import (
    LeaveOut,
    default_cases,
    files_with_texts,
    no_scenarios,
    read_scenarios,
    scenario_cases,
    scenario_folders,
    unmet,
)
from thesmos_conform.cases.scenario_text import about, with_power
from thesmos_conform.cases.symmetry import can_be_transformed, symmetries, transformed
from thesmos_conform.judging.case_results import result_of
from thesmos_conform.judging.comparable import comparable, what_is_compared
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.judging.own_steps import in_our_steps
from thesmos_conform.judging.result import (
    NOT_RUN,
    OUR_RULING,
    PASSED_BEFORE,
    UNCLAIMED,
    UNSUPPORTED,
    CaseResult,
    SuiteRun,
)
from thesmos_conform.protocol.messages import Hello, Json
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.rulings import not_asked
from thesmos_conform.runner.canaries import BYE, bad_end, idle, judge_canary, undeclared
from thesmos_conform.runner.claim_notes import claim_notes
from thesmos_conform.runner.earlier_results import EarlierResults
from thesmos_conform.runner.known_failures import apply_known_failures, is_known
from thesmos_conform.runner.request import RunOutcome, RunRequest
from thesmos_conform.runner.selection import (
    CANARY,
    Filters,
    left_out_status,
    unsupported,
)
from thesmos_conform.runner.weight import weight_of
from thesmos_conform.runner.workers import (
    STOPPED,
    Connect,
    PoolResult,
    Progress,
    WorkerPool,
    as_written,
)

SCENARIO = 0.6  # the length of a scenario, in all its forms, relative to a whole game


class NothingToAskError(UsageError):
    """The filters and the claim leave out every case."""


ALL_PASSED = "nothing is left to ask: all of it passed in the earlier run"
NOT_BEGUN = "interrupted before anything was asked"
ENDS_WELL = "only the end of a conversation was asked for, and it ends as it must"
Started = Callable[[int], Progress]


@seldom_collected()
def conform(
    wanted: RunRequest,
    hello: Hello,
    connect: Connect,
    oracle: Oracle,
    started: Started = lambda count: lambda number, result: None,
) -> RunOutcome:
    """Ask everything of one game that an implementation claims and the caller selects.

    started: called with the number of cases; returns the callback for each result. Raises
    NothingToAskError, another UsageError for an invalid claim or request, SpecError for scenarios
    with errors, ProtocolError if the implementation can't be started.
    """
    if wanted.game not in hello.games:
        claimed = ", ".join(hello.games) or "none"
        raise UsageError(f"the adapter has no game `{wanted.game}`", f"its games: {claimed}")
    suite = _Suite(wanted, hello, oracle)
    cases = suite.cases_to_ask()
    if wanted.pools:
        oracle.share(wanted.game, suite.setups(cases), SCENARIO)
    judge = CaseJudge(oracle, suite.claim, wanted.seed)
    pool = WorkerPool(
        lambda: in_our_steps(connect(), suite.claim, oracle),
        _by_source(judge),
        wanted.limits,
        suite.in_forms if wanted.turned else as_written,
        lambda case: unmet(case, oracle),
        lambda result: is_known(result, wanted.known, suite.today),
    )
    pool_result = pool.run(cases, started(len(cases)))
    return suite.outcome(pool_result, cases, judge)


def not_begun(wanted: RunRequest, hello: Hello, oracle: Oracle) -> RunOutcome:
    """Return the run of a game to which an interrupted command did not come."""
    game = oracle.game(wanted.game)
    run = SuiteRun(
        hello=hello,
        game=game.slug,
        edition=game.checked.written.edition,
        profile=OWN,
        levels=comparable(hello.games[wanted.game], wanted.levels).levels,
        suite="",
        seed=wanted.seed,
        complete=False,
        known=wanted.known_file,
        notes=(NOT_BEGUN,),
        adapter=wanted.adapter,
        words=wanted.words,
        rules=game,
    )
    return RunOutcome(run, PoolResult([], ended=NOT_BEGUN, interrupted=True))


class _Suite:
    """The cases of one run, and how their results are combined."""

    def __init__(self, wanted: RunRequest, hello: Hello, oracle: Oracle) -> None:
        self.wanted, self.hello, self.oracle = wanted, hello, oracle
        self.today = dt.datetime.now(tz=dt.UTC).date()  # the same from beginning to end
        self.game = oracle.game(wanted.game)
        self.claim = comparable(hello.games[wanted.game], wanted.levels)
        self.profiles = read_profiles(self.game)
        self.profile = self._profile(wanted.profile)
        self.unread: dict[str, CaseResult] = {}  # for the scenarios left out unread, by id
        self.read = set[Path]()  # the files of scenarios that were read
        self.every = list(self._every())
        self.cases = [case for case in self.every if self._belongs(case)]
        self.left_out: dict[str, CaseResult] = {}
        edition = self.game.checked.written.edition
        self.earlier = EarlierResults.of(wanted, hello, edition, self.claim.levels)

    def _profile(self, name: str) -> Profile | None:
        """Return the requested profile; None if none is named. Raises UsageError if unknown."""
        named = {profile.name: profile for profile in self.profiles}
        if name and name not in named:
            raise UsageError(
                f"{self.game.slug} has no profile `{name}`", f"it has {', '.join(named)}"
            )
        return named.get(name)

    def _belongs(self, case: Case) -> bool:
        canary = case.source == CANARIES
        return canary or self.profile is None or self.profile.has(case)

    def _every(self) -> Iterator[Case]:
        """Yield every case, whether supported or not."""
        wanted, game, oracle = self.wanted, self.game, self.oracle
        folders = wanted.scenarios or scenario_folders(game)
        scenarios = read_scenarios(folders, game, oracle.read_scenario, self._leave_out())
        cases = list(scenario_cases(scenarios, game, oracle))
        yield from cases
        if not self.unread:  # canaries are made from scenarios, and need all of them
            yield from undeclared(cases, self.claim, game)
        yield from record_cases(wanted.records, game, oracle)
        alone = not cases and not self.unread and not wanted.scenarios
        yield from random_cases(game, self.claim, wanted.count, wanted.seed, oracle, alone=alone)

    def _leave_out(self) -> LeaveOut:
        """Return a function that leaves out scenarios by their text alone, and notes them."""
        left_out, may_be_ours = self.wanted.filters.leaves_out_file(self.game), about(self.game)

        def leave_out(file: Path, text: str) -> bool:
            reason = left_out(file, text)
            if not reason:
                self.read.add(file.resolve())
                return False
            if may_be_ours(text):
                id = scenario_id(file)
                self.unread[id] = CaseResult(id, SCENARIOS, left_out_status(reason), reason=reason)
            return True

        return leave_out

    def cases_to_ask(self) -> list[Case]:
        """Return the cases to ask, and note why the others are left out.

        Raises NothingToAskError if none is left, unless that is because all passed before.
        """
        if not self.cases and not self.unread:
            raise no_scenarios(self.wanted.scenarios or scenario_folders(self.game), self.game)
        to_ask = []
        for number, case in enumerate(self.cases):
            ours = self._rests_on_ours(case)
            lacks = "" if case.source == CANARIES else unsupported(case, self.claim, self.game)
            skipped = self.wanted.filters.leaves_out(case, number)
            if lacks:
                self.left_out[case.id] = result_of(case, UNSUPPORTED, lacks)
            elif ours:
                self.left_out[case.id] = result_of(case, OUR_RULING, ours)
            elif skipped:
                not_asked_now = result_of(case, left_out_status(skipped), skipped)
                self.left_out[case.id] = self.earlier.instead_of(not_asked_now)
            else:
                to_ask.append(case)
        wanted = (*self.wanted.filters.ids, *(self.wanted.filters.again or ()))
        named = any(id.startswith(CANARY) for id in wanted) if to_ask else self.asks_end
        passed = self.wanted.filters.again == frozenset()
        # Canaries alone show nothing. What a claim leaves out altogether is for the verdict to say.
        unclaimed = (
            self.left_out
            and not self.unread
            and all(result.status in UNCLAIMED for result in self.left_out.values())
        )
        alone = all(case.source == CANARIES for case in to_ask)
        if alone and not (named or passed or unclaimed):
            left_out = [*self.left_out.values(), *self.unread.values()]
            reasons = Counter(f"{result.status}: {result.reason}" for result in left_out)
            most = "; ".join(f"{count} {reason}" for reason, count in reasons.most_common(3))
            raise NothingToAskError("no cases are left to ask", most)
        return to_ask

    @property
    def asks_end(self) -> bool:
        """Whether the end of a conversation is selected, for which no case needs to be asked."""
        return self.wanted.filters.names_canary(BYE)

    def setups(self, cases: Iterable[Case]) -> Iterator[Json]:
        """Return the set-ups of the scenarios that are asked."""
        return (case.looks[0].place.setup for case in cases if case.source == SCENARIOS)

    def _rests_on_ours(self, case: Case) -> str:
        """Return our ruling because of which a case is not asked; empty if it is asked."""
        if self.wanted.follow != ORIGINAL or case.source != SCENARIOS:
            return ""
        places = self.oracle.rulings(self.game.slug).against_original.get(case.id, ())
        return next((not_asked(ruling) for _, ruling in places), "")

    def in_forms(self, case: Case) -> Iterator[Case]:
        """Yield a case as written, then in an equivalent form chosen by its id and the seed."""
        yield case
        if case.source not in (SCENARIOS, RECORDS) or not can_be_transformed(case):
            return
        with self.oracle.lock:
            match = self.oracle.match(case.looks[0].place)
        able = symmetries(match, case.from_position)
        if able:
            dice = Rng(zlib.crc32(f"{self.wanted.seed} {case.id}".encode()))
            yield transformed(case, able[dice.below(len(able))], match)

    def outcome(
        self, pool_result: PoolResult, cases: Sequence[Case], judge: CaseJudge
    ) -> RunOutcome:
        """Return the run with its results, profile and notes."""
        wanted = self.wanted
        results = self._in_order(pool_result, cases)
        if not pool_result.ended:
            results = self._with_idle(results, {case.id: case for case in cases}, judge)
        applied = apply_known_failures(results, wanted.known, self.today)
        unclaimed = {result.id for result in applied.results if result.status in UNCLAIMED}
        # No game reaches what these begin at, so that no profile needs it.
        gaps = unclaimed - {case.id for case in self.cases if IMPOSSIBLE in case.needs}
        uncovered = self._uncovered(gaps)
        profile = self.profile if not gaps else None
        if profile is None and not self.unread:
            profile = largest_claimed(self._whole_profiles(), self.cases, gaps)
        run = SuiteRun(
            hello=self.hello,
            game=self.game.slug,
            edition=self.game.checked.written.edition,
            profile=profile.name if profile is not None else OWN,
            besides=claimed_beyond(profile, self.cases, unclaimed) if profile is not None else (),
            levels=self.claim.levels,
            suite=suite_hash(self._asked(cases)),
            seed=wanted.seed,
            results=applied.results,
            complete=not pool_result.ended,
            known=wanted.known_file,
            notes=tuple(
                filter(
                    None,
                    [
                        *applied.notes,
                        pool_result.ended,
                        self.earlier.note(),
                        "" if cases else self._nothing_asked(pool_result, applied.results),
                        uncovered,
                        *what_is_compared(self.claim),
                        *claim_notes(self.claim, self.game, applied.results),
                    ],
                )
            ),
            adapter=wanted.adapter,
            words=wanted.words,
            weight=weight_of(
                self.cases if profile is not None else [*self.cases, *(self._others or ())],
                applied.results,
                self.claim,
                self.game,
            ),
            rules=self.game,
        )
        filters = wanted.filters.without_earlier() if self.earlier.results else wanted.filters
        selected = bool(wanted.scenarios or wanted.profile) or filters != Filters()
        return RunOutcome(run, pool_result, applied.expired, bool(uncovered), selected)

    def _asked(self, cases: Iterable[Case]) -> list[Case]:
        """Return the cases that were asked, in this run and the one that it goes on with."""
        asked = {case.id for case in cases}
        return [case for case in self.cases if case.id in asked | self.earlier.used]

    def _with_idle(
        self, results: Sequence[CaseResult], cases: Mapping[str, Case], judge: CaseJudge
    ) -> list[CaseResult]:
        """Return the results, with a message in those that show that a claimed power has no effect.

        The message is added only if all scenarios of the power were asked: others may show an
        effect. The status stays the same, since it must not depend on what else is asked.
        """
        changed = list(results)
        for power, ids in idle(changed, cases, judge).items():
            if not self._asks_all(power, cases):
                continue
            message = (
                f"{power} is claimed, but has no effect: all its cases are answered without it"
            )
            for number, result in enumerate(changed):
                if result.id in ids and result.failure is not None:
                    failure = replace(result.failure, message=message)
                    changed[number] = replace(result, failure=failure)
        return changed

    def _asks_all(self, power: str, ids: Collection[str]) -> bool:
        """Return whether all scenarios with a power that the claim covers were asked.

        These are the scenarios that the caller names and those of the default folders. ids: the
        cases that were asked.
        """
        with_it = (c for c in self.every if c.source == SCENARIOS and power in c.powers)
        not_asked = (case for case in with_it if case.id not in ids)
        if not all(unsupported(case, self.claim, self.game) for case in not_asked):
            return False
        folders = (*self.wanted.scenarios, *scenario_folders(self.game))
        may_have_it = with_power((power,), self.game)
        files = files_with_texts(folders, self.game)
        return not any(may_have_it(text) for file, text in files if file.resolve() not in self.read)

    def _whole_profiles(self) -> Iterable[Profile]:
        """Return the profiles of which no default scenario is missing; none if they have errors."""
        if not self.wanted.scenarios or not self.profiles:
            return self.profiles
        return () if self._others is None else whole(self.profiles, self.cases, self._others)

    @cached_property
    def _others(self) -> Sequence[Case] | None:
        """The default cases that the choice of scenarios lacks; None if they have errors."""
        if not self.wanted.scenarios or self.unread:
            return ()
        chosen = {case.id for case in self.cases}
        try:
            every = default_cases(self.game, self.oracle)
            return [case for case in every if case.id not in chosen]
        except (SpecError, UsageError):
            return None

    def _uncovered(self, gaps: Collection[str]) -> str:
        """Return a note if the claim lacks part of the requested profile; empty if it does not."""
        if self.profile is None or not gaps:
            return ""
        lost = f"the claim does not cover the profile `{self.profile.name}`"
        return f"{lost}: {len(gaps)} of its cases are unsupported"

    def _nothing_asked(self, pool_result: PoolResult, results: Iterable[CaseResult]) -> str:
        """Return a note for a run without cases.

        It is empty if the end of its conversation failed, or if nothing that is asked is claimed.
        """
        if not self.asks_end:
            return ALL_PASSED if any(r.status == PASSED_BEFORE for r in results) else ""
        return "" if pool_result.remarks else ENDS_WELL

    def _in_order(self, pool_result: PoolResult, cases: Sequence[Case]) -> list[CaseResult]:
        """Return a result for each case, in the order of the cases."""
        by_id = dict(self.left_out)
        for case, result in zip(cases, pool_result.results, strict=True):
            if case.id in pool_result.unmet:
                reason = f"the reference itself does not meet it: {pool_result.unmet[case.id]}"
                by_id[case.id] = result_of(case, NOT_RUN, reason)
            else:
                by_id[case.id] = result or result_of(case, NOT_RUN, STOPPED)
        end = [bad_end(self.game.slug, remark) for remark in pool_result.remarks[:1]]
        unread = (result for id, result in self.unread.items() if id not in by_id)
        return [*(by_id[case.id] for case in self.cases), *unread, *end]


def _by_source(judge: CaseJudge) -> Callable[[Case, Peer], CaseResult]:
    """Return a function that judges any case, including canaries."""

    def judged(case: Case, peer: Peer) -> CaseResult:
        if case.source == CANARIES:
            return judge_canary(case, peer)
        return judge.judge(case, peer)

    return judged


def suite_hash(cases: Iterable[Case]) -> str:
    """Return a hash of the cases: equal for the same questions."""
    questions = [[case.id, [look.place.as_json() for look in case.looks]] for case in cases]
    return hashlib.sha256(json.dumps(questions, sort_keys=True).encode()).hexdigest()[:16]
