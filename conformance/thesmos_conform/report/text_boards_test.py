"""The boards of a failure as text: a long second one is cut to what differs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from thesmos.play.game import load
from thesmos.render.span import plain
from thesmos.render.text_board import picture_of
from thesmos_conform.protocol.messages import Json
from thesmos_conform.report.failure import FailureDescriber, FailureDescription
from thesmos_conform.report.text_boards import text_boards
from thesmos_conform.testing.report import FAILED, run


def boards(game: str, before: Json, after: Json) -> dict[str, list[str]]:
    """The lines of both pictures of a failure, by heading."""
    described: FailureDescription = FailureDescriber(run(FAILED)).describe(FAILED)
    pictures = (("before", before), ("after", after))
    failure = replace(described, boards=pictures, picture=picture_of(load(game).match().linked))
    return {name: plain(lines).splitlines() for name, lines in text_boards(failure)}


def test_of_a_long_board_only_the_rows_that_differ_are_shown_again() -> None:
    shown = boards("hex", {"stones": {"C4": "1"}}, {"stones": {"C4": "1", "E4": "2"}})
    cells = [line for line in shown["after"] if line.strip()[:2].strip().isdigit()]
    assert 11 == sum(line.strip()[:2].strip().isdigit() for line in shown["before"])
    assert [line for line in shown["before"] if line.startswith("  4")] != cells
    assert (1, 2) == (len(cells), sum("⋮" in line for line in shown["after"]))
    assert shown["before"][0] == shown["after"][0]


def test_a_long_board_is_cut_also_where_a_row_gets_lower() -> None:
    """A cart leaves its square, which needs two lines with it and one without."""
    tracks = {"6,3": "NS", "6,4": "NS"}
    gone = boards(
        "off-the-rails", {"tracks": tracks, "carts": ["6,3 1S1"]}, {"tracks": tracks, "carts": []}
    )
    rows = [line for line in gone["after"] if line.strip()[:2].strip().isdigit()]
    assert len(gone["before"]) > len(gone["after"]) + len(rows)
    assert 1 <= len(rows) <= 3


@pytest.mark.parametrize("count", [1, 9])
def test_a_board_that_is_short_or_differs_everywhere_is_shown_in_full(count: int) -> None:
    game = "tic-tac-toe" if count == 1 else "hex"
    word = "signs" if count == 1 else "stones"
    shown = boards(game, {}, {word: {f"A{row}": "1" for row in range(1, count + 1)}})
    assert len(shown["before"]) == len(shown["after"])
