"""Generic reading and rebuilding of statements and values, whatever their classes."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import fields, replace
from functools import cached_property
from operator import attrgetter, is_
from typing import Any, TypeVar

from thesmos.compile.ir import nodes as ir
from thesmos.constructs import construct

Node = ir.Value | ir.Statement
N = TypeVar("N", ir.Value, ir.Statement)
_CALLS = (ir.Call, ir.CallOne)
LOOPS = (ir.ForBits, ir.ForRange, ir.Loop)
SETTING = (ir.Set, ir.ForBits, ir.ForRange, ir.Remember, ir.KeepMarked)

SEARCHING = (ir.Values, ir.Find)
_HALVES = (ir.Remember, ir.Keep, ir.Restore, ir.ClearCopy)
_NOT_EXPORTED = "functions", "size", "counters"  # fields that are no function numbers
CHANGING = {ir.Store, ir.Fill, ir.Pending, ir.Keep, ir.Restore, ir.ClearCopy, ir.Note}
_NOTED = {*_CALLS, *SEARCHING, *_HALVES, *CHANGING}


def _parts(kind: type) -> tuple[str, ...]:
    """Return the fields of a class of nodes that may contain nodes."""
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

Reading = Callable[[Any], tuple[Any, ...]]  # returns the nodes in some fields of a node


def _reading(kind: type, names: Sequence[str]) -> Reading:
    """Return a fast reader of some fields of a class: the compiler spends much of its time here."""
    types = {f.name: str(f.type) for f in fields(kind)}
    tuples = [name for name in names if types[name].startswith(("tuple", "Statements"))]
    if not names:
        return lambda _: ()
    if len(names) == 1:
        read = attrgetter(*names)
        return read if tuples else lambda node: (read(node),)
    if tuples:
        readers = [_reading(kind, [name]) for name in names]
        return lambda node: tuple(part for read in readers for part in read(node))
    read = attrgetter(*names)
    if any("None" in types[name] for name in names):
        return lambda node: tuple(part for part in read(node) if part is not None)
    return read


_INSIDE = {kind: _reading(kind, names) for kind, names in _PARTS.items()}
_VALUES = {
    kind: _reading(kind, [name for name in names if name not in _BLOCKS.get(kind, ())])
    for kind, names in _PARTS.items()
}


def walk(parts: Iterable[Node]) -> Iterator[Node]:
    """Yield these nodes and everything inside them, except constants, in no particular order."""
    waiting = [*parts]
    take = waiting.pop
    while waiting:
        node = take()
        kind = node.__class__
        if kind is not ir.Const:
            yield node
            waiting += _INSIDE[kind](node)


def rebuilt(node: N, change: Callable[[Any], Any]) -> N:
    """Return a node with a change applied to the values and statements directly in it.

    Return the same object if all of these stay the same objects.
    """
    changes: dict[str, object] = {}
    for name in _PARTS[node.__class__]:
        part = getattr(node, name)
        if part.__class__ is tuple:
            parts = tuple(map(change, part))
            if not all(map(is_, parts, part)):
                changes[name] = parts
        elif part is not None:
            changed = change(part)
            if changed is not part:
                changes[name] = changed
    return replace(node, **changes) if changes else node


def blocks_of(statement: ir.Statement) -> list[ir.Statements]:
    """Return the blocks of statements directly in a statement."""
    return [getattr(statement, name) for name in _BLOCKS[statement.__class__]]


def with_blocks(
    statement: ir.Statement, change: Callable[[ir.Statements], ir.Statements]
) -> ir.Statement:
    """Return a statement with a change applied to the blocks directly in it.

    Return the same object if all of these stay the same objects.
    """
    changes = {}
    for name in _BLOCKS[statement.__class__]:
        block = getattr(statement, name)
        changed = change(block)
        if changed is not block:
            changes[name] = changed
    return replace(statement, **changes) if changes else statement


def with_calls(statements: ir.Statements, functions: Mapping[int, int]) -> ir.Statements:
    """Return statements that call other functions.

    functions: those to call, by those that are called now.
    """

    def changed(node: Any) -> Any:
        match node:
            case ir.Call(function, arguments):
                return ir.Call(functions[function], tuple(map(changed, arguments)))
            case ir.CallOne(row, index, arguments):
                new = tuple(None if called is None else functions[called] for called in row)
                return ir.CallOne(new, changed(index), tuple(map(changed, arguments)))
        return rebuilt(node, changed)

    return tuple(map(changed, statements))


def values_of(node: Node) -> tuple[ir.Value, ...]:
    """Return the values directly inside a node."""
    return _VALUES[node.__class__](node)


def inside(node: Node) -> tuple[Node, ...]:
    """Return the values and statements directly inside a node."""
    return _INSIDE[node.__class__](node)


@construct
class Uses:
    """What statements or values use.

    reads: how often each local is read.
    calls: the functions called.
    changing: those of them that are called on the state itself, not only on a copy.
    rows: the rows of functions of which one is called.
    stores: whether a statement changes the state.
    searches: whether a value looks through an entry.
    halves: whether a statement copies a whole half of the state.
    """

    reads: dict[int, int]
    calls: set[int | None]
    changing: set[int | None]
    rows: set[tuple[int | None, ...]]
    stores: bool
    searches: bool
    halves: bool

    @cached_property
    def needed(self) -> list[int]:
        """The functions that are needed."""
        return self.needs()

    def needs(self, constants: Container[int | None] = ()) -> list[int]:
        """Return the functions that are needed.

        constants: functions that are called only for their result, which is known.
        """
        called = {called for called in self.calls if called not in constants}
        rows = {
            called
            for row in self.rows
            for called in row
            if not all(number in constants for number in row)
        }
        return [number for number in called | rows if number is not None]

    def changes(self, pure: Set[int]) -> bool:
        """Return whether the state may change.

        pure: the functions that don't change it.
        """
        return self.stores or not all(number is None or number in pure for number in self.changing)


def uses(parts: Iterable[Node]) -> Uses:
    """Return what these nodes and everything inside them use."""
    reads: dict[int, int] = {}
    called: set[int | None] = set()
    copied: set[int | None] = set()
    rows: set[tuple[int | None, ...]] = set()
    stores = searches = halves = False
    waiting: list[Any] = [*parts]
    take = waiting.pop
    while waiting:
        node = take()
        kind = node.__class__
        if kind is ir.Get:
            reads[node.name] = reads.get(node.name, 0) + 1
            continue
        if kind is ir.OnCopy:
            inside = uses(node.body)
            for local, count in inside.reads.items():
                reads[local] = reads.get(local, 0) + count
            copied |= inside.calls
            rows |= inside.rows
            searches, halves = searches or inside.searches, halves or inside.halves
            continue
        if kind is ir.Const:
            continue
        waiting += _INSIDE[kind](node)
        if kind not in _NOTED:
            continue
        if kind is ir.Call:
            called.add(node.function)
        elif kind is ir.CallOne:
            called.update(node.functions)
            rows.add(node.functions)
        elif kind in _HALVES:
            halves, stores = True, stores or kind is not ir.Remember
        elif kind in CHANGING:
            stores = True
        else:
            searches = True
    return Uses(reads, called | copied, called, rows, stores, searches, halves)


def reads(parts: Iterable[Node]) -> set[int]:
    """Return the locals that these nodes and everything inside them read."""
    names: set[int] = set()
    waiting: list[Any] = [*parts]
    take = waiting.pop
    while waiting:
        node = take()
        kind = node.__class__
        if kind is ir.Get:
            names.add(node.name)
        elif kind is not ir.Const:
            waiting += _INSIDE[kind](node)
    return names


def used_by(function: ir.Function) -> Uses:
    """Return what a function uses; computed once, as every pass and the printer ask for it."""
    used: Uses | None = function.cache.get(Uses)
    if used is None:
        used = function.cache[Uses] = uses(function.body)
    return used


def with_body(function: ir.Function, body: ir.Statements, used: Uses) -> ir.Function:
    """Return the function with another body.

    used: what the new body uses.
    """
    changed = replace(function, body=body)
    changed.cache[Uses] = used
    return changed


def with_bodies(
    program: ir.Program, change: Callable[[ir.Function, Set[int]], ir.Statements]
) -> ir.Program:
    """Return a program with other bodies of its functions.

    change: returns the body of a function, the same object if it stays; it is also given the
        functions that don't change the state.
    """
    pure = pure_functions(map(used_by, program.functions))
    functions = []
    for function in program.functions:
        body = change(function, pure)
        same = body is function.body
        functions.append(function if same else with_body(function, body, uses(body)))
    return replace(program, functions=tuple(functions))


def with_each(
    statements: ir.Statements, change: Callable[[ir.Statement], Iterable[ir.Statement]]
) -> ir.Statements:
    """Return what takes the place of each statement, one after the other.

    Return the same object if all of them stay the same objects.
    """
    result = [changed for statement in statements for changed in change(statement)]
    same = len(result) == len(statements) and all(map(is_, result, statements))
    return statements if same else tuple(result)


def unused_local(function: ir.Function) -> int:
    """Return the number of the first local of all those that a function does not use."""
    return max({function.parameters - 1, *sets(function.body)}, default=-1) + 1


def read_beyond(used: Uses, statement: ir.Statement) -> set[int]:
    """Return the locals that are read outside of a statement.

    used: what the whole function uses.
    """
    within = uses((statement,)).reads
    return {name for name, count in used.reads.items() if count > within.get(name, 0)}


def statements_in(statements: Iterable[ir.Statement]) -> Iterator[ir.Statement]:
    """Yield these statements and every statement inside them, in no particular order."""
    waiting = [*statements]
    while waiting:
        statement = waiting.pop()
        yield statement
        for name in _BLOCKS.get(statement.__class__, ()):
            waiting += getattr(statement, name)


def sets(statements: Iterable[ir.Statement]) -> set[int]:
    """Return the locals that are given a value."""
    return {
        statement.met if isinstance(statement, ir.KeepMarked) else statement.name
        for statement in statements_in(statements)
        if isinstance(statement, SETTING)
    }


def has_loops(statements: Iterable[ir.Statement]) -> bool:
    """Return whether there is a loop over a set."""
    return any(statement.__class__ is ir.ForBits for statement in statements_in(statements))


def breaks(statements: ir.Statements) -> bool:
    """Return whether statements may leave the loop around them."""
    return any(
        isinstance(statement, ir.Break)
        or (
            isinstance(statement, ir.If) and (breaks(statement.then) or breaks(statement.otherwise))
        )
        for statement in statements
    )


def done_once(body: ir.Statements) -> ir.Statements:
    """Return statements that do what a loop with exactly one round does."""
    statements = _without_last_break(body)
    return (ir.Loop(1, statements),) if breaks(statements) else statements


def _without_last_break(body: ir.Statements) -> ir.Statements:
    match body:
        case (*before, ir.Break()):
            return tuple(before)
        case (*before, ir.If(condition, then, otherwise)):
            branches = _without_last_break(then), _without_last_break(otherwise)
            return (*before, ir.If(condition, *branches))
    return body


def calls(*values: ir.Value) -> bool:
    """Return whether evaluating values calls a function, which may change something."""
    return any(node.__class__ in _CALLS for node in walk(values))


def exported_by_name(program: ir.AnyProgram) -> dict[str, int | tuple[int, ...]]:
    """Return the numbers of the functions that are called from outside, by field name."""
    names = (field.name for field in fields(program) if field.name not in _NOT_EXPORTED)
    return {name: getattr(program, name) for name in names}


def exported(program: ir.AnyProgram) -> Iterator[int]:
    """Yield the numbers of the functions that are called from outside."""
    for value in exported_by_name(program).values():
        yield from (value,) if isinstance(value, int) else value


def reachable(exported: Iterable[int], needed: Sequence[Iterable[int]]) -> list[int]:
    """Return the functions that can be called, by number, in order.

    needed: by function, the called functions that are needed.
    """
    reached: set[int] = set()
    waiting = [*exported]
    while waiting:
        number = waiting.pop()
        if number not in reached:
            reached.add(number)
            waiting += needed[number]
    return sorted(reached)


def pure_functions(uses_of: Iterable[Uses]) -> set[int]:
    """Return the functions that don't change the state, given what each function uses."""
    pure: set[int] = set()
    for number, used in enumerate(uses_of):
        if not used.changes(pure):
            pure.add(number)
    return pure
