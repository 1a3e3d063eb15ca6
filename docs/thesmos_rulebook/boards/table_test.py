"""The table of a game says with words and drawings what a match has."""

import pytest

from thesmos_rulebook.boards.files import match_of_mode
from thesmos_rulebook.boards.table import Table, game_table
from thesmos_rulebook.content.book_source import read_source
from thesmos_rulebook.content.localizer import Localizer


@pytest.fixture(scope="module")
def spanish() -> Table:
    source = read_source("tic-tac-toe")
    match = match_of_mode(source, "two-players")
    return game_table(
        Localizer(source, "es"), match.linked, {"sign.free": "tic-tac-toe/index.md#s"}
    )


def test_a_rule_has_its_sentence_and_the_way_to_it(spanish: Table) -> None:
    assert spanish["sentences"]["sign.free"] == "La casilla está vacía."
    assert spanish["links"] == {"sign.free": "tic-tac-toe/index.md#s"}


def test_each_text_of_a_cell_has_its_own_drawing_and_words(spanish: Table) -> None:
    looks = spanish["drawing"]["entries"][0]["looks"]
    assert looks["1"][2] != looks["2"][2]
    assert (looks["1"][4], looks["2"][4]) == ("marca 1", "marca 2")
