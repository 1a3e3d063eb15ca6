"""Reads statements and values without knowing each of their classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import fields

from thesmos.compile import ir

Node = ir.Value | ir.Statement
_CALLS = (ir.Call, ir.CallOne)


def _parts(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes in which there may be nodes."""
    words = ("Value", "Statement", "Call")
    return tuple(f.name for f in fields(kind) if any(word in str(f.type) for word in words))


_PARTS: dict[type, tuple[str, ...]] = {
    kind: _parts(kind)
    for kind in vars(ir).values()
    if isinstance(kind, type) and issubclass(kind, (ir.Value, ir.Statement))
}


def walk(parts: Iterable[Node]) -> Iterator[Node]:
    """Every value and statement inside these and themselves, in no particular order."""
    left = [*parts]
    while left:
        node = left.pop()
        yield node
        for name in _PARTS[node.__class__]:
            part = getattr(node, name)
            if part.__class__ is tuple:
                left += part
            elif part is not None:
                left.append(part)


def reads(parts: Iterable[Node]) -> Counter[int]:
    """How often each local is read."""
    return Counter(node.name for node in walk(parts) if isinstance(node, ir.Get))


def sets(parts: Iterable[Node]) -> set[int]:
    """The locals that are given a value."""
    kinds = (ir.Set, ir.ForBits, ir.ForRange, ir.Remember)
    found = {node.name for node in walk(parts) if isinstance(node, kinds)}
    return found | {node.met for node in walk(parts) if isinstance(node, ir.Require)}


def calls(value: ir.Value) -> bool:
    """Whether evaluating a value calls a function, which may change something."""
    return any(isinstance(node, _CALLS) for node in walk((value,)))


def changes(parts: Iterable[Node], pure: Set[int]) -> bool:
    """Whether these may change the state. pure: the functions that do not."""
    for node in walk(parts):
        match node:
            case ir.Store() | ir.Pending() | ir.Keep() | ir.Restore() | ir.Forget():
                return True
            case ir.Call(function, _) if function not in pure:
                return True
            case ir.CallOne(functions, _, _) if {*functions} - {None} - pure:
                return True
    return False


def pure_functions(functions: Sequence[ir.Function]) -> set[int]:
    """The functions that do not change the state."""
    found: set[int] = set()
    for number, function in enumerate(functions):
        if not changes(function.body, found):
            found.add(number)
    return found
