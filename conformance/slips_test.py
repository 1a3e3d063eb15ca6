"""Forty slips in a second engine, one a card: what `fuzz` finds names the card's own clause.

By hand, all of them: `pytest -m slow conformance/slips_test.py`.
"""

from __future__ import annotations

import pytest

from thesmos.play.game import load
from thesmos_conform.testing.slips import IN_PYTHON, OWN, SLIPS, Explainer, Slip

EXPLAINED = 38


@pytest.fixture(scope="module")
def explainer() -> Explainer:
    return Explainer(load("santorini"))


@pytest.mark.parametrize(
    "slip", [s for s in IN_PYTHON if s.card in ("apollo", "hephaestus")], ids=lambda slip: slip.card
)
def test_a_slip_is_explained_by_its_card(slip: Slip, explainer: Explainer) -> None:
    assert OWN == explainer.explanation(slip).verdict


@pytest.mark.slow
def test_nearly_all_slips_are_explained_by_their_card(explainer: Explainer) -> None:
    every = [explainer.explanation(slip) for slip in SLIPS]
    others = [(one.slip, one.verdict, one.clauses) for one in every if not one.good]
    assert 40 == len(every)
    assert EXPLAINED <= len(every) - len(others), others
