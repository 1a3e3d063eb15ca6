"""Scenarios, run by this interpreter: given a position, when options are chosen, then this holds.

Nothing is lenient: an option that is not offered, an expectation that is not met, a game that ends
before the scenario does, a mistake in the file each fail the scenario, and none stops the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from thesmos.diagnostics import Diagnostic, Location, SpecError, UsageError, suggest
from thesmos.play.game import load as load_game
from thesmos.play.protocols import CONCEDE, SKIP, Match, State
from thesmos.render.span import plain
from thesmos.render.text_board import draw, picture_of
from thesmos.scenario.comparison import ActualState, UnmetExpectation, compare, offered
from thesmos.scenario.reader import (
    Scenario,
    ScenarioStep,
    read_scenario,
    scenario_files,
    scenario_id,
)
from thesmos.syntax.yaml_nodes import YamlText

PASSED, FAILED, SKIPPED, INVALID = "passed", "failed", "skipped", "invalid"


@dataclass(frozen=True)
class ScenarioFailure:
    """One thing that is not as the scenario says. after: the options taken until there."""

    location: Location
    key: str
    lines: tuple[str, ...]
    branch: str = ""
    after: tuple[str, ...] = ()
    board: str = ""

    def render(self) -> str:
        """The failure as people read it: place, key, difference, the way there, the board."""
        where = f" [{self.branch}]" if self.branch else ""
        parts = [f"{self.location}: {self.key}{where}", *(f"    {line}" for line in self.lines)]
        if self.after:
            parts.append(f"    after {', '.join(self.after)}")
        return "\n".join([*parts, *([self.board] if self.board else [])])

    def as_json(self) -> dict[str, Any]:
        """The failure as data."""
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
    """How one scenario went. reason: why it was skipped."""

    id: str
    file: str
    status: str
    title: str = ""
    clauses: tuple[str, ...] = ()
    failures: tuple[ScenarioFailure, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    reason: str = ""

    def render(self) -> str:
        """The outcome as people read it."""
        head = f"{self.status} {self.id}" + (f": {self.title}" if self.title else "")
        reason = [f"    {self.reason}"] if self.reason else []
        faults = [fault.render() for fault in self.diagnostics]
        return "\n".join([head, *reason, *faults, *(f.render() for f in self.failures)])

    def as_json(self) -> dict[str, Any]:
        """The outcome as data."""
        made: dict[str, Any] = {"id": self.id, "file": self.file, "status": self.status}
        if self.reason:
            made["reason"] = self.reason
        if self.failures:
            made["failures"] = [failure.as_json() for failure in self.failures]
        if self.diagnostics:
            made["diagnostics"] = [fault.as_json() for fault in self.diagnostics]
        return made


@dataclass(frozen=True)
class ScenarioReport:
    """How a run went."""

    outcomes: tuple[ScenarioOutcome, ...]

    def count(self, *statuses: str) -> int:
        """How many scenarios ended so."""
        return sum(outcome.status in statuses for outcome in self.outcomes)

    @property
    def passed(self) -> int:
        """How many passed."""
        return self.count(PASSED)

    @property
    def failed(self) -> int:
        """How many failed or could not be read."""
        return self.count(FAILED, INVALID)

    @property
    def skipped(self) -> int:
        """How many are pending."""
        return self.count(SKIPPED)

    @property
    def exit_code(self) -> int:
        """1 if a scenario failed, 2 if all that is wrong is files that can't be read, else 0."""
        if self.count(FAILED):
            return 1
        return 2 if self.count(INVALID) else 0

    def as_json(self) -> dict[str, Any]:
        """The report as data."""
        return {
            "passed": self.passed,
            "failed": self.failed,
            "skipped": self.skipped,
            "invalid": self.count(INVALID),
            "scenarios": [outcome.as_json() for outcome in self.outcomes],
        }

    def render(self) -> str:
        """What did not pass, and the numbers."""
        told = [outcome.render() for outcome in self.outcomes if outcome.status != PASSED]
        numbers = f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"
        return "\n\n".join([*told, numbers])


class MatchMaker(Protocol):
    """What makes matches."""

    def match(
        self,
        powers: Any = ...,
        mode: Any = ...,
        options: Any = ...,
        setup: Any = ...,
        any_match_up: Any = ...,
    ) -> Any:
        """A match-up of the game."""


Load = Callable[[str], MatchMaker]
Progress = Callable[[int, int], object]


def run_paths(
    paths: Iterable[Path],
    load: Load | None = None,
    progress: Progress = lambda done, of: None,
) -> ScenarioReport:
    """Run the scenarios in files and folders. Raises UsageError if there are none.

    load: gives the games by name; those that are shipped, unless told otherwise. progress: called
    after each scenario, with how many are done and how many there are.
    """
    files = list(dict.fromkeys(file for path in paths for file in scenario_files(path)))
    if not files:
        raise UsageError(
            "there are no scenarios here", "give a scenario's file or a folder of them"
        )
    runner = Runner(load or load_game)
    outcomes = []
    for done, file in enumerate(files, 1):
        outcomes.append(runner.run(file))
        progress(done, len(files))
    return ScenarioReport(tuple(outcomes))


@dataclass
class _ScenarioRun:
    """Where a scenario stands: the state, and the options that led there."""

    state: State
    branch: str = ""
    after: tuple[str, ...] = ()
    failures: list[ScenarioFailure] = field(default_factory=list)


