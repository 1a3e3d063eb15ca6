"""Rulings are data: what they point at exists."""

from __future__ import annotations

from typing import Any

import pytest

from thesmos.home import scenarios_dir, spec_dir
from thesmos.load.marked import plain, read_yaml
from thesmos.load.schema import validate
from thesmos.use.game import load

GAMES = sorted(path.parent.name for path in spec_dir().glob("*/rulings.yaml"))


def rulings(game: str) -> list[dict[str, Any]]:
    """The rulings of a game, their file being well formed."""
    node, faults = read_yaml(spec_dir() / game / "rulings.yaml")
    assert node is not None
    assert [] == [*faults, *validate(node, "rulings")]
    found: list[dict[str, Any]] = plain(node)["rulings"]
    return found


def test_both_games_have_rulings() -> None:
    """Where the card and the implementation differ, or the rules are open."""
    assert ["pook", "santorini"] == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_rulings_clauses_exist(game: str) -> None:
    """A clause that was renamed must be renamed here too."""
    checked = load(game).checked
    known = {c.id for card in [checked.base, *checked.cards.values()] for c in card.clauses}
    cited = {clause for ruling in rulings(game) for clause in ruling["clauses"]}

    assert set() == cited - known


@pytest.mark.parametrize("game", GAMES)
def test_a_rulings_scenarios_exist(game: str) -> None:
    """As files of the suite."""
    cited = {name for ruling in rulings(game) for name in ruling["scenarios"]}

    assert [] == [n for n in sorted(cited) if not (scenarios_dir() / f"{n}.yaml").is_file()]


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_unique(game: str) -> None:
    """A ruling is cited by its id."""
    ids = [ruling["id"] for ruling in rulings(game)]

    assert sorted(set(ids)) == sorted(ids)
