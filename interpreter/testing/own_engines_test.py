"""Games whose judge is an engine of the tests, written from the rules alone."""

from testing import love_letter, onitama, superko


def test_onitama_offers_what_its_rules_say_in_whole_random_games() -> None:
    assert onitama.compare(300) >= 1


def test_love_letter_offers_what_its_rules_say_in_whole_random_games() -> None:
    assert love_letter.compare(600) >= 3


def test_go_with_superko_offers_what_its_rules_say_in_a_random_game() -> None:
    assert superko.compare(300) >= 1
