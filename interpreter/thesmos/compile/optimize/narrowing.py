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
    """Return a body without what is impossible.

    pure: functions that don't change the state.
    """
    return NarrowingWalk(pure, Known(), changes=uses(body).changes(pure)).block(body)


class NarrowingWalk:
    """A walk through a function that updates what is known as execution would."""

    def __init__(self, pure: Set[int], facts: Known, *, changes: bool = True) -> None:
        """changes: whether the function may change the state."""
        self.pure = pure
        self.changes = changes
        self.known = facts

    # ------------------------------------------------------------------ statements

    def block(self, statements: ir.Statements) -> ir.Statements:
        """Return the narrowed statements, up to the first after which nothing is executed."""
        block: list[ir.Statement] = []
        for statement in statements:
            block += getattr(self, _STATEMENTS.get(statement.__class__, "other"))(statement)
            if block and _ends(block[-1]):
                break
        return tuple(block)

    def _case(
        self, statements: ir.Statements, condition: ir.Value, truth: bool
    ) -> tuple[ir.Statements, CaseFacts]:
        """Return a narrowed block under a condition or its opposite, and what is known after it."""
        mark = self.known.mark()
        self.known.holds(condition, truth)
        block = self.block(statements)
        return block, self.known.back(mark)

    def if_(self, statement: ir.If) -> ir.Statements:
        """Narrow one of two blocks; what is known after both is known after it."""
        condition = self.value(statement.condition)
        if isinstance(condition, ir.Const):
            return self.block(statement.then if condition.value else statement.otherwise)
        then, after_then = self._case(statement.then, condition, True)
        otherwise, after_otherwise = self._case(statement.otherwise, condition, False)
        if then and _ends(then[-1]):
            self.known.add(after_otherwise)
        elif otherwise and _ends(otherwise[-1]):
            self.known.add(after_then)
        else:
            self.known.add_either(after_then, after_otherwise)
        return (ir.If(condition, then, otherwise),)

    def set_(self, statement: ir.Set) -> ir.Statements:
        """Narrow an assignment: the local equals the value until either changes."""
        value = self.value(statement.value)
        self.known.give(statement.name, value)
        return (statement if value is statement.value else ir.Set(statement.name, value),)

    def store(self, statement: ir.Store) -> ir.Statements:
        """Narrow a store: the slot holds what was written last."""
        value, thing, inner = (
            self.value(statement.value),
            self.value(statement.thing),
            self.value(statement.inner),
        )
        self.known.store(statement.entry, thing, inner, value)
        return (ir.Store(statement.entry, thing, inner, value),)

    def for_bits(self, loop: ir.ForBits) -> ir.Statements:
        """Narrow a loop over a set; over a single member, it is replaced by its body."""
        bits = self.value(loop.bits)
        if bits is fold.NO:
            return ()
        if isinstance(bits, ir.Select) and bits.otherwise is fold.NO:
            inner = ir.ForBits(loop.name, bits.then, loop.size, loop.body)
            return self.if_(ir.If(bits.condition, (inner,), ()))
        if isinstance(bits, ir.BitsOf):
            return self.block((ir.Set(loop.name, bits.bit), *done_once(loop.body)))
        low, high = 0, loop.size - 1
        if isinstance(bits, ir.Const):
            low, high = (bits.value & -bits.value).bit_length() - 1, bits.value.bit_length() - 1
        member = ir.Get(loop.name)
        stays = self._before_loop(loop.body, loop.name)
        mark = self.known.mark()
        self.known.member(loop.name, Range(low, high))
        if stays and reads((bits,)).isdisjoint(sets(loop.body)):
            self.known.holds(fold.has(bits, member), True)
        body = self.block(loop.body)
        self.known.undo(mark)
        if isinstance(bits, ir.Const):
            members, body = _only_where(member, bits.value, body)
            bits = ir.Const(members)
        return (ir.ForBits(loop.name, bits, loop.size, body),)

    def for_range(self, loop: ir.ForRange) -> ir.Statements:
        """Narrow a loop over numbers."""
        self._before_loop(loop.body, loop.name)
        mark = self.known.mark()
        self.known.member(loop.name, Range(0, loop.count - 1))
        body = self.block(loop.body)
        self.known.undo(mark)
        return (ir.ForRange(loop.name, loop.count, body),)

    def loop(self, loop: ir.Loop) -> ir.Statements:
        """Narrow a loop with a limit."""
        self._before_loop(loop.body)
        mark = self.known.mark()
        body = self.block(loop.body)
        self.known.undo(mark)
        return (ir.Loop(loop.limit, body),)

    def _before_loop(self, body: ir.Statements, *names: int) -> bool:
        """Forget what a round of a loop may change; return whether the state stays as it is."""
        for name in (*names, *sets(body)):
            self.known.forget(name)
        stays = not self.changes or not uses(body).changes(self.pure)
        if not stays:
            self.known.change()
        return stays

    def on_copy(self, statement: ir.OnCopy) -> ir.Statements:
        """Narrow statements about a copy of the state."""
        self.known.change()
        body = self.block(statement.body)
        self.known.change()
        return (ir.OnCopy(body),)

    def return_(self, statement: ir.Return) -> ir.Statements:
        """Narrow a result."""
        return (ir.Return(self.value(statement.value)),)

    def emit(self, statement: ir.Emit) -> ir.Statements:
        """Narrow an emitted code."""
        return (
            ir.Emit(self.value(statement.code), statement.marks and self.value(statement.marks)),
        )

    def evaluate(self, statement: ir.Evaluate) -> ir.Statements:
        """Narrow a call made for its effects."""
        call = self.value(statement.call)
        assert isinstance(call, (ir.Call, ir.CallOne))
        return (ir.Evaluate(call),)

    def other(self, statement: ir.Statement) -> ir.Statements:
        """Narrow a statement that is done whatever is known."""
        narrowed = rebuilt(statement, self.value)
        for name in sets((statement,)):
            self.known.forget(name)
        if statement.__class__ in CHANGING:
            self.known.change()
        return (narrowed,)

    # ---------------------------------------------------------------------- values

    def value(self, value: ir.Value) -> ir.Value:
        """Return the narrowed value; a number stays a number, a condition a condition."""
        narrow = _VALUES.get(value.__class__)
        return narrow(self, value) if narrow else rebuilt(value, self.value)

    def get(self, value: ir.Get) -> ir.Value:
        """Return what a local is known to be."""
        value = self.known.same(value)
        numbers = self.known.local(value)
        if numbers.only is not None:
            return ir.Const(numbers.only)
        if (value.none and not numbers.none) or (value.unknown and not numbers.unknown):
            return ir.Get(value.name, numbers.none, numbers.unknown)
        return value

    def load(self, value: ir.Load) -> ir.Value:
        """Return a slot, or what it is known to be."""
        thing, inner = self.value(value.thing), self.value(value.inner)
        if thing is not value.thing or inner is not value.inner:
            value = ir.Load(value.entry, thing, inner, value.unknown)
        numbers = self.known.slot(value)
        only = numbers and numbers.only
        return value if only is None else ir.Const(only)

    def test(self, value: ir.Test) -> ir.Value:
        """Return a comparison, or its outcome; a call is made even if its result is known."""
        left, right = self.value(value.left), self.value(value.right)
        holds = decided(value.word, self.known.range(left), self.known.range(right))
        if holds is not None and not calls(left, right):
            return fold.boolean(holds)
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
        condition = fold.both(*parts) if value.word == "and" else fold.either(*parts)
        if isinstance(condition, ir.Const) and calls(*parts):
            return ir.Logic(value.word, tuple(parts))
        return condition

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
        selected = fold.choose(condition, then, otherwise)
        return selected if fold.is_condition(value) else fold.number(selected)

    def _where(self, condition: ir.Value, truth: bool, value: ir.Value) -> ir.Value:
        """Return a value that is evaluated only where a condition holds, or not."""
        mark = self.known.mark()
        self.known.holds(condition, truth)
        narrowed = self.value(value)
        self._back(mark)
        return narrowed

    def _as_number(self, condition: ir.Value) -> ir.Value:
        """Return a condition as 1 or 0; if it tests a local that is 1 or 0, return the local."""
        if isinstance(condition, ir.Test) and condition.word == "=" and condition.right is fold.YES:
            numbers = self.known.range(condition.left)
            if numbers.least >= 0 and numbers.high <= 1:
                return condition.left
        return fold.number(condition)

    def call(self, value: ir.Call | ir.CallOne) -> ir.Value:
        """Return the result of a call, which may change the state."""
        call: ir.Value
        arguments = tuple(map(self.value, value.arguments))
        called: tuple[int | None, ...]
        if isinstance(value, ir.Call):
            called = (value.function,)
            call = ir.Call(value.function, arguments)
        else:
            called = value.functions
            call = ir.CallOne(called, self.value(value.index), arguments)
        if not all(function is None or function in self.pure for function in called):
            self.known.change()
        return call

    def row(self, value: ir.Row) -> ir.Value:
        """Return a constant from a table."""
        index = self.value(value.index)
        if isinstance(index, ir.Const):
            return fold.row(value.table.values, index)
        return ir.Row(value.table, index)


def _ends(statement: ir.Statement) -> bool:
    """Return whether nothing after a statement is executed."""
    if isinstance(statement, ir.If):
        return all(block and _ends(block[-1]) for block in (statement.then, statement.otherwise))
    return isinstance(statement, _ENDS)


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
    ir.Call: lambda walk, node: walk.call(node),
    ir.CallOne: lambda walk, node: walk.call(node),
    ir.Row: NarrowingWalk.row,
    ir.Arithmetic: lambda walk, node: fold.arithmetic(
        node.word, walk.value(node.left), walk.value(node.right)
    ),
    ir.BitsOp: lambda walk, node: fold.bits_op(
        node.word, walk.value(node.left), walk.value(node.right)
    ),
    ir.BitsOf: lambda walk, node: fold.bits_of(walk.value(node.bit)),
    ir.Has: lambda walk, node: fold.has(walk.value(node.bits), walk.value(node.bit)),
    ir.Size: lambda walk, node: fold.size(walk.value(node.bits)),
}
