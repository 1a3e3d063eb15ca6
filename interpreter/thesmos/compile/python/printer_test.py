"""Printed functions see the current values of slots, although they read slots before loops."""

from __future__ import annotations

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import used_by
from thesmos.compile.python.helpers import HELPERS
from thesmos.compile.python.printer import _Printer
from thesmos.compile.python.values import NamedRows, ValuePrinter
from thesmos.link.layout import NONE, Entry, PlaceOf
from thesmos.program.types import Type

THINGS = 12
START = (5, 6, 7, 8, 9, *range(10, 17))
PLACES = Entry(PlaceOf("stone"), 0, THINGS, 1, Type("cell"), 0, 20, True, "everyone", "game", START)
EACH, FOUND = ir.Get(0), ir.Get(1)


def result(*body: ir.Statement) -> object:
    """Return what a function with these statements returns for the state START."""
    one = ir.Function(0, (*body, ir.Return(FOUND)), False, False)
    names: dict[str, object] = {**HELPERS}
    values = ValuePrinter({}, NamedRows("t"), NamedRows("r"))
    text = _Printer(values, frozenset(), THINGS).function(one, used_by(one))
    exec("def function" + text, names)
    return names["function"]([*START])  # type: ignore[operator]


def write(place: int) -> ir.Statement:
    """Return a statement that writes the place of the first thing."""
    return ir.Store(PLACES, fold.NO, fold.NO, ir.Const(place))


LOOK = ir.Set(FOUND.name, ir.Find(PLACES, 21, ir.Const(20)))


def test_a_loop_over_members_sees_what_it_writes() -> None:
    assert result(ir.ForBits(EACH.name, ir.Const(0b11), 2, (write(20), LOOK))) == 0


def test_a_loop_over_numbers_sees_what_it_writes() -> None:
    assert result(ir.ForRange(EACH.name, 2, (write(20), LOOK))) == 0


def test_a_loop_sees_what_was_written_before_it() -> None:
    assert result(write(20), ir.ForRange(EACH.name, 2, (LOOK,))) == 0


def test_a_loop_in_a_copy_of_the_state_sees_the_copy() -> None:
    assert result(ir.OnCopy((write(20), ir.ForRange(EACH.name, 2, (LOOK,))))) == 0


def test_what_follows_a_copy_sees_the_state() -> None:
    copied = ir.OnCopy((write(20), LOOK))
    assert result(copied, ir.ForRange(EACH.name, 2, (LOOK,))) == NONE
