"""Which set-ups share a pool: by what they have in common, and only where that saves time."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import permutations

from thesmos.tools import shared_pools as f


def text(*powers: str | None, **more: object) -> bytes:
    return json.dumps({"teams": [1, 2], "powers": powers} | more, sort_keys=True).encode()


def pairs(cards: Iterable[str]) -> dict[bytes, int]:
    """Each two of some cards, once."""
    return {text(*pair): 1 for pair in permutations(cards, 2)}


def test_what_is_no_set_up_is_left_out() -> None:
    texts = [b"", b"[]", b"{}", b'{"powers": []}', b'{"powers": "x"}', text(None, None)]
    assert [one.text for one in f.set_ups(dict.fromkeys(texts, 1))] == [texts[-1]]


def test_the_cards_of_a_set_up_are_all_that_it_names() -> None:
    (found,) = f.set_ups({text("a", None, night="b", mode="long"): 3})
    assert (found.cards, found.games, found.players) == ({"a", "b"}, 3, 2)


def test_only_set_ups_of_the_same_seats_share_a_pool() -> None:
    cards = [*"abcdefgh"]
    texts = pairs(cards) | {text(*pair, mode="x"): 1 for pair in permutations(cards, 2)}
    groups = f.together(f.set_ups(texts))
    assert len(groups) > 1
    assert all(len({one.seats for one in group}) == 1 for group in groups)


def test_many_set_ups_of_few_cards_share_a_pool() -> None:
    setups = f.set_ups(pairs("abcdefgh"))
    assert f.saves_time(setups)
    assert sum(map(len, f.together(setups))) == len(setups)


def test_few_set_ups_of_many_cards_do_not() -> None:
    setups = f.set_ups({text(f"a{n}", f"b{n}"): 1 for n in range(50)})
    assert not f.saves_time(setups)
    assert f.together(setups) == []


def test_one_set_up_needs_no_pool() -> None:
    assert f.together(f.set_ups({text("a", "b"): 1000, text(None, None): 1000})) == []


def test_very_many_cards_are_divided() -> None:
    cards = [f"card-{n:02}" for n in range(64)]
    groups = f.together(f.set_ups(dict.fromkeys(pairs(cards), 2)))
    assert all(len(frozenset().union(*(one.cards for one in group))) < 32 for group in groups)


def test_the_group_with_most_games_comes_first() -> None:
    cards = [f"card-{n:02}" for n in range(64)]
    games = [sum(one.games for one in group) for group in f.together(f.set_ups(pairs(cards)))]
    assert len(games) > 1
    assert games == sorted(games, reverse=True)
