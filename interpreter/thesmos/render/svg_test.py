"""A picture shows all that a position says, in shapes and words, and always in the same bytes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testing.drawn_entries import cell_map, cells, digits, pieces, value
from thesmos.play.game import load
from thesmos.render.drawn_board import DrawnBoard
from thesmos.render.scene import SceneItem, changed, scene_of
from thesmos.render.svg import Marks, describe, svg
from thesmos.render.text_board import Picture, picture_of

SVG = "{http://www.w3.org/2000/svg}"
FIELD = DrawnBoard("Field", 3, tuple(f"{c}{r}" for r in (1, 2) for c in "ABC"))
PEOPLE = {"sort": {"x": "smith", "y": "baker"}}
PICTURE = Picture(
    (FIELD,),
    (
        digits("heights", "height", "Field"),
        cells("roofs", "roof", "Field", shape="cap"),
        pieces("people", "Person", "Field", "{place} {owner}{sort}", words=PEOPLE),
        pieces("spies", "Person", "Field", "{place} {owner}{sort}", secret=True, words=PEOPLE),
        value("toll", "toll", "Field", shape="stop"),
    ),
)
TABLE = Picture(
    (DrawnBoard("Table", 2, ("1,1", "1,2", "2,1", "2,2")),),
    (
        cell_map("cards", "card", "Table"),
        cells("open", "open", "", shape="front"),
    ),
    {"ace": {"suit": "hearts", "rank": "1"}, "two": {"suit": "spades", "rank": "2"}},
)


def classes(text: str) -> list[str]:
    return [kind for node in ET.fromstring(text).iter() if (kind := node.get("class"))]


def texts(text: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(text).iter(f"{SVG}text")]


def test_a_height_is_layers_and_a_digit() -> None:
    text = svg(PICTURE, {"heights": "002000"})
    assert [c for c in classes(text) if c.startswith("layer")] == ["layer-1", "layer-2"]
    assert "2" in texts(text)[5:]


def test_owners_differ_by_number_and_words_by_shape() -> None:
    text = svg(PICTURE, {"people": ["A1 1x", "B1 1y", "C1 2x"]})
    pawns = [n for n in ET.fromstring(text).iter() if (n.get("class") or "").startswith("pawn")]
    assert ["circle", "rect", "circle"] == [node.tag.removeprefix(SVG) for node in pawns]
    assert ["1", "1", "2"] == texts(text)[-3:]


def test_secret_pieces_are_dashed() -> None:
    assert "pawn side-2 secret" in classes(svg(PICTURE, {"spies": ["A1 2x"]}))


def test_a_lettered_board_has_row_1_at_the_bottom() -> None:
    low, high = (
        int(re.findall(r'translate\(\d+ (\d+)\)"><circle', svg(PICTURE, {"roofs": [cell]}))[0])
        for cell in ("A1", "A2")
    )
    assert low > high


def test_cards_are_face_down_unless_listed_as_open() -> None:
    scene = scene_of(TABLE, {"cards": {"1,1": "ace", "2,2": "two"}, "open": ["two"]})
    assert scene.cells["1,1"] == [SceneItem("card", "ace", 1, up=False, words=("hearts",))]
    assert scene.cells["2,2"] == [SceneItem("card", "two", 2, up=True, words=("spades",))]


def test_targets_and_barred_cells_differ_in_shape() -> None:
    text = svg(PICTURE, {}, Marks(targets=("A1",), barred={"B2": "1", "A1": "2"}))
    assert classes(text).count("target") == 1
    assert classes(text).count("barred") == 2
    assert {"1", "2"} <= set(texts(text))


def test_an_arrow_shows_who_went_where() -> None:
    text = svg(PICTURE, {}, Marks(arrows=(("A1", "C2"), ("A1", "nowhere"))))
    assert classes(text).count("arrow") == 1


def test_the_long_text_says_all_that_is_drawn_in_the_readers_words() -> None:
    position = {"heights": "200000", "roofs": ["B1"], "people": ["A1 1y"], "toll": "C2"}
    names = {"height": "altura", "baker": "panadera"}
    said = describe(scene_of(PICTURE, position), names)
    assert said == "A1: altura 2, person panadera 1; B1: roof; C2: toll"


def test_what_can_not_be_drawn_is_left_over() -> None:
    position = {"heights": "12", "roofs": ["Z9"], "people": ["nowhere 1x"], "coins": 3}
    assert position == scene_of(PICTURE, position).rest


def test_where_something_changed() -> None:
    before, after = scene_of(PICTURE, {"roofs": ["A1"]}), scene_of(PICTURE, {"roofs": ["B1"]})
    assert ["A1", "B1"] == list(changed(before, after))


def test_a_standalone_picture_includes_its_colours() -> None:
    assert "<style>" in svg(PICTURE, {})
    assert "<style>" not in svg(PICTURE, {}, styled=False)


@given(
    st.dictionaries(st.sampled_from(["heights", "roofs", "people", "toll"]), st.text()), st.text()
)
def test_foreign_text_never_becomes_markup(position: dict[str, str], title: str) -> None:
    printable = "".join(c for c in title if c.isprintable())
    root = ET.fromstring(svg(PICTURE, position, title=printable))
    assert printable == (root.findtext(f"{SVG}title") or "")


@pytest.mark.parametrize("slug", ["santorini", "pook"])
def test_every_shipped_game_is_drawn_in_few_bytes(slug: str) -> None:
    match = load(slug).match()
    picture, position = picture_of(match.linked), match.start().position()
    text = svg(picture, position, styled=False)
    assert text == svg(picture, position, styled=False)
    assert len(text) < 8000


def test_a_digit_is_drawn_above_a_cross_in_its_cell() -> None:
    text = svg(PICTURE, {"heights": "200000"}, Marks(barred={"A1": "1"}))
    assert (
        text.index('class="layer-2"') < text.index('class="barred"') < text.index('class="digit"')
    )


def test_without_its_edge_a_board_has_no_names_of_cells_and_no_room_for_them() -> None:
    edged, bare = (svg(PICTURE, {}, styled=False, edged=edged) for edged in (True, False))
    assert ["A", "B", "C", "1", "2"] == texts(edged)
    assert [] == texts(bare)
    wide, narrow = (
        float(ET.fromstring(one).get("viewBox", "").split()[2]) for one in (edged, bare)
    )
    assert narrow < wide


def test_without_its_edge_a_picture_has_no_table_below_its_cards() -> None:
    match = load("love-letter").match()
    picture, position = picture_of(match.linked), match.start().position()
    position |= {"hands": [["guard"], []], "tokens": ["3", "1"]}
    edged, bare = (svg(picture, position, styled=False, edged=edged) for edged in (True, False))
    assert "tokens" in texts(edged)
    assert {"hands 1", "1"} == {*texts(bare)}


def test_a_target_cell_keeps_the_colours_of_its_content() -> None:
    text = svg(PICTURE, {"heights": "200000"}, Marks(targets=("A1",)))
    assert text.index('class="tint"') < text.index('class="layer-1"') < text.index('class="target"')


def test_a_board_with_lines_has_dots_and_no_squares() -> None:
    board = DrawnBoard("Point", 3, ("A1", "C1", "C3"), (("A1", "C1"), ("C1", "C3")), (0, 2, 8))
    picture = Picture((board,), (pieces("people", "Person", "Point", "{place} {owner}{sort}"),))
    drawn = classes(svg(picture, {"people": ["C3 1x"]}))
    assert ["ground", "line", "line", "point", "point", "point"] == [
        kind for kind in drawn if kind in ("ground", "line", "point")
    ]
    assert texts(svg(picture, {})) == ["A", "", "C", "1", "", "3"]


def test_hexagons_touch_in_all_directions_but_two() -> None:
    board = DrawnBoard("Cell", 2, ("A1", "B1", "A2", "B2"), hexagonal=True)
    drawn = ET.fromstring(svg(Picture((board,), ()), {}))
    corners = [each.get("d", "") for each in drawn.iter(f"{SVG}path")]
    assert len(corners) == len(board.names)
    middles = [complex(*map(_middle, zip(*_points(path), strict=True))) for path in corners]
    a2, b2, a1, b1 = middles  # the first row is the lowest

    def near(one: complex, other: complex) -> bool:
        return abs(abs(one - other) - 60) < 1

    assert near(a1, b1)
    assert near(a1, a2)
    assert near(b1, b2)
    assert near(b1, a2)
    assert not near(a1, b2)


def _points(path: str) -> list[tuple[float, float]]:
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _middle(numbers: tuple[float, ...]) -> float:
    return (min(numbers) + max(numbers)) / 2


def test_a_player_on_a_cell_is_drawn_as_a_pawn() -> None:
    picture = Picture((FIELD,), (cell_map("stones", "stone", "Field", shape="pawn"),))
    scene = scene_of(picture, {"stones": {"A1": "2"}})
    assert scene.cells["A1"] == [SceneItem("pawn", "stone", number=2)]
    assert "pawn" in classes(svg(picture, {"stones": {"A1": "2"}}))[-2]


def test_numbers_of_a_piece_are_drawn_and_in_the_words() -> None:
    picture = picture_of(load("off-the-rails").match().linked)
    position = {"carts": ["6,3 1S4"]}
    fours = [svg(picture, shown).count(">4</text>") for shown in ({"carts": []}, position)]
    assert 1 == fours[1] - fours[0]
    assert "6,3: cart south 1 speed 4" == describe(scene_of(picture, position), {})
