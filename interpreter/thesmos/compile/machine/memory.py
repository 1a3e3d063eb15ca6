"""Where machine code keeps a state, and lists of codes.

A state is an array of slots, all of the same size. Lists of codes are in one block of memory, the
work space: each function has a frame in it, after the frames of its callers. Frames have fixed
sizes, because loops are bounded and functions call only functions before them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.kinds import Kinds
from thesmos.compile.ir.reading import blocks_of, statements_in, used_by, walk
from thesmos.compile.machine.value_types import words_for
from thesmos.compile.optimize.types import FunctionTypes
from thesmos.link.layout import NONE, Entry

PADDING = 64  # slots after the last one of a state, which may be read but mean nothing
WIDEST_THING = 4  # the most slots of a thing in vector searches,
WIDEST_IN_ROUNDS = 8  # or where what is found serves many rounds; more would leave the padding
ALIGNED = 16  # copies of the state, and whole parts of memory, begin at multiples of it
CODE, REASON = 4, 16  # bytes of a code; of a reason: four numbers
_WIDTHS = (8, 16, 32)


def slot_bits(entries: Sequence[Entry]) -> int:
    """Return how many bits each slot of a state has."""
    low = min(NONE, *(entry.low for entry in entries))
    high = max(entry.high for entry in entries)
    return next(bits for bits in _WIDTHS if -(1 << bits - 1) <= low and high < 1 << bits - 1)


def copy_size(bits: int, slots: int) -> int:
    """Return the bytes of a copy of a state. bits: of a slot; slots: of the state."""
    return _aligned(slots * bits // 8)


@dataclass(frozen=True)
class WorkFrame:
    """The part of the work space that a function uses, in bytes.

    marks: the offset of the marks of its own codes.
    mark_words: the words of the marks of one code; 0 without marks.
    lists: the offset of the codes of each local that is a list.
    reasons: that of its reasons.
    copies: that of the copy of the state in each local that has one.
    on_copy: that of the copies of nested `OnCopy`s.
    size: without the frames of the functions that it calls.
    needed: with them.
    """

    marks: int
    mark_words: int
    lists: dict[int, int]
    reasons: int
    copies: dict[int, int]
    on_copy: int
    size: int
    needed: int


def frames(
    functions: Sequence[ir.Function],
    types: Sequence[FunctionTypes],
    kinds: Kinds,
    state: int,
) -> list[WorkFrame]:
    """Return the frames of all functions.

    state: the bytes of a copy of a state.
    """
    found: list[WorkFrame] = []
    for number, function in enumerate(functions):
        codes = most(ir.Emit, function.body, number, kinds) if function.emits else 0
        mark_words = _mark_words(function) if function.marked else 0
        marks = -(-codes * CODE // 8) * 8
        size = marks + codes * mark_words * 8
        lists: dict[int, int] = {}
        copies: dict[int, int] = {}
        for name, kind in types[number].locals.items():
            if isinstance(kind, ir.List):
                lists[name] = size
                size += max((found[of].needed for of in _given(function, name)), default=0)
            elif isinstance(kind, ir.StateCopy):
                copies[name] = size
                size += state
        reasons = size
        if function.reasons:
            size += most(ir.Reason, function.body, number, kinds) * REASON
        whole = size + _depth(function.body) * state
        called = (found[of].needed for of in used_by(function).needed)
        needed = whole + max(called, default=0)
        found.append(WorkFrame(marks, mark_words, lists, reasons, copies, size, whole, needed))
    return found


def _aligned(size: int) -> int:
    return -(-size // ALIGNED) * ALIGNED


def _depth(statements: ir.Statements) -> int:
    """Return how deeply the `OnCopy`s are nested."""
    depths = (
        isinstance(statement, ir.OnCopy) + max(map(_depth, blocks_of(statement)), default=0)
        for statement in statements
    )
    return max(depths, default=0)


def most(
    kind: type[ir.Statement], statements: Iterable[ir.Statement], number: int, kinds: Kinds
) -> int:
    """Return the most times that statements of a kind can be done, such as emitting a code.

    number: the number of the function.
    """
    found = 0
    for one in statements:
        match one:
            case ir.If(_, then, otherwise):
                yes, no = most(kind, then, number, kinds), most(kind, otherwise, number, kinds)
                found += max(yes, no)
            case ir.ForRange(_, count, body) | ir.Loop(count, body):
                found += count * most(kind, body, number, kinds)
            case ir.ForBits(_, bits, size, body):
                rounds = min(size, kinds.bits(number, bits).most)
                found += rounds * most(kind, body, number, kinds)
            case ir.OnCopy(body):
                found += most(kind, body, number, kinds)
            case _:
                found += isinstance(one, kind)
    return found


def _mark_words(function: ir.Function) -> int:
    """Return how many words the marks of a code have."""
    marks = [
        one.mark
        for one in statements_in(function.body)
        if isinstance(one, (ir.Drop, ir.KeepMarked))
    ]
    return words_for(max(marks, default=0) + 1)


def _given(function: ir.Function, name: int) -> set[int]:
    """Return the functions whose codes a local is given."""
    found: set[int] = set()
    for one in statements_in(function.body):
        if isinstance(one, ir.Set) and one.name == name:
            for node in walk((one.value,)):
                if isinstance(node, ir.Call):
                    found.add(node.function)
                elif isinstance(node, ir.CallOne):
                    found |= {each for each in node.functions if each is not None}
    return found
