"""Rounds of a search that treat whole sets reach what they reach member by member."""

from __future__ import annotations

import random

import pytest

from testing.machine import Machine
from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import statements_in
from thesmos.compile.machine.whole_sets import with_whole_sets
from thesmos.link.layout import NONE, CoreSlot, Entry
from thesmos.program.types import Type

SIDE = 4
CELLS = range(SIDE * SIDE)
ENTRY = Entry(
    CoreSlot("step"), 0, SIDE * SIDE, 1, Type("int"), 0, 9, False, "everyone", "game", (0,) * 16
)
NO, YES = fold.NO, fold.YES
CHOSEN, TO_TRY, TRIED, REACHED, TRYING, MEMBER, BESIDE, NEAR, FOUND, OTHER = map(ir.Get, range(10))


def table(*values: int) -> ir.Table:
    return ir.Table(values)


def near(cell: int) -> list[int]:
    """Return the cells that share a side with a cell."""
    row, column = divmod(cell, SIDE)
    places = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
    return [r * SIDE + c for r, c in places if r in range(SIDE) and c in range(SIDE)]


ROWS = table(*(cell // SIDE for cell in CELLS))
NEXT = table(*(sum(1 << other for other in near(cell)) for cell in CELLS))
NORTH = table(*(cell + SIDE if cell + SIDE in CELLS else NONE for cell in CELLS))
MIRRORED = table(*(cell ^ 1 for cell in CELLS))
TWOS, ONES = ir.Things(ENTRY, 2, 2), ir.Things(ENTRY, 1, 1)
SLOT, NORTHERN = ir.Load(ENTRY, MEMBER, NO), ir.Row(NORTH, MEMBER)
ALIKE = ir.Test("=", ir.Row(ROWS, MEMBER), ir.Row(ROWS, BESIDE))


def add(to: ir.Get, more: ir.Value) -> ir.Set:
    return ir.Set(to.name, ir.BitsOp("or", to, more))


def when(condition: ir.Value, *statements: ir.Statement) -> ir.If:
    return ir.If(condition, statements, ())


def some(common: ir.Value) -> ir.Value:
    return ir.Test("!=", common, NO)


def search(*body: ir.Statement, after: tuple[ir.Statement, ...] = ()) -> ir.Function:
    """Return a search from cell 5; `after` is done after each round. CHOSEN is a set or number."""
    rounds = (
        when(ir.Test("=", TO_TRY, NO), ir.Break()),
        ir.Set(TRYING.name, TO_TRY),
        ir.Set(TO_TRY.name, NO),
        ir.ForBits(MEMBER.name, TRYING, SIDE * SIDE, body),
        *after,
        ir.Set(TO_TRY.name, ir.BitsOp("minus", TO_TRY, TRIED)),
        add(TRIED, TO_TRY),
    )
    start = (
        ir.Set(TO_TRY.name, ir.Const(1 << 5)),
        ir.Set(TRIED.name, TO_TRY),
        ir.Set(REACHED.name, NO),
        ir.Set(FOUND.name, NO),
    )
    found = ir.Select(ir.Test("=", FOUND, YES), ir.Const(1 << 16), NO)
    last = ir.Return(ir.BitsOp("or", REACHED, found))
    return ir.Function(1, (*start, ir.Loop(SIDE * SIDE, rounds), last), False, False)


def program_of(function: ir.Function) -> ir.Program:
    return ir.Program((function,), 0, 0, 0, 0, 0, 0, 0, 0, (), 16, 0)


def loops(program: ir.Program) -> int:
    """Return how many loops over the members of a set there are."""
    return sum(isinstance(one, ir.ForBits) for one in statements_in(program.functions[0].body))


def beside(condition: ir.Value, *before: ir.Statement) -> ir.Function:
    """Return a search that goes on to cells for which a condition holds."""
    inner = ir.ForBits(
        BESIDE.name,
        ir.Row(NEXT, MEMBER),
        16,
        (*before, when(condition, add(NEAR, ir.BitsOf(BESIDE)))),
    )
    return search(add(REACHED, ir.BitsOf(MEMBER)), ir.Set(NEAR.name, NO), inner, add(TO_TRY, NEAR))


def through(condition: ir.Value) -> ir.Function:
    """Return a search that goes on from cells for which a condition holds."""
    found = add(REACHED, ir.BitsOf(MEMBER)), add(TO_TRY, ir.Row(NEXT, MEMBER))
    return search(when(condition, *found))


def asking(condition: ir.Value) -> ir.Function:
    """Return a search that ends at a cell for which a condition holds."""
    ask = ir.ForBits(
        OTHER.name, REACHED, 16, (when(condition, ir.Set(FOUND.name, YES), ir.Break()),)
    )
    after = ask, when(ir.Test("=", FOUND, YES), ir.Break())
    return search(add(REACHED, ir.BitsOf(MEMBER)), add(TO_TRY, ir.Row(NEXT, MEMBER)), after=after)


def same(function: ir.Function) -> None:
    """Check that a search finds the same in both ways, in states of all kinds."""
    before = program_of(function)
    after, dice = with_whole_sets(before), random.Random(1)
    assert loops(before) > 0
    assert loops(after) == 0
    machines, results = [Machine(one, 16) for one in (before, after)], set()
    for _ in range(60):
        state = [dice.choice((0, 0, 1, 2)) for _ in CELLS]
        results.add(expected := machines[0].call(0, [*state], [3]))
        assert machines[1].call(0, [*state], [3]) == expected
    assert len(results) > 1


CONDITIONS = {
    "slot": ir.Test("!=", SLOT, ir.Const(2)),
    "range": ir.Test("<", SLOT, ir.Const(2)),
    "none of two": ir.Logic("not", (ir.Logic("or", (ir.Has(TWOS, MEMBER), ir.Has(ONES, MEMBER))),)),
    "north": ir.Logic(
        "or",
        (
            ir.Test("=", NORTHERN, ir.Const(NONE)),
            ir.Test("!=", ir.Load(ENTRY, NORTHERN, NO), ir.Const(2)),
        ),
    ),
    "near": some(ir.BitsOp("and", ir.Row(NEXT, MEMBER), TWOS)),
    "near but for one": some(
        ir.BitsOp("and", ir.BitsOp("minus", ir.Row(NEXT, MEMBER), ir.BitsOf(CHOSEN)), TWOS)
    ),
    "chosen by a slot": ir.Select(
        ir.Test("=", SLOT, NO), some(ir.BitsOp("and", ir.Row(NEXT, MEMBER), ONES)), YES
    ),
    "chosen before": ir.Select(
        ir.Test("=", CHOSEN, ir.Const(3)), ir.Has(TWOS, MEMBER), ir.Has(ONES, MEMBER)
    ),
    "of a number": ir.Test("=", ir.Select(ir.Has(TWOS, MEMBER), YES, NO), NO),
}


@pytest.mark.parametrize("condition", CONDITIONS.values(), ids=[*CONDITIONS])
def test_a_search_goes_on_from_a_set_of_members(condition: ir.Value) -> None:
    same(through(fold.either(ir.Test("=", MEMBER, ir.Const(5)), condition)))


WAYS = {
    "free": ir.Test("!=", ir.Load(ENTRY, BESIDE, NO), ir.Const(2)),
    "the same": ir.Test("=", ir.Load(ENTRY, MEMBER, NO), ir.Const(0)),
    "in a row": ir.Logic("or", (ALIKE, ir.Has(TWOS, MEMBER))),
    "between": ir.Logic(
        "not",
        (
            some(
                ir.BitsOp(
                    "and",
                    ir.Row(NEXT, MEMBER),
                    ir.BitsOp(
                        "and", ir.Select(ALIKE, TWOS, ONES), ir.Row(NEXT, ir.Row(MIRRORED, BESIDE))
                    ),
                )
            ),
        ),
    ),
}


@pytest.mark.parametrize("condition", WAYS.values(), ids=[*WAYS])
def test_what_bars_a_way_is_a_set_of_members(condition: ir.Value) -> None:
    same(beside(condition))


def test_a_condition_may_be_kept_in_a_local() -> None:
    kept = ir.Set(OTHER.name, NO), when(ir.Has(TWOS, BESIDE), ir.Set(OTHER.name, YES))
    same(beside(ir.Test("!=", OTHER, YES), *kept))


@pytest.mark.parametrize(
    "condition",
    [
        ir.Test("=", ir.Load(ENTRY, OTHER, NO), ir.Const(2)),
        some(ir.BitsOp("and", ir.Row(NEXT, OTHER), TWOS)),
        ir.Logic("and", (ir.Test("=", ir.Row(ROWS, OTHER), NO), ir.Has(TWOS, OTHER))),
    ],
)
def test_whether_a_member_is_reached_is_asked_of_a_set(condition: ir.Value) -> None:
    same(asking(condition))


def test_what_does_not_depend_on_the_round_is_computed_before_all() -> None:
    program = with_whole_sets(program_of(beside(WAYS["between"])))
    body = program.functions[0].body
    (place,) = (n for n, one in enumerate(body) if isinstance(one, ir.Loop))
    kept = [one.value for one in body[:place] if isinstance(one, ir.Set)]
    assert kept.count(TWOS) == kept.count(ONES) == 1
    assert not [
        one
        for one in statements_in((body[place],))
        if isinstance(one, ir.Set) and one.value == TWOS
    ]


def test_other_loops_stay() -> None:
    store = ir.Store(ENTRY, MEMBER, NO, YES)
    call = ir.Evaluate(ir.Call(0, ()))
    far = table(*((1 << (cell * cell) % 13) for cell in CELLS))
    bodies = (
        (add(REACHED, ir.BitsOf(MEMBER)), store),
        (add(REACHED, ir.BitsOf(MEMBER)), call),
        (add(REACHED, ir.BitsOf(MEMBER)), ir.Set(FOUND.name, MEMBER)),
        (when(ir.Has(REACHED, MEMBER), add(REACHED, ir.BitsOf(MEMBER))),),
        (
            add(
                REACHED,
                ir.Row(ir.Table(tuple((1 << 15 - n) | far.values[n] for n in CELLS)), MEMBER),
            ),
        ),
    )
    for body in bodies:
        program = program_of(search(*body))
        assert with_whole_sets(program).functions[0].body is program.functions[0].body


def test_a_loop_that_is_not_repeated_stays() -> None:
    body = ir.ForBits(MEMBER.name, CHOSEN, 16, (add(REACHED, ir.BitsOf(MEMBER)),))
    function = ir.Function(1, (ir.Set(REACHED.name, NO), body, ir.Return(REACHED)), False, False)
    program = program_of(function)
    assert with_whole_sets(program).functions[0].body is function.body
