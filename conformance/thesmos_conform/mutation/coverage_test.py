"""A clause that is removed is noticed, or reported as missed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos.play.game import Game, load
from thesmos.resources import scenarios_dir
from thesmos_conform.mutation.coverage import coverage

SUITE = scenarios_dir() / "santorini"


@cache
def game() -> Game:
    return load("santorini")


def test_a_clause_that_a_scenario_needs_is_cited_fired_and_asserted() -> None:
    """Apollo's swap is what the scenarios of the card are about."""
    found = coverage(game(), [SUITE / "apollo"], ["apollo"])

    (cover,) = found.covers
    assert "apollo.your-move.1" == cover.id
    assert cover.cited > 0
    assert len(cover.fired_in) > 0
    assert cover.asserted_by is not None
    assert [] == found.missed


def test_a_clause_of_a_card_that_no_scenario_has_does_not_even_fire() -> None:
    """Scenarios of the base rules alone can't notice a card."""
    found = coverage(game(), [SUITE / "base"], ["pan"])

    assert [(0, (), None)] == [(c.cited, c.fired_in, c.asserted_by) for c in found.covers]


def test_a_clause_that_only_fires_is_not_asserted(tmp_path: Path) -> None:
    """Its option is offered, and nothing is said of it."""
    area = tmp_path / "scenarios" / "santorini" / "apollo"
    area.mkdir(parents=True)
    text = """
        thesmos: scenario
        title: Somebody moves
        clauses: [move]
        source: nowhere
        given:
          game: santorini
          powers: [apollo, none]
          to_move: 1
          position: {levels: "0000000000000000000000000", workers: [A1 1f, E1 1m, B1 2f, E5 2m]}
        steps:
          - when: A1-A2
            then: {step: build}
    """
    (area / "says-nothing.yaml").write_text(text.replace("\n        ", "\n").lstrip("\n"))

    (cover,) = coverage(game(), [tmp_path], ["apollo"]).covers

    assert ("santorini/apollo/says-nothing",) == cover.fired_in
    assert cover.asserted_by is None


def test_a_card_that_hangs_on_one_scenario_is_told() -> None:
    """Of several scenarios of a card, one may be the only one that fails without its clauses."""
    (one,) = coverage(game(), [SUITE / "apollo"], ["apollo"]).covers[0].asserted_in[:1]
    (file,) = (SUITE / "apollo").glob(f"{one.rpartition('/')[2]}.yaml")

    assert {"apollo": one} == coverage(game(), [file], ["apollo"]).by_one("santorini")
    assert {} == coverage(game(), [SUITE / "apollo"], ["apollo"]).by_one("santorini")


def test_a_rule_of_an_action_is_covered_like_a_clause() -> None:
    """The base scenarios need that nobody climbs two levels."""
    found = coverage(game(), [SUITE / "base" / "climb-one-level-only.yaml"], ["santorini"])

    climb = next(cover for cover in found.covers if cover.id == "move.climb")
    assert climb.asserted_by is not None


def test_a_clause_that_only_takes_a_card_away_fires() -> None:
    """A hero power that is spent is no longer held; board and options may be the same."""
    found = coverage(game(), [SUITE / "theseus" / "slays-two-levels-up.yaml"], ["theseus"])

    spent = next(cover for cover in found.covers if cover.id == "theseus.end-of-your-turn.2")
    assert ("santorini/theseus/slays-two-levels-up",) == spent.fired_in


def test_powers_that_are_in_play_together_have_met() -> None:
    """Hera refuses Pan the win that Pan's own clause gives: both fired in one scenario."""
    found = coverage(game(), [SUITE / "hera"], ["hera", "pan"])

    pairs = {pair.powers: pair for pair in found.pairs}
    assert pairs["hera", "pan"].fired > 0
    assert pairs["hera", "pan"].met >= pairs["hera", "pan"].fired
    assert found.possible > len(found.pairs)


def test_an_unknown_card_is_refused() -> None:
    """With a message that names the cards there are."""
    with pytest.raises(UsageError, match="unknown card `nobody`"):
        coverage(game(), [SUITE / "base"], ["nobody"])
