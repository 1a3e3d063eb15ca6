"""Computes sets of the things whose slot refers to a thing that is in another set.

Such references can't be followed for many slots at once. So the set is computed once, by a loop of
its own before all loops that need it, instead of for each member in each of these.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import uses
from thesmos.link.layout import Entry


@dataclass
class GatheredSets:
    """The sets that a loop needs. free: the number of the first local that nothing uses."""

    free: int
    _locals: dict[tuple[Entry, ir.Things], int] = field(default_factory=dict)

    def leading_into(self, entry: Entry, among: ir.Things) -> ir.Value | None:
        """Return the set of the things of an entry, of one slot each, whose slot is in a set.

        Return None if a slot can hold a number for which the set has no place.
        """
        if entry.width != 1 or entry.low < 0 or entry.high >= among.entry.things:
            return None
        name = self._locals.setdefault((entry, among), self.free)
        if name == self.free:
            self.free += 3
        return ir.Get(name)

    def made_before(self, loop: ir.Statement) -> ir.Statements:
        """Return statements that compute the sets that a loop reads."""
        read = uses((loop,)).reads if self._locals else {}
        found: list[ir.Statement] = []
        for (entry, among), name in self._locals.items():
            if name in read:
                found += _gathered(name, entry, among)
        return tuple(found)


def _gathered(name: int, entry: Entry, among: ir.Things) -> ir.Statements:
    """Return statements that put a set into a local; the two locals after it are used, too."""
    thing, leads_to = name + 1, name + 2
    number = ir.Get(leads_to, none=True, unknown=True)
    leads = ir.Test(">=", number, ir.Const(0))
    add = ir.Set(name, ir.BitsOp("or", ir.Get(name), ir.BitsOf(ir.Get(thing))))
    body = (
        ir.Set(leads_to, ir.Load(entry, ir.Get(thing), ir.Const(0), unknown=True)),
        ir.If(ir.Logic("and", (leads, ir.Has(among, number))), (add,), ()),
    )
    return ir.Set(name, ir.Const(0)), ir.ForRange(thing, entry.things, body)
