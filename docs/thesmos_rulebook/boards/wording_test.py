"""A board on a page says in words what of a position lies beside it, and what is done."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from testing.wasm_match import NODE
from thesmos.web.tables import tables
from thesmos_rulebook.boards.files import match_of_mode
from thesmos_rulebook.boards.table import game_table
from thesmos_rulebook.content.book_source import read_source
from thesmos_rulebook.content.localizer import Localizer

WORDING = Path(__file__).with_name("wording.js")
PROGRAM = """
    import { readFileSync } from "node:fs";
    const [table, method, data] = JSON.parse(readFileSync(0));
    const { Wording } = await import(process.argv[1]);
    console.log(JSON.stringify(new Wording(table)[method](...data)));
"""


@pytest.mark.skipif(NODE is None, reason="needs Node.js")
def test_a_flag_by_player_is_told_by_the_players_for_whom_it_is_set() -> None:
    source = read_source("chess")
    match = match_of_mode(source, "two-players")
    table = game_table(Localizer(source, "en"), match.linked, {})
    position = {**match.start().position(), "short": ["0", "1"], "long": ["0", "0"]}
    told = beside(table, position)
    assert told[0]["name"] == "May castle on the king's side"
    assert told[0]["texts"] == ["Player 2"]
    assert len(told) == 2  # nobody may castle on the other side; and the number of quiet moves


@pytest.mark.skipif(NODE is None, reason="needs Node.js")
def test_a_part_says_its_texts_as_they_are_written_too() -> None:
    source = read_source("german-whist")
    table = game_table(Localizer(source, "en"), match_of_mode(source, "two-players").linked, {})
    (hand,) = beside(table, {"hands": [["c2", "sa"], []]})
    assert hand["name"] == "Hands (player 1)"
    assert hand["written"] == ["c2", "sa"]
    assert table["drawing"]["texts"].keys() >= {*hand["written"]}


@pytest.mark.skipif(NODE is None, reason="needs Node.js")
def test_it_is_told_how_many_cards_a_hidden_hand_has() -> None:
    source = read_source("german-whist")
    match = match_of_mode(source, "two-players")
    table = game_table(Localizer(source, "en"), match.linked, {})
    told = beside(table, {"hands": [["c2"], []]}, {"hands": [0, 13]})
    assert [part["texts"][-1] for part in told] == ["clubs 2", "?×13"]


@pytest.mark.skipif(NODE is None, reason="needs Node.js")
@pytest.mark.parametrize(
    ("language", "name", "text"),
    [("en", "Known", "Player 1 knows a prince"), ("es", "Se sabe", "Jugador 1 conoce un príncipe")],
)
def test_who_knows_a_card_is_told_in_a_sentence(language: str, name: str, text: str) -> None:
    source = read_source("love-letter")
    match = match_of_mode(source, "two-players")
    table = game_table(Localizer(source, language), match.linked, {})
    (told,) = beside(table, {"memory": {"known": {"Card 11": "?", "Card 12": ["1"]}}})
    assert (told["name"], told["texts"]) == (name, [text])


@pytest.mark.skipif(NODE is None, reason="needs Node.js")
def test_a_player_in_an_option_or_event_without_a_sentence_is_called_one() -> None:
    source = read_source("love-letter")
    match = match_of_mode(source, "two-players")
    table = game_table(Localizer(source, "en"), match.linked, {})
    (action,) = (action for action in tables(match)["actions"] if action["name"] == "accuse")
    option = {"text": "2:king", "roles": {"whom": "2", "what": "king"}}
    assert answer(table, "option", action, option) == "Guess: player 2, the king"
    event = {"e": "accuse", "whom": 2, "what": "king"}
    assert answer(table, "event", event) == "guess: player 2, the king"


def beside(
    table: dict[str, Any], position: dict[str, Any], unseen: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = answer(table, "beside", position, unseen or {})
    return parts


def answer(table: dict[str, Any], method: str, *data: dict[str, Any]) -> Any:
    """What the words of a game answer in JavaScript."""
    command = [str(NODE), "--input-type=module", "-e", PROGRAM, str(WORDING)]
    question = json.dumps([table, method, data])
    done = subprocess.run(command, input=question, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)
