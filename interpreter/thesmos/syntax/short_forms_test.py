"""Short forms of clauses mean what they stand for."""

from __future__ import annotations

from textwrap import dedent

import pytest

from thesmos.diagnostics import Location
from thesmos.syntax.clause_nodes import Clause
from thesmos.syntax.clause_parser import parse_clauses
from thesmos.syntax.short_forms import fully_expanded, shortened
from thesmos.syntax.yaml_nodes import YamlText

MEANT = {  # by the short form
    "on your turn: veto": "if active = you: veto",
    "on opponent turn: veto": "if active in opponent Players: veto",
    "on teammate turn where a: veto": "if active in teammate Players and a: veto",
    "on your turn where a and b: veto": "if active = you and a and b: veto",
    "on your turn where a or b: veto": "if active = you and (a or b): veto",
    "may repeat move once": """\
        if active = you and times(move) = 1:
          after move: next move
          may skip move
        """,
    "may repeat move where a and b:\n  veto\n  spent when c": """\
        if active = you and did(move):
          after move where a and b: next move
          may skip move
          veto
          spent when c
        """,
    "if a:\n  on your turn:\n    veto\nelse:\n  may repeat move": """\
        if a:
          if active = you: veto
        else:
          if active = you and did(move):
            after move: next move
            may skip move
        """,
}
OTHERWISE = (  # clauses that are nearly those of a short form
    "if active = you: veto\nelse: veto",
    "if a and active = you: veto",
    "if active = you and (a and b): veto",
    "if active in your Players: veto",
    "on your turn where times(move) = 2:\n  after move: next move\n  may skip move",
    "on your turn where did(move):\n  after move: next build\n  may skip move",
    "on your turn where did(move):\n  after move: next move if possible\n  may skip move",
    "on your turn where did(move):\n  after move: next move\n  may skip move where a",
    "on your turn where did(move):\n  may skip move\n  after move: next move",
    "on opponent turn where did(move):\n  after move: next move\n  may skip move",
)


def parsed(text: str) -> tuple[Clause, ...]:
    made, wrong = parse_clauses(YamlText(Location("f", 1, 1), dedent(text), "literal"))
    assert wrong == []
    return made


@pytest.mark.parametrize("short", MEANT)
def test_a_short_form_stands_for_other_clauses(short: str) -> None:
    assert fully_expanded(parsed(short)) == parsed(MEANT[short])


@pytest.mark.parametrize("short", MEANT)
def test_what_has_a_short_form_is_written_in_it(short: str) -> None:
    assert shortened(parsed(MEANT[short])) == parsed(short)


@pytest.mark.parametrize("clauses", OTHERWISE)
def test_what_only_resembles_it_has_no_short_form(clauses: str) -> None:
    assert shortened(parsed(clauses)) == parsed(clauses)
