"""The pass that turns conditions in loops over sets into smaller sets to loop over.

Generated Python tests each member, as it reads one slot at a time. Machine code compares all slots
of an entry at once, so conditions on the members are moved out of the loop: it goes only through
the set of members for which they hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import (
    Uses,
    done_once,
    read_beyond,
    sets,
    statements_in,
    unused_local,
    used_by,
    uses,
    with_blocks,
    with_bodies,
    with_each,
)
from thesmos.compile.machine.gathering import GatheredSets
from thesmos.compile.machine.known import known_after, substituted
from thesmos.compile.machine.members import MemberLoop


def filtered(program: ir.Program) -> ir.Program:
    """Return the same program, with fewer tests of each member in loops over sets."""

    def body(function: ir.Function, pure: Set[int]) -> ir.Statements:
        used, free = used_by(function), unused_local(function)
        return _Filter(pure, used, free, _looping(function)).block(function.body)

    return with_bodies(program, body)


def _looping(function: ir.Function) -> dict[int, int]:
    """Return the locals that only loops set, each with a number that it is below."""
    found: dict[int, int] = {}
    others = set(range(function.parameters))
    for one in statements_in(function.body):
        match one:
            case ir.ForBits(name, _, size):
                found[name] = max(size, found.get(name, 0))
            case ir.ForRange(name, count):
                found[name] = max(count, found.get(name, 0))
            case ir.Set(name) | ir.Remember(name) | ir.KeepMarked(met=name):
                others.add(name)
    return {name: size for name, size in found.items() if name not in others}


@dataclass
class _Filter:
    """The pass in one function. pure: the places of the functions that don't change the state.

    used: what the function uses. free: the number of the first local that is not used. looping:
    its locals that only loops set. around: the members of the loops around the present place.
    gathered: the sets computed before all of these loops; None if they change the state, or read a
    copy of it.
    """

    pure: Set[int]
    used: Uses
    free: int
    looping: Mapping[int, int]
    around: tuple[int, ...] = ()
    gathered: GatheredSets | None = None

    def block(self, statements: ir.Statements) -> ir.Statements:
        """Return the statements after the pass; the same object if nothing has changed."""
        return with_each(statements, self._filtered)

    def _filtered(self, statement: ir.Statement) -> Iterator[ir.Statement]:
        outermost = not self.around and isinstance(statement, (ir.ForBits, ir.ForRange))
        filtered = self._with_sets(statement) if outermost else (self.statement(statement),)
        for result in filtered:
            yield from _one_round(result)

    def _with_sets(self, loop: ir.Statement) -> ir.Statements:
        """Return an outermost loop, preceded by statements that compute the sets it needs."""
        if self._changes((loop,)):
            return (self.statement(loop),)
        gathered = GatheredSets(self.free)
        made = replace(self, gathered=gathered).statement(loop)
        return (*gathered.made_before(made), made)

    def _changes(self, statements: ir.Statements) -> bool:
        """Return whether statements may change the state."""
        return self.used.changes(self.pure) and uses(statements).changes(self.pure)

    def statement(self, one: ir.Statement) -> ir.Statement:
        """Return a statement after the pass, with everything inside."""
        match one:
            case ir.ForBits() | ir.ForRange():
                inside = replace(self, around=(*self.around, one.name))
                made = with_blocks(one, inside.block)
                return self._loop(made, one) if isinstance(made, ir.ForBits) else made
            case ir.OnCopy():
                return with_blocks(one, replace(self, gathered=None).block)
        return with_blocks(one, self.block)

    def _loop(self, loop: ir.ForBits, original: ir.Statement) -> ir.Statement:
        """Return a loop with a set in place of conditions of its body, or an equivalent statement.

        original: the loop before any change.
        """
        if self._changes(loop.body):
            return loop
        bounds = {name: self.looping[name] for name in self.around if name in self.looping}
        bounds = _rows_of(loop.bits) | bounds
        about = MemberLoop(
            loop.name, loop.size, {*sets(loop.body), loop.name}, bounds, self.gathered
        )
        while loop.body and isinstance(last := loop.body[-1], ir.If) and not last.otherwise:
            before = loop.body[:-1]
            known, bits, rest = known_after(before, {}), loop.bits, []
            for part in _parts(last.condition):
                condition = substituted(part, known)
                found = None if condition is None else about.members(condition)
                if found is not None:
                    bits = about.both(bits, found.bits)
                if found is None or not found.exact:
                    rest.append(part)
            if bits is loop.bits:
                break
            inside = (replace(last, condition=fold.both(*rest)),) if rest else last.then
            loop = replace(loop, bits=bits, body=(*self._needed(before, inside, original), *inside))
            if rest:
                break
        return self._at_once(loop, original)

    def _at_once(self, loop: ir.ForBits, original: ir.Statement) -> ir.Statement:
        """Return what does at once what a loop does that only gathers, counts or finds members."""
        match loop.body:
            case (ir.Set(name, ir.BitsOp("or", ir.Get(same), ir.BitsOf(ir.Get(loop.name)))),) if (
                same == name
            ):
                return ir.Set(name, ir.BitsOp("or", ir.Get(name), loop.bits))
            case (ir.Set(_, ir.Const()) as found, ir.Break()) if loop.name not in read_beyond(
                self.used, original
            ):
                return ir.If(fold.test("!=", loop.bits, fold.NO), (found,), ())
        return counted_members(loop) or loop

    def _needed(
        self, before: ir.Statements, inside: ir.Statements, loop: ir.Statement
    ) -> ir.Statements:
        """Return those statements before a condition that anything in or beyond the loop needs."""
        if not before:
            return ()
        if uses(before).calls or any(
            not isinstance(one, (ir.Set, ir.If)) for one in statements_in(before)
        ):
            return before
        read = read_beyond(self.used, loop) | uses(inside).reads.keys()
        return () if sets(before).isdisjoint(read) else before


def counted_members(loop: ir.ForBits) -> ir.Statement | None:
    """Return a statement that adds the size of the set, if a loop only counts; else None."""
    match loop.body:
        case (ir.Set(name, ir.Arithmetic("+", ir.Get(same), fold.YES)),) if same == name:
            return ir.Set(name, fold.arithmetic("+", ir.Get(name), fold.size(loop.bits)))
    return None


def _one_round(one: ir.Statement) -> ir.Statements:
    """Return a statement; a loop over one member is replaced by its body."""
    match one:
        case ir.ForBits(name, ir.BitsOf(member), _, body):
            return (ir.Set(name, member), *done_once(body))
    return (one,)


def _rows_of(bits: ir.Value) -> dict[int, int]:
    """Return the locals by which a set is looked up in tables, and the number of rows of these."""
    match bits:
        case ir.Row(table, ir.Get(name)):
            return {name: len(table.values)}
        case ir.BitsOp(_, left, right):
            return _rows_of(left) | _rows_of(right)
    return {}


def _parts(condition: ir.Value) -> tuple[ir.Value, ...]:
    """Return the conditions that must all hold."""
    match condition:
        case ir.Logic("and", parts):
            return parts
    return (condition,)
