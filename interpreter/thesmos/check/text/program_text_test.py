"""Printed values, effects and clauses mean the same when they are read and checked again."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import pytest

from testing.programs import ALL_GAMES
from testing.reading import Reader
from thesmos.check.names.scope import Scope
from thesmos.check.text.program_text import value_text
from thesmos.check.typing.expressions import type_expr
from thesmos.diagnostics import Location
from thesmos.play.game import load
from thesmos.syntax.clause_parser import parse_expr
from thesmos.syntax.yaml_nodes import YamlText

HERE = Location("a.yaml", 1, 1)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_what_is_printed_means_the_same_again(name: str) -> None:
    game = load(name).checked
    for slug, card in {"": game.base, **game.cards}.items():
        reader, program = Reader(game, slug), card.program
        for _, group in groupby(program.clauses, lambda clause: clause.id):
            clauses = [replace(clause, guards=()) for clause in group]
            assert reader.clauses(clauses) == clauses
        assert tuple(map(reader.fact, program.facts)) == program.facts
        assert tuple(map(reader.action, program.actions)) == program.actions
        assert reader.errors == []


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("(active = you or yes) and not (yes and no)", None),
        ("not active in Players", "active not in all Players"),
        ("active not in your Players", "active not in your Players"),
        ("(1 if active = you else 2) = 2", None),
        ("1 if yes else 2 if no else 3", None),
        ("1 - (2 - 3) - 4", None),
        ("-(1 + 2) * 2", None),
        ("count(all Players except your Players except {you, active})", None),
        ("last(move with worker = first (w in Workers where yes) during game of side(you)).to",
         "last(move with worker = first (w in Worker where yes) during game of side(you)).to"),
        ("did(move | build where yes during your last turn)", None),
        ("sum(level(s) for s in all Space) mod 2", "sum (level(s) for s in Space) mod 2"),
        ("Worker at first (s in Space where yes) is none", None),
        ("first_holder(self) exists", None),
    ],
)  # fmt: skip
def test_there_is_one_way_to_print_a_value(written: str, printed: str | None) -> None:
    scope = Scope(replace(load("santorini").checked.names, diagnostics=[]))
    read, diagnostics = parse_expr(YamlText(HERE, written))
    assert read is not None, diagnostics
    assert value_text(type_expr(read, scope)) == (printed or written)
