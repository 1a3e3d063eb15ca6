"""Which facts the conditions of `valid` ask."""

from __future__ import annotations

import pytest

from thesmos.play.game import load
from thesmos_conform.mutation.mutants import mutants_of
from thesmos_conform.mutation.valid_facts import ValidFacts


@pytest.mark.parametrize(
    ("unit", "asked"),
    [
        ("valid.in_turn", True),
        ("fact.in_turn", True),
        ("fact.signs", True),  # asked by `in_turn`
        ("flow.turn.1", False),
    ],
)
def test_a_change_of_what_a_condition_asks_is_one_of_the_condition(unit: str, asked: bool) -> None:
    program = load("tic-tac-toe").program
    facts = ValidFacts(program)
    mutants = [mutant for mutant in mutants_of(program) if mutant.unit == unit]
    assert mutants
    assert {asked} == {facts.changed_by(mutant) for mutant in mutants}
