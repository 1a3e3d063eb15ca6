"""Printed clauses parse to the same tree, for every clause text of the shipped games."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos import resources
from thesmos.diagnostics import Location
from thesmos.syntax import documents as d
from thesmos.syntax import unparse
from thesmos.syntax.clause_parser import parse_clauses, parse_effects, parse_expr
from thesmos.syntax.spec_folder import Folder, read_folder
from thesmos.syntax.yaml_nodes import YamlText

NOWHERE = Location("here", 1, 1)
GAMES = sorted(file.parent for file in resources.spec_dir().glob("*/game.yaml"))


def cards(folder: Folder) -> list[d.CardDocument]:
    assert folder.game is not None
    return [folder.game.base, *folder.cards.values(), *(m.card for m in folder.modes.values())]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_every_clause_of_a_game_parses_back(path: Path) -> None:
    blocks = [block for card in cards(read_folder(path)) for block in card.clauses]
    for block in blocks:
        text = "\n".join(line for one in block.clauses for line in unparse.clause(one)) + "\n"
        read, diagnostics = parse_clauses(YamlText(NOWHERE, text))
        assert [] == diagnostics, text
        assert block.clauses == read, text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_every_effect_and_expression_of_a_game_parses_back(path: Path) -> None:
    for card in cards(read_folder(path)):
        for action in card.actions:
            text = "\n".join(unparse.effects(action.do)) + "\n"
            assert action.do == (parse_effects(YamlText(NOWHERE, text))[0] if action.do else ())
        written = [fact.body for fact in card.facts]
        written += [rule.expr for action in card.actions for rule in action.rules]
        for one in written:
            assert one == parse_expr(YamlText(NOWHERE, unparse.expr(one)))[0]


@pytest.mark.parametrize(
    "text",
    [
        "a - (b - c)",
        "a - b - c",
        "(a or b) and not (c and d)",
        "not a in b",
        "(a if b else c) = 2",
        "a if b else c if d else e",
        "(a = b) = (c = d)",
        "-(a + 1) * 2",
        "(a exists) = yes",
        "count(a except b except {c, d})",
        "last(move | build with worker = w where rise > 0 during game of side(you)).to",
        "sum(level(s) for s in Space) mod 2",
        "Worker at step(a, b) is none",
    ],
)
def test_an_expression_prints_as_it_was_written(text: str) -> None:
    read, diagnostics = parse_expr(YamlText(NOWHERE, text))
    assert [] == diagnostics
    assert read is not None
    assert text == unparse.expr(read)
