"""The canonical text of a position, as the protocol describes it."""

from __future__ import annotations

import hashlib
import json

import pytest

from testing.comparisons import BY_PLAYER, ROWS, ComparedRow
from thesmos_conform.protocol.canonical import canonical, digest
from thesmos_conform.protocol.messages import Json
from thesmos_conform.resources import protocol_dir

END: Json = {
    "levels": "0000000000001000000010000",
    "domes": [],
    "workers": ["B4 1f", "A1 1m", "C3 2f", "E5 2m"],
    "to_move": 2,
}


def test_the_text_on_the_page_is_that_of_its_position() -> None:
    assert f"\n{canonical(END)}\n" in (protocol_dir() / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "same",
    [
        {"to_move": 2, "workers": ["E5 2m", "C3 2f", "A1 1m", "B4 1f"], "levels": END["levels"]},
        END | {"on_card": {}, "tokens": "", "memory": 0},
    ],
)
def test_order_and_empty_parts_do_not_matter(same: Json) -> None:
    assert canonical(END) == canonical(same)


@pytest.mark.parametrize(
    "other",
    [
        END | {"to_move": 1},
        END | {"domes": ["A1"]},
        END | {"held": [["athena"], []]},
    ],
)
def test_everything_else_does(other: Json) -> None:
    assert canonical(END) != canonical(other)


def test_lists_by_player_keep_their_order() -> None:
    assert canonical({"held": [["athena"], []]}) != canonical({"held": [[], ["athena"]]})


@pytest.mark.parametrize("key", ["coins", "on_card.coins"])
def test_texts_by_player_keep_their_order_too(key: str) -> None:
    def text(*coins: str) -> str:
        made: Json = {"coins": [*coins]}
        return canonical(made if key == "coins" else {"on_card": made}, {key})

    assert text("7", "2") != text("2", "7")
    assert text("2", "7") == canonical(json.loads(text("2", "7")))  # without the paths: sorted


def test_a_hash_is_that_of_the_text_in_utf_8() -> None:
    assert digest('{"a":"é"}') == hashlib.sha256('{"a":"é"}'.encode()).hexdigest()


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_texts_are_equal_where_the_table_says_that_positions_are(row: ComparedRow) -> None:
    texts = {canonical(side, BY_PLAYER) for side in (row.expected, row.got)}
    assert (len(texts) == 1) is row.position
