"""A wrong argument is named, and the hint says what to give instead."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thesmos import arguments
from thesmos.diagnostics import UsageError


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [1], -1, 4, 2**70])
def test_a_whole_number_is_of_a_range(value: Any) -> None:
    with pytest.raises(UsageError, match="rounds can't be") as refused:
        arguments.whole_number(value, "rounds", 0, 3)
    assert refused.value.hint == "give a whole number from 0 to 3"


def test_a_number_of_numpy_is_a_whole_number() -> None:
    numpy = pytest.importorskip("numpy")
    number = arguments.whole_number(numpy.int64(3), "rounds", 0, 3)
    assert (number, type(number)) == (3, int)


@given(st.integers())
def test_any_whole_number_is_a_seed(value: int) -> None:
    assert arguments.seed(value) == value % 2**64


@pytest.mark.parametrize("value", [None, 1.5, "1"])
def test_a_seed_is_a_whole_number(value: Any) -> None:
    with pytest.raises(UsageError, match="seed can't be"):
        arguments.seed(value)


@pytest.mark.parametrize("value", ["apollo", {"apollo", "pan"}, {"apollo": "pan"}, 2, [1], None])
def test_names_have_an_order(value: Any) -> None:
    """A text would be taken letter by letter, a set in any order."""
    with pytest.raises(UsageError, match="powers can't") as refused:
        arguments.names(value, "powers", ["apollo", None])
    assert refused.value.hint == "give a list, such as ['apollo', None]"


@pytest.mark.parametrize("value", ["x", ["x"], {1: "x"}])
def test_a_mapping_is_by_names(value: Any) -> None:
    with pytest.raises(UsageError, match="options can't be"):
        arguments.mapping(value, "options", {"faults": "ruled"})


def test_a_long_value_is_clipped() -> None:
    with pytest.raises(UsageError) as refused:
        arguments.text([0] * 1_000_000, "mode", "two-players")
    assert len(str(refused.value)) < 100
