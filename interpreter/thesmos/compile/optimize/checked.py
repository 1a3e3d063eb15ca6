"""The pass that tests every index, every number written to a slot, and what an operation needs.

An accepted text never needs the tests (semantics, 17.3): what they find is a fault of `check` or of
the compiler. They cost time, so only tests of this program itself play checked programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, get_args

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.ranges import END
from thesmos.compile.ir.reading import rebuilt
from thesmos.link.layout import NONE, UNKNOWN, Entry

WORDS: tuple[ir.CheckedWord, ...] = get_args(ir.CheckedWord)
MOST_MEMBERS = 1 << 20  # more than any set has
_OF_SLOTS: tuple[ir.CheckedWord, ...] = "thing", "index", "number"
P = TypeVar("P", ir.Program, ir.Answers)


class IndexOutOfRange(Exception):  # noqa: N818 - the name says what is wrong
    """A checked program has met a number that is not in its range.

    word, of, low, high: as in ir.Checked.
    number: what was met.
    """

    def __init__(self, word: ir.CheckedWord, of: int, number: int, low: int, high: int) -> None:
        about = f" of the slots from {of} on" if word in _OF_SLOTS else ""
        limits = "" if word == "divisor" else f", which is not in {low}..{high}"
        super().__init__(f"the {word}{about} is {number}{limits}")
        self.word, self.of, self.number, self.low, self.high = word, of, number, low, high

    def named(self, entries: Sequence[Entry]) -> str:
        """Return what is wrong, with what the slots mean.

        entries: of the layout of the match.
        """
        about = self.of, self.low, self.high
        meanings = [entry.meaning for entry in entries if _ranges(entry).get(self.word) == about]
        return f"{self}: {meanings[0]}" if meanings else str(self)


def _ranges(entry: Entry) -> dict[ir.CheckedWord, tuple[int, int, int]]:
    """Return the first slot of an entry with the range of each number that is tested for it."""
    first = entry.first
    return {
        "thing": (first, 0, entry.things - 1),
        "index": (first, 0, entry.width - 1),
        "number": (first, entry.low, entry.high),
    }


def with_checks(program: P, codes: int) -> P:
    """Return the same program, checked.

    codes: the number of codes of options.
    """
    emitted = codes - 1 if isinstance(program, ir.Program) else None
    functions = tuple(
        replace(function, body=tuple(_tested(statement, emitted) for statement in function.body))
        for function in program.functions
    )
    return replace(program, functions=functions)


def _tested(node: Any, emitted: int | None) -> Any:
    """Return a node in which all is tested.

    emitted: the highest code; None if it is not known.
    """
    node = rebuilt(node, partial(_tested, emitted=emitted))
    match node:
        case ir.Load(entry, thing, inner):
            return replace(node, thing=_thing(entry, thing), inner=_index(entry, inner))
        case ir.LoadSet(entry, thing):
            return replace(node, thing=_thing(entry, thing))
        case ir.Store(entry, thing, inner, value):
            others = (NONE, UNKNOWN) if entry.none else (UNKNOWN,)  # unknown: in a view
            number = _within(value, "number", entry.first, entry.low, entry.high, others)
            return ir.Store(entry, _thing(entry, thing), _index(entry, inner), number)
        case ir.Row(table, index):
            return ir.Row(table, _within(index, "row", 0, 0, len(table.values) - 1))
        case ir.CallOne(functions, index):
            return replace(node, index=_within(index, "function", 0, 0, len(functions) - 1))
        case ir.BitsOf(bit):
            return ir.BitsOf(_within(bit, "member", 0, 0, MOST_MEMBERS))
        case ir.Has(_, bit):  # a number that no set can have is not in it
            return replace(node, bit=_within(bit, "member", 0, 0, END))
        case ir.Find(_, size, number):
            return replace(node, value=_within(number, "member", 0, 0, size - 1))
        case ir.Arithmetic("/" | "mod", _, divisor):
            return replace(node, right=ir.Checked(divisor, "divisor", 0, -END, END, excluded=0))
        case ir.FirstCode(codes):
            number = _within(ir.HowMany(codes), "number of options", 0, 1, MOST_MEMBERS)
            return ir.Select(ir.Test(">", number, fold.NO), node, fold.NO)
        case ir.Emit(code) if emitted is not None:
            return replace(node, code=_within(code, "code", 0, 0, emitted))
    return node


def _thing(entry: Entry, thing: ir.Value) -> ir.Value:
    return _within(thing, "thing", entry.first, 0, entry.things - 1)


def _index(entry: Entry, inner: ir.Value) -> ir.Value:
    return _within(inner, "index", entry.first, 0, entry.width - 1)


def _within(
    value: ir.Value,
    word: ir.CheckedWord,
    first: int,
    low: int,
    high: int,
    others: tuple[int, ...] = (),
) -> ir.Value:
    """Return a number with a test of its range, unless it is a constant in it."""
    if isinstance(value, ir.Const) and (low <= value.value <= high or value.value in others):
        return value
    return ir.Checked(value, word, first, low, high, others)
