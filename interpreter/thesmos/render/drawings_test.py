from thesmos.render.css import DARK, LIGHT
from thesmos.render.drawings import chosen, grounds
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
    rows = [("A1", "B1"), ("A2", "B2")]
    shown = dict(grounds({"Square.odd": "light", "Square.even": "dark"}, "Square", rows, True))
    assert {"A1": "dark", "B1": "light", "A2": "light", "B2": "dark"} == shown


def test_the_first_row_of_a_lettered_board_is_at_the_bottom() -> None:
    rows = [("A1",), ("A2",)]
    shown = dict(grounds({"Square.top": "end"}, "Square", rows, True))
    assert {"A2": "end"} == shown


def test_every_colour_of_drawings_is_one_of_both_palettes() -> None:
    assert set(COLOURS) <= LIGHT.keys() & DARK.keys()
