"""Board texts say what their legend says."""

from __future__ import annotations

import pytest

from thesmos.scenario.board_text import BoardError, Legend, drawn, merged, read_board

LEGEND = Legend(
    "heights",
    marks={
        "4": {"heights": 3, "capped": ["{cell}"]},
        "^": {"capped": ["{cell}"]},
        "b": {"pieces": ["{cell} 2"]},
        "a": {"pieces": ["{cell} 1"]},
        "r": {"ram": "{cell}"},
        "t": {"tokens": ["{cell} pool {digit}"]},
        "h": {"secret": {"pieces": ["{cell} 2"]}},
    },
)


def test_cells_in_order_and_pieces_in_the_order_of_the_legend() -> None:
    text = """
    10  0a  1b
    9   2t  3
        A   B
    """
    assert read_board(text, LEGEND) == {
        "heights": "2301",
        "capped": [],
        "pieces": ["B10 2", "A10 1"],
        "ram": None,
        "tokens": ["A9 pool 2"],
        "secret": {"pieces": []},
    }


def test_single_things_that_are_not_drawn_are_not_there() -> None:
    legend = Legend(None, marks={"p": {"pig": "{cell}"}, "k": {"cards": {"{cell}": "x"}}})
    shown = read_board("1 k .\n A B", legend)
    assert {"pig": None, "cards": {"A1": "x", "B1": None}} == shown
    assert {"cards": {"A1": "x"}} == drawn(shown)


def test_a_position_to_begin_at_keeps_its_empty_lists() -> None:
    assert {"a": [], "c": {"d": []}} == drawn({"a": [], "b": None, "c": {"d": [], "e": None}})


def test_marks_can_set_the_digit_and_be_combined() -> None:
    made = read_board("1 4 1^ 2ra 0ah\n A B C D", LEGEND)
    assert made["heights"] == "3120"
    assert made["capped"] == ["A1", "B1"]
    assert made["pieces"] == ["C1 1", "D1 1"]
    assert made["ram"] == "C1"
    assert made["secret"] == {"pieces": ["D1 2"]}


def test_two_of_a_mark_are_two_pieces() -> None:
    assert read_board("1 aa\n A", LEGEND)["pieces"] == ["A1 1", "A1 1"]


def test_the_longest_mark_is_meant_and_cells_are_named_as_the_legend_says() -> None:
    legend = Legend(
        None,
        "{row},{column}",
        {"k": {"up": ["{cell}"]}, "k2": {"cards": {"{cell}": "x"}}, "p": {"pig": "{cell}"}},
    )
    assert read_board("1 k k2\n2 p .\n  1 2", legend) == {
        "up": ["1,1"],
        "cards": {"1,1": None, "1,2": "x", "2,1": None, "2,2": None},
        "pig": "2,1",
    }


def test_a_part_of_a_position_joins_another() -> None:
    position = {"a": [1], "b": {"c": 1, "d": 2}}
    assert merged(position, {"a": [2], "b": {"d": 3}, "e": 4}) == {
        "a": [2],
        "b": {"c": 1, "d": 3},
        "e": 4,
    }
    assert position == {"a": [1], "b": {"c": 1, "d": 2}}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("A B", 1, "rows and, in the last line"),
        ("1 0 0\n A A", 2, "two columns have the same name"),
        ("1 0 0\n1 0 0\n A B", 1, "two rows are called 1"),
        ("2 0 0\n1 0\n A B", 2, "1 cells, the board has 2 columns"),
        ("1 0q 0\n A B", 1, "`q` in the cell `0q` is not a mark"),
        ("1 12 0\n A B", 1, "`2` in the cell `12` is not a mark"),
    ],
)
def test_an_unreadable_board_is_reported_with_its_line(text: str, line: int, said: str) -> None:
    with pytest.raises(BoardError) as found:
        read_board(text, LEGEND)
    assert found.value.line == line
    assert said in found.value.message
