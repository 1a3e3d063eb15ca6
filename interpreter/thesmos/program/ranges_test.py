"""The range of a result holds everything that arithmetic gives, and nothing far from it."""

from __future__ import annotations

import operator
from itertools import product

import pytest

from thesmos.program.ranges import arithmetic_type, opposite_type
from thesmos.program.types import INT, NOTHING, Type, number

WORK = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "mod": operator.mod,
}
RANGES = [(low, high) for low, high in product(range(-3, 4), repeat=2) if low <= high]


@pytest.mark.parametrize("word", WORK)
def test_every_result_is_in_the_range(word: str) -> None:
    for (a, b), (c, d) in product(RANGES, repeat=2):
        kind = arithmetic_type(word, number(a, b), number(c, d))
        for x, y in product(range(a, b + 1), range(c, d + 1)):
            if y == 0 and word in ("/", "mod"):
                assert kind.none
            else:
                assert kind.low <= WORK[word](x, y) <= kind.high


@pytest.mark.parametrize("word", ["+", "-", "*"])
def test_the_range_is_no_wider_than_its_results(word: str) -> None:
    for (a, b), (c, d) in product(RANGES, repeat=2):
        kind = arithmetic_type(word, number(a, b), number(c, d))
        results = [WORK[word](x, y) for x in range(a, b + 1) for y in range(c, d + 1)]
        assert (kind.low, kind.high, kind.none) == (min(results), max(results), False)


def test_what_may_be_none_gives_none() -> None:
    assert arithmetic_type("+", number(1, 2).optional(), number(1, 2)).none
    assert opposite_type(number(-1, 2).optional()) == number(-2, 1).optional()
    assert NOTHING.union(number(0, 2)) == number(0, 2).optional()
    assert number(3, 4).union(number(0, 2)) == number(0, 4)
    assert Type("piece", "Ram").union(NOTHING) == Type("piece", "Ram", none=True)
    assert arithmetic_type("-", INT, INT).base == "int"
