"""Limits the sizes of registers for sets, including those whose size is not known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.ranges import END
from thesmos.compile.ir.reading import walk
from thesmos.compile.machine.value_types import UNKNOWN_SIZE
from thesmos.compile.optimize.types import Types
from thesmos.link.layout import Layout

_LARGEST_NUMBER = 1 << 10  # larger constants of a table are sets, not members


def largest_set(functions: Sequence[ir.Function], layout: Layout) -> int:
    """Return how many members the largest set can have, given slots, loops, tables and roles."""
    sizes = [max(one.things, one.width, one.high - min(0, one.low) + 1) for one in layout.entries]
    for function in functions:
        for node in walk(function.body):
            match node:
                case ir.ForBits(size=size) | ir.RoleOfCodes(size=size) | ir.Values(size=size):
                    sizes.append(size)
                case ir.Row(table) if 0 < max(table.values) < END:
                    sizes.append(min(max(table.values) + 1, _LARGEST_NUMBER))
    return max(sizes)


def limited(types: Types, largest: int) -> Types:
    """Return the same types; sets of unknown size get the largest size."""

    def of(kind: ir.Type) -> ir.Type:
        unknown = isinstance(kind, ir.Bits) and kind.size >= UNKNOWN_SIZE
        return ir.Bits(largest, largest) if unknown else kind

    return replace(
        types,
        functions=tuple(
            replace(
                each,
                locals={name: of(kind) for name, kind in each.locals.items()},
                result=of(each.result),
            )
            for each in types.functions
        ),
    )
