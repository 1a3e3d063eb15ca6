"""The scenarios of a game, read once, and running one of them on a changed game."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.backend import Semantics
from thesmos.play.game import Game
from thesmos.scenario.reader import Given, Scenario, read_scenario, scenario_files
from thesmos.scenario.runner import Runner, ScenarioFailure
from thesmos_conform.mutation.mutants import Mutant
from thesmos_conform.mutation.reach import Reach

LEAST = 5.0  # CPU seconds that every scenario may take
PATIENCE = 20  # it may also take this multiple of its time on the unchanged spec
SHARED = 8  # a match-up is worth compiling if it has at least this many scenarios

PASSES, FAILS, BREAKS, HANGS = "passes", "fails", "breaks", "hangs"


@dataclass(frozen=True)
class SuiteScenario:
    """A passing scenario. cards: those in play, and the mode. seconds: its CPU time.

    shared: whether many scenarios have its match-up. noticed: the mutants that it may notice; None
    if unknown.
    """

    scenario: Scenario
    cards: frozenset[str]
    cited: frozenset[str]
    seconds: float
    shared: bool
    noticed: frozenset[str] | None = None

    @property
    def id(self) -> str:
        """The scenario's id."""
        return self.scenario.id

    def may_notice(self, mutant: Mutant) -> bool:
        """Return whether the scenario may fail for a mutant."""
        return self.noticed is None or mutant.id in self.noticed


class OutOfTime(BaseException):
    """A time limit has run out. Not an Exception, so that no `except Exception` catches it."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise OutOfTime if the body takes more CPU time than this.

    Works only in the main thread of a process, and on systems with timers; elsewhere only the
    limits of the interpreter itself apply.
    """
    timed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not timed:
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def suite_of(game: Game, paths: Iterable[Path], reach: Reach | None = None) -> list[SuiteScenario]:
    """Return the scenarios of a game that pass, in the order of their files.

    reach: to find out which of its mutants each scenario may notice. This is not done for scenarios
    that share a match-up: just playing them takes less time. Raises UsageError if there are no
    scenarios, or if one fails: a suite must pass before it can judge.
    """
    scenarios = list(_scenarios(game, paths))
    of_match_up = Counter(_match_up(scenario.given) for scenario in scenarios)
    way = ways_to_play(game)
    cases: list[SuiteScenario] = []
    for scenario in scenarios:
        shared = of_match_up[_match_up(scenario.given)] >= SHARED
        case = _case(way(shared), scenario, shared, None if shared else reach)
        if case is not None:
            cases.append(case)
    if not cases:
        raise UsageError(f"there are no scenarios of {game.slug} here", "give a folder of them")
    return cases


def _scenarios(game: Game, paths: Iterable[Path]) -> Iterator[Scenario]:
    """Yield the scenarios of a game that are not pending. Raises SpecError for one with errors."""
    for file in dict.fromkeys(file for path in paths for file in scenario_files(path)):
        scenario, diagnostics = read_scenario(file)
        if scenario is None:
            raise SpecError(diagnostics)
        is_of_game = scenario.given.is_of(game.slug, game.path, game.version)
        if is_of_game and not scenario.pending:
            yield scenario


def _match_up(start: Given) -> str:
    """Return a key that is equal for scenarios of one match-up."""
    return repr((start.powers, start.mode, start.options, start.setup))


def ways_to_play(game: Game) -> Callable[[bool], Game]:
    """Return a function from `shared`, as in SuiteScenario, to the game that plays a scenario.

    Generated code plays shared match-ups. The semantics play the others: a few decisions take less
    time than compiling a match that is not used again.
    """
    by_semantics = game.by(Semantics)
    return lambda shared: game if shared else by_semantics


def _case(
    game: Game, scenario: Scenario, shared: bool, reach: Reach | None
) -> SuiteScenario | None:
    """Run a scenario on the unchanged game; return None if it is for another edition."""
    runner = Runner(lambda _: game)
    match = runner.match(scenario)
    if scenario.editions and match.linked.game.edition not in scenario.editions:
        return None
    began, noticed = time.process_time(), None
    failures: list[ScenarioFailure] = []

    def play() -> None:
        failures.extend(runner.play(scenario, match))

    if reach is None:
        play()
    else:
        noticed = reach.noticed(match.linked, play)
    if failures:
        hint = f"`thesmos test {scenario.file}` shows the details"
        raise UsageError(f"{scenario.id} fails with the spec as it is", hint)
    cards = {linked.card.slug for linked in match.linked.cards}
    cited = frozenset(clause.value for clause in scenario.clauses)
    seconds = time.process_time() - began
    played = frozenset({match.linked.mode.slug, *cards})
    return SuiteScenario(scenario, played, cited, seconds, shared, noticed)


def cases_for(
    mutant: Mutant,
    base: str,
    cases: Sequence[SuiteScenario],
    killers: Container[str] = (),
) -> list[SuiteScenario]:
    """Return the scenarios that can notice a mutant, the likeliest and quickest first.

    base: the game's own slug, whose text is in use in all scenarios. killers: scenarios that come
    first; then those that cite the clause, those that cite another clause of the card, and the
    others with the card.
    """
    able = [
        case
        for case in cases
        if (mutant.card == base or mutant.card in case.cards) and case.may_notice(mutant)
    ]
    unit = mutant.unit.partition(".if")[0]

    def rank(case: SuiteScenario) -> tuple[int, float]:
        if case.id in killers:
            return -1, case.seconds
        if unit in case.cited:
            return 0, case.seconds
        subject = any(word.startswith(f"{mutant.card}.") for word in case.cited)
        return (1 if subject else 2), case.seconds

    return sorted(able, key=rank)


def run(game: Game, case: SuiteScenario) -> str:
    """Return the result of a scenario on a game: PASSES, FAILS, BREAKS or HANGS."""
    runner = Runner(lambda _: game)
    try:
        with within(max(LEAST, PATIENCE * case.seconds)):
            match = runner.match(case.scenario)
            failed = next(runner.play(case.scenario, match), None) is not None
    except OutOfTime:
        return HANGS
    except (UsageError, SpecError):
        return FAILS
    except Exception:  # noqa: BLE001 - whatever breaks on a changed spec did not pass
        return BREAKS
    return FAILS if failed else PASSES
