"""The parts of a position that are not on a board, as text."""

from __future__ import annotations

from thesmos.render.text_board import Picture
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.off_board import describe_off_board, position_rows


def test_off_board_parts_are_described_by_name(source: BookSource, larger: BookSource) -> None:
    empty = Picture((), ())
    assert [
        *describe_off_board(
            Localizer(larger, "es"), empty, {"on_card": {"1m": 2, "coin": 1}, "ram": ""}
        )
    ] == ["en la carta: 2 × hombre (jugador 1), 1 × Moneda"]
    printed = {"orc1a": {"faction": "orc", "level": "1"}}
    picture = Picture((), (), printed)
    assert [*describe_off_board(Localizer(source, "es"), picture, {"hands": [[], ["orc1a"]]})] == [
        "manos (jugador 2: Orco 1)"
    ]


def test_a_table_in_a_position_is_a_chip_for_each_entry(source: BookSource) -> None:
    rows = position_rows(Localizer(source, "en"), {"cards": {"A1": "x", "B1": "y"}, "ram": {}})
    assert rows == ["**Cards**: *A1: x*{.chip} *B1: y*{.chip}"]
