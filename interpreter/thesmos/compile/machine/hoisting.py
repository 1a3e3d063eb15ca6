"""The pass that searches the slots of an entry once, before the loops that need what is found.

A search compares many slots, so in loops that leave the state as it is, its result is kept in a
local. So it is in a whole function that changes nothing, if it searches there more than once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import Any, cast

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import (
    LOOPS,
    Node,
    inside,
    rebuilt,
    unused_local,
    used_by,
    uses,
    values_of,
    with_blocks,
    with_bodies,
    with_each,
)

_COSTLY = 8  # how often it must be needed in loops if it goes through the slots one by one


def hoisted(program: ir.Program) -> ir.Program:
    """Return the same program, with fewer searches in loops."""
    return with_bodies(program, lambda function, pure: _Hoisting(function, pure).body())


class _Hoisting:
    """The pass in one function. pure: the functions that don't change the state."""

    def __init__(self, function: ir.Function, pure: Set[int]) -> None:
        self._function, self._pure = function, pure
        self._free = unused_local(function)

    def body(self) -> ir.Statements:
        """Return the body after the pass; the same object if nothing has changed."""
        body = self._function.body
        if not used_by(self._function).changes(self._pure):
            found = _searches(body).items()
            often = {search for search, times in found if times > 1 and times >= _worth(search)}
            body = self._before(body, often)
        return self._block(body)

    def _block(self, statements: ir.Statements) -> ir.Statements:
        """Return statements with searches before the outermost loops that leave the state."""
        return with_each(statements, self._hoisted)

    def _hoisted(self, statement: ir.Statement) -> ir.Statements:
        if isinstance(statement, LOOPS) and not uses((statement,)).changes(self._pure):
            found = _searches((statement,))
            worth = {search for search, times in found.items() if times >= _worth(search)}
            return self._before((statement,), worth)
        return (with_blocks(statement, self._block),)

    def _before(self, statements: ir.Statements, searches: Set[ir.Value]) -> ir.Statements:
        """Return statements that read locals instead of searching, after those that set these."""
        if not searches:
            return statements
        ordered = sorted(searches, key=str)
        locals_ = {search: ir.Get(self._free + place) for place, search in enumerate(ordered)}
        self._free += len(ordered)
        before = [ir.Set(local.name, search) for search, local in locals_.items()]
        return (*before, *(_with_locals(statement, locals_) for statement in statements))


def _is_search(value: Node) -> bool:
    """Return whether a value is a search that has the same result everywhere in a state."""
    match value:
        case ir.Things() | ir.Values() | ir.LoadSet(_, ir.Const()) | ir.AtMost(_, ir.Const()):
            return True
    return False


def _worth(search: ir.Value) -> int:
    """Return how often a search must be needed in loops so that it is done before them."""
    if isinstance(search, ir.Values):
        return _COSTLY
    return 1


def _searches(statements: ir.Statements) -> Counter[ir.Value]:
    """Return how often statements search in loops, apart from copies of the state.

    In a loop inside a loop that is twice, and so on.
    """
    found = Counter[ir.Value]()
    left: list[tuple[Node, int]] = [(statement, 0) for statement in statements]
    while left:
        node, depth = left.pop()
        if isinstance(node, ir.OnCopy):
            continue
        if isinstance(node, LOOPS):
            left += [(value, depth) for value in values_of(node)]
            left += [(statement, depth + 1) for statement in node.body]
        elif depth and _is_search(node):
            assert isinstance(node, ir.Value)
            found[node] += depth
        else:
            left += [(part, depth) for part in inside(node)]
    return found


def _with_locals(statement: ir.Statement, locals_: dict[ir.Value, ir.Get]) -> ir.Statement:
    """Return a statement that reads locals instead of searching."""

    def changed(node: Any) -> Any:
        if isinstance(node, ir.OnCopy):
            return node
        return locals_.get(node, node) if _is_search(node) else rebuilt(node, changed)

    return cast(ir.Statement, changed(statement))
