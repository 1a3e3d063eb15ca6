"""Tracks and what each player has, as parts of a picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from thesmos.render.drawn_board import DrawnBoard
from thesmos.render.drawn_texts import ShownTexts
from thesmos.render.off_board import OffBoard
from thesmos.render.player_table import player_table
from thesmos.render.scene import scene_of
from thesmos.render.svg import drawn_figures
from thesmos.render.svg_figures import Figure, table_figure, texts_figure, track_figure
from thesmos.render.text_board import Picture
from thesmos.render.track import ShownTrack

GROUPS = {"hands": {"ace": "Suit.red", "king": "Suit.black"}}
NAMES = {"hands": "cards in hand", "Suit.red": "red", "king": "the King"}


def texts(figure: Figure) -> list[str]:
    root = ET.fromstring(drawn_figures([figure], "title"))
    return [node.text or "" for node in root.iter() if node.tag.endswith("}text")]


def test_a_track_shows_all_numbers_and_marks_the_one_that_it_is() -> None:
    figure = track_figure(ShownTrack("war", "-1", -2, 1), {"war": "the war"})
    assert texts(figure) == ["the war", "-2", "-1", "0", "1"]
    (marked,) = re.findall(r'class="pawn side-nobody" cx="([0-9.]+)"', figure.drawn)
    others = [float(x) for x in re.findall(r'class="ground" cx="([0-9.]+)"', figure.drawn)]
    assert others[0] < float(marked) < others[1]
    assert figure.description == "the war: -1"


def test_what_lies_along_a_track_is_below_its_place() -> None:
    figure = track_figure(ShownTrack("war", "0", -1, 1, {1: [("small", "2")]}), {})
    assert texts(figure) == ["war", "-1", "0", "1", "2"]
    (place,) = re.findall(r'x="([0-9.]+)" y="[0-9.]+" font-size="[0-9.]+">1<', figure.drawn)
    assert f'x="{place}"' in figure.drawn.partition("chip")[2]
    assert figure.description == "war: 0; small 2"


def test_drawn_texts_are_side_by_side_under_the_names_of_their_parts() -> None:
    long = ShownTexts("hands", 2, (("c2", "<path/>"),) * 14)
    figure = texts_figure([ShownTexts("led", 0, (("king", "<rect/>"),)), long], NAMES)
    assert texts(figure) == ["led", "cards in hand 2"]
    places = re.findall(r"translate\((\d+) (\d+)\)", figure.drawn)
    heights = sorted({int(y) for _, y in places})
    assert [sum(int(y) == height for _, y in places) for height in heights] == [1, 13, 1]
    assert figure.description.startswith("led: the King; cards in hand 2: c2, c2")


def test_each_player_has_a_panel_with_groups_in_their_order() -> None:
    rows = {"hands": [["king", "ace"], []], "coins": [3, 4]}
    figure = table_figure(player_table(rows, GROUPS, NAMES), NAMES)
    assert texts(figure) == [
        "1", "cards in hand", "red", "ace", "black", "the King", "coins", "3",
        "2", "cards in hand", "coins", "4",
    ]  # fmt: skip
    assert figure.drawn.count("<g ") == 2
    assert "cards in hand 1: ace, the King; coins 1: 3" in figure.description


def test_what_players_have_is_a_table_only_where_there_is_no_board() -> None:
    rest = OffBoard(by_player=frozenset({"hands", "coins", "out"}))
    given = {"hands": [["ace"], []], "coins": [3, 4], "out": [False, True]}
    bare = scene_of(Picture((), (), rest=rest), given)
    beside = scene_of(Picture((DrawnBoard("Cell", 1, ("A1",)),), (), rest=rest), given)
    assert bare.table is not None
    assert (bare.rest, beside.table, beside.rest) == ({}, None, given)
