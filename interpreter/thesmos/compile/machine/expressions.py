"""Expressions of the machine form: they change nothing.

A set is as many numbers as it needs: its words.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from thesmos.compile.machine.operations import ADDRESS, BIT, FLOAT, OPERATIONS, Kind

WORD = 64  # bits of a number, and of each word of a set
_MASK = (1 << WORD) - 1


class Expr(NamedTuple):
    """An expression: an operation, or one of the leaves below.

    number: the constant (bits, of a float), local, offset in bytes, size of an element, or table.
    """

    op: str
    parts: tuple[Expr, ...] = ()
    number: int = 0
    search: Search | None = None


class Search(NamedTuple):
    """A search: the set, as a word, of those of some successive slots that compare well.

    The parts of the expression are the address of the first slot, and the number to compare with,
    which fits in a slot. Both are evaluated often.

    compare: how slots compare with the number; `leu`: below or equal, without a sign.
    slots: how many, at most a word.
    bits: of a slot.
    step: from each slot to the next.
    minus: what is subtracted from a slot before.
    """

    compare: Literal["eq", "les", "ges", "leu"]
    slots: int
    bits: int
    step: int = 1
    minus: int = 0

    def vectors(self, lanes: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Yield vectors that cover the slots: where each begins, its lanes, how many slots count.

        Two vectors overlap, rather than one going beyond the last slot: memory there may have just
        been written, and reading it together with other slots would have to wait for that.

        lanes: the possible numbers of slots in a vector, each twice the one before.
        """
        for start in range(0, self.slots, lanes[-1]):
            rest = min(lanes[-1], self.slots - start)
            size = next(number for number in lanes if number >= rest)
            if size in (rest, lanes[0]):
                yield start, size, rest
            else:
                yield start, size // 2, size // 2
                yield start + rest - size // 2, size // 2, size // 2


KINDS: dict[str, Kind] = {
    **{name: row.kind for name, row in OPERATIONS.items() if row.kind},
    **dict.fromkeys(("state", "work", "pending", "table"), ADDRESS),
    "bit": BIT,
    "float": FLOAT,
}


def number(value: int) -> Expr:
    """Return a constant; a word of a set may also be given without a sign."""
    value &= _MASK
    return Expr("number", (), value - (1 << WORD) if value >> WORD - 1 else value)


def real(value: float) -> Expr:
    """Return a constant float."""
    (bits,) = struct.unpack("<q", struct.pack("<d", value))
    return Expr("float", (), bits)


NOTHING, ONE = number(0), number(1)
YES, NO = Expr("bit", (), 1), Expr("bit", (), 0)
STATE, WORK, PENDING = Expr("state"), Expr("work"), Expr("pending")


def get(local: int) -> Expr:
    """Return the value of a local."""
    return Expr("get", (), local)


def op(name: str, *parts: Expr) -> Expr:
    """Return an operation; a simple one is done now if its parts are constants."""
    if len(parts) == 2 and parts[1].op == "number":  # noqa: PLR2004
        left, right = parts
        if name in _NEUTRAL and right.number == _NEUTRAL[name]:
            return left
        if name == "and" and right.number == 0:
            return right
        meaning = OPERATIONS[name].meaning
        if meaning and left.op == "number":
            result = meaning(left.number, right.number)
            return number(result) if KINDS[name] != BIT else YES if result else NO
    return Expr(name, parts)


_NEUTRAL = {"add": 0, "sub": 0, "or": 0, "xor": 0, "shl": 0, "shr": 0, "mul": 1, "and": -1}


def select(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """Return one of two numbers, both of which are evaluated."""
    return Expr("select", (then, otherwise, condition))


def opposite(condition: Expr) -> Expr:
    """Return the condition that another one does not hold."""
    match condition.op:
        case "not":
            return condition.parts[0]
        case "bit":
            return Expr("bit", (), 1 - condition.number)
        case name if name in _OPPOSITE:
            return Expr(_OPPOSITE[name], condition.parts)
    return Expr("not", (condition,))


_OPPOSITE = {"eq": "ne", "ne": "eq", "lts": "ges", "ges": "lts", "les": "gts", "gts": "les"}


def beyond(address: Expr, offset: int) -> Expr:
    """Return the address so many bytes after another one."""
    if address.op == "index":
        offset, address = offset + address.number, address.parts[0]
    return Expr("index", (address,), offset) if offset else address


def element(address: Expr, index: Expr, size: int) -> Expr:
    """Return the address of an element of an array with elements of so many bytes."""
    if index.op == "number":
        return beyond(address, index.number * size)
    return Expr("element", (address, index), size)


def load(bits: int | str, address: Expr, offset: int = 0) -> Expr:
    """Return the number of so many bits, with a sign, some bytes after an address.

    bits: or `watched`, for a number of 64 bits; or `address`; or `float`.
    """
    return Expr(f"load {bits}", (beyond(address, offset),))
