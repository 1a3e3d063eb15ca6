"""The pass that drops what is impossible or already known: it walks a function as it is executed.

A condition that always holds or fails, given the ranges of its parts, is decided; a local that
equals another one, or a constant, is replaced by it; unreachable code is dropped. See ranges.py.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.ranges import CaseFacts, Known, Range, decided
from thesmos.compile.ir.reading import CHANGING, calls, done_once, reads, rebuilt, sets, uses

_ENDS = (ir.Return, ir.Break)


def narrowed(body: ir.Statements, pure: Set[int]) -> ir.Statements:
    """Return a body without what is impossible. pure: functions that don't change the state."""
    return NarrowingWalk(pure, Known(), changes=uses(body).changes(pure)).block(body)


class NarrowingWalk:
    """A walk through a function that updates what is known as execution would."""

    def __init__(self, pure: Set[int], known: Known, *, changes: bool = True) -> None:
        """changes: whether the function may change the state."""
        self.pure = pure
        self.changes = changes
        self.known = known

    # ------------------------------------------------------------------ statements

    def block(self, statements: ir.Statements) -> ir.Statements:
        """Return the narrowed statements, up to the first after which nothing is executed."""
        made: list[ir.Statement] = []
        for one in statements:
            made += getattr(self, _STATEMENTS.get(one.__class__, "other"))(one)
            if made and _ends(made[-1]):
                break
        return tuple(made)

    def _case(
        self, statements: ir.Statements, condition: ir.Value, truth: bool
    ) -> tuple[ir.Statements, CaseFacts]:
        """Return a narrowed block under a condition or its opposite, and what is known after it."""
        mark = self.known.mark()
        self.known.holds(condition, truth)
        made = self.block(statements)
        return made, self.known.back(mark)

    def if_(self, one: ir.If) -> ir.Statements:
        """Narrow one of two blocks; what is known after both is known after it."""
        condition = self.value(one.condition)
        if isinstance(condition, ir.Const):
            return self.block(one.then if condition.value else one.otherwise)
        then, after_then = self._case(one.then, condition, True)
        otherwise, after_otherwise = self._case(one.otherwise, condition, False)
        if then and _ends(then[-1]):
            self.known.add(after_otherwise)
        elif otherwise and _ends(otherwise[-1]):
            self.known.add(after_then)
        else:
            self.known.add_either(after_then, after_otherwise)
        return (ir.If(condition, then, otherwise),)

    def set_(self, one: ir.Set) -> ir.Statements:
        """Narrow an assignment: the local equals the value until either changes."""
        given = self.value(one.value)
        self.known.give(one.name, given)
        return (one if given is one.value else ir.Set(one.name, given),)

    def store(self, one: ir.Store) -> ir.Statements:
        """Narrow a store: the slot holds what was written last."""
        value, thing, inner = self.value(one.value), self.value(one.thing), self.value(one.inner)
        self.known.store(one.entry, thing, inner, value)
        return (ir.Store(one.entry, thing, inner, value),)

    def for_bits(self, one: ir.ForBits) -> ir.Statements:
        """Narrow a loop over a set; over a single member, it is replaced by its body."""
        bits = self.value(one.bits)
        if bits is fold.NO:
            return ()
        if isinstance(bits, ir.Select) and bits.otherwise is fold.NO:
            inner = ir.ForBits(one.name, bits.then, one.size, one.body)
            return self.if_(ir.If(bits.condition, (inner,), ()))
        if isinstance(bits, ir.BitsOf):
            return self.block((ir.Set(one.name, bits.bit), *done_once(one.body)))
        low, high = 0, one.size - 1
        if isinstance(bits, ir.Const):
            low, high = (bits.value & -bits.value).bit_length() - 1, bits.value.bit_length() - 1
        member = ir.Get(one.name)
        stays = self._before_loop(one.body, one.name)
        mark = self.known.mark()
        self.known.member(one.name, Range(low, high))
        if stays and reads((bits,)).isdisjoint(sets(one.body)):
            self.known.holds(fold.has(bits, member), True)
        body = self.block(one.body)
        self.known.undo(mark)
        if isinstance(bits, ir.Const):
            left, body = _only_where(member, bits.value, body)
            bits = ir.Const(left)
        return (ir.ForBits(one.name, bits, one.size, body),)

    def for_range(self, one: ir.ForRange) -> ir.Statements:
        """Narrow a loop over numbers."""
        self._before_loop(one.body, one.name)
        mark = self.known.mark()
        self.known.member(one.name, Range(0, one.count - 1))
        body = self.block(one.body)
        self.known.undo(mark)
        return (ir.ForRange(one.name, one.count, body),)

    def loop(self, one: ir.Loop) -> ir.Statements:
        """Narrow a loop with a limit."""
        self._before_loop(one.body)
        mark = self.known.mark()
        body = self.block(one.body)
        self.known.undo(mark)
        return (ir.Loop(one.limit, body),)

    def _before_loop(self, body: ir.Statements, *names: int) -> bool:
        """Forget what a round of a loop may change; return whether the state stays as it is."""
        for name in (*names, *sets(body)):
            self.known.forget(name)
        stays = not self.changes or not uses(body).changes(self.pure)
        if not stays:
            self.known.change()
        return stays

    def on_copy(self, one: ir.OnCopy) -> ir.Statements:
        """Narrow statements about a copy of the state."""
        self.known.change()
        body = self.block(one.body)
        self.known.change()
        return (ir.OnCopy(body),)

    def return_(self, one: ir.Return) -> ir.Statements:
        """Narrow a result."""
        return (ir.Return(self.value(one.value)),)

    def emit(self, one: ir.Emit) -> ir.Statements:
        """Narrow an emitted code."""
        return (ir.Emit(self.value(one.code), one.marks and self.value(one.marks)),)

    def evaluate(self, one: ir.Evaluate) -> ir.Statements:
        """Narrow a call made for its effects."""
        call = self.value(one.call)
        assert isinstance(call, (ir.Call, ir.CallOne))
        return (ir.Evaluate(call),)

    def other(self, one: ir.Statement) -> ir.Statements:
        """Narrow a statement that is done whatever is known."""
        made = rebuilt(one, self.value)
        for name in sets((one,)):
            self.known.forget(name)
        if one.__class__ in CHANGING:
            self.known.change()
        return (made,)

    # ---------------------------------------------------------------------- values

    def value(self, value: ir.Value) -> ir.Value:
        """Return the narrowed value; a number stays a number, a condition a condition."""
        made = _VALUES.get(value.__class__)
        return made(self, value) if made else rebuilt(value, self.value)

    def get(self, value: ir.Get) -> ir.Value:
        """Return what a local is known to be."""
        value = self.known.same(value)
        found = self.known.local(value)
        if found.only is not None:
            return ir.Const(found.only)
        if (value.none and not found.none) or (value.unknown and not found.unknown):
            return ir.Get(value.name, found.none, found.unknown)
        return value

    def load(self, value: ir.Load) -> ir.Value:
        """Return a slot, or what it is known to be."""
        thing, inner = self.value(value.thing), self.value(value.inner)
        if thing is not value.thing or inner is not value.inner:
            value = ir.Load(value.entry, thing, inner, value.unknown)
        found = self.known.slot(value)
        only = found and found.only
        return value if only is None else ir.Const(only)

    def test(self, value: ir.Test) -> ir.Value:
        """Return a comparison, or its outcome; a call is made even if its result is known."""
        left, right = self.value(value.left), self.value(value.right)
        found = decided(value.word, self.known.range(left), self.known.range(right))
        if found is not None and not calls(left, right):
            return fold.boolean(found)
        if left is value.left and right is value.right:
            return value
        return fold.test(value.word, left, right)

    def logic(self, value: ir.Logic) -> ir.Value:
        """Narrow `and`, `or`: a later part is evaluated only if all earlier ones hold, or fail."""
        if value.word == "not":
            return fold.negated(self.value(value.parts[0]))
        mark = self.known.mark()
        parts = []
        for part in value.parts:
            parts.append(self.value(part))
            self.known.holds(parts[-1], value.word == "and")
        self._back(mark)
        made = fold.both(*parts) if value.word == "and" else fold.either(*parts)
        if isinstance(made, ir.Const) and calls(*parts):
            return ir.Logic(value.word, tuple(parts))
        return made

    def _back(self, mark: tuple[int, int]) -> None:
        """Forget what a condition taught, but not that a call may have changed the state."""
        changed = self.known.state != mark[1]
        self.known.undo(mark)
        if changed:
            self.known.change()

    def select(self, value: ir.Select) -> ir.Value:
        """Return one of two values."""
        condition = self.value(value.condition)
        if isinstance(condition, ir.Const):
            return self.value(value.then if condition.value else value.otherwise)
        if value.then is fold.YES and value.otherwise is fold.NO:
            return self._as_number(condition)
        then = self._where(condition, True, value.then)
        otherwise = self._where(condition, False, value.otherwise)
        if then == otherwise and calls(condition):
            return ir.Select(condition, then, otherwise)
        made = fold.choose(condition, then, otherwise)
        return made if fold.is_condition(value) else fold.number(made)

    def _where(self, condition: ir.Value, truth: bool, value: ir.Value) -> ir.Value:
        """Return a value that is evaluated only where a condition holds, or not."""
        mark = self.known.mark()
        self.known.holds(condition, truth)
        made = self.value(value)
        self._back(mark)
        return made

    def _as_number(self, condition: ir.Value) -> ir.Value:
        """Return a condition as 1 or 0; if it tests a local that is 1 or 0, return the local."""
        if isinstance(condition, ir.Test) and condition.word == "=" and condition.right is fold.YES:
            found = self.known.range(condition.left)
            if found.least >= 0 and found.high <= 1:
                return condition.left
        return fold.number(condition)

    def call(self, value: ir.Call | ir.CallOne) -> ir.Value:
        """Return the result of a call, which may change the state."""
        made: ir.Value
        arguments = tuple(map(self.value, value.arguments))
        called: tuple[int | None, ...]
        if isinstance(value, ir.Call):
            called = (value.function,)
            made = ir.Call(value.function, arguments)
        else:
            called = value.functions
            made = ir.CallOne(called, self.value(value.index), arguments)
        if not all(one is None or one in self.pure for one in called):
            self.known.change()
        return made

    def row(self, value: ir.Row) -> ir.Value:
        """Return a constant from a table."""
        index = self.value(value.index)
        if isinstance(index, ir.Const):
            return fold.row(value.table.values, index)
        return ir.Row(value.table, index)


