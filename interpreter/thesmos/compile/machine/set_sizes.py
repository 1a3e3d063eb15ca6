"""How large the sets of a program can be whose size is not known."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.ranges import END
from thesmos.compile.ir.reading import walk
from thesmos.link.layout import Layout

_LARGEST_NUMBER = 1 << 10  # larger constants of a table are sets, not members


def largest_set(functions: Sequence[ir.Function], layout: Layout) -> int:
    """Return how many members the largest set can have, given slots, loops, tables and roles."""
    sizes = [
        max(entry.things, entry.width, entry.high - min(0, entry.low) + 1)
        for entry in layout.entries
    ]
    for function in functions:
        for node in walk(function.body):
            match node:
                case ir.ForBits(size=size) | ir.RoleOfCodes(size=size) | ir.Values(size=size):
                    sizes.append(size)
                case ir.Row(table) if 0 < max(table.values) < END:
                    sizes.append(min(max(table.values) + 1, _LARGEST_NUMBER))
    return max(sizes)
