"""Random numbers are those of SplitMix64, whatever the language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testing.draws import few
from thesmos.dice import Rng, drawn


def test_known_values_of_seed_0() -> None:
    """The first outputs of the published generator."""
    rng = Rng(0)
    assert [rng.next() for _ in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


def test_a_seed_counts_modulo_2_to_the_64() -> None:
    """Negative and huge seeds mean one from 0 to 2^64 - 1."""
    assert Rng(-1).next() == Rng(2**64 - 1).next()
    assert Rng(2**64).next() == Rng(0).next()


def test_the_same_seed_gives_the_same_numbers() -> None:
    """No state is shared between generators."""
    one, other = Rng(7), Rng(7)
    assert [one.below(100) for _ in range(20)] == [other.below(100) for _ in range(20)]


@few
@given(st.integers(0, 2**64 - 1), st.integers(1, 2**32))
def test_below_stays_below(seed: int, n: int) -> None:
    """Every number is from 0 to n - 1."""
    rng = Rng(seed)
    assert all(0 <= rng.below(n) < n for _ in range(20))


def test_below_1_is_0() -> None:
    """There is one number below 1."""
    assert Rng(3).below(1) == 0


@pytest.mark.parametrize("n", [2, 6, 25])
def test_below_is_even(n: int) -> None:
    """Of many numbers, none comes up much more or less often than its share."""
    rng, draws = Rng(1), 20_000
    counts = [0] * n
    for _ in range(draws):
        counts[rng.below(n)] += 1
    assert all(abs(count - draws / n) < 5 * (draws / n) ** 0.5 for count in counts)


class Fixed:
    """Dice that show the sides of a list, one after the other."""

    def __init__(self, *sides: int) -> None:
        self.sides = list(sides)

    def below(self, n: int, /) -> int:
        return self.sides.pop(0) % n


def test_an_outcome_is_drawn_as_often_as_it_weighs() -> None:
    """A weight of 0 is never drawn, and the order of the outcomes counts."""
    assert [drawn([1, 0, 3], Fixed(side)) for side in range(4)] == [0, 2, 2, 2]


def test_without_any_weight_outcomes_are_equally_likely() -> None:
    assert [drawn([0, 0], Fixed(side)) for side in range(2)] == [0, 1]


@few
@given(st.integers(0, 2**64 - 1), st.integers(0, 1000))
def test_numbers_can_be_left_out(seed: int, numbers: int) -> None:
    """What follows is as if they had been drawn."""
    skipping, drawing = Rng(seed), Rng(seed)
    skipping.skip(numbers)
    for _ in range(numbers):
        drawing.next()
    assert skipping.next() == drawing.next()
