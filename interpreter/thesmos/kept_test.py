"""What is kept, and for how long."""

from __future__ import annotations

from collections.abc import Callable

from thesmos.kept import AFRESH, MOST, Kept


def counting() -> tuple[list[int], Callable[[], int]]:
    """How often something was made, and what makes it."""
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        return made[-1]

    return made, make


def test_a_result_of_the_same_parts_is_kept() -> None:
    made, make = counting()
    kept, part = Kept(), [1]
    assert [0, 0] == [kept.of("x", make, part, "text") for _ in range(2)]
    assert [0] == made


def test_parts_that_are_only_equal_are_others() -> None:
    """They may stand in other lines."""
    _, make = counting()
    kept = Kept()
    assert [0, 1] == [kept.of("x", make, [1]), kept.of("x", make, [1])]


def test_tuples_are_told_apart_by_what_is_in_them() -> None:
    _, make = counting()
    kept = Kept()
    assert [0, 0, 1] == [kept.of("x", make, part) for part in ((1, "a"), (1, "a"), (1, "b"))]


def test_texts_and_numbers_are_told_apart_by_value() -> None:
    _, make = counting()
    kept = Kept()
    assert [0, 0, 1] == [kept.of("x", make, "".join(w), 2) for w in (["a", "b"], ["ab"], ["c"])]


def test_what_is_not_asked_for_in_a_round_is_forgotten() -> None:
    _, make = counting()
    kept = Kept()
    kept.of("x", make, "a")
    kept.begin()
    assert 0 == kept.of("x", make, "a")
    kept.begin()
    kept.begin()
    assert 1 == kept.of("x", make, "a")


def test_no_more_than_a_number_of_results_is_kept() -> None:
    kept = Kept()
    for number in range(3 * MOST):
        kept.of("x", lambda: None, number)
    assert len(kept._results) + len(kept._before) <= 2 * MOST


def test_nothing_is_kept_of_what_is_done_once() -> None:
    _, make = counting()
    assert [0, 1] == [AFRESH.of("x", make, "a"), AFRESH.of("x", make, "a")]
