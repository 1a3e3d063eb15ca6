"""Reads statements and values without knowing each of their classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import fields, replace
from typing import TypeVar

from thesmos.compile import ir

Node = ir.Value | ir.Statement
N = TypeVar("N", ir.Value, ir.Statement)
_SETTING = (ir.Set, ir.ForBits, ir.ForRange, ir.Remember, ir.Require)
_CHANGING = {ir.Store, ir.Pending, ir.Keep, ir.Restore, ir.Forget}
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


def walk(parts: Iterable[Node], outside: type = ir.Const) -> Iterator[Node]:
    """Every value and statement inside these and themselves, in no particular order.

    Without constants. outside: a class that is left out with everything inside.
    """
    left = [*parts]
    take = left.pop
    while left:
        node = take()
        kind = node.__class__
        if kind is outside or kind is ir.Const:
            continue
        yield node
        for name in _PARTS[kind]:
            part = getattr(node, name)
            if part.__class__ is tuple:
                left += part
            elif part is not None and part.__class__ is not ir.Const:
                left.append(part)


def rebuilt(node: N, change: Callable[[ir.Value], ir.Value]) -> N:
    """A node with other values directly inside it; it has no statements inside."""
    made: dict[str, object] = {}
    for name in _PARTS[node.__class__]:
        part = getattr(node, name)
        if part.__class__ is tuple:
            made[name] = tuple(map(change, part))
        elif part is not None:
            made[name] = change(part)
    return replace(node, **made) if made else node


def values_of(node: Node) -> Iterator[ir.Value]:
    """The values directly inside a node."""
    for name in _PARTS[node.__class__]:
        part = getattr(node, name)
        parts = part if isinstance(part, tuple) else (part,)
        yield from (one for one in parts if isinstance(one, ir.Value))


def reads(parts: Iterable[Node]) -> Counter[int]:
    """How often each local is read."""
    return Counter(node.name for node in walk(parts) if isinstance(node, ir.Get))


def sets(parts: Iterable[Node]) -> set[int]:
    """The locals that are given a value."""
    return {
        node.met if isinstance(node, ir.Require) else node.name
        for node in walk(parts)
        if isinstance(node, _SETTING)
    }


def has_loops(parts: Iterable[Node]) -> bool:
    """Whether there is a loop over a set."""
    return any(node.__class__ is ir.ForBits for node in walk(parts))


def calls(value: ir.Value) -> bool:
    """Whether evaluating a value calls a function, which may change something."""
    return any(isinstance(node, _CALLS) for node in walk((value,)))


def changes(parts: Iterable[Node], pure: Set[int]) -> bool:
    """Whether these may change the state, and not only a copy. pure: the functions that do not."""
    for node in walk(parts, outside=ir.OnCopy):
        kind = node.__class__
        if kind in _CHANGING:
            return True
        if isinstance(node, ir.Call) and node.function not in pure:
            return True
        if isinstance(node, ir.CallOne) and {*node.functions} - {None} - pure:
            return True
    return False


def pure_functions(functions: Sequence[ir.Function]) -> set[int]:
    """The functions that do not change the state."""
    found: set[int] = set()
    for number, function in enumerate(functions):
        if not changes(function.body, found):
            found.add(number)
    return found
