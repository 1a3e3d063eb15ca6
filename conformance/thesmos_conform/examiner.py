"""Scenarios one at a time, by the rules or by an adapter, for the pytest plugin."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.game import load
from thesmos.render.span import plain
from thesmos.scenario.reader import Scenario, read_scenario
from thesmos.scenario.runner import FAILED, INVALID, Runner
from thesmos.syntax.yaml_nodes import YamlMap, YamlText, read_yaml
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import read_adapter
from thesmos_conform.cases.scenario_cases import scenario_cases
from thesmos_conform.judging.case_results import result_of
from thesmos_conform.judging.comparable import comparable
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.judging.own_steps import in_our_steps
from thesmos_conform.judging.result import HARMLESS, CaseResult, SuiteRun
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.report.failure import FailureDescriber
from thesmos_conform.report.terminal import failure_lines
from thesmos_conform.runner.selection import unsupported

KIND = "scenario"


@dataclass(frozen=True)
class ScenarioVerdict:
    """The verdict on a scenario: why it was skipped, or what is wrong; both empty if it passes."""

    skipped: str = ""
    wrong: str = ""


def is_scenario(path: Path) -> bool:
    """Return whether a YAML file says that it is a scenario."""
    root, _ = read_yaml(path)
    kind = root.get("thesmos") if isinstance(root, YamlMap) else None
    return isinstance(kind, YamlText) and kind.value == KIND


class Examiner:
    """Runs scenarios by the rules and, if an adapter is named, asks that adapter as well."""

    def __init__(self, adapter: str | None) -> None:
        """Raise UsageError for an adapter's file that is missing or invalid."""
        if adapter is not None:
            read_adapter(adapter)
        self.adapter = adapter
        self._runner = Runner(load)
        self._sessions: dict[str, _AdapterSession] = {}

    def close(self) -> None:
        """Stop the adapter, for every game it was started for."""
        for session in self._sessions.values():
            session.client.close()

    def examine(self, path: Path) -> ScenarioVerdict:
        """Return the verdict on a scenario; if an adapter is asked, the rules must pass it, too."""
        outcome = self._runner.run(path)
        if outcome.status in (FAILED, INVALID):
            return ScenarioVerdict(wrong=outcome.render())
        scenario, _ = read_scenario(path)
        if outcome.reason or self.adapter is None or scenario is None:
            return ScenarioVerdict(skipped=outcome.reason)
        try:
            result, run = self._judged(scenario, self.adapter)
        except (UsageError, SpecError, ProtocolError) as error:
            return ScenarioVerdict(wrong=str(error))
        if result.status in HARMLESS:
            return ScenarioVerdict(skipped=f"{result.status}: {result.reason}")
        if result.status == "pass":
            return ScenarioVerdict()
        return ScenarioVerdict(wrong=plain(failure_lines(FailureDescriber(run).describe(result))))

    def _judged(self, scenario: Scenario, adapter: str) -> tuple[CaseResult, SuiteRun]:
        """Return the adapter's result and its run. Raises UsageError, SpecError, ProtocolError."""
        name = scenario.given.game
        if name not in self._sessions:
            self._sessions[name] = _AdapterSession(name, adapter)
        return self._sessions[name].judged(scenario)


class _AdapterSession:
    """An adapter, and the game to ask it about."""

    def __init__(self, name: str, adapter: str) -> None:
        """Raise UsageError or SpecError; the first scenario starts the adapter."""
        self.adapter = adapter
        self.oracle = Oracle()
        self.game = self.oracle.use_game(name)
        self.edition = self.game.checked.written.edition
        self.client = Client(read_adapter(adapter, [name]), {self.game.slug: self.edition})

    def judged(self, scenario: Scenario) -> tuple[CaseResult, SuiteRun]:
        """Return the adapter's result and its run. Raises UsageError, ProtocolError."""
        game, slug = self.game, self.game.slug
        hello = self.client.hello()
        words = ("--game", scenario.given.game, "--scenarios", scenario.file)
        run = SuiteRun(
            hello, slug, self.edition, "", (), "", 1,
            adapter=self.adapter, words=words, rules=game,
        )  # fmt: skip
        (case,) = scenario_cases([scenario], game, self.oracle)
        claimed = hello.games.get(slug)
        claim = None if claimed is None else comparable(claimed)
        lacks = f"game {slug}" if claim is None else unsupported(case, claim, game)
        if claim is None or lacks:
            return result_of(case, "unsupported", lacks), run
        return CaseJudge(self.oracle, claim).ask(
            case, in_our_steps(self.client, claim, self.oracle)
        ), run
