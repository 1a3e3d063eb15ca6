"""What a scenario can't notice, it does not notice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

import pytest

from testing.heap import CARDS, GAME, heap_game, write_scenario
from testing.tiny import tiny
from thesmos.play.backend import Semantics
from thesmos.play.game import Game, load
from thesmos.resources import scenarios_dir
from thesmos_conform.mutation.mutants import Mutant, mutants_of, mutated
from thesmos_conform.mutation.operators import OPERATORS
from thesmos_conform.mutation.reach import Reach
from thesmos_conform.mutation.suite import PASSES, SuiteScenario, run, suite_of

AREAS = ("base", "gaea", "hecate", "tartarus", "charybdis", "hermes", "hypnus", "circe")


@pytest.fixture(autouse=True)
def _nothing_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many scenarios share a match-up, what each may notice is found out."""
    monkeypatch.setattr("thesmos_conform.mutation.suite.SHARED", 10_000)


@cache
def santorini() -> Game:
    return load("santorini").by(Semantics)


@cache
def mutants() -> tuple[Mutant, ...]:
    return tuple(mutants_of(santorini().program))


@cache
def reach() -> Reach:
    return Reach.of(santorini().program, mutants())


HASTY = """
thesmos: mode
slug: hasty
title: {en: Hasty}
players: 2
sides: [1, 2]
first: 1
replaces:
  steps: {take: {action: take, skip: yes}}
"""


def noticed(
    folder: Path, given: str, then: str, modes: Mapping[str, str] | None = None
) -> tuple[frozenset[str], set[str]]:
    """The mutants of the game of the heap that a scenario may notice, and all of them."""
    (folder / "heap").mkdir()
    game = heap_game(folder / "heap")
    for slug, mode in (modes or {}).items():
        (folder / "heap" / "modes" / f"{slug}.yaml").write_text(mode, encoding="utf-8")
        game = load(str(game.path))
    game = game.by(Semantics)
    write_scenario(folder / "scenarios" / "one.yaml", given, then)
    made = list(mutants_of(game.program))
    (case,) = suite_of(game, [folder / "scenarios"], Reach.of(game.program, made))
    assert case.noticed is not None
    return case.noticed, {mutant.id for mutant in made}


def test_a_bound_is_noticed_only_where_it_makes_a_difference(tmp_path: Path) -> None:
    """With five counters on the heap, one or two are fewer, and may be taken by any bound."""
    exactly = "{then: {legal: {exactly: %s}}}"
    some, all_of_them = noticed(tmp_path, "position: {heap: 5}", exactly % '["1", "2"]')
    rule = {id for id in all_of_them if id.startswith("take.left:")}
    same = {"take.left:drop-clause:1", "take.left:other-comparison:1"}
    assert rule - some == same
    assert rule > same

    (tmp_path / "smaller").mkdir()
    some, _ = noticed(tmp_path / "smaller", "position: {heap: 1}", exactly % '["1"]')
    assert rule <= some


def test_in_a_mode_that_replaces_parts_of_the_game_as_much_is_noticed(tmp_path: Path) -> None:
    given = "mode: hasty, position: {heap: 1}"
    then = '{then: {legal: {exactly: ["1"]}}}'
    some, all_of_them = noticed(tmp_path, given, then, {"hasty": HASTY})
    assert {id for id in all_of_them if id.startswith("take.left:")} <= some


def test_the_text_of_a_card_that_does_not_take_part_is_not_noticed(tmp_path: Path) -> None:
    some, all_of_them = noticed(tmp_path, "position: {heap: 5}", '{when: "2", then: {player: 2}}')
    assert {id for id in some if id.startswith(("modest", "bold", "shy"))} <= {
        id for id in all_of_them if "forbid-permit" in id
    }


def test_a_fact_that_never_changes_is_noticed_wherever_the_game_asks_it(tmp_path: Path) -> None:
    """Though a scenario of the same match-up has asked it before, and mutants of the rule do."""
    (folder := tmp_path / "heap").mkdir()
    text = GAME.replace("many <= heap", "many <= heap or many <= most")
    game = tiny(folder, f"{text}    facts: {{most: 0}}\n", powers=CARDS).by(Semantics)
    legal = '{%sthen: {legal: {exactly: ["1"]}}}'
    for name, heap, takes in (("a", 1, ""), ("b", 5, 'when: ["2", "2"], ')):
        file = tmp_path / "scenarios" / f"{name}.yaml"
        write_scenario(file, f"position: {{heap: {heap}}}", legal % takes)
    made = list(mutants_of(game.program))
    of_fact = {mutant.id for mutant in made if mutant.unit == "fact.most"}
    cases = suite_of(game, [tmp_path / "scenarios"], Reach.of(game.program, made))

    assert of_fact
    assert [case.id for case in cases if of_fact <= (case.noticed or set())] == ["a", "b"]


def cases(area: str) -> list[SuiteScenario]:
    return suite_of(santorini(), [scenarios_dir() / "santorini" / area], reach())


@pytest.mark.parametrize("area", AREAS[:2])
def test_what_can_not_be_noticed_passes(area: str) -> None:
    _check(area, 3)


@pytest.mark.slow
@pytest.mark.parametrize("area", AREAS)
def test_what_can_not_be_noticed_passes_in_many_cases(area: str) -> None:
    _check(area, 12)


def _check(area: str, count: int) -> None:
    """Play so many mutants of each operator in scenarios that can't notice them.

    Their text is in use there.
    """
    pairs: dict[str, list[tuple[SuiteScenario, Mutant]]] = {name: [] for name in OPERATORS}
    for case in cases(area):
        for mutant in mutants():
            in_use = mutant.card in ("santorini", *case.cards)
            if in_use and not case.may_notice(mutant):
                pairs[mutant.operator].append((case, mutant))
    assert any(len(found) > count for found in pairs.values())
    dice = Random(1)
    for found in pairs.values():
        for case, mutant in dice.sample(found, min(count, len(found))):
            changed = santorini().with_program(mutated(santorini().program, mutant)).by(Semantics)
            assert run(changed, case) == PASSES, (case.id, mutant.id)
