"""Reads statements and values without knowing each of their classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, fields, replace
from typing import TypeVar

from thesmos.compile import ir

Node = ir.Value | ir.Statement
N = TypeVar("N", ir.Value, ir.Statement)
_SETTING = (ir.Set, ir.ForBits, ir.ForRange, ir.Remember, ir.Require)
_CHANGING = {ir.Store, ir.Pending, ir.Keep, ir.Restore, ir.Forget}


def _parts(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes in which there may be nodes."""
    words = ("Value", "Statement", "Call")
    return tuple(f.name for f in fields(kind) if any(word in str(f.type) for word in words))


_PARTS: dict[type, tuple[str, ...]] = {
    kind: _parts(kind)
    for kind in vars(ir).values()
    if isinstance(kind, type) and issubclass(kind, (ir.Value, ir.Statement))
}


_BLOCKS: dict[type, tuple[str, ...]] = {
    kind: tuple(f.name for f in fields(kind) if f.type == "Statements")
    for kind in _PARTS
    if issubclass(kind, ir.Statement)
}


def walk(parts: Iterable[Node]) -> Iterator[Node]:
    """Every value and statement inside these and themselves but constants, in no order."""
    left = [*parts]
    take = left.pop
    while left:
        node = take()
        kind = node.__class__
        if kind is ir.Const:
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


@dataclass(frozen=True)
class Uses:
    """What statements or values use.

    reads: how often each local is read. calls: the functions called. stores: whether there is a
    statement that changes the state. The latter two not of what is done to a copy of the state.
    """

    reads: dict[int, int]
    calls: set[int | None]
    stores: bool

    def changes(self, pure: Set[int]) -> bool:
        """Whether the state may be changed. pure: the functions that do not."""
        return self.stores or not all(one is None or one in pure for one in self.calls)


def uses(parts: Iterable[Node]) -> Uses:
    """What these use, with everything inside."""
    reads: dict[int, int] = {}
    called: set[int | None] = set()
    stores = False
    left: list[Node] = [*parts]
    while left:
        node = left.pop()
        kind = node.__class__
        if isinstance(node, ir.Get):
            reads[node.name] = reads.get(node.name, 0) + 1
            continue
        if isinstance(node, ir.OnCopy):
            for local, count in uses(node.body).reads.items():
                reads[local] = reads.get(local, 0) + count
            continue
        if isinstance(node, ir.Call):
            called.add(node.function)
        elif isinstance(node, ir.CallOne):
            called.update(node.functions)
        elif kind in _CHANGING:
            stores = True
        for name in _PARTS[kind]:
            part = getattr(node, name)
            if part.__class__ is tuple:
                left += part
            elif part is not None and part.__class__ is not ir.Const:
                left.append(part)
    return Uses(reads, called, stores)


def statements_in(statements: Iterable[ir.Statement]) -> Iterator[ir.Statement]:
    """Every statement inside these and themselves, in no particular order."""
    left = [*statements]
    while left:
        one = left.pop()
        yield one
        for name in _BLOCKS.get(one.__class__, ()):
            left += getattr(one, name)


def sets(statements: Iterable[ir.Statement]) -> set[int]:
    """The locals that are given a value."""
    return {
        one.met if isinstance(one, ir.Require) else one.name
        for one in statements_in(statements)
        if isinstance(one, _SETTING)
    }


def has_loops(statements: Iterable[ir.Statement]) -> bool:
    """Whether there is a loop over a set."""
    return any(one.__class__ is ir.ForBits for one in statements_in(statements))


def calls(value: ir.Value) -> bool:
    """Whether evaluating a value calls a function, which may change something."""
    return bool(uses((value,)).calls)


def pure_functions(of: Iterable[Uses]) -> set[int]:
    """The functions that do not change the state, given what each uses."""
    found: set[int] = set()
    for number, one in enumerate(of):
        if not one.changes(found):
            found.add(number)
    return found
