"""Verdicts on mutants: killed and by which scenario, survived with a difference, equivalent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.game import Game, load
from thesmos.program.declarations import GameProgram as Program
from thesmos.resources import scenarios_dir
from thesmos.scenario.runner import run_paths
from thesmos_conform.mutation.divergence import search
from thesmos_conform.mutation.drafts import draft_of
from thesmos_conform.mutation.equivalent import read_as, read_equivalent
from thesmos_conform.mutation.measure import MutantFilter, measure
from thesmos_conform.mutation.mutants import Mutant, mutants_of, mutated
from thesmos_conform.mutation.suite import BREAKS, HANGS, OutOfTime, run, suite_of, within
from thesmos_conform.mutation.verdict import EQUIVALENT, KILLED, SOAK, SURVIVED, ScenarioJudge
from thesmos_conform.resources import equivalent_mutants_file

SUITE = scenarios_dir() / "santorini"
CLIMB = "move.climb:shift-bound:1"
FAR = "pan.fact.fell:shift-bound:1"


@cache
def game() -> Game:
    return load("santorini")


@cache
def mutants() -> dict[str, Mutant]:
    return {mutant.id: mutant for mutant in mutants_of(game().program)}


@pytest.fixture(autouse=True)
def _made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure the mutants of the game that are already made: there are many."""

    def mutants_of(program: Program) -> Iterable[Mutant]:
        assert program is game().program
        return mutants().values()

    monkeypatch.setattr("thesmos_conform.mutation.measure.mutants_of", mutants_of)


def changed(id: str) -> Game:
    return game().with_program(mutated(game().program, mutants()[id]))


def judge(area: str, proofs: dict[str, str] | None = None, decisions: int = 0) -> ScenarioJudge:
    return ScenarioJudge(
        game=game(),
        proofs=proofs or {},
        decisions=decisions,
        cases=suite_of(game(), [SUITE / area]),
    )


def test_a_mutant_that_a_scenario_notices_is_killed_and_the_killer_named() -> None:
    """A base scenario says that nobody climbs two levels."""
    verdict = judge("base").verdict(mutants()[CLIMB])

    assert (KILLED, "fails") == (verdict.status, verdict.how)
    assert verdict.by.startswith("santorini/base/")


def test_a_condition_of_possible_positions_needs_a_scenario_that_breaks_it() -> None:
    """Play reaches no position that breaks it, so random play proves nothing."""
    mutant = mutants()["valid.uncapped:drop-clause:1"]
    verdict = judge("base").verdict(mutant)
    assert (KILLED, "santorini/base/impossible") == (verdict.status, verdict.by)
    verdict = judge("apollo", decisions=100).verdict(mutant)
    assert (SURVIVED, 100) == (verdict.status, verdict.decisions)


def test_a_condition_that_play_breaks_is_noticed_without_a_scenario() -> None:
    """As `soak` would: a Worker beside a dome is no longer possible."""
    mutant = mutants()["fact.uncapped:negate:1"]
    verdict = replace(judge("base", decisions=100), cases=()).verdict(mutant)
    assert (KILLED, SOAK, BREAKS) == (verdict.status, verdict.by, verdict.how)


def test_a_mutant_that_no_scenario_can_notice_survives() -> None:
    """Scenarios without the card say nothing about it, and nothing was searched."""
    verdict = judge("base").verdict(mutants()[FAR])

    assert (SURVIVED, "", 0) == (verdict.status, verdict.by, verdict.decisions)


def test_a_survivor_comes_with_a_difference() -> None:
    """Random play finds that a fall of one level wins, and the draft of a scenario says so."""
    verdict = judge("base", decisions=20_000).verdict(mutants()["pan.fact.fell:shift-bound:2"])

    assert SURVIVED == verdict.status
    assert verdict.divergence is not None
    assert "result" == verdict.divergence.kind
    assert "pan" in verdict.divergence.start.powers


def test_the_draft_of_a_scenario_is_one_that_passes_and_kills(tmp_path: Path) -> None:
    """Once the key that keeps it pending has gone."""
    mutant = mutants()["apollo.your-move.1:drop-clause:1"]
    verdict = judge("base", decisions=20_000).verdict(mutant)
    text = draft_of("santorini", verdict)
    assert text is not None
    area = tmp_path / "scenarios" / "santorini" / "drafts"
    area.mkdir(parents=True)
    (area / "draft.yaml").write_text(text, encoding="utf-8")
    assert 1 == run_paths([area]).skipped

    lines = [line for line in text.split("\n") if not line.startswith("pending:")]
    (area / "draft.yaml").write_text("\n".join(lines), encoding="utf-8")
    assert 1 == run_paths([area]).passed
    (case,) = suite_of(game(), [area])
    assert "fails" == run(changed(mutant.id), case)


def test_a_listed_mutant_is_equivalent() -> None:
    """Only if no scenario kills it."""
    verdict = judge("base", {FAR: "for the test"}).verdict(mutants()[FAR])

    assert (EQUIVALENT, "for the test") == (verdict.status, verdict.because)


