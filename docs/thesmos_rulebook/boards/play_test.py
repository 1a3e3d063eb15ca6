"""Whole games on boards in a browser are the same games as in Python.

All games are played by `python -m thesmos_rulebook.testing.played_boards`.
"""

import pytest

from thesmos_rulebook.testing.played_boards import (
    CHROMIUM,
    DESK,
    PHONE,
    BoardGame,
    Pages,
    differences,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: see .ci/run"),
]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """Pages that all tests of a worker share."""
    return Pages(tmp_path_factory.mktemp("boards"))


@pytest.mark.parametrize(
    "wanted",
    [
        BoardGame("tic-tac-toe", DESK),
        BoardGame("tic-tac-toe", PHONE, keys=True, language="es"),
        BoardGame("hex", PHONE, keys=True),
        BoardGame("pook", PHONE, keys=True, language="es"),
        BoardGame("german-whist", DESK, keys=True),
        BoardGame("onitama", DESK, keys=True, language="es"),
        BoardGame("seven-wonders-duel", PHONE),
        BoardGame("santorini", DESK, powers=("apollo", None), most=30),
    ],
    ids=lambda wanted: f"{wanted.game}-{wanted.width}-{wanted.language}",
)
def test_a_game_on_a_page_is_the_same_in_python(pages: Pages, wanted: BoardGame) -> None:
    played = pages.played(wanted)
    assert not differences(pages.source(wanted.game).game, wanted, played)
