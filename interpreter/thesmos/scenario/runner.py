"""Run scenarios: given a position, when options are chosen, then expectations must be met.

A scenario fails if an option is not offered, an expectation is not met, the game ends before the
scenario does, or its file has errors. A failure does not stop the run.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from thesmos.diagnostics import Diagnostic, Location, SpecError, UsageError, suggest
from thesmos.notation.possible import ImpossiblePosition
from thesmos.play.choice import find_choice, not_offered, take
from thesmos.play.playable import load_playable
from thesmos.play.protocols import Match, State
from thesmos.render.span import plain
from thesmos.render.text_board import draw, picture_of
from thesmos.scenario.comparison import ActualState, UnmetExpectation, compare
from thesmos.scenario.reader import (
    Given,
    Scenario,
    ScenarioStep,
    read_scenario,
    scenario_files,
    scenario_id,
)
from thesmos.syntax.sources import DISK, Sources, with_lines
from thesmos.syntax.yaml_nodes import YamlText

PASSED, FAILED, SKIPPED, INVALID = "passed", "failed", "skipped", "invalid"
HINT = "hint: "  # begins the line of a failure that says what to do


@dataclass(frozen=True)
class ScenarioFailure:
    """One difference from what the scenario says.

    key: the key of the scenario at this location.
    lines: the message.
    branch: the name of the branch, if it is in one.
    after: the choices made before.
    board: the board as text, for the last failure of a step.
    """

    location: Location
    key: str
    lines: tuple[str, ...]
    branch: str = ""
    after: tuple[str, ...] = ()
    board: str = ""

    def render(self) -> str:
        """Return the failure as text: location, key, difference, choices so far, board."""
        where = f" [{self.branch}]" if self.branch else ""
        parts = [f"{self.location}: {self.key}{where}", *(f"    {line}" for line in self.lines)]
        if self.after:
            parts.append(f"    after {', '.join(self.after)}")
        return "\n".join([*parts, *([self.board] if self.board else [])])

    def as_json(self) -> dict[str, Any]:
        """Return the failure as `--json` prints it."""
        return {
            "file": self.location.file,
            "line": self.location.line,
            "column": self.location.column,
            "key": self.key,
            "message": "; ".join(self.lines),
            "branch": self.branch,
            "after": list(self.after),
        }


@dataclass(frozen=True)
class ScenarioOutcome:
    """The result of one scenario. reason: why it was skipped."""

    id: str
    file: str
    status: str
    title: str = ""
    clauses: tuple[str, ...] = ()
    failures: tuple[ScenarioFailure, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    reason: str = ""

    def render(self, shown: Collection[Diagnostic] = ()) -> str:
        """Return the outcome as text, without the diagnostics that are already shown."""
        head = f"{self.status} {self.id}" + (f": {self.title}" if self.title else "")
        reason = [f"    {self.reason}"] if self.reason else []
        faults = [fault.render() for fault in self.diagnostics if fault not in shown]
        if len(faults) < len(self.diagnostics):
            faults.append("    the errors of its game are shown above")
        return "\n".join([head, *reason, *faults, *(f.render() for f in self.failures)])

    def as_json(self) -> dict[str, Any]:
        """Return the outcome as `--json` prints it."""
        outcome: dict[str, Any] = {"id": self.id, "file": self.file, "status": self.status}
        if self.reason:
            outcome["reason"] = self.reason
        if self.failures:
            outcome["failures"] = [failure.as_json() for failure in self.failures]
        if self.diagnostics:
            outcome["diagnostics"] = [fault.as_json() for fault in self.diagnostics]
        return outcome


@dataclass(frozen=True)
class ScenarioReport:
    """The result of a run."""

    outcomes: tuple[ScenarioOutcome, ...]

    def count(self, *statuses: str) -> int:
        """Return the number of scenarios with one of these statuses."""
        return sum(outcome.status in statuses for outcome in self.outcomes)

    @property
    def passed(self) -> int:
        """The number of scenarios that passed."""
        return self.count(PASSED)

    @property
    def failed(self) -> int:
        """The number of scenarios that failed or could not be read."""
        return self.count(FAILED, INVALID)

    @property
    def skipped(self) -> int:
        """The number of scenarios that were skipped: pending, or of another edition."""
        return self.count(SKIPPED)

    @property
    def exit_code(self) -> int:
        """1 if a scenario failed; 2 if none failed but some can't be read; else 0."""
        if self.count(FAILED):
            return 1
        return 2 if self.count(INVALID) else 0

    def as_json(self) -> dict[str, Any]:
        """Return the report as `--json` prints it."""
        return {
            "passed": self.passed,
            "failed": self.failed,
            "skipped": self.skipped,
            "invalid": self.count(INVALID),
            "scenarios": [outcome.as_json() for outcome in self.outcomes],
        }

    def render(self) -> str:
        """Return the report as text: each scenario that did not pass, then the numbers."""
        shown: set[Diagnostic] = set()
        others = []
        for outcome in self.outcomes:
            if outcome.status != PASSED:
                others.append(outcome.render(shown))
                shown.update(outcome.diagnostics)
        numbers = f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"
        return "\n\n".join([*others, numbers])


