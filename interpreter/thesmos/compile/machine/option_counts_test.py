"""Functions that count options, instead of those that list them."""

from __future__ import annotations

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.option_counts import OptionCounts

MEMBER, OTHER, NO, YES = ir.Get(0), ir.Get(1), ir.Const(0), ir.Const(1)
ALL = ir.Const(15)
EMIT = ir.Emit(MEMBER, None)
ENDED = ir.Return(ir.Codes())


def counting(*body: ir.Statement, emits: bool = True) -> tuple[ir.Function, OptionCounts]:
    """Return the function that counts what a function with a body lists, and all functions."""
    listing = ir.Function(0, (EMIT, ENDED), emits=True, marked=False)
    function = ir.Function(0, body, emits, marked=False)
    counts = OptionCounts([listing, function])
    return counts.functions[counts.of(1)], counts


def test_a_loop_that_lists_its_members_adds_the_size_of_its_set() -> None:
    bits = ir.BitsOp("minus", ALL, ir.BitsOf(OTHER))
    made, _ = counting(ir.Set(1, NO), ir.ForBits(0, bits, 4, (EMIT,)), ENDED)
    count = ir.Get(2)
    added = ir.Set(2, ir.Arithmetic("+", count, ir.Size(bits)))
    assert made.body == (ir.Set(2, NO), ir.Set(1, NO), added, ir.Return(count))
    assert not made.emits


def test_a_loop_in_a_loop_adds_the_size_of_its_set_each_time() -> None:
    """Statements that only matter for the codes are dropped; here, another local."""
    inner = ir.ForBits(1, ir.Const(3), 2, (ir.Emit(ir.Arithmetic("*", OTHER, MEMBER), None),))
    made, _ = counting(ir.ForBits(0, ALL, 4, (ir.Set(2, MEMBER), inner)), ENDED)
    count = ir.Get(3)
    added = ir.Set(3, ir.Arithmetic("+", count, ir.Const(2)))
    assert made.body == (ir.Set(3, NO), ir.ForBits(0, ALL, 4, (added,)), ir.Return(count))


def test_codes_are_counted_where_they_are_listed_one_by_one() -> None:
    chosen = ir.If(ir.Test("=", MEMBER, YES), (EMIT,), ())
    made, _ = counting(ir.Set(0, NO), chosen, ENDED)
    count = ir.Get(1)
    added = ir.If(chosen.condition, (ir.Set(1, ir.Arithmetic("+", count, YES)),), ())
    assert made.body == (ir.Set(1, NO), ir.Set(0, NO), added, ir.Return(count))


def test_what_passes_on_the_codes_of_another_passes_on_how_many_there_are() -> None:
    made, counts = counting(ir.Return(ir.CallOne((0, None), YES, ())), emits=False)
    assert made.body == (ir.Return(ir.CallOne((counts.of(0), None), YES, ())),)
    assert counts.of(0) != 0
    assert not counts.functions[counts.of(0)].emits


def test_codes_of_which_some_may_be_dropped_are_listed_and_then_counted() -> None:
    made, _ = counting(EMIT, ir.Drop(0), ENDED)
    assert made.body == (ir.Set(0, ir.Call(1, ())), ir.Return(ir.HowMany(ir.Get(0))))


def test_a_function_is_counted_by_one_other() -> None:
    _, counts = counting(EMIT, ENDED)
    assert counts.of(1) == counts.of(1)
