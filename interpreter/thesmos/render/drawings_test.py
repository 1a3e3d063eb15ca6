from dataclasses import replace

from thesmos.render.css import DARK, LIGHT
from thesmos.render.drawings import chosen, grounds
from thesmos.render.drawn_board import DrawnBoard
from thesmos.syntax.drawings import COLOURS

PIECES = {"men": "a", "men.king": "b", "men.king.2": "c", "men.2": "d", "hats.2": "e"}


def code(key: str, *words: str) -> str:
    drawn = chosen(PIECES, key, words)
    return drawn.code if drawn is not None else ""


def test_the_drawing_that_says_most_is_chosen() -> None:
    assert "c" == code("men", "king", "2", "extra")


def test_a_drawing_that_says_something_else_is_not_chosen() -> None:
    assert "a" == code("men", "1")
    assert "" == code("hats", "1")


def test_squares_alternate_from_the_first() -> None:
    rows = [("A2", "B2"), ("A1", "B1")]
    shown = dict(grounds({"Square.odd": "light", "Square.even": "dark"}, "Square", rows))
    assert {"A1": "dark", "B1": "light", "A2": "light", "B2": "dark"} == shown


def test_an_edge_is_known_by_its_side() -> None:
    rows = [("A2",), ("A1",)]
    shown = dict(grounds({"Square.top": "end"}, "Square", rows))
    assert {"A2": "end"} == shown


def board(rows: int, columns: int) -> DrawnBoard:
    names = tuple(f"{chr(65 + at % columns)}{at // columns + 1}" for at in range(rows * columns))
    return DrawnBoard("Point", columns, names)


def test_a_long_strip_is_folded_with_its_second_half_on_top() -> None:
    upper, lower = board(1, 24).shown_rows
    assert ("M1", "X1", "L1", "A1") == (upper[0], upper[-1], lower[0], lower[-1])


def test_the_first_row_of_a_lettered_board_is_at_the_bottom() -> None:
    assert [("A2", "B2"), ("A1", "B1")] == board(2, 2).shown_rows


def test_a_board_without_grounds_lies_over_none() -> None:
    assert not board(1, 1).laid_over
    assert replace(board(1, 1), grounds={"A1": ""}).laid_over
    assert not replace(board(1, 2), grounds={"A1": ""}).laid_over


def test_every_colour_of_drawings_is_one_of_both_palettes() -> None:
    assert set(COLOURS) <= LIGHT.keys() & DARK.keys()
