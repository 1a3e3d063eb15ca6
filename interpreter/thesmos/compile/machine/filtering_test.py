"""Conditions on the members of a loop become sets, but only if they are the same in each round."""

from __future__ import annotations

import pytest

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.filtering import filtered
from thesmos.link.layout import NONE, CoreSlot, Entry
from thesmos.program.types import Type

MEMBER, OTHER, FOUND, NO = ir.Get(0), ir.Get(1), ir.Get(2), ir.Const(0)
ENTRY = Entry(CoreSlot("step"), 0, 4, 1, Type("int"), 0, 9, True, "everyone", "game", (0,) * 4)
PAIRS = Entry(CoreSlot("step"), 0, 4, 2, Type("int"), 0, 9, True, "everyone", "game", (0,) * 8)
FEW = Entry(CoreSlot("step"), 8, 4, 1, Type("int"), 0, 1, True, "everyone", "game", (0,) * 4)
ALL = ir.Const(15)
SLOT = ir.Load(ENTRY, MEMBER, NO)
OTHERS = ir.Load(FEW, ir.Const(2), NO)
LESS = ir.AtMost(ENTRY, ir.Arithmetic("-", OTHER, ir.Const(1)))
EMIT = ir.Emit(MEMBER, None)


def loop(condition: ir.Value, *body: ir.Statement) -> ir.ForBits:
    """Return what is left of a loop over four members that tests a condition for each."""
    return filtered_loop(ir.If(condition, body or (EMIT,), ()))


def filtered_loop(*inside: ir.Statement) -> ir.ForBits:
    """Return what is left of a loop over four members."""
    function = ir.Function(0, (ir.ForBits(0, ALL, 4, inside),), True, False)
    program = ir.Program((function,), 0, 0, 0, 0, 0, 0, 0, 0, (), 4, 0)
    (made,) = filtered(program).functions[0].body
    assert isinstance(made, ir.ForBits)
    return made


@pytest.mark.parametrize(
    ("condition", "members"),
    [
        (ir.Test("=", SLOT, ir.Const(2)), ir.BitsOp("and", ALL, ir.Things(ENTRY, 2, 2))),
        (ir.Test("!=", SLOT, ir.Const(2)), ir.BitsOp("minus", ALL, ir.Things(ENTRY, 2, 2))),
        (
            ir.Test("=", ir.Load(PAIRS, MEMBER, ir.Const(1)), ir.Const(2)),
            ir.BitsOp("and", ALL, ir.Things(PAIRS, 2, 2, 1)),
        ),
        (
            ir.Test("=", SLOT, ir.Select(ir.Test("=", OTHER, NO), ir.Const(2), ir.Const(1))),
            ir.BitsOp(
                "and",
                ALL,
                ir.Select(ir.Test("=", OTHER, NO), ir.Things(ENTRY, 2, 2), ir.Things(ENTRY, 1, 1)),
            ),
        ),
        (ir.Has(OTHER, MEMBER), ir.BitsOp("and", ALL, OTHER)),
        (ir.Logic("not", (ir.Has(OTHER, MEMBER),)), ir.BitsOp("minus", ALL, OTHER)),
        (ir.Test("=", OTHER, MEMBER), ir.BitsOp("and", ALL, ir.BitsOf(OTHER))),
        (ir.Test("<=", SLOT, OTHER), ir.BitsOp("and", ALL, ir.AtMost(ENTRY, OTHER))),
        (ir.Test(">", SLOT, OTHER), ir.BitsOp("minus", ALL, ir.AtMost(ENTRY, OTHER))),
        (
            ir.Test("=", SLOT, OTHER),
            ir.BitsOp("and", ALL, ir.BitsOp("minus", ir.AtMost(ENTRY, OTHER), LESS)),
        ),
        (
            ir.Test("=", SLOT, OTHERS),
            ir.BitsOp(
                "and",
                ALL,
                ir.Select(
                    ir.Test("=", OTHERS, ir.Const(1)),
                    ir.Things(ENTRY, 1, 1),
                    ir.Select(
                        ir.Test("=", OTHERS, NO),
                        ir.Things(ENTRY, 0, 0),
                        ir.Things(ENTRY, NONE, NONE),
                    ),
                ),
            ),
        ),
        (
            ir.Test("<=", ir.Arithmetic("-", SLOT, OTHER), ir.Const(3)),
            ir.BitsOp("and", ALL, ir.AtMost(ENTRY, ir.Arithmetic("+", ir.Const(3), OTHER))),
        ),
        (
            ir.Test("<", ir.Arithmetic("-", OTHER, SLOT), ir.Const(3)),
            ir.BitsOp("minus", ALL, ir.AtMost(ENTRY, ir.Arithmetic("-", OTHER, ir.Const(3)))),
        ),
    ],
)
def test_a_condition_becomes_a_set(condition: ir.Value, members: ir.Value) -> None:
    made = loop(condition)
    assert made.bits == members
    assert made.body == (EMIT,)


