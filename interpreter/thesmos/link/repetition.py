"""What is remembered of a position, as numbers: the values by which positions are compared."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import cached_property

from thesmos.constructs import construct
from thesmos.program.effects import Memorize
from thesmos.program.node import walk
from thesmos.program.repetition import Packing, packing
from thesmos.program.types import Type
from thesmos.program.values import Compared


@construct
class ComparedPart:
    """A part of what is compared, in a linked game.

    over: the values that each name goes through.
    members: for a set, its possible members; a bit for each is remembered.
    low: otherwise, the smallest value.
    none: whether it can be none, which is remembered as 0, and other values as one more.
    """

    compared: Compared
    over: tuple[range, ...]
    members: range
    low: int
    none: bool
    packing: Packing

    @cached_property
    def cases(self) -> tuple[dict[str, int], ...]:
        """The values of the names, in canonical order."""
        names = self.compared.names
        combinations = itertools.product(*self.over)
        return tuple(dict(zip(names, combination, strict=True)) for combination in combinations)


def compared_parts(
    texts: tuple[object, ...], size: Callable[[Type], int]
) -> tuple[ComparedPart, ...]:
    """Return what the texts in play compare; nothing if no position is remembered.

    size: returns a number above all values of a type.
    """
    memorize = next((node for node in walk(texts) if isinstance(node, Memorize)), None)
    return (
        () if memorize is None else tuple(_part(compared, size) for compared in memorize.compared)
    )


def _part(compared: Compared, size: Callable[[Type], int]) -> ComparedPart:
    def values(kind: Type) -> range:
        return range(kind.low if kind.base == "int" else 0, size(kind))

    kind = compared.value.type
    over = tuple(map(values, compared.over))
    none = kind.none and not kind.many
    count, radix = 1, 2 if kind.many else len(values(kind)) + none
    for numbers in (*over, *((values(kind),) if kind.many else ())):
        count *= len(numbers)
    members = values(kind) if kind.many else range(0)
    return ComparedPart(compared, over, members, values(kind).start, none, packing(count, radix))


def number_count(parts: Sequence[ComparedPart]) -> int:
    """How many numbers a position is remembered as."""
    return sum(part.packing.numbers for part in parts)


# ------------------------------------------------------------------------- as integers


def largest_numbers(parts: Sequence[ComparedPart]) -> list[int]:
    """Return the largest value of each number that a position is remembered as; the least is 0."""
    largest = []
    for part in parts:
        packing = part.packing
        for start in range(0, packing.values, packing.at_a_time):
            largest.append(packing.radix ** min(packing.at_a_time, packing.values - start) - 1)
    return largest


def numbers_of(parts: Sequence[ComparedPart], values: Sequence[int | None]) -> list[int]:
    """A remembered position as the numbers of its slots: several values in each."""
    numbers, first = [], 0
    for part in parts:
        packing = part.packing
        of_part = values[first : first + packing.values]
        for start in range(0, packing.values, packing.at_a_time):
            number = 0
            for value in of_part[start : start + packing.at_a_time]:
                number = number * packing.radix + _digit(part, value)
            numbers.append(number)
        first += packing.values
    return numbers


def values_of(parts: Sequence[ComparedPart], numbers: Sequence[int]) -> tuple[int | None, ...]:
    """Return the remembered position that numbers encode."""
    values: list[int | None] = []
    remaining = iter(numbers)
    for part in parts:
        packing = part.packing
        for start in range(0, packing.values, packing.at_a_time):
            number, digits = next(remaining), []
            for _ in range(min(packing.at_a_time, packing.values - start)):
                number, digit = divmod(number, packing.radix)
                digits.append(digit)
            values += (value_of(part, digit) for digit in reversed(digits))
    return tuple(values)


def _digit(part: ComparedPart, value: int | None) -> int:
    """A value as a number from 0; none is the lowest."""
    return 0 if value is None else int(value) - part.low + part.none


def value_of(part: ComparedPart, digit: int) -> int | None:
    """The value that a number from 0 is."""
    kind = part.compared.value.type
    if kind.many or (kind.base == "flag" and not part.none):
        return digit == 1
    number = None if part.none and digit == 0 else digit + part.low - part.none
    return number if number is None or kind.base != "flag" else number == 1
