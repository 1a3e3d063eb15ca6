import pytest

from testing import backgammon
from testing.open_spiel import COUNTERPARTS, compare


@pytest.mark.parametrize("name", COUNTERPARTS)
def test_offers_what_open_spiel_offers_in_whole_random_games(name: str) -> None:
    assert compare(name, 60, seed=1) >= 1


def test_backgammon_leads_where_open_spiel_leads_in_a_random_game() -> None:
    assert backgammon.compare(25, seed=1) == 1
