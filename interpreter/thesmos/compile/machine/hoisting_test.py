"""Searches are done before the loops that need them, as long as the state stays as it is."""

from __future__ import annotations

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.hoisting import hoisted
from thesmos.link.layout import CoreSlot, Entry
from thesmos.program.types import Type

ENTRY = Entry(CoreSlot("step"), 0, 4, 1, Type("int"), 0, 9, True, "everyone", "game", (0,) * 4)
NO, ALL, MEMBER, FREE = ir.Const(0), ir.Const(15), ir.Get(0), ir.Get(1)
TWOS, VALUES = ir.Things(ENTRY, 2, 2), ir.Values(ENTRY, 10)
EMIT = ir.Emit(MEMBER, None)
STORE = ir.Store(ENTRY, NO, NO, ir.Const(2))


def after(*body: ir.Statement) -> ir.Statements:
    """Return the body of a function after the pass."""
    function = ir.Function(0, body, True, False)
    program = ir.Program((function,), 0, 0, 0, 0, 0, 0, 0, 0, (), 4, 0)
    return hoisted(program).functions[0].body


def loop(*body: ir.Statement) -> ir.ForBits:
    return ir.ForBits(0, ALL, 4, body)


def among(search: ir.Value) -> ir.If:
    return ir.If(ir.Has(search, MEMBER), (EMIT,), ())


def test_a_search_in_a_loop_is_done_before_it() -> None:
    assert after(loop(among(TWOS))) == (ir.Set(1, TWOS), loop(among(FREE)))


def test_a_search_in_two_loops_is_done_once_if_nothing_changes_between() -> None:
    assert after(loop(among(TWOS)), loop(among(TWOS))) == (
        ir.Set(1, TWOS),
        loop(among(FREE)),
        loop(among(FREE)),
    )
    apart = after(loop(among(TWOS)), STORE, loop(among(TWOS)))
    assert apart == (
        ir.Set(1, TWOS),
        loop(among(FREE)),
        STORE,
        ir.Set(2, TWOS),
        loop(among(ir.Get(2))),
    )


def test_a_search_that_a_loop_may_change_stays() -> None:
    body = (loop(among(TWOS), STORE),)
    assert after(*body) == body


def test_a_search_outside_loops_stays() -> None:
    body = (ir.Set(0, TWOS), loop(EMIT))
    assert after(*body) == body


def test_a_search_in_a_copy_of_the_state_stays() -> None:
    body = (loop(ir.OnCopy((STORE, among(TWOS)))),)
    assert after(*body) == body


def test_what_goes_through_slots_one_by_one_is_done_before_many_uses_only() -> None:
    few = (loop(among(VALUES)),)
    assert after(*few) == few
    many = after(loop(*[among(VALUES)] * 8))
    assert many == (ir.Set(1, VALUES), loop(*[among(FREE)] * 8))


def test_inside_a_loop_that_changes_the_state_inner_loops_are_looked_at() -> None:
    outer = ir.Loop(3, (STORE, loop(among(TWOS))))
    assert after(outer) == (ir.Loop(3, (STORE, ir.Set(1, TWOS), loop(among(FREE)))),)