@pytest.mark.parametrize(("word", "low", "high"), [("<", None, 2), (">=", 3, None)])
def test_a_limit_becomes_a_range(word: str, low: int | None, high: int | None) -> None:
    made = loop(ir.Test(word, SLOT, ir.Const(3)))  # type: ignore[arg-type]
    assert isinstance(made.bits, ir.BitsOp)
    assert isinstance(made.bits.right, ir.Things)
    assert made.bits.right.low == low or (low is None and made.bits.right.low < -(1 << 30))
    assert made.bits.right.high == high or (high is None and made.bits.right.high > 1 << 30)


def test_conditions_of_cases_become_sets() -> None:
    """A local that is set by cases is taken into the condition, and dropped if not read."""
    cases = ir.If(
        ir.Has(OTHER, MEMBER),
        (ir.Set(2, ir.Select(ir.Test("=", SLOT, ir.Const(2)), ir.Const(1), NO)),),
        (ir.Set(2, NO),),
    )
    asked = ir.If(ir.Test("=", ir.Get(2), ir.Const(1)), (EMIT,), ())
    made = filtered_loop(cases, asked)
    assert made.body == (EMIT,)
    assert made.bits == ir.BitsOp("and", ALL, ir.BitsOp("and", OTHER, ir.Things(ENTRY, 2, 2)))


def test_a_loop_that_gathers_its_members_is_no_loop() -> None:
    gathered = ir.Set(2, ir.BitsOp("or", ir.Get(2), ir.BitsOf(MEMBER)))
    body = (ir.If(ir.Has(OTHER, MEMBER), (gathered,), ()),)
    function = ir.Function(0, (ir.ForBits(0, ALL, 4, body), ir.Return(ir.Get(2))), False, False)
    made = filtered(ir.Program((function,), 0, 0, 0, 0, 0, 0, 0, 0, (), 4, 0))
    found = ir.BitsOp("or", ir.Get(2), ir.BitsOp("and", ALL, OTHER))
    assert made.functions[0].body == (ir.Set(2, found), ir.Return(ir.Get(2)))


def made_of(*body: ir.Statement, after: ir.Value = FOUND) -> ir.Statement:
    """Return what is left of a loop over some members, in a function that returns a local."""
    loop = ir.ForBits(0, OTHER, 4, (ir.If(ir.Has(ALL, MEMBER), body, ()),))
    function = ir.Function(0, (loop, ir.Return(after)), False, False)
    made = filtered(ir.Program((function,), 0, 0, 0, 0, 0, 0, 0, 0, (), 4, 0))
    return made.functions[0].body[0]


def test_a_loop_that_counts_its_members_is_no_loop() -> None:
    more = ir.Arithmetic("+", FOUND, ir.Const(1))
    assert made_of(ir.Set(2, more)) == ir.Set(
        2, ir.Arithmetic("+", FOUND, ir.Size(ir.BitsOp("and", OTHER, ALL)))
    )


def test_a_loop_that_asks_for_a_member_is_no_loop() -> None:
    there = ir.Set(2, ir.Const(1))
    asked = ir.Test("!=", ir.BitsOp("and", OTHER, ALL), NO)
    assert made_of(there, ir.Break()) == ir.If(asked, (there,), ())
    assert isinstance(made_of(there, ir.Break(), after=MEMBER), ir.ForBits)


def test_members_of_a_table_are_found_beforehand() -> None:
    table = ir.Table((5, 7, 5, 7, 5))
    index = ir.Arithmetic("+", MEMBER, ir.Const(1))
    made = loop(ir.Test("=", ir.Row(table, index), ir.Const(5)))
    assert made.bits == ir.Const(0b1010)


def test_a_row_that_is_not_there_is_not_looked_up_before() -> None:
    """It is in code that is never reached, behind a test for none."""
    row = ir.Test("=", ir.Row(ir.Table((1, 2)), ir.Const(-9)), ir.Const(1))
    assert loop(ir.Logic("and", (ir.Has(OTHER, MEMBER), row))).body == (ir.If(row, (EMIT,), ()),)


