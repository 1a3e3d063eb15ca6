"""Syntax trees printed in the clause language."""

from __future__ import annotations

import pytest

from thesmos.constructs import walk
from thesmos.diagnostics import Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_parser import parse_clauses, parse_effects, parse_expr
from thesmos.syntax.clause_parser_test import ALL
from thesmos.syntax.layout import BlockWriter
from thesmos.syntax.tree_builder import FORMS
from thesmos.syntax.unparse import line_text
from thesmos.syntax.yaml_nodes import YamlText

HERE = Location("f", 1, 1)
PARSERS = {"clauses": parse_clauses, "effects": parse_effects, "expr": parse_expr}


def read(start: str, text: str) -> object:
    tree, diagnostics = PARSERS[start](YamlText(HERE, text, "literal"))
    assert diagnostics == []
    return tree


def written(tree: object) -> str:
    if isinstance(tree, t.Expr):
        return line_text(tree)
    assert isinstance(tree, tuple)
    return "\n".join(BlockWriter([], set(), 100).write(tree)) + "\n"


@pytest.mark.parametrize(("start", "text"), ALL)
def test_what_is_printed_means_the_same(start: str, text: str) -> None:
    tree = read(start, text)
    assert read(start, written(tree)) == tree


def test_the_samples_have_every_construct_that_the_grammar_makes() -> None:
    sampled = {type(node) for start, text in ALL for node in walk(read(start, text))}
    kinds = {form.kind for form in FORMS.values() if form.kind not in (None, tuple)}
    assert kinds - sampled == set()


def test_a_route_is_printed_without_the_clause_around_it() -> None:
    assert line_text(ct.Next(HERE, "build", if_possible=True)) == "next build if possible"


def test_a_block_with_nothing_in_it_has_its_head() -> None:
    assert line_text(t.While(HERE, t.Name(HERE, "ready"), ())) == "while ready"
