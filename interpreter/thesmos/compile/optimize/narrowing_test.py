"""What narrowing leaves of loops over a table of constants, and over one member."""

from __future__ import annotations

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.optimize.narrowing import narrowed

EACH = ir.Get(0)
ODD = fold.test("=", fold.row((0, 1, 0, 1), EACH), fold.YES)
LAST = fold.test("=", EACH, ir.Const(3))
EMIT = (ir.Emit(fold.YES, None),)


def loop(members: int, condition: ir.Value, otherwise: ir.Statements = ()) -> ir.Statement:
    """Return a loop that emits 1 for each member for which a condition holds."""
    return ir.ForBits(EACH.name, ir.Const(members), 4, (ir.If(condition, EMIT, otherwise),))


def test_only_members_are_gone_through_for_which_the_table_holds() -> None:
    left = ir.ForBits(EACH.name, ir.Const(0b1010), 4, EMIT)
    assert narrowed((loop(0b1111, ODD),), frozenset()) == (left,)


def test_what_else_is_asked_is_asked_still() -> None:
    both = fold.both(ODD, LAST)
    assert narrowed((loop(0b1011, both),), frozenset()) == (loop(0b1010, LAST),)


def test_all_members_are_gone_through_if_something_else_is_done_for_the_others() -> None:
    kept = loop(0b1111, ODD, (ir.Emit(fold.NO, None),))
    assert narrowed((kept,), frozenset()) == (kept,)


ONE, FOUND, GIVEN = ir.BitsOf(ir.Get(2)), ir.Get(1), ir.Get(2)


def leaving(condition: ir.Value, *after: ir.Statement) -> ir.Statements:
    """Return a loop over one member that ends if a condition holds."""
    found = ir.If(condition, (ir.Set(FOUND.name, EACH), ir.Break()), ())
    return (ir.ForBits(EACH.name, ONE, 4, (found, *after)),)


def test_a_loop_over_one_member_is_none_even_if_finding_something_ends_it() -> None:
    member = ir.Set(EACH.name, GIVEN)
    found = ir.If(fold.test("=", GIVEN, ir.Const(3)), (ir.Set(FOUND.name, ir.Const(3)),), ())
    assert narrowed(leaving(LAST), frozenset()) == (member, found)


def test_what_ends_the_only_round_before_its_last_statement_still_does() -> None:
    made = narrowed(leaving(LAST, *EMIT), frozenset())
    assert isinstance(made[-1], ir.Loop)
    assert made[-1].limit == 1
    assert made[-1].body[-1:] == EMIT
