"""Passes: functions as before, with less to do.

`without_unused` leaves out locals that nothing reads, such as computed roles that no rule needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace

from thesmos.compile import ir

_NODES = (ir.Value, ir.Statement)


def without_unused(function: ir.Function) -> ir.Function:
    """The same function without those locals that are given values, but not read.

    What gives a value is left out with it, unless it calls a function, which may do something.
    """
    body = function.body
    while True:
        read = Counter(node.name for node in _walk(body) if isinstance(node, ir.Get))
        kept = _kept(body, read)
        if kept == body:
            return replace(function, body=body)
        body = kept


def _kept(statements: ir.Statements, read: Counter[int]) -> ir.Statements:
    made: list[ir.Statement] = []
    for one in statements:
        match one:
            case ir.Set(name, value) if not read[name] and _only_asks(value):
                continue
            case ir.If(condition, then, otherwise):
                then, otherwise = _kept(then, read), _kept(otherwise, read)
                if then or otherwise or not _only_asks(condition):
                    made.append(ir.If(condition, then, otherwise))
            case ir.ForBits(name, bits, size, body):
                made.append(ir.ForBits(name, bits, size, _kept(body, read)))
            case ir.ForRange(name, count, body):
                made.append(ir.ForRange(name, count, _kept(body, read)))
            case ir.Loop(limit, body):
                made.append(ir.Loop(limit, _kept(body, read)))
            case _:
                made.append(one)
    return tuple(made)


def _only_asks(value: ir.Value) -> bool:
    """Whether evaluating a value changes nothing."""
    return not any(isinstance(node, (ir.Call, ir.CallOne)) for node in _walk(value))


def _walk(part: object) -> Iterator[ir.Value | ir.Statement]:
    """Every value and statement inside, the part itself first."""
    if isinstance(part, tuple):
        for one in part:
            yield from _walk(one)
    elif isinstance(part, _NODES):
        yield part
        for name in _PARTS[part.__class__.__name__]:
            yield from _walk(getattr(part, name))


def _parts(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes in which there may be nodes."""
    nodes = ("Value", "Statement", "Call")
    return tuple(f.name for f in fields(kind) if any(word in str(f.type) for word in nodes))


_PARTS = {
    kind.__name__: _parts(kind)
    for kind in vars(ir).values()
    if isinstance(kind, type) and issubclass(kind, _NODES)
}
