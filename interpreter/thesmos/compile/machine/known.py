"""What locals are after statements, in terms of their values before."""

from __future__ import annotations

from itertools import islice

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import rebuilt, sets, walk

_LARGEST = 400  # the most nodes of a condition that is examined
_UNKNOWN = ir.Call(-1, ())  # stands for the value of a local that is not known
Known = dict[int, ir.Value]


def known_after(statements: ir.Statements, before: Known) -> Known:
    """Return what locals are after statements, in terms of the values before them."""
    known = dict(before)
    for one in statements:
        match one:
            case ir.Set(name, value):
                known[name] = substituted(value, known) or _UNKNOWN
            case ir.If(condition, then, otherwise):
                test = substituted(condition, known) or _UNKNOWN
                yes, no = known_after(then, known), known_after(otherwise, known)
                for name in sets((one,)):
                    first, second = yes.get(name, _UNKNOWN), no.get(name, _UNKNOWN)
                    known[name] = _unless_large(ir.Select(test, first, second)) or _UNKNOWN
            case _:
                for name in sets((one,)):
                    known[name] = _UNKNOWN
    return known


def substituted(value: ir.Value, known: Known) -> ir.Value | None:
    """Return a value with known locals replaced by their values; None if it gets too large."""

    def change(one: ir.Value) -> ir.Value:
        if isinstance(one, ir.Get):
            return known.get(one.name, one)
        return rebuilt(one, change)

    return _unless_large(change(value))


def _unless_large(value: ir.Value) -> ir.Value | None:
    """Return a value; None if it is too large to stand for a local."""
    return value if sum(1 for _ in islice(walk((value,)), _LARGEST + 1)) <= _LARGEST else None
