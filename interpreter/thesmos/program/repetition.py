"""How a state stores the values that make a remembered position: several in each number."""

from __future__ import annotations

from thesmos.constructs import construct

LARGEST = 30_000  # numbers of a state that combine several values are below this


@construct
class Packing:
    """A number of values, each below `radix`, of which `at_a_time` make up one number."""

    values: int
    radix: int
    at_a_time: int

    @property
    def numbers(self) -> int:
        """How many numbers they make; the last one has the remaining values."""
        return -(-self.values // self.at_a_time)


def packing(values: int, radix: int) -> Packing:
    """Return the packing with as many values in each number as there is room for."""
    at_a_time = 1
    while radix ** (at_a_time + 1) <= LARGEST and at_a_time < values:
        at_a_time += 1
    return Packing(values, radix, at_a_time)
