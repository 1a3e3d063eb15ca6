"""Each kind of difference as the expectation of a scenario that `thesmos test` can read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from thesmos.diagnostics import Location
from thesmos.scenario.reader import read_scenario
from thesmos_conform.mutation.divergence import Divergence, GameStart
from thesmos_conform.mutation.drafts import draft_of, write_drafts
from thesmos_conform.mutation.mutants import Mutant
from thesmos_conform.mutation.verdict import SURVIVED, MutantVerdict

START = GameStart(("apollo", None), "two-players")
LEVELS = "0" * 25
POSITION = {"levels": LEVELS, "workers": ["A1 1f", "C3 2f"], "to_move": 1}


def verdict(
    kind: str, expected: Any = None, start: GameStart = START, moves: tuple[str, ...] = ()
) -> MutantVerdict:
    """A mutant that survived, with a difference of this kind."""
    unit = "apollo.your-move.1"
    where = Location("apollo.yaml", 20, 5)
    mutant = Mutant(f"{unit}:negate:1", unit, "apollo", "negate", where, ("old",), ("new",), ())
    return MutantVerdict(mutant, SURVIVED, divergence=Divergence(start, moves, kind, expected, "?"))


def draft(one: MutantVerdict, folder: Path) -> dict[str, Any]:
    """The draft as data, after a check that it is a scenario without errors."""
    text = draft_of("santorini", one)
    assert text is not None
    file = folder / "draft.yaml"
    file.write_text(text, encoding="utf-8")
    scenario, diagnostics = read_scenario(file)
    assert scenario is not None, diagnostics
    return dict(yaml.safe_load(text))


@pytest.mark.parametrize(
    ("kind", "expected", "then"),
    [
        ("options", ["A1-A2"], {"legal": {"exactly": ["A1-A2"]}}),
        ("decision", {"player": 2, "step": "move"}, {"player": 2, "step": "move"}),
        ("result", {"winners": [1], "reason": "up"}, {"result": {"winners": [1], "reason": "up"}}),
        ("result", None, {"result": "none"}),
        ("may_skip", True, {"may_skip": "yes"}),
        ("may_skip", False, {"may_skip": "no"}),
        ("position", {"levels": LEVELS}, {"position": {"levels": LEVELS}}),
        ("held", [["apollo"], []], {"held": [["apollo"], []]}),
        ("view.2", {"workers": []}, {"view": {2: {"position": {"workers": []}}}}),
        ("weights", {"six": "1/6"}, {"weights": {"six": "1/6"}}),
        ("error", "the game goes on", {"result": "none"}),
    ],
)
def test_a_difference_is_the_expectation(
    kind: str, expected: Any, then: dict[str, Any], tmp_path: Path
) -> None:
    assert [{"then": then}] == draft(verdict(kind, expected), tmp_path)["steps"]


def test_the_choices_before_the_difference_come_first(tmp_path: Path) -> None:
    (step,) = draft(verdict("may_skip", True, moves=("A1-A2", "A2+A1")), tmp_path)["steps"]
    assert ["A1-A2", "A2+A1"] == step["when"]


def test_a_game_from_the_beginning_is_given_by_its_match_up(tmp_path: Path) -> None:
    start = replace(START, setup={"fleece": "pan"}, options={"night": "yes"}, any_match_up=True)
    given = draft(verdict("may_skip", True, start), tmp_path)["given"]
    assert {
        "game": "santorini",
        "powers": ["apollo", "none"],
        "mode": "two-players",
        "options": {"night": "yes"},
        "setup": {"fleece": "pan"},
        "any_match_up": "yes",
        "start": "setup",
    } == given


def test_a_position_is_given_apart_from_whose_turn_it_is_and_who_holds_what(tmp_path: Path) -> None:
    extra = {"memory": {"apollo.n": 1}, "held": [["apollo"], []]}
    start = GameStart((), position={**POSITION, **extra})
    given = draft(verdict("may_skip", True, start), tmp_path)["given"]
    assert "powers" not in given
    assert (1, extra) == (given["to_move"], {key: given[key] for key in extra})
    assert {"levels": LEVELS, "workers": ["A1 1f", "C3 2f"]} == given["position"]


def test_a_draft_is_pending_and_cites_its_clause(tmp_path: Path) -> None:
    written = draft(verdict("may_skip", True), tmp_path)
    assert written["pending"].startswith("a draft")
    assert ["apollo.your-move.1"] == written["clauses"]
    assert "apollo.your-move.1:negate:1: old => new" == written["notes"]


def test_only_differences_are_written_each_to_its_own_file(tmp_path: Path) -> None:
    same = replace(verdict("may_skip"), divergence=None)
    some = [verdict("may_skip", True), same]
    assert 1 == write_drafts(tmp_path / "new" / "folder", "santorini", some)
    (file,) = (tmp_path / "new" / "folder").iterdir()
    assert "apollo.your-move.1-negate-1.yaml" == file.name
    assert draft_of("santorini", some[0]) == file.read_text(encoding="utf-8")


def test_a_draft_that_somebody_works_on_is_left_alone(tmp_path: Path) -> None:
    survivor = verdict("result", "none")
    assert 1 == write_drafts(tmp_path, "santorini", [survivor])
    (file,) = tmp_path.iterdir()
    file.write_text("mine")
    assert 0 == write_drafts(tmp_path, "santorini", [survivor])
    assert "mine" == file.read_text()
