"""What a turn leads to, by the rules."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from thesmos.perft.turns import reached
from thesmos.resources import scenarios_dir, spec_dir
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases
from thesmos_conform.judging import turn_ends
from thesmos_conform.judging.result import UNASKABLE, UNSUPPORTED
from thesmos_conform.judging.turn_ends import (
    SET_UP,
    UNSEEN,
    end_differences,
    ends_of,
    turn_starts,
)
from thesmos_conform.protocol.canonical import canonical
from thesmos_conform.protocol.messages import Answer, Claim, Json, Place
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.testing.ends import listed

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


def test_choices_may_be_written_with_arrows(tmp_path: Path) -> None:
    shutil.copytree(spec_dir() / "nim", tmp_path / "nim")
    file = tmp_path / "nim" / "game.yaml"
    file.write_text(file.read_text().replace('"{heap}-{number}"', '"{heap} → {number}"'))
    oracle = Oracle()
    oracle.use_game(str(tmp_path / "nim"))
    setup = {"players": 2, "teams": [1, 2], "powers": [None, None]}
    expected = ends_of(oracle, Place("nim", setup, {"heaps": "0200", "to_move": 1}), CLAIM)
    (found,) = end_differences(expected, listed([*expected.by_text][1:]))
    (missing,) = found.missing
    assert ["B1 → 1"] == [choice for _, choice, _ in expected.steps(missing)]


def test_the_way_to_an_end_has_no_detour() -> None:
    expected = ends_of(ORACLE, _place("hermes", POSITION), CLAIM)
    built = {"levels": "1".rjust(3, "0").ljust(25, "0"), "to_move": 2}
    (end,) = (
        text
        for text in expected.by_text
        if {**POSITION, **built, "workers": ["A2 1m", "B1 1f", "E4 2m", "E5 2f"]}
        == json.loads(text)
    )
    assert "A1-B1 skip B1+C1" == expected.way(end)


def test_each_turn_on_the_way_is_asked_about_from_its_position() -> None:
    place = _place(None, POSITION, "A1-B1", "B1+C1", "E5-D5")
    first, second = turn_starts(ORACLE, place, CLAIM)
    assert (POSITION, ()) == (first.place.position, first.place.choices)
    assert second.place.position is not None
    assert (2, ()) == (second.place.position["to_move"], second.place.choices)


def test_the_set_up_can_not_be_asked_about() -> None:
    (start,) = turn_starts(ORACLE, _place(None, None, "@A1"), CLAIM)
    assert (UNASKABLE, SET_UP) == (start.status, start.reason)


def test_of_a_game_from_its_beginning_on_the_turns_are_asked_about() -> None:
    placed = ("@A1", "@A2", "@E5", "@E4")
    first, second = turn_starts(ORACLE, _place(None, None, *placed, "A1-B1", "B1+C1"), CLAIM)
    assert ("", 1) == (first.status, (first.place.position or {})["to_move"])
    assert ("", 2) == (second.status, (second.place.position or {})["to_move"])


@pytest.mark.parametrize(
    ("power", "choices", "status"),
    [
        ("athena", ("A1-B1", "B1+C1"), UNASKABLE),  # she moved up, so nobody else may
        ("athena", ("A1-B2", "B2+C1"), ""),
        ("pan", ("A1-B1", "B1+C1"), ""),
        ("artemis", ("A1-B1", "skip", "B1+C1"), ""),  # where she came from matters to nobody now
    ],
)
def test_a_turn_can_not_be_asked_about_if_what_happened_before_matters_in_it(
    power: str, choices: tuple[str, ...], status: str
) -> None:
    high = POSITION | {"levels": "01" + "0" * 16 + "1" + "0" * 6}  # B1, D4
    place = _place(power, high, *choices)
    reasons = {UNASKABLE: UNSEEN, "": ""}
    assert [("", ""), (status, reasons[status])] == [
        (one.status, one.reason) for one in turn_starts(ORACLE, place, CLAIM)
    ]


def test_a_turn_in_which_cards_remember_something_needs_the_claim_of_memory() -> None:
    (blanks,) = read_scenarios(
        [scenarios_dir() / "santorini" / "tyche" / "a-blank-is-out-of-the-pile.yaml"],
        ORACLE.game("santorini"),
    )
    (case,) = scenario_cases([blanks], ORACLE.game("santorini"), ORACLE)
    for memory, status in ((False, UNSUPPORTED), (True, "")):
        claim = replace(CLAIM, memory=memory)
        first, *_ = turn_starts(ORACLE, case.looks[0].place, claim)
        assert status == first.status


def test_who_has_what_is_compared_although_only_texts_are_listed() -> None:
    """In chess, `short` and `long` say for each player whether they may still castle."""
    setup = {"players": 2, "teams": [1, 2], "powers": [None, None]}
    kings = {
        "pieces": ["A2 1p", "E1 1k", "H1 1r", "E8 2k", "H8 2r"],
        "short": ["1", "0"],
        "long": ["0", "0"],
        "to_move": 1,
    }
    expected = ends_of(ORACLE, Place("chess", setup, kings), CLAIM)
    ends = [json.loads(text) for text in expected.by_text]
    assert () == end_differences(expected, Answer(positions=tuple(ends)))
    (kept,) = (end for end in ends if "A3 1p" in end["pieces"])
    swapped = [end | {"short": ["0", "1"]} if end is kept else end for end in ends]
    (found,) = end_differences(expected, Answer(positions=tuple(swapped)))
    assert (1, 1) == (len(found.missing), len(found.extra))


STUCK: Json = {  # player 2 can still build on B2 first, but can't move
    "levels": "0300033000000000003300030",
    "domes": ["A2", "B1", "D4", "D5", "E4"],
    "workers": ["C3 1f", "E1 1m", "E5 2f", "A1 2m"],
    "to_move": 1,
}


def _won(text: str) -> str:
    """An end, if its player has won by it."""
    end = {key: value for key, value in json.loads(text).items() if key != "to_move"}
    return canonical(end | {"winners": [1]})


@pytest.mark.parametrize("hashed", [False, True])
def test_a_player_who_can_not_complete_the_next_turn_may_have_lost_already(hashed: bool) -> None:
    setup = {"players": 2, "teams": [1, 2], "powers": [None, "prometheus"]}
    expected = ends_of(ORACLE, Place("santorini", setup, STUCK), CLAIM)
    assert any("to_move" in text for text in expected.by_text)
    got = listed(map(_won, expected.by_text), hashed=hashed)
    assert () == end_differences(expected, got)


def test_a_player_who_can_play_on_has_not_lost() -> None:
    expected = ends_of(ORACLE, _place(None, POSITION), CLAIM)
    first, *others = expected.by_text
    (found,) = end_differences(expected, listed([_won(first), *others]))
    assert (1, 1) == (len(found.missing), len(found.extra))


def test_one_end_shows_that_a_player_can_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine may say of thousands of ends that the game is over there."""
    expected = ends_of(ORACLE, _place(None, POSITION), CLAIM)
    looked_at = 0

    def counted(*how: Any) -> Iterator[Any]:
        nonlocal looked_at
        for one in reached(*how):
            looked_at += 1
            yield one

    monkeypatch.setattr(turn_ends, "reached", counted)
    (found,) = end_differences(expected, listed(map(_won, expected.by_text)))
    assert len(expected.by_text) == found.expected
    assert looked_at < len(expected.by_text) * len(expected.by_text)
