"""Statements that are dropped from functions because nothing needs them."""

from __future__ import annotations

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.optimize.unused import without_unused

A, B = ir.Get(0), ir.Get(1)
THREE = ir.Const(0b111)


def left_of(*statements: ir.Statement) -> ir.Statements:
    """Return the body that is left of statements."""
    return without_unused(ir.Function(0, statements, False, False)).body


def adding(name: ir.Get, body: ir.Statements = ()) -> ir.Statement:
    """Return a loop that adds the members of a set to a local."""
    more = fold.bits_op("or", name, fold.bits_of(B))
    return ir.ForBits(B.name, THREE, 3, (*body, ir.Set(name.name, more)))


def test_a_loop_is_left_out_that_only_adds_to_what_nothing_reads() -> None:
    end = ir.Return(fold.YES)
    assert left_of(ir.Set(A.name, fold.NO), adding(A), end) == (end,)


def test_a_loop_is_kept_that_adds_to_what_is_returned() -> None:
    body = (ir.Set(A.name, fold.NO), adding(A), ir.Return(A))
    assert left_of(*body) == body


def test_what_leaves_a_loop_is_kept_with_the_loop() -> None:
    leave = ir.If(fold.test("=", ir.Get(2), fold.YES), (ir.Break(),), ())
    body = (ir.Set(2, fold.YES), ir.Set(A.name, fold.NO), adding(A, (leave,)), ir.Return(A))
    assert left_of(*body) == body


def test_a_loop_is_left_out_that_something_only_leaves() -> None:
    leave = ir.If(fold.test("=", B, fold.YES), (ir.Break(),), ())
    assert left_of(ir.ForBits(B.name, THREE, 3, (leave,))) == ()


def test_what_one_round_of_a_loop_reads_of_the_round_before_is_kept() -> None:
    step = (ir.Set(A.name, ir.Get(2)), ir.Set(2, B))
    body = (ir.Set(2, fold.NO), ir.ForBits(B.name, THREE, 3, step), ir.Return(A))
    assert left_of(*body) == body


def test_a_value_that_calls_a_function_is_kept() -> None:
    body = (ir.Set(A.name, ir.Call(0, ())),)
    assert left_of(*body) == body
