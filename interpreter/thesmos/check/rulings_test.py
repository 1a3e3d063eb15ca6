"""Mistakes in rulings are told at their place: in any game, not in those alone that are shipped."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos.diagnostics import Diagnostic
from thesmos.play.game import game_diagnostics

BASE = Path(__file__).parent / "samples" / "base"
RULINGS = """\
thesmos: rulings
game: base
rulings:
  - id: how-far
    edition: "1"
    title: {en: How far one flies, es: Hasta dónde se vuela}
    card: {en: Says nothing.}
    played: {en: Twice.}
    evidence: [page 12, facts 1.6, pair-19/108]
    clauses: [wing.your-walk.1]
    scenarios: [far]
  - id: how-high
    edition: "1"
    title: How high
    card: {en: Says nothing.}
    played: As high as one likes.
    evidence: [page 13]
    clauses: []
    scenarios: [area/high]
"""
FAR = "clauses: [walk.near, wing.your-walk.1]\n"
HIGH = "clauses: [wing.your-walk.2]\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game with two rulings and their scenarios."""
    folder = tmp_path / "base"
    shutil.copytree(BASE, folder)
    (folder / "scenarios" / "area").mkdir(parents=True)
    (folder / "scenarios" / "far.yaml").write_text(FAR)
    (folder / "scenarios" / "area" / "high.yaml").write_text(HIGH)
    (folder / "rulings.yaml").write_text(RULINGS)
    return folder


def told(game: Path, old: str, new: str) -> list[Diagnostic]:
    """What is wrong after a change to the rulings."""
    assert RULINGS.count(old) == 1
    (game / "rulings.yaml").write_text(RULINGS.replace(old, new))
    return game_diagnostics(str(game))


def test_rulings_without_mistakes_pass(game: Path) -> None:
    assert [] == game_diagnostics(str(game))


WRONG = [
    ("game: base", "game: bose", "E374", 2, "game here is `base`"),
    ("id: how-high", "id: how-far", "E302", 12, "a ruling `how-far` already"),
    ("[wing.your-walk.1]", "[wing.your-walk.9]", "E375", 10, "no clause `wing.your-walk.9`"),
    ("scenarios: [far]", "scenarios: [far, fur]", "W376", 11, "no scenario `fur`"),
    ("scenarios: [far]", "scenarios: [far, area/high]", "E377", 11, "`area/high` is about no"),
    ("[wing.your-walk.1]", "[wing.your-walk.1, base.goal.1]", "E377", 10, "about `base.goal.1`"),
    ("es: Hasta dónde se vuela", "es: How far one flies", "W378", 6, "`es` what it says in `en`"),
    ("[area/high]", "[area/../../far]", "E125", 19, "not well formed"),
    ("[page 13]", "[page]", "E125", 17, "not well formed"),
]


@pytest.mark.parametrize(("old", "new", "code", "line", "says"), WRONG)
def test_a_mistake_is_told_at_its_place(
    game: Path, old: str, new: str, code: str, line: int, says: str
) -> None:
    (diagnostic,) = [diagnostic for diagnostic in told(game, old, new) if diagnostic.code == code]
    assert diagnostic.location is not None
    assert (str(game / "rulings.yaml"), line) == (
        diagnostic.location.file,
        diagnostic.location.line,
    )
    assert says in diagnostic.message
    assert diagnostic.source_line


def test_a_card_that_is_quoted_has_words_there(game: Path) -> None:
    silent = "title: How high\n    card: {en: Says nothing.}"
    found = told(game, silent, "title: How high\n    card: wing.nowhere")
    assert [("E124", "no card has words at `wing.nowhere`")] == [
        (diagnostic.code, diagnostic.message) for diagnostic in found
    ]


def test_a_clause_may_be_shown_by_a_scenario_that_lies_elsewhere(game: Path) -> None:
    found = told(game, "scenarios: [far]", "scenarios: [elsewhere]")
    assert ["W376"] == [diagnostic.code for diagnostic in found]


def test_rulings_are_left_alone_while_the_game_has_mistakes(game: Path) -> None:
    wing = game / "powers" / "wing.yaml"
    wing.write_text(wing.read_text("utf-8").replace("Your Walk: |", "Your Wok: |"))
    assert {"E341"} == {diagnostic.code for diagnostic in game_diagnostics(str(game))}
