"""Conditions about the members of a loop as sets of the members for which they hold.

Other than `members.py`, this knows what a value is for each member, if it depends on nothing else:
which cell lies to the north, and which crossings are at the corners of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.constants import Evaluation, NotConstant
from thesmos.compile.machine.members import MemberLoop, slots_where
from thesmos.compile.machine.memory import WIDEST_IN_ROUNDS

MOST_SHIFTS = 32  # of which a set is the union


@dataclass
class MembersAtOnce:
    """Some members of a loop.

    among: the members, as bits.
    names: the local of the member, and one for what lies beside it; and what each of them adds.
    kept: returns a set that may be read more than once.
    """

    loop: MemberLoop
    among: int
    names: Mapping[int, int]
    kept: Callable[[ir.Value], ir.Value]
    _found: dict[ir.Value, tuple[int, ...] | None] = field(default_factory=dict)

    def each(self) -> Iterator[int]:
        """Yield the members in order."""
        return (n for n in range(self.among.bit_length()) if self.among >> n & 1)

    def constants(self, value: ir.Value) -> tuple[int, ...] | None:
        """Return what a value is for each member; None if it depends on anything else."""
        if value not in self._found:
            evaluation, found = Evaluation(0), list[int]()
            try:
                for member in self.each():
                    names = {name: member + by for name, by in self.names.items()}
                    found.append(evaluation.value(value, names))
                self._found[value] = tuple(found)
            except NotConstant:
                self._found[value] = None
        return self._found[value]

    def constant(self, value: ir.Value) -> int | None:
        """Return what a value is for all members; None if that is not the same constant."""
        constants = {*(self.constants(value) or ())}
        return constants.pop() if len(constants) == 1 else None

    @property
    def all(self) -> ir.Const:
        """The set of all members."""
        return ir.Const(self.among)

    def holding(self, condition: ir.Value) -> ir.Value | None:
        """Return the members for which a condition holds; None if that is no set known here."""
        constants = self.constants(condition)
        if constants is not None:
            holds = zip(self.each(), constants, strict=True)
            return ir.Const(sum(1 << member for member, held in holds if held))
        match condition:
            case ir.Logic("not", (part,)):
                return self._chosen(part, fold.NO, fold.YES)
            case ir.Logic("and" | "or" as word, parts):
                held = [self.holding(part) for part in parts]
                known = [bits for bits in held if bits is not None]
                return fold.combined(word, known) if len(known) == len(held) else None
            case ir.Select(chooser, then, otherwise):
                return self._chosen(chooser, then, otherwise)
            case ir.Test(word, ir.Select(chooser, then, otherwise), other):
                cases = fold.test(word, then, other), fold.test(word, otherwise, other)
                return self._chosen(chooser, *cases)
            case ir.Test(word, other, ir.Select(chooser, then, otherwise)):
                cases = fold.test(word, other, then), fold.test(word, other, otherwise)
                return self._chosen(chooser, *cases)
            case ir.Test("!=", ir.BitsOp("and") as common, fold.NO):
                return self._having_common(common)
            case ir.Test("!=", ir.Load() as slot, ir.Const() as number):
                return self._chosen(ir.Test("=", slot, number), fold.NO, fold.YES)
            case ir.Test(word, ir.Load(entry, thing, inner), ir.Const(number)):
                place = self.constant(inner)
                if place is not None and 0 <= place < entry.width <= WIDEST_IN_ROUNDS:
                    bits = ir.Things(entry, *slots_where(word, number), place)
                    return self._leading_into(bits, self._places(thing, entry.things))
            case ir.Has(bits, member) if self.loop.stays(bits):
                return self._leading_into(bits, self._places(member, self.loop.size))
        return ir.Select(condition, self.all, fold.NO) if self.loop.stays(condition) else None

    def _chosen(self, chooser: ir.Value, then: ir.Value, otherwise: ir.Value) -> ir.Value | None:
        """Return the members for which one of two conditions holds, which a third one chooses."""
        constant = self.constant(chooser)
        if constant is not None:
            return self.holding(then if constant else otherwise)
        yes, no = self.holding(then), self.holding(otherwise)
        if yes is None or no is None:
            return None
        if self.loop.stays(chooser):
            return ir.Select(chooser, yes, no)
        test = self.holding(chooser)
        if test is None:
            return None
        if (yes, no) == (self.all, fold.NO):
            return test
        if (yes, no) == (fold.NO, self.all):
            return fold.bits_op("minus", self.all, test)
        test = self.kept(test)
        return fold.bits_op("or", fold.bits_op("and", yes, test), fold.bits_op("minus", no, test))

    def _having_common(self, common: ir.Value) -> ir.Value | None:
        """Return the members for which some sets have a common member."""
        within, without = _parts(common)
        parts = [self._resolved(part) for part in within]
        same = [part for part in parts if self.loop.stays(part)]
        own = [part for part in parts if not self.loop.stays(part)]
        if not same or not own or not all(map(self.loop.stays, without)):
            return None
        bits = fold.combined("and", same)
        if without:
            bits = fold.bits_op("minus", bits, fold.combined("or", without))
        return self._leading_into(bits, self.constants(fold.combined("and", own)))

    def _resolved(self, value: ir.Value) -> ir.Value:
        """Return one of two sets, if it is the same one for all members."""
        if isinstance(value, ir.Select):
            constant = self.constant(value.condition)
            if constant is not None:
                return self._resolved(value.then if constant else value.otherwise)
        return value

    def _places(self, number: ir.Value, size: int) -> tuple[int, ...] | None:
        """Return a number for each member as a set; none or too large a one as the empty set."""
        constants = self.constants(number)
        if constants is None:
            return None
        return tuple(1 << place if 0 <= place < size else 0 for place in constants)

    def _leading_into(self, bits: ir.Value, leads: tuple[int, ...] | None) -> ir.Value | None:
        """Return the members that lead to a member of a set. leads: where each leads, as a set."""
        if leads is None:
            return None
        ways: dict[int, int] = {}
        for member, places in zip(self.each(), leads, strict=True):
            for place in range(places.bit_length()):
                if places >> place & 1:
                    ways[member - place] = ways.get(member - place, 0) | 1 << place
        if len(ways) > MOST_SHIFTS:
            return None
        bits = self.kept(bits)
        return shifted_sets(
            (fold.bits_op("and", bits, ir.Const(of)), by) for by, of in ways.items()
        )


def shifted_sets(parts: Iterable[tuple[ir.Value, int]]) -> ir.Value:
    """Return the union of sets, each with a number added to its members."""
    return fold.combined("or", [fold.NO, *(fold.shift(bits, by) for bits, by in parts)])


def _parts(common: ir.Value) -> tuple[list[ir.Value], list[ir.Value]]:
    """Return the sets of which a set is the intersection, and those whose members it leaves out."""
    match common:
        case ir.BitsOp("and", left, right):
            (within, without), (more, others) = _parts(left), _parts(right)
            return [*within, *more], [*without, *others]
        case ir.BitsOp("minus", left, right):
            within, without = _parts(left)
            return within, [*without, right]
    return [common], []
