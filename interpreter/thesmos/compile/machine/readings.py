"""How slots of a state become numbers of an observation: a table that machine code goes through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from thesmos.link.layout import UNKNOWN


class Reading(NamedTuple):
    """How a slot of a state becomes a number of an observation: one is added somewhere.

    Tables have an offset for each value: for unknown, none, then the values from `low`; NOWHERE if
    nothing is added.

    slot, low: what is read, and its least value.
    bit: which bit of it is the value; NO_BIT if all of it is.
    values: where the table of its values begins.
    numeric: 1 to add the value itself, instead of one, if it is a number.
    where: the slot of a place that counts too; NO_PLACE without one. follows: 1 if the value is a
        piece, and the place is its own: `where` is then the slot of the first piece's.
    places: where the table of places, from 0, begins.
    base: where the part begins in the observation.
    """

    slot: int
    low: int
    bit: int
    values: int
    numeric: int
    where: int
    follows: int
    places: int
    base: int


NOWHERE, NO_BIT, NO_PLACE = -1, -1, -1
AT_UNKNOWN, AT_NONE, AT_VALUES = 0, 1, 2  # in a table


def place_in_table(value: int, low: int, none: int) -> int:
    """Return where a table has a value. none: the number that stands for none."""
    if value == UNKNOWN:
        return AT_UNKNOWN
    return AT_NONE if value == none else value - low + AT_VALUES


def observation(
    vector: Sequence[int], table: Sequence[int], begin: int, size: int, none: int
) -> list[int]:
    """Return the observation of a state that a player sees. Machine code does the same (loops/).

    table: has all readings and tables. begin: where the number of the readings is, which follow.
    size: how many numbers an observation has.
    """
    row, width = [0] * size, len(Reading._fields)
    for reading in range(begin + 1, begin + 1 + table[begin] * width, width):
        slot, low, bit, values, numeric, where, follows, places, base = table[
            reading : reading + width
        ]
        value = vector[slot] if bit == NO_BIT else vector[slot] >> bit & 1
        at = place_in_table(value, low, none)
        target = table[values + at]
        if target == NOWHERE:
            continue
        if where != NO_PLACE:
            place = vector[where + value if follows else where]
            spot = table[places + place_in_table(place, 0, none)]
            if spot == NOWHERE:
                continue
            target += spot
        row[base + target] += value if numeric and at >= AT_VALUES else 1
    return row