class MatchMaker(Protocol):
    """The part of a game that the runner needs."""

    def match(
        self,
        powers: Any = ...,
        mode: Any = ...,
        options: Any = ...,
        setup: Any = ...,
        any_match_up: Any = ...,
    ) -> Any:
        """Return a match of the game."""


Load = Callable[[str], MatchMaker]
Progress = Callable[[int, int], object]
StateAfter = Callable[[tuple[str, ...]], State]


def run_paths(
    paths: Iterable[Path],
    load: Load | None = None,
    progress: Progress = lambda done, of: None,
) -> ScenarioReport:
    """Run the scenarios in files and folders, and return the report.

    load: loads a game by its name or folder.
    progress: called after each scenario with the number of scenarios done and the number of all.

    Raises UsageError if there are no scenarios.
    """
    files = list(dict.fromkeys(file for path in paths for file in scenario_files(path)))
    if not files:
        raise UsageError(
            "no scenarios found", "give a scenario file, or a folder with scenarios in it"
        )
    runner = Runner(load or load_playable)
    outcomes = []
    for done, file in enumerate(files, 1):
        outcomes.append(runner.run(file))
        progress(done, len(files))
    return ScenarioReport(tuple(outcomes))


@dataclass
class _ScenarioRun:
    """A scenario, or one of its branches, while it runs: the state, and the choices so far.

    cached: returns the cached state after some choices, if the caller has a cache.
    go_on: asked before each choice.
    possible: whether every state must be possible.
    """

    state: State
    cached: StateAfter | None = None
    go_on: Callable[[], bool] = lambda: True
    possible: bool = False
    branch: str = ""
    after: tuple[str, ...] = ()
    failures: list[ScenarioFailure] = field(default_factory=list)


class Runner:
    """Runs scenarios, each in the match-up it names. Games and their matches are cached.

    load: as for `run_paths`. sources: where the scenarios are read from.
    go_on: asked before each choice. If it returns False, the rest of the scenario is not played.
    """

    def __init__(
        self, load: Load, sources: Sources = DISK, go_on: Callable[[], bool] = lambda: True
    ) -> None:
        self.load, self.sources, self.go_on = load, sources, go_on
        self.games: dict[str, MatchMaker] = {}

    def run(self, file: Path) -> ScenarioOutcome:
        """Run one scenario. Never raises: all errors are in the outcome."""
        scenario, faults = read_scenario(file, sources=self.sources)
        if scenario is None:
            return ScenarioOutcome(scenario_id(file), str(file), INVALID, diagnostics=tuple(faults))
        failures: tuple[ScenarioFailure, ...] = ()
        diagnostics: tuple[Diagnostic, ...] = ()
        reason = scenario.pending or ""
        try:
            match = None if reason else self.match(scenario)
            if match is not None and not _of_edition(scenario, match):
                reason = f"not of edition {match.linked.game.edition}"
            elif match is not None:
                diagnostics = tuple(with_lines(_unknown_citations(scenario, match), self.sources))
                possible = not scenario.given.impossible
                failures = tuple(self.play(scenario, match, possible=possible))
        except UsageError as error:
            failures = (ScenarioFailure(scenario.given.location, "given", _error_lines(error)),)
        except SpecError as error:
            diagnostics = error.diagnostics
        except Exception as error:  # noqa: BLE001 - it fails this scenario and not the run
            line = f"internal error: {type(error).__name__}: {error}"
            failures = (ScenarioFailure(scenario.given.location, "given", (line,)),)
        wrong = FAILED if failures else INVALID if diagnostics else PASSED
        status = SKIPPED if reason else wrong
        cited = tuple(clause.value for clause in scenario.clauses)
        return ScenarioOutcome(
            scenario.id, str(file), status, scenario.title, cited, failures, diagnostics, reason
        )

    def match(self, scenario: Scenario) -> Match:
        """Make the match of a scenario. Raises UsageError or SpecError."""
        setting = scenario.given
        if setting.game not in self.games:
            self.games[setting.game] = self.load(setting.game)
        wanted: dict[str, Any] = {"powers": list(setting.powers)} if setting.powers else {}
        if setting.any_match_up:
            wanted["any_match_up"] = True
        match: Match = self.games[setting.game].match(
            mode=setting.mode, options=setting.options, setup=setting.setup, **wanted
        )
        return match

    def play(
        self,
        scenario: Scenario,
        match: Match,
        cached: StateAfter | None = None,
        *,
        possible: bool = False,
    ) -> Iterator[ScenarioFailure]:
        """Play a scenario; yield every difference from what it says.

        cached: returns the state after choices that are offered, from the caller's cache, so that
        scenarios share the work on a state.
        possible: whether it also fails by a choice that leads to an impossible position. Then
        `valid` either allows where it begins, which no game reaches, or refuses what games reach.
        """
        setting = scenario.given
        yield from _other_breaks(setting, match)
        start = begun(match, setting) if cached is None else cached(())
        trunk = _ScenarioRun(start, cached, self.go_on, possible)
        _run_steps(trunk, scenario.steps, scenario, match)
        yield from trunk.failures
        if trunk.failures:
            return
        for branch in scenario.branches:
            run = _ScenarioRun(trunk.state, cached, self.go_on, possible, branch.name, trunk.after)
            _run_steps(run, branch.steps, scenario, match)
            yield from run.failures