def test_without_a_difference_in_all_decisions_a_mutant_is_equivalent() -> None:
    """Fewer decisions prove nothing: then it survives."""
    same = judge("dionysus", decisions=50)
    mutant = mutants()["dionysus.your-build.1:other-owner:1"]
    found = search(game(), changed(mutant.id), "dionysus", same.cases, 50)

    assert (None, 50) == (found.divergence, found.decisions)
    assert SURVIVED == same.searched(mutant, changed(mutant.id)).status


def test_a_game_without_powers_is_searched_without_positions_of_scenarios() -> None:
    """It has match-ups too: each mode, and nobody has a power."""
    small = load("tic-tac-toe")
    (free,) = (m for m in mutants_of(small.program) if m.id == "sign.free:drop-clause:1")
    found = search(small, small.with_program(mutated(small.program, free)), small.slug, [], 50)

    assert found.divergence is not None


def never(*_: object) -> None:
    while True:
        pass


def test_endless_work_is_cut_off() -> None:
    """The limit counts CPU time, not elapsed time."""
    with pytest.raises(OutOfTime), within(0.05):
        never()


def test_a_scenario_that_hangs_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A spec whose play never ends does not stop the run."""
    (case, *_) = suite_of(game(), [SUITE / "pan"])
    monkeypatch.setattr("thesmos_conform.mutation.suite.LEAST", 0.05)
    monkeypatch.setattr("thesmos_conform.mutation.suite.PATIENCE", 0)
    monkeypatch.setattr("thesmos_conform.mutation.suite.Runner.match", never)
    assert HANGS == run(game(), case)


# ------------------------------------------------------------------------------- equivalent mutants


def proofs(folder: Path, entry: str) -> Path:
    file = folder / "equivalent.yaml"
    file.write_text(f"thesmos: equivalent\nsantorini:\n  - {entry}\n", encoding="utf-8")
    return file


def test_an_entry_quotes_the_changed_text(tmp_path: Path) -> None:
    entry = f"{{id: '{CLIMB}', becomes: '{read_as(mutants()[CLIMB])}', because: for the test}}"
    found = read_equivalent(proofs(tmp_path, entry), "santorini", mutants().values())
    assert {CLIMB: "for the test"} == found


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (f"{{id: '{CLIMB}', becomes: 'other', because: for the test}}", "another mutant"),
        ("{id: 'move.climb:shift:1', becomes: 'other', because: for the test}", "unknown mutant"),
        (f"{{id: '{CLIMB}', because: for the test}}", "missing key `becomes`"),
    ],
)
def test_an_outdated_entry_is_an_error(tmp_path: Path, entry: str, message: str) -> None:
    """So that a proof is given again when its clause changes."""
    with pytest.raises(SpecError, match=message):
        read_equivalent(proofs(tmp_path, entry), "santorini", mutants().values())


def test_a_killed_mutant_that_is_listed_as_equivalent_is_an_error_at_once(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    entry = f"{{id: '{CLIMB}', becomes: '{read_as(mutants()[CLIMB])}', because: for the test}}"
    file = proofs(tmp_path, entry)
    how = MutantFilter(ids=("move.who:negate:1", CLIMB)), file, 1, 0
    with pytest.raises(UsageError, match=f"listed as equivalent, but noticed: {CLIMB}"):
        measure(game(), [SUITE / "base"], *how, progress=lambda *at: seen.append(at[:2]))
    assert len(seen) == 1 < seen[0][1]


def test_few_mutants_of_a_large_game_are_listed() -> None:
    assert (
        len(read_equivalent(equivalent_mutants_file(), "santorini", mutants().values()))
        <= len(mutants()) // 20
    )


# ----------------------------------------------------------------------------------- measuring


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_clause_is_measured_by_itself(jobs: int) -> None:
    """The figures add up, on any number of processes."""
    wanted = MutantFilter(clause="move.climb")
    found = measure(game(), [SUITE / "base"], wanted, equivalent_mutants_file(), jobs, 0)

    mutant_json = found.as_json()
    assert {"move.climb"} == {verdict.mutant.unit for verdict in found.verdicts}
    assert (
        mutant_json["mutants"]
        == mutant_json["killed"] + mutant_json["survived"] + mutant_json["equivalent"]
    )
    assert 100.0 == mutant_json["score"]
    assert ["santorini"] == list(mutant_json["cards"])


@pytest.mark.parametrize("card", ["apollo", "minotaur"])
def test_a_simple_power_is_asserted_throughout(card: str) -> None:
    """Each change that is not proved to be none is noticed by a scenario."""
    found = measure(game(), [SUITE / card], MutantFilter((card,)), equivalent_mutants_file(), 1, 0)

    assert [] == [verdict.mutant.id for verdict in found.of(SURVIVED)]


def test_unknown_names_are_refused() -> None:
    """With a message that names some that there are."""
    for wanted in (
        MutantFilter(("nobody",)),
        MutantFilter(tag="none-such"),
        MutantFilter(clause="move.fly"),
    ):
        with pytest.raises(UsageError, match=r"there is no|unknown tag"):
            measure(game(), [SUITE / "base"], wanted, equivalent_mutants_file(), 1, 0)
