"""§4.8: `add` makes a fact so much more, for everybody who holds the card, in any order.

Every state is compared with the semantics: see testing/paired.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.paired import PairedState
from testing.small import after, small

FACTS = "facts: {strength(k in 0..1): k + 1, lost(k in 0..1): 'k if k = 0 else none'}\n"
COUNT = "after pick: n := max(0, min(50, strength(m)))\n"


def n_of(state: PairedState) -> object:
    """The number that the last pick gave."""
    return state.position()["n"]


@pytest.mark.parametrize(
    ("clauses", "texts", "n"),
    [
        ("add 3 to strength(k)", "0", "4"),
        ("add 3 to strength(k) where k = 1", "0", "1"),
        ("add 3 to strength(k) where k = 1", "1", "5"),
        ("add 3 to strength(k)\nadd -1 to strength(k)", "0", "3"),
        ("add 3 to strength(k)\ntreat strength(k) as 10", "0", "13"),
        ("if n = 7: add 3 to strength(k)", "0", "1"),
        ("add lost(k) to strength(k)", "1", "2"),
    ],
)
def test_a_clause_adds_to_a_fact(clauses: str, texts: str, n: str, tmp_path: Path) -> None:
    assert n_of(after(small(tmp_path, clauses=COUNT + clauses, more=FACTS), texts)) == n


def test_a_card_adds_for_whoever_holds_it(tmp_path: Path) -> None:
    powers = {"one": "add 2 to strength(k) where active = you", "two": "add 4 to strength(k)"}
    start = small(tmp_path, powers=powers, held=("one", "two"), clauses=COUNT, more=FACTS)
    assert n_of(after(start, "0")) == "7"
    assert n_of(after(start, "0", "0")) == "5"


def test_nothing_is_added_to_none(tmp_path: Path) -> None:
    clauses = "after pick where lost(m) exists: n := 9\nadd 3 to lost(k)"
    start = small(tmp_path, clauses=clauses, more=FACTS)
    assert n_of(after(start, "1")) == "0"