def begun(match: Match, setting: Given) -> State:
    """Return the state in which a scenario begins. Raises UsageError."""
    if setting.position is None:
        return match.start()
    return match.load(setting.position, allow_impossible=bool(setting.impossible))


def _other_breaks(setting: Given, match: Match) -> Iterator[ScenarioFailure]:
    """Yield a failure if the position breaks other conditions of `valid` than it says it does."""
    if not setting.breaks or setting.position is None:
        return
    broken: list[str] = []
    try:
        match.load(setting.position)
    except ImpossiblePosition as refused:
        broken = sorted(condition.name for condition in refused.broken)
    if broken != sorted(setting.breaks):
        lines = f"expected {', '.join(sorted(setting.breaks))}", f"got {', '.join(broken) or '-'}"
        yield ScenarioFailure(setting.location, "given.breaks", lines)


def _run_steps(
    run: _ScenarioRun, steps: Iterable[ScenarioStep], scenario: Scenario, match: Match
) -> None:
    """Run steps until one fails."""
    for step in steps:
        reached: list[State] = []
        for text in step.when:
            if not _choose(run, text, match) or not _still_possible(run, text, match):
                return
            reached.append(run.state)
        actual = ActualState(run.state, reached, scenario.boards, match.linked.game)
        unmet = compare(step.then, actual)
        if unmet:
            *others, last = unmet  # the board is shown once, below all of them
            run.failures += [_failure(run, expectation) for expectation in others]
            run.failures.append(_failure(run, last, _board(run, match)))
            return


def _choose(run: _ScenarioRun, text: YamlText, match: Match) -> bool:
    """Make a choice of the scenario; if it is not offered, add a failure and return False.

    Return False without a failure if there is no time for it.
    """
    if not run.go_on():
        return False
    choice = find_choice(run.state, text.value)
    if choice is not None:
        run.after = (*run.after, choice.text)
        run.state = take(run.state, choice) if run.cached is None else run.cached(run.after)
        return True
    error = not_offered(run.state, text.value)
    unmet = UnmetExpectation(text.location, "when", _error_lines(error))
    run.failures.append(_failure(run, unmet, _board(run, match)))
    return False


def _still_possible(run: _ScenarioRun, text: YamlText, match: Match) -> bool:
    """Return whether the state is one that games can reach; if not, add a failure."""
    if not run.possible or not (broken := match.broken(run.state.vector)):
        return True
    hint = "begin at a position that games reach; if it is one, `valid` refuses what games reach"
    error = UsageError(ImpossiblePosition(broken).message, hint)
    unmet = UnmetExpectation(text.location, "when", _error_lines(error))
    run.failures.append(_failure(run, unmet, _board(run, match)))
    return False


def _error_lines(error: UsageError) -> tuple[str, ...]:
    return (error.message, *([f"{HINT}{error.hint}"] if error.hint else []))


def _failure(run: _ScenarioRun, unmet: UnmetExpectation, board: str = "") -> ScenarioFailure:
    return ScenarioFailure(unmet.location, unmet.key, unmet.lines, run.branch, run.after, board)


def _board(run: _ScenarioRun, match: Match) -> str:
    return plain(draw(picture_of(match.linked), run.state.position()))


def _of_edition(scenario: Scenario, match: Match) -> bool:
    return not scenario.editions or match.linked.game.edition in scenario.editions


def _unknown_citations(scenario: Scenario, match: Match) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each id that a scenario cites and its match-up does not have."""
    ids = set(known_ids(match))
    for clause in scenario.clauses if ids else ():
        if clause.value not in ids:
            hint = suggest(clause.value, ids) or "cite a clause of a power in play, or a rule"
            message = f"there is no clause, rule, action or step {clause.value}"
            yield Diagnostic("E604", message, clause.location, hint)


def known_ids(match: Match) -> Iterator[str]:
    """Yield the ids that a scenario of a match-up can cite: clauses, rules, actions and steps."""
    for _, clause in match.linked.clauses:
        yield clause.id
    for name, action in match.linked.actions.items():
        for called in {str(name), name.name}:
            yield called
            yield from (f"{called}.{rule.name}" for rule in action.rules)
    for step in match.linked.steps:
        yield from (str(step.name), f"step.{step.name}")  # the second is never an action
