"""Taking clauses away must be noticed, and be told where it is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.fault import UsageError
from thesmos.home import scenarios_dir
from thesmos.use.coverage import coverage, without
from thesmos.use.game import load

SUITE = scenarios_dir() / "santorini"


def test_a_clause_that_a_scenario_needs_is_asserted() -> None:
    """Apollo's swap is what his scenarios are about."""
    covers = coverage("santorini", [SUITE / "apollo"], ["apollo"])

    assert ["apollo.your-move.1"] == [cover.id for cover in covers]
    assert all(cover.asserted_by is not None and cover.cited > 0 for cover in covers)


def test_a_clause_without_scenarios_is_not_asserted(tmp_path: Path) -> None:
    """Scenarios of the base rules alone can't notice a card."""
    covers = coverage("santorini", [SUITE / "base"], ["pan"])

    assert [None] == [cover.asserted_by for cover in covers]


def test_without_takes_exactly_one_clause() -> None:
    """The game itself stays as it was."""
    game = load("santorini")
    cut = without(game, "apollo.your-move.1")

    assert [] == cut.checked.cards["apollo"].clauses
    assert 1 == len(game.checked.cards["apollo"].clauses)


def test_an_unknown_card_is_refused() -> None:
    """With a message that names the cards there are."""
    with pytest.raises(UsageError, match="no card `nobody`"):
        coverage("santorini", [SUITE / "base"], ["nobody"])
