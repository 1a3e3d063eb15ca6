from testing import backgammon


def test_backgammon_leads_where_open_spiel_leads_in_a_random_game() -> None:
    assert backgammon.compare(25, seed=1) == 1
