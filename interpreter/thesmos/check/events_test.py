"""Names for several kinds of events, under `events` of a game or a card."""

from __future__ import annotations

from pathlib import Path

from testing.drafted import checked, codes
from thesmos.check.text.program_text import clause_lines

ACTED = "events: {acted: [walk, pick]}\n"


def lines(folder: Path, clauses: str, more: str = ACTED, **changes: str) -> list[list[str]]:
    """The clauses of the card, as the program has them; there are no errors."""
    made, found = checked(folder, clauses, more, changes)
    assert found == []
    return [clause_lines([clause]) for clause in made.cards["own"].program.clauses]


def test_a_question_about_the_past_is_about_each_of_the_actions(tmp_path: Path) -> None:
    assert lines(tmp_path, "forbid walk where did(acted)") == [
        ["forbid walk where did(walk | pick)"]
    ]


def test_a_trigger_has_each_of_them_once(tmp_path: Path) -> None:
    made = lines(tmp_path, "after acted | walk: counts")
    assert made == [["after walk:", "  counts"], ["after pick:", "  counts"]]


def test_each_of_them_can_be_cancelled(tmp_path: Path) -> None:
    assert lines(tmp_path, "cancel acted where yes") == [
        ["cancel walk where yes"],
        ["cancel pick where yes"],
    ]


def test_a_card_can_use_the_names_of_its_game(tmp_path: Path) -> None:
    game = {"facts:\n  low": f"{ACTED}facts:\n  low"}
    assert lines(tmp_path, "veto where did(acted)", "", **game) == [["veto where did(walk | pick)"]]


def test_an_unknown_action_is_an_error(tmp_path: Path) -> None:
    assert codes(tmp_path, "veto where did(acted)", "events: {acted: [walk, pock]}\n") == ["E309"]


def test_the_name_of_an_action_is_taken(tmp_path: Path) -> None:
    assert codes(tmp_path, "", "events: {pick: [walk, pick]}\n") == ["E303"]
