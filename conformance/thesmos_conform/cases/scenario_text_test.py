"""Which scenarios a filtered run reads: never fewer than the filters select."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.diagnostics import Diagnostic
from thesmos.play.game import Game, load
from thesmos.resources import scenarios_dir
from thesmos.scenario.reader import Scenario, scenario_files
from thesmos_conform.cases.case import Case
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases
from thesmos_conform.cases.scenario_text import about, text_of
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.runner.selection import Filters, Shard

FILES = scenario_files(scenarios_dir() / "santorini")


@pytest.fixture(scope="module")
def game() -> Game:
    return load("santorini")


def _leaves_out(game: Game, filters: Filters, file: Path) -> bool:
    return bool(filters.leaves_out_file(game)(file, text_of(file)))


def _case(game: Game, text: str, folder: Path) -> tuple[Path, Case]:
    file = folder / "one.yaml"
    file.write_text(
        "thesmos: scenario\ntitle: Somebody begins\nsource: none\nclauses: [move.near]\n"
        "given:\n  game: santorini\n"
        f"  powers: {text}\n  start: setup\nsteps:\n  - then: {{step: place}}\n"
    )
    (made,) = scenario_cases(read_scenarios([file], game), game, Oracle())
    return file, made


@pytest.mark.parametrize(
    ("powers", "wanted"),
    [("[apollo, none]", True), ("[chaos, none]", True), ("[pan, none]", False)],
)
def test_a_file_is_read_if_a_power_may_be_in_play(
    game: Game, tmp_path: Path, powers: str, wanted: bool
) -> None:
    file, case = _case(game, powers, tmp_path)
    assert wanted != _leaves_out(game, Filters(powers=("apollo",)), file)
    assert wanted == ("apollo" in case.powers)


def test_a_file_is_not_read_for_a_power_that_no_card_in_it_can_bring(game: Game) -> None:
    named = [file for file in FILES if "limus" in text_of(file)]
    assert named == [
        file for file in FILES if not _leaves_out(game, Filters(powers=("limus",)), file)
    ]


@pytest.mark.parametrize(
    "filters",
    [
        Filters(clauses=("apollo",)),
        Filters(tags=("hidden",)),
        Filters(ids=("santorini/pan/*",)),
        Filters(again=frozenset({"santorini/pan/two-levels-down"})),
    ],
    ids=str,
)
def test_only_some_files_are_read(game: Game, filters: Filters) -> None:
    left = [file for file in FILES if not _leaves_out(game, filters, file)]
    assert len(left) < len(FILES) / 2


@pytest.mark.parametrize(
    "filters",
    [
        Filters(),
        Filters(powers=("apollo",), shard=Shard(1, 2)),
        Filters(ids=("canary:circe",)),
        Filters(again=frozenset(), newer_than=1.0),
    ],
    ids=str,
)
def test_everything_is_read_where_a_case_is_made_from_others_or_the_verdict_is_about_all(
    game: Game, filters: Filters
) -> None:
    assert not any(_leaves_out(game, filters, file) for file in FILES)


def test_a_file_of_another_game_is_not_counted(game: Game) -> None:
    (other, *_) = scenario_files(scenarios_dir() / "nim")
    assert not about(game)(text_of(other))
    assert about(game)(text_of(FILES[0]))


def test_shipped_scenarios_of_other_games_are_not_read(game: Game) -> None:
    read: list[Path] = []

    def noted(file: Path) -> tuple[Scenario | None, list[Diagnostic]]:
        read.append(file)
        return None, []

    read_scenarios([scenarios_dir()], game, noted)
    assert read == FILES
