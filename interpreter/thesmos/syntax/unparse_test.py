"""Syntax trees printed in the clause language."""

from __future__ import annotations

from thesmos.syntax import clause_nodes, nodes, unparse
from thesmos.syntax.clause_nodes import Clause, Criterion
from thesmos.syntax.nodes import Effect, Expr, Node, Order

INSIDE_OTHERS = {Node, Expr, Effect, Clause, Criterion, Order}


def test_every_construct_of_the_language_can_be_printed() -> None:
    found = [*vars(nodes).values(), *vars(clause_nodes).values()]
    kinds = {each for each in found if isinstance(each, type) and issubclass(each, Node)}
    assert len(kinds) > 30
    printed = {*unparse._VALUES, *unparse._LINES, *unparse._BRANCHES}
    assert kinds - INSIDE_OTHERS == printed
