"""Counters: how often each clause was found to hold."""

from __future__ import annotations

import random

import pytest

from testing.compiled import match_of
from testing.counting import compare_counts
from thesmos.compile.compiler import compiled
from thesmos.compile.python.match import CompiledMatch
from thesmos.compile.python.printer import Module
from thesmos.play.game import Game, load


@pytest.fixture(scope="module")
def santorini() -> Game:
    return load("santorini")


@pytest.mark.parametrize(
    ("powers", "seen"),
    [
        (("hermes", "athena"), {"athena.opponents-turn.1", "hermes.your-turn.3"}),
        (("persephone", "adonis"), {"persephone.opponents-turn.1"}),
        (("clio", "europa-talus"), {"europa-talus.any-time.1"}),
        (("gaea", "hydra", "chaos"), {"santorini.win-condition.1"}),
        (("tyche", "hecate"), {"hecate.any-time.1"}),  # a turn that is taken back
    ],
    ids=lambda given: ", ".join(sorted(map(str, given))),
)
def test_counts_are_those_of_the_semantics(
    santorini: Game, powers: tuple[str | None, ...], seen: set[str]
) -> None:
    counted = compare_counts(match_of(santorini, powers).linked, 200)
    assert {id for id in counted if counted[id]} >= seen, counted


def test_the_ground_that_ends_a_game_is_counted_once(santorini: Game) -> None:
    match = CompiledMatch(match_of(santorini, ("pan", None)).linked, counted=True)
    ids = [clause.id for _, clause in match.game.clauses]
    grounds = {"move": "santorini.win-condition.1", "power:pan": "pan.win-condition.1"}
    seen = set()
    for seed in range(5):
        match.counts[:] = [0] * len(ids)
        dice, vector = random.Random(seed), match.start()
        while (result := match.result(vector)) is None:
            counted = dict(zip(ids, match.counts, strict=True))
            assert not any(counted[id] for id in grounds.values())
            codes = match.options(vector)
            vector = match.apply(vector, dice.choice(codes)) if codes else match.concede(vector)
        _, reason = result
        counted = dict(zip(ids, match.counts, strict=True))
        assert {r: counted[id] for r, id in grounds.items()} == {r: r == reason for r in grounds}
        seen.add(reason)
    assert seen == {*grounds}


def test_matches_that_are_not_counted_have_no_counters(santorini: Game) -> None:
    linked = match_of(santorini, ("hermes", "athena")).linked
    assert CompiledMatch(linked).counts == []
    plain, counted = (Module(compiled(linked, counted=c)) for c in (False, True))
    assert not any("counts[" in plain.printed(number) for number in plain.numbers)
    assert any("counts[" in counted.printed(number) for number in counted.numbers)