def test_a_slot_of_what_a_table_has_a_row_for_is_looked_up_before() -> None:
    """Where there is a row of a table there is a slot too, unless the table is longer."""
    limit = ir.Load(ENTRY, OTHER, NO)
    condition = ir.If(ir.Test("<=", SLOT, limit), (EMIT,), ())
    for rows, known in ((4, True), (5, False)):
        row = ir.Row(ir.Table((15,) * rows), OTHER)
        function = ir.Function(0, (ir.ForBits(0, row, 4, (condition,)),), True, False)
        program = ir.Program((function,), 0, 0, 0, 0, 0, 0, 0, 0, (), 4, 0)
        (made,) = filtered(program).functions[0].body
        assert isinstance(made, ir.ForBits)
        expected = ir.BitsOp("and", row, ir.AtMost(ENTRY, limit)) if known else row
        assert made.bits == expected


def test_what_depends_on_more_than_the_member_stays() -> None:
    inner = ir.Has(ir.Row(ir.Table((1, 2)), OTHER), MEMBER)  # there may be no such row
    made = loop(ir.Logic("and", (ir.Has(OTHER, MEMBER), inner)))
    assert made.bits == ir.BitsOp("and", ALL, OTHER)
    assert made.body == (ir.If(inner, (EMIT,), ()),)


@pytest.mark.parametrize(
    "body", [ir.Store(ENTRY, MEMBER, NO, NO), ir.Set(1, MEMBER)], ids=["a slot", "a local"]
)
def test_what_the_loop_changes_is_asked_in_each_round(body: ir.Statement) -> None:
    assert loop(ir.Has(OTHER, MEMBER), body).bits == ALL


LEADING = Entry(CoreSlot("step"), 4, 4, 1, Type("int"), 0, 3, True, "everyone", "game", (0,) * 4)
LED = ir.Load(ENTRY, ir.Load(LEADING, MEMBER, NO), NO)
ASKED = ir.ForBits(0, ALL, 4, (ir.If(ir.Test("=", LED, ir.Const(2)), (EMIT,), ()),))


def body_left(*statements: ir.Statement) -> ir.Statements:
    """Return what is left of the statements of a function."""
    function = ir.Function(0, statements, True, False)
    program = ir.Program((function,), 0, 0, 0, 0, 0, 0, 0, 0, (), 4, 0)
    return filtered(program).functions[0].body


def test_what_a_slot_leads_to_is_looked_up_once_before_all_loops() -> None:
    around = ir.ForRange(1, 2, (ASKED,))
    emptied, gathering, made = body_left(around)
    assert emptied == ir.Set(2, NO)
    assert isinstance(gathering, ir.ForRange)
    assert gathering.count == LEADING.things
    assert isinstance(made, ir.ForRange)
    (loop,) = made.body
    assert isinstance(loop, ir.ForBits)
    assert loop.bits == ir.BitsOp("and", ALL, ir.Get(2))
    assert loop.body == (EMIT,)


@pytest.mark.parametrize(
    "around",
    [
        ir.ForRange(1, 2, (ASKED, ir.Store(LEADING, NO, NO, NO))),  # it leads elsewhere then
        ir.ForRange(1, 2, (ir.OnCopy((ir.Store(LEADING, NO, NO, NO), ASKED)),)),
    ],
)
def test_what_may_change_between_loops_is_asked_of_each_member(around: ir.Statement) -> None:
    assert body_left(around) == (around,)


def test_slots_that_may_lead_to_no_thing_are_asked_of_each_member() -> None:
    beyond = ir.Load(ENTRY, ir.Load(ENTRY, MEMBER, NO), NO)  # up to 9, of four things
    asked = ir.ForBits(0, ALL, 4, (ir.If(ir.Test("=", beyond, ir.Const(2)), (EMIT,), ()),))
    assert body_left(asked) == (asked,)


def test_a_loop_over_one_member_is_none() -> None:
    """This happens if a rule says what a role is."""
    chosen = ir.Select(ir.Test("=", ir.Get(1), ir.Const(3)), ir.Const(1), NO)
    asked = ir.If(ir.Test("=", MEMBER, chosen), (EMIT,), ())
    assert body_left(ir.ForBits(0, ir.Const(3), 2, (asked,))) == (ir.Set(0, chosen), EMIT)
    only_one = ir.ForBits(0, ir.Const(1), 2, (asked,))  # there may be none
    (loop,) = body_left(only_one)
    assert isinstance(loop, ir.ForBits)
