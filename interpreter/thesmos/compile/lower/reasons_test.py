"""Compiled reasons why an option is offered or not agree with the trace of the semantics."""

from __future__ import annotations

import random

import pytest

from testing.compiled import match_of
from testing.reasons import compare_reasons
from thesmos.compile.python.match import CompiledMatch
from thesmos.play.game import Game, load

QUESTIONS = 500


@pytest.fixture(scope="module")
def santorini() -> Game:
    return load("santorini")


@pytest.mark.parametrize(
    ("powers", "seen"),
    [
        ((None, None), {"move.climb", "build.free"}),
        (("hermes", "athena"), {"athena.opponents-turn.1", "hermes.your-turn.3"}),
        (("apollo", "minotaur"), {"apollo.your-move.1", "minotaur.your-move.1"}),
        (("persephone", "adonis"), {"persephone.opponents-turn.1"}),
        (("gaea", "hydra", "chaos"), {"move.climb"}),  # three players, powers that change hands
        (("limus", "athena", "apollo", "pan"), {"limus.opponents-turn.1", "apollo.your-move.1"}),
        (("gaea", "hecate"), {"build.free"}),  # whose workers others don't see
    ],
    ids=lambda given: ", ".join(sorted(map(str, given))),
)
def test_reasons_agree(santorini: Game, powers: tuple[str | None, ...], seen: set[str]) -> None:
    found = compare_reasons(match_of(santorini, powers).linked, QUESTIONS)
    assert found >= seen, found


def test_reasons_of_a_power_for_everybody_agree(santorini: Game) -> None:
    match = match_of(santorini, (None, None), {"golden_fleece": "persephone"})
    assert "persephone.opponents-turn.1" in compare_reasons(match.linked, QUESTIONS)


def test_reasons_where_cards_are_hidden_agree() -> None:
    assert "play.price" in compare_reasons(load("pook").match([None, None]).linked, 100)


def test_reasons_in_a_draft_agree(santorini: Game) -> None:
    options = {"form": "tournament", "golden_fleece": "yes", "advanced": "yes"}
    assert compare_reasons(santorini.draft(2, options).linked, QUESTIONS)


def test_nothing_is_compiled_before_somebody_asks(santorini: Game) -> None:
    compiled = CompiledMatch(match_of(santorini, (None, None)).linked)
    vector = compiled.start()
    code = compiled.options(vector)[0]
    compiled.apply(vector, code)
    assert "_explanation" not in vars(compiled)
    assert compiled.why_not(vector, code) == []
    assert "_explanation" in vars(compiled)


def test_a_code_of_another_step_has_no_reasons(santorini: Game) -> None:
    compiled = CompiledMatch(match_of(santorini, (None, None)).linked)
    assert compiled.explain(compiled.start(), compiled.codes.count) == []


@pytest.mark.slow
def test_reasons_of_pairs_agree(santorini: Game) -> None:
    dice = random.Random(5)
    names = sorted(santorini.powers)
    for seed in range(40):
        linked = match_of(santorini, dice.sample(names, 2)).linked
        compare_reasons(linked, QUESTIONS, seed, each=8)
