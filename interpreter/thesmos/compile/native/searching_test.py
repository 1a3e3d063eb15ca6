"""Vectors that cover the slots of an entry."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from thesmos.compile.native.searching import WIDEST, vectors


@given(st.integers(1, 5 * WIDEST))
def test_vectors_cover_all_slots_and_nothing_beyond_unless_they_are_few(count: int) -> None:
    covered = set[int]()
    for start, lanes, new in vectors(count):
        assert new <= lanes
        assert start + lanes <= count or (lanes == 8 and count % WIDEST < 8)
        covered |= {*range(start, start + new)}
    assert covered == {*range(count)}
