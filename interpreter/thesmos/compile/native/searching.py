"""Searches many slots at once: vectors of slots are compared, which gives a set."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from thesmos.compile.native.llvm_lines import Lines
from thesmos.link.layout import Entry

_LANES = 8, 16, 32  # the possible numbers of slots in a vector
WIDEST = _LANES[-1]
Compare = Callable[[str, str], str]  # takes a vector and its type; returns a vector of bits


class Slots:
    """The slots of a state in memory. state: the address of the first. bits: of each slot."""

    def __init__(self, lines: Lines, bits: int) -> None:
        self._lines, self.bits, self.state = lines, bits, "%v"

    @property
    def least(self) -> int:
        """The least number that a slot can hold."""
        return -(1 << self.bits - 1)

    @property
    def greatest(self) -> int:
        """The greatest number that a slot can hold."""
        return (1 << self.bits - 1) - 1

    def within(self, low: int, high: int, first: str, count: int, size: int, step: int = 1) -> str:
        """Return the set of the slots from `low` to `high`, as a register of a size.

        first: the address of the first of `count` slots. step: from each to the next.
        """
        low, high = max(low, self.least), min(high, self.greatest)
        if low > high:
            return "0"

        def compare(vector: str, kind: str) -> str:
            if low == high:
                return self._lines.get(f"icmp eq {kind} {vector}, {self._splat(kind, low)}")
            if low > self.least:
                vector = self._lines.get(f"sub {kind} {vector}, {self._splat(kind, low)}")
                return self._lines.get(f"icmp ule {kind} {vector}, {self._splat(kind, high - low)}")
            return self._lines.get(f"icmp sle {kind} {vector}, {self._splat(kind, high)}")

        return self.compared(compare, first, count, size, step)

    def at_most(self, number: str, first: str, count: int, size: int) -> str:
        """Return the set of the slots that hold at most a number; the number must fit in a slot."""
        compare = lambda vector, kind: self._with_all("sle", vector, kind, number)  # noqa: E731
        return self.compared(compare, first, count, size)

    def equal(self, number: str, first: str, count: int, size: int) -> str:
        """Return the set of the slots that hold a number; the number must fit in a slot."""
        compare = lambda vector, kind: self._with_all("eq", vector, kind, number)  # noqa: E731
        return self.compared(compare, first, count, size)

    def _with_all(self, word: str, vector: str, kind: str, number: str) -> str:
        """Return the comparison of a vector with one that has a number in all lanes."""
        lines = self._lines
        one = lines.get(f"trunc i64 {number} to i{self.bits}")
        begun = lines.get(f"insertelement {kind} poison, i{self.bits} {one}, i64 0")
        zeros = f"{kind.partition(' x ')[0]} x i32> zeroinitializer"
        all_of = lines.get(f"shufflevector {kind} {begun}, {kind} poison, {zeros}")
        return lines.get(f"icmp {word} {kind} {vector}, {all_of}")

    def compared(self, compare: Compare, first: str, count: int, size: int, step: int = 1) -> str:
        """Return the set of the slots for which a comparison holds, as a register of a size."""
        lines, found = self._lines, ""
        for start, lanes, new in vectors(count):
            kind = f"<{lanes} x i{self.bits}>"
            address = lines.address(first, f"i{self.bits}", str(start * step)) if start else first
            vector = self._every(step, address, lanes)
            bits = lines.get(f"bitcast <{lanes} x i1> {compare(vector, kind)} to i{lanes}")
            wide = lines.resized(bits, lanes, size)
            if new < lanes:
                wide = lines.get(f"and i{size} {wide}, {(1 << new) - 1}")
            if start:
                wide = lines.get(f"shl i{size} {wide}, {start}")
            found = lines.get(f"or i{size} {found}, {wide}") if found else wide
        return found or "0"

    def _every(self, step: int, address: str, lanes: int) -> str:
        """Return a vector of every `step`th slot."""
        kind = f"<{lanes * step} x i{self.bits}>"
        vector = self._lines.read(f"load {kind}, ptr {address}, align {self.bits // 8}")
        if step == 1:
            return vector
        some = ", ".join(f"i32 {lane * step}" for lane in range(lanes))
        return self._lines.get(
            f"shufflevector {kind} {vector}, {kind} poison, <{lanes} x i32> <{some}>"
        )

    def values(self, entry: Entry, limit: int, size: int) -> str:
        """Return the set of the numbers from 0 to below `limit` in the slots of an entry."""
        lines = self._lines
        found = lines.variable(f"i{size}")
        lines.do(f"store i{size} 0, ptr {found}")

        def add(index: str) -> None:
            slot = lines.get(f"add i64 {index}, {entry.first}")
            number = self.load(slot)
            inside = lines.get(f"icmp ult i64 {number}, {limit}")
            safe = lines.get(f"select i1 {inside}, i64 {number}, i64 0")
            by = lines.resized(safe, 64, size)
            bit = lines.resized(lines.get(f"zext i1 {inside} to i64"), 64, size)
            one = lines.get(f"shl i{size} {bit}, {by}")
            before = lines.get(f"load i{size}, ptr {found}")
            lines.do(f"store i{size} {lines.get(f'or i{size} {before}, {one}')}, ptr {found}")

        counted(lines, str(entry.count), add)
        return lines.get(f"load i{size}, ptr {found}")

    def address(self, slot: str) -> str:
        """Return the address of a slot."""
        return self._lines.address(self.state, f"i{self.bits}", slot)

    def load(self, slot: str) -> str:
        """Return the number that a slot holds."""
        address = self.address(slot)
        found = self._lines.read(f"load i{self.bits}, ptr {address}")
        return self._lines.get(f"sext i{self.bits} {found} to i64")

    def store(self, slot: str, number: str) -> None:
        """Write a number into a slot."""
        address = self.address(slot)
        if not number.lstrip("-").isdigit():
            number = self._lines.get(f"trunc i64 {number} to i{self.bits}")
        self._lines.do(f"store i{self.bits} {number}, ptr {address}")
        self._lines.change()

    @staticmethod
    def _splat(kind: str, number: int) -> str:
        return f"splat ({kind.partition(' x ')[2][:-1]} {number})"


def vectors(count: int) -> Iterator[tuple[int, int, int]]:
    """Yield vectors that cover `count` slots: where each begins, its lanes, how many of them count.

    Two vectors overlap, rather than one going beyond the last slot: memory there may have just been
    written, and reading it together with other slots would have to wait for that.
    """
    for start in range(0, count, WIDEST):
        some = min(WIDEST, count - start)
        lanes = next(one for one in _LANES if one >= some)
        if some == lanes or lanes == _LANES[0]:
            yield start, lanes, some
        else:
            yield start, lanes // 2, lanes // 2
            yield start + some - lanes // 2, lanes // 2, lanes // 2


def counted(lines: Lines, count: str, body: Callable[[str], None], end: str | None = None) -> None:
    """Write a loop over the numbers from 0 to below a count. end: the label after the loop."""
    place = lines.variable("i64")
    lines.do(f"store i64 0, ptr {place}")
    head, inside, end = lines.name(), lines.name(), end or lines.name()
    mark = lines.head(head)
    index = lines.get(f"load i64, ptr {place}")
    lines.branch(lines.get(f"icmp slt i64 {index}, {count}"), inside, end)
    lines.block(inside, mark)
    body(index)
    if not lines.ended:
        lines.do(f"store i64 {lines.get(f'add i64 {index}, 1')}, ptr {place}")
        lines.jump(head)
    lines.block(end, mark)
