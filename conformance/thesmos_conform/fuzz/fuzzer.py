"""The fuzzer: random games on the reference and on adapters, side by side, until time is up.

`guided_games` chooses what is played. Each disagreement is reduced at once, and reported only once,
since one bug shows in many games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from thesmos.diagnostics import SpecError, UsageError
from thesmos_conform.cases.case import RANDOM, Case, Look, position_of, powers_of
from thesmos_conform.fuzz.counted_turns import difference_in_turn
from thesmos_conform.fuzz.guided_games import RandomGame
from thesmos_conform.fuzz.kinds import kinds, message_kind
from thesmos_conform.fuzz.shrink import SECONDS as SHRINKING
from thesmos_conform.fuzz.shrink import shrink
from thesmos_conform.fuzz.target import Target
from thesmos_conform.judging.case_results import result_of
from thesmos_conform.judging.result import GOOD, HARMLESS, UNSUPPORTED, CaseResult
from thesmos_conform.protocol.messages import Claim, Place
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.runner.selection import unsupported

Progress = Callable[["FuzzRun"], object]


@dataclass(frozen=True)
class FuzzFinding:
    """A difference between an adapter and the rules, reduced to a small place.

    game: the number of the game in which it was found.
    choices: how many choices it took there.
    right, wrong: the other adapters that were asked about the reduced place, by whether they answer
    as the rules do.
    """

    adapter: str
    result: CaseResult
    game: int
    choices: int
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    @property
    def perhaps_ours(self) -> bool:
        """Whether every one of several adapters answers otherwise than the rules."""
        return bool(self.wrong) and not self.right


@dataclass(frozen=True)
class FuzzLimits:
    """When a run ends: after these seconds, games (None for any number) or different findings.

    shrinking: seconds to spend on reducing one disagreement.
    """

    seconds: float = 60.0
    games: int | None = None
    enough: int = 10
    shrinking: float = SHRINKING


@dataclass
class FuzzRun:
    """The progress and findings of a run.

    seen: the kinds of findings so far.
    interrupted: whether an interrupt ended it.
    compared: the number of answers that were compared, by adapter.
    aside: how many games, or the rest of them, do not count, by adapter, status and reason.
    """

    games: int = 0
    findings: list[FuzzFinding] = field(default_factory=list)
    seen: set[Hashable] = field(default_factory=set)
    interrupted: bool = False
    compared: Counter[str] = field(default_factory=Counter)
    aside: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    @property
    def decisions(self) -> int:
        """The number of answers that were compared, of all adapters."""
        return self.compared.total()


class Fuzzer:
    """Asks every adapter about each game. games: a source of games, such as GuidedGames."""

    def __init__(
        self,
        oracle: Oracle,
        game: str,
        targets: Sequence[Target],
        games: Iterable[RandomGame],
        seed: int = 1,
        progress: Progress = lambda run: None,
    ) -> None:
        self.oracle = oracle
        self.game = game
        self.targets = targets
        self.games = games
        self.seed = seed
        self.progress = progress
        self._cards = oracle.game(game).powers

    def run(self, limits: FuzzLimits, earlier: FuzzRun | None = None) -> FuzzRun:
        """Play until a limit or an interrupt, which keeps the findings so far.

        earlier: a run to go on with. Its games are not asked about again, but the places of its
        findings are, and count if they still differ.
        """
        run = FuzzRun()
        deadline = monotonic() + limits.seconds
        try:
            if earlier is not None:
                self._ask_again(run, earlier, limits.shrinking)
            for game in self.games:
                if game.number <= run.games:
                    continue
                self._whole(run, game, limits.shrinking)
                self.progress(run)
                over = monotonic() >= deadline or len(run.findings) >= limits.enough
                if over or run.games == limits.games:
                    break
        except (KeyboardInterrupt, SystemExit):  # Ctrl-C, or a signal to end
            run.interrupted = True
        return run

    def _ask_again(self, run: FuzzRun, earlier: FuzzRun, shrinking: float) -> None:
        """Ask about the places of the findings of an earlier run, which this one goes on with."""
        run.games, run.compared = earlier.games, Counter(earlier.compared)
        run.aside = Counter(earlier.aside)
        for finding in earlier.findings:
            assert finding.result.failure is not None
            place = finding.result.failure.place
            mode = str(place.setup.get("mode") or self.game)
            for target in self.targets:
                if target.name == finding.adapter:
                    case = self._case(place, mode, finding.game)
                    result = self._judged(target, case)
                    if result is not None and result.status not in GOOD | HARMLESS:
                        self._note(run, target, finding.game, case, result, shrinking)

    def _whole(self, run: FuzzRun, game: RandomGame, shrinking: float) -> None:
        """Ask about a game and count it; not if it is interrupted, so that it is asked again."""
        compared, aside = Counter(run.compared), Counter(run.aside)
        try:
            self._ask(run, game, shrinking)
        except (KeyboardInterrupt, SystemExit):
            run.compared, run.aside = compared, aside
            raise
        run.games += 1

    def _ask(self, run: FuzzRun, game: RandomGame, shrinking: float) -> None:
        """Ask every adapter about a game. shrinking: seconds to reduce one disagreement."""
        for target in self.targets:
            place = self._from_first_turn(game.place, target.claim)
            case = self._case(place, game.seating.mode, game.number)
            lacks = unsupported(case, target.claim, self.oracle.game(self.game))
            result = result_of(case, UNSUPPORTED, lacks) if lacks else target.ask(case)
            run.compared[target.name] += result.decisions
            if result.status in GOOD and game.counted and place.position is not None:
                result = self._counted(target, case) or result
            if result.status in HARMLESS:
                run.aside[target.name, result.status, result.reason] += 1
            elif result.status not in GOOD:
                self._note(run, target, game.number, case, result, shrinking)

    def _counted(self, target: Target, case: Case) -> CaseResult | None:
        """Return a difference in the first turn of a game, found by counting positions."""
        begin = replace(case.looks[0].place, choices=())
        return difference_in_turn(
            self.oracle,
            begin,
            target,
            lambda place: target.ask(replace(case, looks=(Look(place),))),
        )

    def _from_first_turn(self, place: Place, claim: Claim) -> Place:
        """Return the game from its first turn on, if the adapter can't play the set-up."""
        if "start" in claim.begins or place.position is not None:
            return place
        for at, state in enumerate(self.oracle.path(place).states):
            if at and state.turns_begun and state.turn_of:
                position = position_of(state, remembers=claim.memory)
                return replace(place, position=position, choices=place.choices[at:])
        return place

    def _case(self, place: Place, mode: str, number: int) -> Case:
        return Case(
            id=f"fuzz:{self.seed}:{number}",
            source=RANDOM,
            game=self.game,
            mode=mode,
            powers=powers_of(self.oracle.game(self.game), self.oracle.match(place)),
            looks=(Look(place),),
            whole=True,
        )

    # ------------------------------------------------------------------ findings

    def _note(
        self,
        run: FuzzRun,
        target: Target,
        number: int,
        case: Case,
        result: CaseResult,
        shrinking: float,
    ) -> None:
        """Reduce a disagreement; keep it if it differs from those so far."""
        assert result.failure is not None
        rough = self._kinds(target, result)
        if not (new := rough - run.seen):
            return  # most likely the same bug again, and not worth the questions
        place = result.failure.place

        def same(looked: CaseResult | None) -> bool:
            if looked is None or not is_same(looked, result):
                return False
            return bool(self._cards) or not new.isdisjoint(self._kinds(target, looked))

        def still(candidate: Place) -> bool:
            return same(self._judged(target, replace(case, looks=(Look(candidate),))))

        states = lambda at: self.oracle.path(at).states  # noqa: E731 - short
        try:
            small = shrink(place, still, states, seconds=shrinking, remembers=target.claim.memory)
        except (KeyboardInterrupt, SystemExit):  # it is not lost, only larger
            run.findings.append(FuzzFinding(target.name, result, number, len(place.choices)))
            raise
        last = self._judged(target, replace(case, looks=(Look(small),)))
        shown = last if last is not None and same(last) else result
        refined = self._kinds(target, shown)
        if not refined <= run.seen:
            others = self._others(target, replace(case, looks=(Look(small),)))
            finding = FuzzFinding(target.name, shown, number, len(place.choices), *others)
            run.findings.append(finding)
        # Without cards, the other kinds of a place are left for games that show them too.
        run.seen |= refined | rough if self._cards else refined

    def _kinds(self, target: Target, result: CaseResult) -> frozenset[Hashable]:
        """Return what tells a disagreement from others of an adapter."""
        if self._cards:
            return frozenset({(target.name, *kind(result), *decided(result))})
        return frozenset((target.name, kind) for kind in kinds(result, self.oracle))

    def _others(self, target: Target, case: Case) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the other adapters that answer a case as the rules do, and those that do not."""
        results = {t.name: self._judged(t, case) for t in self.targets if t is not target}
        right = (
            name for name, result in results.items() if result is not None and result.status in GOOD
        )
        wrong = (
            name
            for name, result in results.items()
            if result is not None and result.status not in GOOD | HARMLESS
        )
        return tuple(right), tuple(wrong)

    def _judged(self, target: Target, case: Case) -> CaseResult | None:
        """Return the judged case; None if its place is impossible by the rules."""
        try:
            path = self.oracle.path(case.looks[0].place)
        except (UsageError, SpecError):
            return None
        return target.ask(case) if path.refused is None else None


def is_same(result: CaseResult, reduced: CaseResult) -> bool:
    """Return whether a disagreement is most likely the same as `reduced`, which is being reduced.

    It shows in the same way, the same clauses decide, or the same options are wrong: an option that
    is missing at first because the game is over may be missing in a smaller place because another
    player's turn has begun, and an extra option may be offered there instead of another turn.
    """
    if result.status != reduced.status:
        return False
    clauses, options = deciding(reduced), wrong(reduced)
    return (
        kind(result) == kind(reduced)
        or (bool(clauses) and clauses <= deciding(result))
        or (bool(options) and options <= wrong(result))
    )


def deciding(result: CaseResult) -> frozenset[str]:
    """Return the deciding clauses of all differences."""
    differences = result.failure.differences if result.failure else ()
    return frozenset(clause for difference in differences for clause in difference.clauses)


def wrong(result: CaseResult) -> frozenset[tuple[str, bool, str]]:
    """Return what is missing from options or parts of positions, and what is extra there."""
    differences = result.failure.differences if result.failure else ()
    return frozenset(
        (difference.key, extra, text)
        for difference in differences
        for extra, texts in ((False, difference.missing), (True, difference.extra))
        for text in texts
    )


def kind(result: CaseResult) -> tuple[Hashable, ...]:
    """Return the kind of a disagreement: its status, and how it shows.

    This is its first difference, or what was said in place of an answer.
    """
    differences = result.failure.differences if result.failure else ()
    return (
        result.status,
        message_kind(result),
        *((d.key, bool(d.missing), bool(d.extra)) for d in differences[:1]),
    )


def decided(result: CaseResult) -> Iterator[Hashable]:
    """Yield the deciding clauses of the first difference; they distinguish two of one kind."""
    for difference in result.failure.differences[:1] if result.failure else ():
        yield tuple(sorted(difference.clauses))
