"""Drafts of scenarios for what random games have found in engines of positions."""

from __future__ import annotations

import pytest

from thesmos.scenario.reader import data
from thesmos.syntax.yaml_nodes import parse_yaml
from thesmos_conform.fuzz.scenario_draft import scenario_text, slug_of
from thesmos_conform.judging.result import AnswerDifference, CaseFailure, CaseResult
from thesmos_conform.judging.turn_ends import ARROW
from thesmos_conform.protocol.messages import Place
from thesmos_conform.reference.oracle import Oracle

END = '{"levels":"01","to_move":2}'
MISSING = AnswerDifference("positions", 9, 8, missing=(f"A1-A2 A2+B1{ARROW}{END}",))
EXTRA = AnswerDifference("positions", 9, 10, extra=(END,))


def _found(one: AnswerDifference) -> CaseResult:
    setup = {"players": 2, "teams": [1, 2], "powers": [None, None]}
    position = {"levels": "0" * 25, "workers": ["A1 1f", "E5 2f"], "to_move": 1}
    failure = CaseFailure(Place("santorini", setup, position), (one,))
    return CaseResult("fuzz:1:1", "random", "fail", failure=failure)


@pytest.mark.parametrize(
    ("one", "slug"),
    [(MISSING, "none-none-positions-a1-a2-a2-b1"), (EXTRA, "none-none-positions")],
)
def test_a_file_is_named_after_the_turn_that_is_missing(one: AnswerDifference, slug: str) -> None:
    assert slug == slug_of(_found(one))


@pytest.mark.parametrize(
    ("one", "title"), [(MISSING, "A turn is A1-A2 A2+B1"), (EXTRA, "What a turn can lead to")]
)
def test_the_title_is_about_turns(one: AnswerDifference, title: str) -> None:
    assert f"title: {title}\n" in scenario_text(_found(one), Oracle(), "mine")


def test_the_position_that_the_turn_begins_at_is_not_expected_again() -> None:
    assert "exactly" in (text := scenario_text(_found(MISSING), Oracle(), "mine"))
    assert 1 == text.count("position:")


AWKWARD = '1,10 to "ES": it\'s # a long — Ünicode — text with spaces, ' + "and more, " * 30


def test_no_text_of_a_draft_is_folded() -> None:
    extra = AnswerDifference("options", [], [AWKWARD], extra=(AWKWARD,))
    text = scenario_text(_found(extra), Oracle(), "mine")
    node, wrong = parse_yaml(text, "draft.yaml")
    assert not wrong
    assert data(node)["title"] == f"{AWKWARD} is not on offer"
