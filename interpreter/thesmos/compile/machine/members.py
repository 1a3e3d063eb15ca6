"""Turns conditions about the member of a loop into sets of the members for which they hold.

Such a set is computed before the loop, so it must be the same in each round, and defined even if
there is no round. If only a part of a condition can be expressed as a set, the set may be larger.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal, NamedTuple

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import walk
from thesmos.compile.machine.gathering import GatheredSets
from thesmos.compile.machine.memory import WIDEST_THING
from thesmos.link.layout import NONE, Entry
from thesmos.program.values import MIRRORED

LOWEST, HIGHEST = -(1 << 31), (1 << 31) - 1  # below and above all numbers in slots
_NOT_TOTAL = (
    ir.Call, ir.CallOne, ir.Codes, ir.RoleOfCodes, ir.FirstCode, ir.HowMany, ir.Checked
)  # fmt: skip
_FEW_VALUES = (
    3  # for each of so many there is a search, which serves all rounds of the loops around
)
_WIDEST_TABLE = 256  # the most sets in a table that is created here


class MemberSet(NamedTuple):
    """A set with all members for which a condition holds. exact: whether it has no others."""

    bits: ir.Value
    exact: bool


@dataclass(frozen=True)
class MemberLoop:
    """What is known about a loop. name: the local of the member; size: all members are below it.

    changed: the locals that it sets. bounds: for locals that are members of loops around it, or
    that index a table, a number that they are below. gathered: sets that are computed before the
    loop; None if the state may differ then.
    """

    name: int
    size: int
    changed: Set[int]
    bounds: Mapping[int, int]
    gathered: GatheredSets | None = None

    @property
    def all(self) -> ir.Const:
        """The set of everything that a member can be."""
        return ir.Const((1 << self.size) - 1)

    def members(self, condition: ir.Value) -> MemberSet | None:
        """Return a set of all members for which a condition may hold; None if nothing is known."""
        match condition:
            case ir.Const(number):
                return MemberSet(self.all if number else fold.NO, True)
            case ir.Logic("and", parts):
                return self._all_of([self.members(part) for part in parts])
            case ir.Logic("or", parts):
                return _any_of([self.members(part) for part in parts])
            case ir.Logic("not", (part,)):
                return self._others(self.members(part))
            case ir.Select(ir.Test() | ir.Has() as chosen, then, otherwise) if self.stays(chosen):
                return _one_of(chosen, self.members(then), self.members(otherwise))
            case ir.Select(chosen, then, otherwise):
                test = self.members(chosen)
                yes, no = self.members(then), self.members(otherwise)
                return _any_of([self._all_of([test, yes]), self._all_of([self._others(test), no])])
            case ir.Has(bits, ir.Get(self.name)) if self.stays(bits):
                return MemberSet(bits, True)
            case ir.Test(word, left, right):
                return self._test(word, left, right)
        return self._alike(condition)

    # ------------------------------------------------------------------ comparisons

    def _test(self, word: str, left: ir.Value, right: ir.Value) -> MemberSet | None:
        for one, other in ((left, right), (right, left)):
            if isinstance(one, ir.Select) and self._for_each_case(one, other):
                real = word if one is left else MIRRORED[word]
                cases = [fold.test(real, each, other) for each in (one.then, one.otherwise)]  # type: ignore[arg-type]
                return self.members(ir.Select(one.condition, *cases))
        return (
            self._compared(word, left, right)
            or self._compared(MIRRORED[word], right, left)
            or self._alike(ir.Test(word, left, right))  # type: ignore[arg-type]
        )

    def _for_each_case(self, chosen: ir.Select, other: ir.Value) -> bool:
        """Return whether a comparison with one of two values is two comparisons with constants."""
        if not isinstance(other, (ir.Load, ir.Row)):
            return isinstance(other, ir.Const)
        constants = isinstance(chosen.then, ir.Const) and isinstance(chosen.otherwise, ir.Const)
        return constants and self.stays(chosen.condition)

    def _compared(self, word: str, left: ir.Value, right: ir.Value) -> MemberSet | None:
        """Return the members for which a comparison holds whose left side is about them."""
        if word == "!=":
            return self._others(self._compared("=", left, right))
        found: ir.Value | None = None
        match left, right:
            case ir.Get(self.name), _ if word == "=" and self.stays(right):
                found = ir.BitsOf(right)
            case ir.Load(entry, ir.Get(self.name), ir.Const(inner)), ir.Const(number) if (
                0 <= inner < entry.width <= WIDEST_THING
            ):
                found = ir.Things(entry, *slots_where(word, number), inner)
            case ir.Load(entry, ir.Get(self.name), ir.Const(0)), _ if entry.width == 1:
                if self.stays(right):
                    found = self._limited(entry, word, right)
            case ir.Load(entry, ir.Load(leading, ir.Get(self.name)), ir.Const(0)), ir.Const(number):
                if self.gathered and entry.width == 1:
                    among = ir.Things(entry, *slots_where(word, number))
                    found = self.gathered.leading_into(leading, among)
            case ir.Arithmetic("+" | "-" as sign, ir.Load() as slot, other), _ if self.stays(other):
                back: Literal["+", "-"] = "-" if sign == "+" else "+"
                return self._compared(word, slot, fold.arithmetic(back, right, other))
            case ir.Arithmetic("-", other, ir.Load() as slot), _ if self.stays(other):
                return self._compared(MIRRORED[word], slot, fold.arithmetic("-", other, right))
            case ir.Row(table, index), _ if word == "=":
                found = self._row(table, index, right)
        return None if found is None else MemberSet(found, True)

    def _limited(self, entry: Entry, word: str, limit: ir.Value) -> ir.Value:
        """Return the members for whose slot a comparison with a number holds."""
        if word == "=":
            if isinstance(limit, ir.Load) and (values := _few_values(limit)):
                return _chosen_search(entry, limit, values)
            most, less = (self._limited(entry, each, limit) for each in ("<=", "<"))
            return fold.bits_op("minus", most, less)
        if word in ("<", ">="):
            limit = fold.arithmetic("-", limit, fold.YES)
        found = ir.AtMost(entry, limit)
        return found if word in ("<", "<=") else fold.bits_op("minus", self.all, found)

    def _row(self, table: ir.Table, index: ir.Value, right: ir.Value) -> ir.Value | None:
        """Return the members for which a constant of a table equals a number."""
        places = [_number(index, self.name, member) for member in range(self.size)]
        if any(one is None or not 0 <= one < len(table.values) for one in places):
            return None
        values = [table.values[one] for one in places if one is not None]
        if isinstance(right, ir.Const):
            return ir.Const(_among(values, right.value))
        if not isinstance(right, ir.Row) or not self.stays(right):
            return None
        low, high = min(right.table.values), max(right.table.values)
        if high - low >= _WIDEST_TABLE:
            return None
        sets = ir.Table(tuple(_among(values, one) for one in range(low, high + 1)))
        return ir.Row(sets, fold.arithmetic("-", right, ir.Const(low)))

    # ------------------------------------------------------------------------ parts

    def _alike(self, condition: ir.Value) -> MemberSet | None:
        """Return all members or none, for a condition that is not about them."""
        if isinstance(condition, (ir.Test, ir.Has)) and self.stays(condition):
            return MemberSet(ir.Select(condition, self.all, fold.NO), True)
        return None

    def _others(self, found: MemberSet | None) -> MemberSet | None:
        """Return all other members, if the set is exact."""
        if found is None or not found.exact:
            return None
        return MemberSet(fold.bits_op("minus", self.all, found.bits), True)

    def _all_of(self, parts: list[MemberSet | None]) -> MemberSet | None:
        """Return the members that are in all sets; None among these stands for all members."""
        known = [one for one in parts if one is not None]
        if not known:
            return None
        bits = known[0].bits
        for one in known[1:]:
            bits = self.both(bits, one.bits)
        exact = len(known) == len(parts) and all(one.exact for one in known)
        return MemberSet(bits, exact or bits == fold.NO)

    def both(self, one: ir.Value, other: ir.Value) -> ir.Value:
        """Return the members that are in two sets."""
        if isinstance(other, ir.BitsOp) and (other.word, other.left) == ("minus", self.all):
            return fold.bits_op("minus", one, other.right)
        return fold.bits_op("and", one, other)

    def stays(self, value: ir.Value) -> bool:
        """Return whether a value is the same in each round of the loop, and defined before it."""
        for node in walk((value,)):
            match node:
                case ir.Get(name) if name in self.changed:
                    return False
                case ir.Arithmetic("/" | "mod"):
                    return False
                case ir.Load(entry, thing, inner):
                    if not self._below(thing, entry.things) or not self._below(inner, entry.width):
                        return False
                case ir.LoadSet(entry, thing) if not self._below(thing, entry.things):
                    return False
                case ir.Row(table, index) if not self._below(index, len(table.values)):
                    return False
            if isinstance(node, _NOT_TOTAL):
                return False
        return True

    def _below(self, value: ir.Value, size: int) -> bool:
        """Return whether a value is certain to be from 0 to below a size."""
        if isinstance(value, ir.Get) and value.name in self.bounds:
            return self.bounds[value.name] <= size
        return isinstance(value, ir.Const) and 0 <= value.value < size


def _one_of(
    chosen: ir.Value, then: MemberSet | None, otherwise: MemberSet | None
) -> MemberSet | None:
    """Return one of two sets."""
    if then is None or otherwise is None:
        return None
    return MemberSet(ir.Select(chosen, then.bits, otherwise.bits), then.exact and otherwise.exact)


def _any_of(parts: list[MemberSet | None]) -> MemberSet | None:
    """Return the members that are in at least one of the sets."""
    bits: ir.Value = fold.NO
    exact = True
    for one in parts:
        if one is None:
            return None
        bits, exact = fold.bits_op("or", bits, one.bits), exact and one.exact
    return MemberSet(bits, exact)


def _few_values(slot: ir.Load) -> Sequence[int]:
    """Return what a slot can be, if that is one of few numbers, or none; else nothing."""
    numbers = range(slot.entry.low, slot.entry.high + 1)
    if slot.unknown or len(numbers) + slot.entry.none > _FEW_VALUES:
        return ()
    return [*numbers, NONE] if slot.entry.none else numbers


def _chosen_search(entry: Entry, number: ir.Value, values: Sequence[int]) -> ir.Value:
    """Return the things whose slot equals a number, which is one of some values."""
    *others, last = values
    found: ir.Value = ir.Things(entry, last, last)
    for value in others:
        test = fold.test("=", number, ir.Const(value))
        found = ir.Select(test, ir.Things(entry, value, value), found)
    return found


def slots_where(word: str, number: int) -> tuple[int, int]:
    """Return the lowest and highest number for which a comparison with a number holds."""
    if word == "=":
        return number, number
    if word in ("<", "<="):
        return LOWEST, number - (word == "<")
    return number + (word == ">"), HIGHEST


def _among(values: list[int], number: int) -> int:
    """Return the set of the places of a number."""
    return sum(1 << place for place, one in enumerate(values) if one == number)


def _number(value: ir.Value, name: int, member: int) -> int | None:
    """Evaluate a value made only of constants and the member; return None for any other value."""
    match value:
        case ir.Const(number):
            return number
        case ir.Get(one) if one == name:
            return member
        case ir.Arithmetic("+" | "*" as word, left, right):
            first, second = _number(left, name, member), _number(right, name, member)
            if first is None or second is None:
                return None
            return first + second if word == "+" else first * second
    return None
