"""What a turn leads to, by the rules."""

from __future__ import annotations

import json

import pytest

from thesmos_conform.protocol.messages import Answer, Claim, Json, Place
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.runner.turn_ends import (
    SET_UP,
    UNSEEN,
    end_differences,
    ends_of,
    turn_starts,
)

ORACLE = Oracle()
CLAIM = Claim(powers=None, granularity="positions")
POSITION: Json = {"levels": "0" * 25, "workers": ["A1 1f", "A2 1m", "E5 2f", "E4 2m"], "to_move": 1}


def _place(power: str | None, position: Json | None, *choices: str) -> Place:
    setup = {"players": 2, "teams": [1, 2], "powers": [power, None]}
    return Place("santorini", setup, position, choices)


def test_pieces_that_play_the_same_part_are_told_apart() -> None:
    ends = [json.loads(text) for text in ends_of(ORACLE, _place("hermes", POSITION), CLAIM).by_text]
    stands = {tuple(sorted(end["workers"])) for end in ends}
    assert ("A1 1f", "A2 1m", "E4 2m", "E5 2f") in stands
    assert ("A1 1m", "A2 1f", "E4 2m", "E5 2f") in stands


def test_the_way_to_an_end_is_known() -> None:
    expected = ends_of(ORACLE, _place(None, POSITION), CLAIM)
    way = next(way for way in map(expected.way, expected.by_text) if way.startswith("A1-B1"))
    assert way.split()[1].startswith("B1+")


def test_each_turn_on_the_way_is_asked_about_from_its_position() -> None:
    place = _place(None, POSITION, "A1-B1", "B1+C1", "E5-D5")
    first, second = turn_starts(ORACLE, place, CLAIM)
    assert (POSITION, ()) == (first.place.position, first.place.choices)
    assert second.place.position is not None
    assert (2, ()) == (second.place.position["to_move"], second.place.choices)


def test_the_set_up_can_not_be_asked_about() -> None:
    (start,) = turn_starts(ORACLE, _place(None, None, "@A1"), CLAIM)
    assert start.unseen == SET_UP


@pytest.mark.parametrize(
    ("power", "space", "reason"),
    [("athena", "B1", UNSEEN), ("athena", "B2", ""), ("pan", "B1", "")],
)
def test_a_turn_is_left_out_if_what_happened_before_matters_in_it(
    power: str, space: str, reason: str
) -> None:
    high = POSITION | {"levels": "0100000000000000000000000"}
    place = _place(power, high, f"A1-{space}", f"{space}+C1")
    assert ["", reason] == [one.left_out for one in turn_starts(ORACLE, place, CLAIM)]


def test_who_has_what_is_compared_although_only_texts_are_listed() -> None:
    """In chess, `short` and `long` say for each player whether they may still castle."""
    setup = {"players": 2, "teams": [1, 2], "powers": [None, None]}
    kings = {"pieces": ["A2 1p", "E1 1k", "H1 1r", "E8 2k"], "short": ["1", "0"], "to_move": 1}
    expected = ends_of(ORACLE, Place("chess", setup, kings), CLAIM)
    ends = [json.loads(text) for text in expected.by_text]
    assert () == end_differences(expected, Answer(positions=tuple(ends)))
    (kept,) = (end for end in ends if "A3 1p" in end["pieces"])
    swapped = [end | {"short": ["0", "1"]} if end is kept else end for end in ends]
    (found,) = end_differences(expected, Answer(positions=tuple(swapped)))
    assert (1, 1) == (len(found.missing), len(found.extra))
