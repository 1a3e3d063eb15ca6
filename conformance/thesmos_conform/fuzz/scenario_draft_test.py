"""Drafts of scenarios for what random games have found in engines of positions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from thesmos.dice import Rng
from thesmos.play.random_play import play
from thesmos.record.recorder import setup_of
from thesmos.scenario.reader import data
from thesmos.scenario.runner import PASSED, run_paths
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos.syntax.yaml_nodes import parse_yaml
from thesmos_conform.cases.case import position_of
from thesmos_conform.fuzz.scenario_draft import scenario_text, slug_of
from thesmos_conform.judging.result import AnswerDifference, CaseFailure, CaseResult
from thesmos_conform.judging.turn_ends import ARROW
from thesmos_conform.protocol.messages import Json, Place
from thesmos_conform.reference.oracle import Oracle

ORACLE = Oracle()
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
    [(MISSING, "santorini-positions-a1-a2-a2-b1"), (EXTRA, "santorini-positions")],
)
def test_a_file_is_named_after_the_turn_that_is_missing(one: AnswerDifference, slug: str) -> None:
    assert slug == slug_of(_found(one))


def test_a_file_is_named_after_the_powers_in_play() -> None:
    found = _found(MISSING)
    assert found.failure is not None
    found.failure.place.setup["powers"][0] = "pan"
    assert "pan-none-positions-a1-a2-a2-b1" == slug_of(found)


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
    assert data(node)["title"] == f"{AWKWARD[:159]}…"


PLACES = 12  # in a random game of each kind
QUICK = ("off-the-rails", "german-whist", "chess")  # texts with spaces, hidden things, symbols


def _places(game: str) -> Iterator[Place]:
    """Places of a random game, and the positions there at which turns begin."""
    match = ORACLE.game(game).match()
    setup = cast(Json, setup_of(match, match.linked.mode.slug, match.options, {}))
    played = [*play(match.start(), Rng(3), 60)]
    texts = [choice.text for _, choice in played]
    for at in sorted({len(played) * number // PLACES for number in range(PLACES)}):
        state, _ = played[at]
        yield Place(game, setup, None, tuple(texts[:at]))
        if state.turns_begun:
            yield Place(game, setup, position_of(state))


def _failures(game: str) -> Iterator[CaseResult]:
    """Failures at places, as of an engine that lacks options and has others."""
    for place in _places(game):
        decision = ORACLE.path(place).last.decision
        assert decision is not None
        offered = tuple(option.text for option in decision.options)
        wrong = AnswerDifference("options", [*offered], [], offered[:3], (AWKWARD,))
        yield CaseResult("fuzz:1:1", "random", "fail", failure=CaseFailure(place, (wrong,)))


@pytest.mark.parametrize(
    "game",
    [*QUICK, *(pytest.param(s, marks=pytest.mark.slow) for s in shipped_slugs() if s not in QUICK)],
)
def test_what_is_written_is_read_again_and_passes(game: str, tmp_path: Path) -> None:
    files = []
    for number, found in enumerate(_failures(game)):
        files.append(tmp_path / f"{slug_of(found)}-{number}.yaml")
        files[-1].write_text(scenario_text(found, ORACLE, 'a: "b" — ü'), encoding="utf-8")
    wrong = [outcome.render() for outcome in run_paths(files).outcomes if outcome.status != PASSED]
    assert (True, []) == (bool(files), wrong)
