"""Syntax trees printed in the clause language."""

from __future__ import annotations

from thesmos.syntax import clause_nodes, nodes
from thesmos.syntax.clause_nodes import Clause, Criterion
from thesmos.syntax.nodes import Effect, Expr, Node, Order
from thesmos.syntax.unparse import is_printed

INSIDE_OTHERS = {Node, Expr, Effect, Clause, Criterion, Order}


def test_every_construct_of_the_language_can_be_printed() -> None:
    found = [*vars(nodes).values(), *vars(clause_nodes).values()]
    kinds = {each for each in found if isinstance(each, type) and issubclass(each, Node)}
    assert len(kinds) > 30
    assert [kind for kind in kinds - INSIDE_OTHERS if not is_printed(kind)] == []
