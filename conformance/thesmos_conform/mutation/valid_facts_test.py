"""Which facts the conditions of `valid` ask, and nothing else."""

from __future__ import annotations

import pytest

from thesmos.play.game import load
from thesmos_conform.mutation.mutants import mutants_of
from thesmos_conform.mutation.valid_facts import ValidFacts


@pytest.mark.parametrize(
    ("unit", "by", "only"),
    [
        ("valid.in_turn", True, True),
        ("fact.in_turn", True, True),
        ("fact.signs", True, True),  # asked by `in_turn`
        ("fact.three", True, False),  # asked by the end of the game as well
        ("flow.turn.1", False, False),
    ],
)
def test_a_change_is_told_by_what_asks_it(unit: str, by: bool, only: bool) -> None:
    program = load("tic-tac-toe").program
    facts = ValidFacts(program)
    mutants = [mutant for mutant in mutants_of(program) if mutant.unit == unit]
    assert mutants
    assert {(by, only)} == {(facts.changed_by(m), facts.changed_only_by(m)) for m in mutants}
