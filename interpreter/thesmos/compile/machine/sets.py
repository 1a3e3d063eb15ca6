"""Lowers sets, the words of which are numbers, and searches through slots of the state.

A word may be used only once, as what computes it is not shared; `kept` words may be used again.
"""

from __future__ import annotations

from abc import ABC
from typing import Literal

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.kinds import LIST
from thesmos.compile.machine.expressions import (
    NOTHING,
    ONE,
    WORD,
    Expr,
    Search,
    beyond,
    element,
    get,
    load,
    number,
    op,
    select,
)  # fmt: skip
from thesmos.compile.machine.operations import ADDRESS
from thesmos.compile.machine.registers import Registers
from thesmos.link.layout import Entry

_FEW = 8  # up to so many slots are read without a loop
_TABLE_BITS = 8, 16, 32


class SetLowering(Registers, ABC):
    """Lowers the sets of one function."""

    def set_words(self, value: ir.Value, count: int) -> list[Expr]:
        """Return a set as some words; those after `count` have no place."""
        match value:
            case ir.LoadSet() | ir.Things() | ir.AtMost() | ir.Values():
                return self._of_state(value)
            case ir.BitsOf(bit):
                return self._bit(bit, count)
            case ir.BitsOp(word, left, right):
                pairs = zip(self.words(left, count), self.words(right, count), strict=True)
                return [_combined(word, *pair) for pair in pairs]
            case ir.Shift(bits, by):
                return self._shift(bits, by, count)
            case ir.RoleOfCodes():
                return self._role(value)
        raise AssertionError(value)

    def kept(self, words: list[Expr]) -> list[Expr]:
        """Return the same words, each of which may be used many times."""
        return [self.code.keep(word) for word in words]

    # ------------------------------------------------------------------ searches

    def _of_state(self, value: ir.LoadSet | ir.Things | ir.AtMost | ir.Values) -> list[Expr]:
        edge = self.program.edge
        match value:
            case ir.LoadSet(entry, thing):
                address = self.slot(entry, thing, ir.Const(0))
                address = self.code.keep(address, ADDRESS) if entry.width > WORD else address
                return self._search(address, Search("eq", entry.width, self.program.bits), ONE)
            case ir.Things(entry, low, high, inner):
                low, high = max(low, -edge), min(high, edge - 1)
                search, than = Search("eq", entry.things, self.program.bits, entry.width), low
                if low > high:
                    return []
                if low == -edge:
                    search, than = search._replace(compare="les"), high
                elif high == edge - 1:
                    search = search._replace(compare="ges")
                elif low < high:
                    search, than = search._replace(compare="leu", minus=low), high - low
                address = beyond(self.state, self.program.size(entry.first + inner))
                return self._search(address, search, number(than))
            case ir.AtMost(entry, limit):
                return self._at_most(entry, limit)
            case ir.Values(entry, size):
                return self._values(entry, size)

    def _search(self, address: Expr, search: Search, than: Expr) -> list[Expr]:
        """Return the set of those of any number of slots that compare well."""
        return [
            Expr(
                "search",
                (beyond(address, self.program.size(first * search.step)), than),
                search=search._replace(slots=min(WORD, search.slots - first)),
            )
            for first in range(0, search.slots, WORD)
        ]

    def _compared(self, entry: Entry, compare: Literal["eq", "les"], than: Expr) -> list[Expr]:
        """Return the set of the things whose slot compares well with a number."""
        address = beyond(self.state, self.program.size(entry.first))
        search = Search(compare, entry.count, self.program.bits)
        return self._search(address, search, self.code.keep(than))

    def equal(self, entry: Entry, value: Expr) -> list[Expr]:
        """Return the set of the things whose slot equals the lowest bits of a number."""
        return self._compared(entry, "eq", value)

    def _at_most(self, entry: Entry, limit: ir.Value) -> list[Expr]:
        """Return the set of the things whose slot is at most a number, of any size."""
        edge, known = self.program.edge, self.kinds.range(self.function, limit)
        value = self.code.keep(self.number(limit))
        most = value
        if known.high >= edge:
            most = select(op("lts", value, number(edge)), value, number(edge - 1))
        words = self._compared(entry, "les", most)
        if known.least >= -edge:
            return words
        enough = op("ges", value, number(-edge))
        return [select(enough, word, NOTHING) for word in words]

    def _values(self, entry: Entry, size: int) -> list[Expr]:
        """Return the set of the numbers from 0 to `size` - 1 in the slots of an entry."""
        code, count, bits = self.code, -(-size // WORD), self.program.bits
        if count == 1 and entry.count <= _FEW:
            found = NOTHING
            for slot in entry.slots:
                value = code.keep(load(bits, self.state, self.program.size(slot)))
                inside = Expr("of bit", (op("ltu", value, number(size)),))
                found = op("or", op("shl", inside, value), found)
            return [found]
        words = [code.assigned(NOTHING) for _ in range(count)]
        with code.counted(number(entry.count)) as (index, _):
            address = element(self.state, index, bits // 8)
            value = code.keep(load(bits, address, self.program.size(entry.first)))
            code.choose(op("ltu", value, number(size)), lambda: self._add(value, words))
        return [get(word) for word in words]

    # ------------------------------------------------------------ single members

    def _add(self, member: Expr, words: list[int]) -> None:
        """Add a member, which has a place there, to a set in locals."""
        for word, bit in zip(words, self._bits(member, len(words)), strict=True):
            self.code.set(word, op("or", get(word), bit))

    def _bits(self, member: Expr, count: int) -> list[Expr]:
        """Return the set of one member, which has a place there if it is but one word."""
        if count == 1:
            return [op("shl", ONE, member)]
        return [
            op("shl", Expr("of bit", (self._in_word(member, n),)), member) for n in range(count)
        ]

    def _in_word(self, member: Expr, place: int) -> Expr:
        """Return the condition that the place of a member is in a word."""
        return op("eq", op("sar", member, number(6)), number(place))

    def _bit(self, bit: ir.Value, count: int) -> list[Expr]:
        """Return the set of one member; the empty set, if there is no place for it."""
        known, member = self.kinds.range(self.function, bit), self.number(bit)
        if count == 1 and known.least >= 0 and known.high < WORD:
            return self._bits(member, 1)
        member = self.code.keep(member)
        if count > 1:
            return self._bits(member, count)
        return [op("shl", Expr("of bit", (op("ltu", member, number(WORD)),)), member)]

    def has(self, bits: ir.Value, bit: ir.Value) -> Expr:
        """Return the condition that a number is in a set."""
        known, member = self.kinds.range(self.function, bit), self.number(bit)
        if isinstance(bits, ir.Values):  # the number is in one of the slots
            member, limit = self.code.keep(member), min(bits.size, self.program.edge)
            found = NOTHING
            for word in self.equal(bits.entry, member):
                found = op("or", word, found)
            return op("both", op("ne", found, NOTHING), op("ltu", member, number(limit)))
        count = self.natural(bits)
        words = self.words(bits, count)
        if count > 1 or known.least < 0 or known.high >= WORD:
            member, words = self.code.keep(member), self.kept(words)
            if count == 1:
                inside = op("ltu", member, number(WORD))
                return op("both", inside, _lowest(op("shr", words[0], member)))
            certain = known.least >= 0 and known.high < count * WORD
            found = words.pop() if certain else NOTHING
            for place, word in enumerate(words):
                found = select(self._in_word(member, place), word, found)
            words = [found]
        return _lowest(op("shr", words[0], member))

    def _shift(self, bits: ir.Value, by: int, count: int) -> list[Expr]:
        """Return a set with `by` added to each member."""
        size = count if by >= 0 else max(count, self.natural(bits))
        words = self.words(bits, size)
        if size > 1:
            words = self.kept(words)
        whole, part = divmod(abs(by), WORD)
        way, back, step = ("shl", "shr", 1) if by >= 0 else ("shr", "shl", -1)

        def shifted(place: int) -> Expr:
            near, far = place - step * whole, place - step * (whole + 1)
            moved = op(way, words[near], number(part)) if 0 <= near < size else NOTHING
            if part and 0 <= far < size:
                moved = op("or", op(back, words[far], number(WORD - part)), moved)
            return moved

        return [shifted(place) for place in range(count)]

    def _role(self, value: ir.RoleOfCodes) -> list[Expr]:
        """Return the set of the values that a role has in codes."""
        code, (first, size) = self.code, self.given_as(LIST, value.codes)
        words = [code.assigned(NOTHING) for _ in range(-(-value.size // WORD))]
        first = code.keep(first, ADDRESS)
        with code.counted(code.keep(size)) as (index, _):
            inside = code.keep(op("sub", load(32, element(first, index, 4)), number(value.first)))
            digit = op("remu", op("divu", inside, number(value.divide)), number(value.size))
            among = op("ltu", inside, number(value.last - value.first + 1))
            code.choose(among, lambda: self._add(code.keep(digit), words))
        return [get(word) for word in words]

    # -------------------------------------------------------------------- tables

    def row(self, table: ir.Table, index: ir.Value, count: int) -> list[Expr]:
        """Return a constant of a table as at most `count` words."""
        values, low, high = table.values, min(table.values), max(table.values)
        words = 1 if low < 0 else -(-max(1, high.bit_length()) // WORD)
        fitting = (bits for bits in _TABLE_BITS if -(1 << bits - 1) <= low and high < 1 << bits - 1)
        bits = next(fitting, WORD * words)
        data = b"".join((each & (1 << bits) - 1).to_bytes(bits // 8, "little") for each in values)
        address = element(self.program.table(data), self.number(index), bits // 8)
        if min(words, count) > 1:
            address = self.code.keep(address, ADDRESS)
        return [load(min(bits, WORD), address, 8 * place) for place in range(min(words, count))]


def _combined(word: str, left: Expr, right: Expr) -> Expr:
    """Return a word of a set that is combined from two."""
    if word == "minus":
        return op("and", left, op("xor", right, number(-1)))
    return op("or" if word == "or" else "and", left, right)


def _lowest(word: Expr) -> Expr:
    """Return the condition that the lowest bit is set."""
    return op("ne", op("and", word, ONE), NOTHING)
