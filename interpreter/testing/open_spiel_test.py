import pytest

from testing.open_spiel import COUNTERPARTS, compare


@pytest.mark.parametrize("name", COUNTERPARTS)
def test_offers_what_open_spiel_offers_in_whole_random_games(name: str) -> None:
    assert compare(name, 60, seed=1) >= 1
