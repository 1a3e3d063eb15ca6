"""How the values that make a position are kept in the numbers of a state: several in each."""

from __future__ import annotations

from thesmos.constructs import construct

LARGEST = 30_000  # a number of a state that is made of several values is below it


@construct
class Packing:
    """So many values, each below `radix`, of which so many at a time make a number."""

    values: int
    radix: int
    at_a_time: int

    @property
    def numbers(self) -> int:
        """How many numbers they are; the last one is made of what is left."""
        return -(-self.values // self.at_a_time)


def packing(values: int, radix: int) -> Packing:
    """As many values in each number as there is room for."""
    at_a_time = 1
    while radix ** (at_a_time + 1) <= LARGEST and at_a_time < values:
        at_a_time += 1
    return Packing(values, radix, at_a_time)
