"""Rows as parts of a picture: where everything is, and how it is said in words."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from thesmos.program.positions import NameInRow, PlaceRows
from thesmos.render.drawn_rows import PlaceContent, ShownRows
from thesmos.render.svg import drawn_figures
from thesmos.render.svg_figures import Figure
from thesmos.render.svg_rows import rows_figure

ROWS = ((NameInRow("p1", 2), NameInRow("p2", 6)), (NameInRow("p3", 4),))
CONTENTS = {
    "p1": PlaceContent(("red_fox",), marks="!"),
    "p2": PlaceContent(flags=("guild",), marks="?", down=True),
    "p3": PlaceContent(numbers={"cubes": ("0", "3")}),
}
SHOWN = ShownRows(PlaceRows("", ROWS), ROWS, CONTENTS, {"!": "open"})
NAMES = {"red_fox": "the Red Fox & Owl", "guild": "a guild"}


def texts(figure: Figure) -> list[str]:
    root = ET.fromstring(drawn_figures([figure], "title"))
    return [node.text or "" for node in root.iter() if node.tag.endswith("}text")]


def test_each_place_is_drawn_where_its_name_stands() -> None:
    figure = rows_figure(SHOWN, NAMES)
    at = re.findall(r"translate\(([0-9.]+) ([0-9.]+)\)", figure.drawn)
    (x1, y1), (x2, y2), (x3, y3) = [(float(x), float(y)) for x, y in at]
    assert y1 == y2 < y3
    assert x1 < x3 < x2
    assert abs(x1 + x2 - 2 * x3) < 1
    assert x2 < figure.wide


def test_words_marks_and_numbers_of_each_player_are_on_a_place() -> None:
    assert texts(rows_figure(SHOWN, NAMES)) == [
        "!", "the Red Fox &", "Owl", "?", "(a guild)", "0", "3", "! open",
    ]  # fmt: skip


def test_what_lies_face_down_is_darker() -> None:
    drawn = rows_figure(SHOWN, NAMES).drawn
    assert (drawn.count('class="card"'), drawn.count('class="covered"')) == (2, 1)


def test_what_is_printed_on_a_place_stands_above_what_lies_there() -> None:
    place = PlaceContent(("red_fox",), numbers={"worth": ("3",)}, captions=("left",))
    row = ((NameInRow("p1", 2),),)
    figure = rows_figure(ShownRows(PlaceRows("", row), row, {"p1": place}), {"worth": "points"})
    assert texts(figure) == ["left", "red fox", "points 3"]
    assert figure.description == "p1: left, red fox, points 3"


def test_rows_are_said_in_words() -> None:
    assert (
        rows_figure(SHOWN, NAMES).description == "p1: the Red Fox & Owl; p2: a guild; p3: cubes 0 3"
    )
