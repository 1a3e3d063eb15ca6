"""Values that depend on nothing of the state are found while a program is compiled."""

from __future__ import annotations

import pytest

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.constants import Evaluation, NotConstant
from thesmos.link.layout import NONE, CoreSlot, Entry
from thesmos.program.types import Type

ENTRY = Entry(CoreSlot("step"), 0, 4, 1, Type("int"), 0, 9, True, "everyone", "game", (0,) * 4)
THREE, SIX, FIVE = ir.Get(0), ir.Const(6), ir.Const(0b101)
ROW = ir.Table((7, NONE, 9))
FAULTY = ir.Arithmetic("/", SIX, ir.Const(0))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (SIX, 6),
        (THREE, 3),
        (ir.Row(ROW, ir.Arithmetic("-", THREE, ir.Const(1))), 9),
        (ir.Arithmetic("mod", ir.Const(-1), SIX), 5),
        (ir.Arithmetic("max", THREE, SIX), 6),
        (ir.Test(">", SIX, THREE), 1),
        (ir.Test("=", SIX, THREE), 0),
        (ir.Logic("and", (ir.Test(">", THREE, SIX), FAULTY)), 0),
        (ir.Logic("or", (ir.Test("<", THREE, SIX), FAULTY)), 1),
        (ir.Logic("or", (ir.Test("=", THREE, SIX), ir.Test("!=", THREE, SIX))), 1),
        (ir.Logic("not", (ir.Test("=", SIX, THREE),)), 1),
        (ir.Select(ir.Test("=", THREE, THREE), SIX, FAULTY), 6),
        (ir.BitsOf(THREE), 0b1000),
        (ir.BitsOp("or", FIVE, ir.BitsOf(THREE)), 0b1101),
        (ir.BitsOp("minus", FIVE, ir.Const(1)), 0b100),
        (ir.Has(FIVE, ir.Const(2)), 1),
        (ir.Has(FIVE, THREE), 0),
        (ir.Size(FIVE), 2),
    ],
)
def test_the_value_of_constants(value: ir.Value, expected: int) -> None:
    assert Evaluation(0).value(value, {0: 3}) == expected


@pytest.mark.parametrize(
    "value",
    [
        ir.Get(1),
        ir.Load(ENTRY, THREE, ir.Const(0)),
        ir.Things(ENTRY, 0, 1),
        ir.Call(0, ()),
        ir.Row(ROW, THREE),
        ir.Row(ROW, ir.Const(-1)),
        ir.BitsOf(ir.Const(NONE)),
        FAULTY,
    ],
)
def test_what_depends_on_anything_else_has_no_value(value: ir.Value) -> None:
    with pytest.raises(NotConstant):
        Evaluation(0).value(value, {0: 3})


SUM = (
    ir.Set(2, ir.Const(0)),
    ir.ForBits(
        1,
        ir.Const(0b10110),
        5,
        (
            ir.If(ir.Test("=", ir.Get(1), ir.Const(4)), (ir.Break(),), ()),
            ir.Set(2, ir.Arithmetic("+", ir.Get(2), ir.Get(1))),
        ),
    ),
)


def test_statements_are_carried_out_with_loops() -> None:
    names: dict[int, int] = {}
    assert not Evaluation(3).do(SUM, names)
    assert names[2] == 1 + 2
    rounds = ir.Loop(4, (ir.Set(3, ir.Arithmetic("*", ir.Get(3), ir.Const(2))),))
    names = {3: 1}
    Evaluation(4).do((rounds,), names)
    assert names[3] == 16


def test_what_takes_too_many_rounds_has_no_value() -> None:
    with pytest.raises(NotConstant):
        Evaluation(2).do(SUM, {})


def test_statements_that_change_a_state_have_no_value() -> None:
    store = ir.Store(ENTRY, ir.Const(0), ir.Const(0), ir.Const(1))
    with pytest.raises(NotConstant):
        Evaluation(9).do((store,), {})
