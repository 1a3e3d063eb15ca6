"""A local is a register if it gets its only value before anything reads it."""

from __future__ import annotations

from thesmos.compile.ir import nodes as ir
from thesmos.compile.native.fixed_locals import fixed_locals

ONE, FIRST, SECOND = ir.Const(1), ir.Get(0), ir.Get(1)


def fixed(*body: ir.Statement, parameters: int = 0) -> set[int]:
    """Return the locals of a function that can be registers."""
    return fixed_locals(ir.Function(parameters, body, emits=False, marked=False))


def test_what_is_given_once_before_it_is_read() -> None:
    assert fixed(ir.Set(0, ONE), ir.Return(FIRST)) == {0}


def test_a_parameter_that_nothing_changes() -> None:
    assert fixed(ir.Set(1, ONE), parameters=2) == {0}


def test_not_what_a_case_gives_and_others_read() -> None:
    assert fixed(ir.If(ONE, (ir.Set(0, ONE),), ()), ir.Return(FIRST)) == set()


def test_what_only_its_own_case_reads() -> None:
    assert fixed(ir.If(ONE, (ir.Set(0, ONE), ir.Return(FIRST)), ())) == {0}


def test_not_what_the_next_round_of_a_loop_reads() -> None:
    body = (ir.Set(1, FIRST), ir.Set(0, ONE))
    assert fixed(ir.Loop(3, body), ir.Return(ONE)) == {1}


def test_the_member_of_a_loop_but_not_after_it() -> None:
    inside = ir.ForBits(0, ONE, 4, (ir.Set(1, FIRST),))
    assert fixed(inside) == {0, 1}
    assert fixed(inside, ir.Return(FIRST)) == {1}
    assert fixed(inside, ir.Return(SECOND)) == {0}