def _ends(one: ir.Statement) -> bool:
    """Return whether nothing after a statement is executed."""
    if isinstance(one, ir.If):
        return all(block and _ends(block[-1]) for block in (one.then, one.otherwise))
    return isinstance(one, _ENDS)


def _only_where(member: ir.Get, bits: int, body: ir.Statements) -> tuple[int, ir.Statements]:
    """Drop the members for which a loop does nothing, and the test for it from the body.

    This applies if the whole body has a condition that first looks in a table of constants.
    """
    match body:
        case (ir.If(ir.Logic("and", (ir.Test() as first, *others)), then, ()),):
            rest: ir.Statements = (ir.If(fold.both(*others), then, ()),)
        case (ir.If(ir.Test() as first, then, ()),):
            rest = then
        case _:
            return bits, body
    match first:
        case ir.Test(word, ir.Row(table, ir.Get(name)), ir.Const() as right) if name == member.name:
            for number in range(bits.bit_length()):
                if fold.test(word, fold.row(table.values, ir.Const(number)), right) is fold.NO:
                    bits &= ~(1 << number)
            return bits, rest
    return bits, body


_STATEMENTS: dict[type, str] = {
    ir.If: "if_",
    ir.Set: "set_",
    ir.Store: "store",
    ir.ForBits: "for_bits",
    ir.ForRange: "for_range",
    ir.Loop: "loop",
    ir.OnCopy: "on_copy",
    ir.Return: "return_",
    ir.Emit: "emit",
    ir.Evaluate: "evaluate",
}
_VALUES: dict[type, Callable[[NarrowingWalk, Any], ir.Value]] = {
    ir.Const: lambda walk, value: value,
    ir.Get: NarrowingWalk.get,
    ir.Load: NarrowingWalk.load,
    ir.Test: NarrowingWalk.test,
    ir.Logic: NarrowingWalk.logic,
    ir.Select: NarrowingWalk.select,
    ir.Call: lambda walk, one: walk.call(one),
    ir.CallOne: lambda walk, one: walk.call(one),
    ir.Row: NarrowingWalk.row,
    ir.Arithmetic: lambda walk, one: fold.arithmetic(
        one.word, walk.value(one.left), walk.value(one.right)
    ),
    ir.BitsOp: lambda walk, one: fold.bits_op(
        one.word, walk.value(one.left), walk.value(one.right)
    ),
    ir.BitsOf: lambda walk, one: fold.bits_of(walk.value(one.bit)),
    ir.Has: lambda walk, one: fold.has(walk.value(one.bits), walk.value(one.bit)),
    ir.Size: lambda walk, one: fold.size(walk.value(one.bits)),
}