class Runner:
    """Runs scenarios, each in the match-up it names; matches are kept from one to the next."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.games: dict[str, MatchMaker] = {}

    def run(self, file: Path) -> ScenarioOutcome:
        """One scenario; never raises."""
        scenario, faults = read_scenario(file)
        if scenario is None:
            return ScenarioOutcome(scenario_id(file), str(file), INVALID, diagnostics=tuple(faults))
        failures: tuple[ScenarioFailure, ...] = ()
        diagnostics: tuple[Diagnostic, ...] = ()
        reason = scenario.pending or ""
        try:
            match = None if reason else self.match(scenario)
            if match is not None and not _of_edition(scenario, match):
                reason = f"not of edition {match.program.edition}"
            elif match is not None:
                diagnostics = tuple(_unknown(scenario, match))
                failures = tuple(self.play(scenario, match))
        except UsageError as error:
            failures = (_broken(scenario, error.message, error.hint),)
        except SpecError as error:
            diagnostics = error.diagnostics
        except Exception as error:  # noqa: BLE001 - it fails this scenario and not the run
            line = f"the interpreter broke: {type(error).__name__}: {error}"
            failures = (_broken(scenario, line, None),)
        wrong = FAILED if failures else INVALID if diagnostics else PASSED
        status = SKIPPED if reason else wrong
        cited = tuple(clause.value for clause in scenario.clauses)
        return ScenarioOutcome(
            scenario.id, str(file), status, scenario.title, cited, failures, diagnostics, reason
        )

    def match(self, scenario: Scenario) -> Match:
        """The match-up of a scenario. Raises UsageError or SpecError."""
        given = scenario.given
        if given.game not in self.games:
            self.games[given.game] = self.load(given.game)
        wanted: dict[str, Any] = {"powers": list(given.powers)} if given.powers else {}
        if given.any_match_up:
            wanted["any_match_up"] = True
        made: Match = self.games[given.game].match(
            mode=given.mode, options=given.options, setup=given.setup, **wanted
        )
        return made

    def play(self, scenario: Scenario, match: Match) -> Iterator[ScenarioFailure]:
        """Everything in a scenario that is not as it says."""
        given = scenario.given
        start = match.start() if given.position is None else match.load(given.position)
        trunk = _ScenarioRun(start)
        _follow(trunk, scenario.steps, scenario, match)
        yield from trunk.failures
        if trunk.failures:
            return
        for branch in scenario.branches:
            way = _ScenarioRun(trunk.state, branch.name, trunk.after)
            _follow(way, branch.steps, scenario, match)
            yield from way.failures


def _follow(
    way: _ScenarioRun, steps: Iterable[ScenarioStep], scenario: Scenario, match: Match
) -> None:
    """Take the steps until one fails."""
    for step in steps:
        events: list[Mapping[str, Any]] = []
        for text in step.when:
            if not _take(way, text, match):
                return
            events += way.state.events
        found = compare(step.then, ActualState(way.state, events, scenario.boards))
        if found:
            *others, last = found  # the board once, below them all
            way.failures += [_failure(way, one) for one in others]
            way.failures.append(_failure(way, last, _drawn(way, match)))
            return


def _take(way: _ScenarioRun, text: YamlText, match: Match) -> bool:
    """Take an option; whether it could be taken."""
    decision = way.state.decision
    word = text.value
    option = next((o for o in decision.options if o.text == word), None) if decision else None
    if decision is None:
        line = f"the game is over; `{word}` can't be chosen"
    elif word == SKIP and not decision.may_skip:
        line = f"{decision.step} may not be skipped"
    elif option is None and word not in (SKIP, CONCEDE):
        options = ", ".join(offered(way.state)) or "nothing is"
        line = f"`{word}` is not offered in {decision.step}: {options}"
    else:
        by = {SKIP: way.state.skip, CONCEDE: way.state.concede}.get(word)
        way.state = by() if by is not None else way.state.apply(option)
        way.after = (*way.after, word)
        return True
    way.failures.append(
        _failure(way, UnmetExpectation(text.location, "when", (line,)), _drawn(way, match))
    )
    return False


def _broken(scenario: Scenario, message: str, hint: str | None) -> ScenarioFailure:
    """What kept a scenario from being played at all, or to its end."""
    lines = (message, *([f"hint: {hint}"] if hint else []))
    return ScenarioFailure(scenario.given.location, "given", lines)


def _failure(way: _ScenarioRun, one: UnmetExpectation, drawn: str = "") -> ScenarioFailure:
    return ScenarioFailure(one.location, one.key, one.lines, way.branch, way.after, drawn)


def _drawn(way: _ScenarioRun, match: Match) -> str:
    return plain(draw(picture_of(match.program), way.state.position()))


def _of_edition(scenario: Scenario, match: Match) -> bool:
    return not scenario.editions or match.program.edition in scenario.editions


def _unknown(scenario: Scenario, match: Match) -> Iterator[Diagnostic]:
    """The ids that a scenario cites and that its match-up does not have."""
    known = set(known_ids(match))
    for clause in scenario.clauses if known else ():
        if clause.value not in known:
            hint = suggest(clause.value, known) or "cite a clause of a power in play, or a rule"
            yield Diagnostic("E604", f"nothing is called {clause.value}", clause.location, hint)


def known_ids(match: Match) -> Iterator[str]:
    """What a scenario of a match-up can cite: clauses, rules of actions, actions and steps."""
    program = match.program
    for clause in getattr(program, "clauses", ()):
        yield clause["id"]
    for name, action in getattr(program, "actions", {}).items():
        for called in {name, action["short"]}:
            yield called
            yield from (f"{called}.{rule['name']}" for rule in action["rules"])
    for step in getattr(program, "steps", ()):
        yield step["name"]
