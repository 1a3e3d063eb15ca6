"""Prints sets as LLVM instructions, and tests the bits of registers."""

from __future__ import annotations

from abc import ABC

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.value_types import bits_type
from thesmos.compile.native.registers import RegisterPrinter
from thesmos.compile.native.searching import counted
from thesmos.link.layout import Entry


class SetPrinter(RegisterPrinter, ABC):
    """Prints the sets of one function."""

    def bits(self, value: ir.Value, size: int) -> str:
        """Write a set; return its register, of a size that is enough for all its members."""
        lines = self.lines
        match value:
            case ir.Const(number):
                return str(number & (1 << size) - 1)
            case ir.Get(name):
                return self.local(name, size)
            case ir.LoadSet() | ir.Things() | ir.AtMost() | ir.Values():
                wide = max(size, self.natural(value))
                return lines.resized(self._of_state(value, wide), wide, size)
            case ir.Row(table, index):
                return self._row(table, index, size)
            case ir.Select(condition, then, otherwise):
                return self.select(
                    condition,
                    lambda: self.bits(then, size),
                    lambda: self.bits(otherwise, size),
                    size,
                )
            case ir.BitsOf(bit):
                return self._bit(bit, size)
            case ir.BitsOp(word, left, right):
                one, other = self.bits(left, size), self.bits(right, size)
                if word == "minus":
                    other = lines.get(f"xor i{size} {other}, -1")
                return lines.get(f"{'or' if word == 'or' else 'and'} i{size} {one}, {other}")
            case ir.Shift(of, by):
                return self._shift(of, by, size)
            case ir.RoleOfCodes():
                return self._role(value, size)
            case ir.Call() | ir.CallOne():
                return self.call(value, size)
        return lines.resized(self.value(value), 64, size)

    def _of_state(self, value: ir.LoadSet | ir.Things | ir.AtMost | ir.Values, size: int) -> str:
        """Write a set that is found by a search through slots of the state."""
        match value:
            case ir.LoadSet(entry, thing):
                first = self.slots.address(self.slot(entry, thing, ir.Const(0)))
                return self.slots.within(1, 1, first, entry.width, size)
            case ir.Things(entry, low, high, inner):
                first = self.slots.address(str(entry.first + inner))
                return self.slots.within(low, high, first, entry.things, size, entry.width)
            case ir.AtMost(entry, limit):
                return self._at_most(entry, limit, size)
            case ir.Values(entry, limit):
                return self.slots.values(entry, limit, size)

    def _at_most(self, entry: Entry, limit: ir.Value, size: int) -> str:
        """Write the set of the things whose slot is at most a number, of any size."""
        lines, slots, known = self.lines, self.slots, self.kinds.range(self.number, limit)
        number, first = self.value(limit), slots.address(str(entry.first))
        if known.high > slots.greatest:
            number = lines.count("smin", 64, f"i64 {number}, i64 {slots.greatest}")
        found = slots.at_most(number, first, entry.count, size)
        if known.least >= slots.least:
            return found
        enough = lines.get(f"icmp sge i64 {number}, {slots.least}")
        return lines.get(f"select i1 {enough}, i{size} {found}, i{size} 0")

    def _bit(self, bit: ir.Value, size: int) -> str:
        """Write the set of one member; the empty set, if the register is too small for it."""
        lines, known = self.lines, self.kinds.range(self.number, bit)
        number = self.value(bit)
        if known.least >= 0 and known.high < size:
            return lines.get(f"shl i{size} 1, {lines.resized(number, 64, size)}")
        inside = lines.get(f"icmp ult i64 {number}, {size}")
        safe = lines.get(f"select i1 {inside}, i64 {number}, i64 0")
        one = lines.get(f"shl i{size} 1, {lines.resized(safe, 64, size)}")
        return lines.get(f"select i1 {inside}, i{size} {one}, i{size} 0")

    def _shift(self, of: ir.Value, by: int, size: int) -> str:
        lines = self.lines
        if by >= 0:
            return lines.get(f"shl i{size} {self.bits(of, size)}, {by}") if by < size else "0"
        wide = max(size, self.natural(of))
        if -by >= wide:
            return "0"
        return lines.resized(lines.get(f"lshr i{wide} {self.bits(of, wide)}, {-by}"), wide, size)

    def _role(self, value: ir.RoleOfCodes, size: int) -> str:
        """Write the set of the values that a role has in codes."""
        lines, codes = self.lines, self.codes_of(value.codes)
        wide = max(size, bits_type(value.size))
        found = lines.variable(f"i{wide}")
        lines.do(f"store i{wide} 0, ptr {found}")

        def add(index: str) -> None:
            code = lines.get(f"load i32, ptr {lines.address(codes.first, 'i32', index)}")
            inside = lines.get(f"sub i32 {code}, {value.first}")
            among = lines.get(f"icmp ule i32 {inside}, {value.last - value.first}")
            digit = lines.get(f"udiv i32 {inside}, {value.divide}")
            digit = lines.get(f"urem i32 {digit}, {value.size}")
            by = lines.get(f"zext i32 {digit} to i{wide}")
            one = lines.get(f"shl i{wide} {lines.get(f'zext i1 {among} to i{wide}')}, {by}")
            before = lines.get(f"load i{wide}, ptr {found}")
            lines.do(f"store i{wide} {lines.get(f'or i{wide} {before}, {one}')}, ptr {found}")

        counted(lines, codes.number, add)
        return lines.resized(lines.get(f"load i{wide}, ptr {found}"), wide, size)

    def _row(self, table: ir.Table, index: ir.Value, size: int) -> str:
        """Write a constant of a table, as a register of a size."""
        lines, values = self.lines, table.values
        low, high = min(values), max(values)
        signed = low < 0
        bits = next(
            (b for b in (8, 16, 32, 64) if -(1 << b - 1) <= low and high < 1 << (b - 1)),
            bits_type(high.bit_length()),
        )
        kind = f"[{len(values)} x i{bits}]"
        text = f"{kind} [{', '.join(f'i{bits} {one}' for one in values)}]"
        name = self.tables.setdefault(text, f"@table{self.number}_{len(self.tables)}")
        found = lines.read(
            f"load i{bits}, ptr {lines.address(name, f'i{bits}', self.value(index))}"
        )
        if signed and bits < size:
            return lines.get(f"sext i{bits} {found} to i{size}")
        return lines.resized(found, bits, size)
