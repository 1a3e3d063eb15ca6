"""Functions for the last decision: they do the same, but list no options that nobody reads."""

from __future__ import annotations

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.last_decisions import ProgramThatCounts, with_last_decisions

MEMBER, LIST, NO, YES = ir.Get(0), ir.Get(1), ir.Const(0), ir.Const(1)
EMIT = ir.Emit(MEMBER, None)


def counting(options: ir.Statements, choose: ir.Statements) -> ProgramThatCounts:
    """Return the counting program for a body of `options` and of `choose`, which calls it."""
    offering = ir.Function(0, options, True, False)
    chosen = ir.Function(1, choose, False, False)
    return with_last_decisions(ir.Program((offering, chosen), 0, 0, 0, 0, 1, 1, 1, 1, (), 4, 0))


OFFER = (ir.ForBits(0, ir.Const(15), 4, (EMIT,)), ir.Return(ir.Codes()))
LISTED = ir.Set(1, ir.Call(0, ()))
LOST = ir.If(ir.Test("=", ir.HowMany(LIST), NO), (ir.Return(NO),), ())


def test_the_first_option_is_enough_to_know_whether_there_is_one() -> None:
    made = counting(OFFER, (LISTED, LOST, ir.Pending(LIST), ir.Return(YES)))
    last = made.functions[made.choose_last]
    lost = ir.If(ir.Test("=", LIST, NO), (ir.Return(NO),), ())
    asking = ir.Set(1, ir.Call(2, ()))
    assert last.body == (asking, lost, ir.Return(YES))
    asked = made.functions[2]
    assert asked.body == (ir.ForBits(0, ir.Const(15), 4, (ir.Return(YES),)), ir.Return(NO))
    assert not asked.emits


def test_what_plays_stays_as_it_was() -> None:
    body = (LISTED, LOST, ir.Pending(LIST), ir.Return(YES))
    made = counting(OFFER, body)
    assert made.functions[made.choose].body == body
    assert made.functions[made.options].body == OFFER


def test_codes_that_something_else_reads_are_listed() -> None:
    number = ir.Return(ir.HowMany(LIST))
    made = counting(OFFER, (LISTED, ir.Pending(LIST), LOST, number))
    assert made.functions[made.choose_last].body == (LISTED, LOST, number)


def test_codes_are_listed_where_some_may_be_dropped() -> None:
    dropping = (OFFER[0], ir.Drop(0), OFFER[1])
    made = counting(dropping, (LISTED, LOST, ir.Pending(LIST), ir.Return(YES)))
    assert made.functions[made.choose_last].body == (LISTED, LOST, ir.Return(YES))


def test_a_list_from_a_function_that_passes_it_on_is_asked_there() -> None:
    """This happens if options are computed on a view."""
    passing = ir.Function(0, (ir.OnCopy((LISTED,)), ir.Return(LIST)), False, False)
    offering = ir.Function(0, OFFER, True, False)
    body = (ir.Set(1, ir.Call(1, ())), LOST, ir.Pending(LIST), ir.Return(YES))
    functions = (offering, passing, ir.Function(1, body, False, False))
    program = ir.Program(functions, 1, 0, 0, 0, 2, 2, 2, 2, (), 4, 0)
    made = with_last_decisions(program)
    first, passed, last = 3, 4, made.choose_last
    assert made.functions[last].body[0] == ir.Set(1, ir.Call(passed, ()))
    assert made.functions[passed].body == (
        ir.OnCopy((ir.Set(1, ir.Call(first, ())),)),
        ir.Return(LIST),
    )
    assert not made.functions[first].emits


def test_a_function_that_lists_nothing_is_the_same() -> None:
    made = counting(OFFER, (ir.Return(NO),))
    assert made.choose_last == made.choose
