"""What a page shows of a match is what Python shows: texts, positions, results, reasons."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testing.compiled import match_of
from testing.draws import santorini
from testing.nameless import NAMELESS
from testing.tiny import tiny
from testing.wasm_match import NODE, asking
from thesmos.dice import Rng
from thesmos.play.differences import differences
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.state import State

pytestmark = pytest.mark.skipif(not NODE, reason="needs Node.js")
Ask = Callable[[dict[str, object]], Any]


def walked(match: Match, decisions: int, seed: int = 1) -> list[State]:
    """The states of random games."""
    dice, found, state = Rng(seed), list[State](), match.start()
    while len(found) < decisions:
        found.append(state)
        if state.result is not None:
            state = match.start()
        elif state.codes and not (state.may_skip and dice.below(4) == 0):
            state = state.take(state.codes[dice.below(len(state.codes))])
        else:
            state = state.skip() if state.may_skip else state.concede()
    return found


def shown(state: State) -> dict[str, Any]:
    """All that is shown of a state, as a page has it."""
    decision, result = state.decision, state.result
    return {
        "decision": None if decision is None else {
            "player": decision.player, "step": decision.step, "power": decision.power,
            "options": [
                {
                    "text": one.text, "roles": dict(one.roles), "code": one.code,
                    "weight": one.weight, "suggested": one.suggested, "values": dict(one.values),
                }
                for one in decision.options
            ],
            "maySkip": decision.may_skip, "deadEnd": decision.dead_end, "chance": decision.chance,
            "probabilities": {
                text: float(probability) for text, probability in decision.probabilities.items()
            },
        },
        "position": state.position(),
        "result": None if result is None else {
            "winners": [*result.winners], "reason": result.reason,
            "eliminated": [*result.eliminated], "places": [*result.places],
            "scores": {name: [*row] for name, row in result.scores.items()},
        },
    }  # fmt: skip


def agree(match: Match, decisions: int) -> None:
    """Compare all that is shown of states, and what is loaded from their positions."""
    with asking(match) as ask:
        for state in walked(match, decisions):
            assert differences(shown(state), ask({"ask": "shown", "v": state.vector})) == ()
            whole = ask({"ask": "whole", "v": state.vector})
            assert whole == state.position(whole=True)
            assert tuple(ask({"ask": "load", "position": whole})) == state.vector
            if state.result is None:
                position = {**state.position(), "to_move": state.turn_of, "held": state.held}
                loaded = match.load(position, allow_impossible=True).vector
                if not match.broken(loaded):  # some are possible in the middle of a turn only
                    assert tuple(ask({"ask": "load", "position": position})) == loaded


@pytest.mark.parametrize(
    "powers",
    [
        ("circe", "chaos"),  # cards that change hands
        ("tartarus", "hecate"),  # hidden pieces
        ("clio", "europa-talus"),  # tokens
    ],
    ids=str,
)
def test_a_page_shows_powers_as_python_does(powers: tuple[str, ...]) -> None:
    agree(match_of(santorini(), powers), 40)


@pytest.mark.parametrize("name", ["draughts", "nim"])
def test_a_page_shows_games_as_python_does(name: str) -> None:
    agree(load(name).match(), 40)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["pook", "off-the-rails", "chess", "german-whist", "seven-wonders-duel"]
)
def test_a_page_shows_large_games_as_python_does(name: str) -> None:
    agree(load(name).match(), 150)


def test_a_page_explains_by_the_ids_of_rules_and_clauses() -> None:
    match = match_of(santorini(), ("hermes", "minotaur"))
    state = walked(match, 30)[-1]
    with asking(match) as ask:
        for text in [one.text for one in state.decision.options][:3] if state.decision else ():
            said = ask({"ask": "explain", "v": state.vector, "text": text})
            lasting = [(one["id"], one["holds"]) for one in said if one["kind"] != "permit"]
            assert lasting == [(one.id, one.holds) for one in state.explain(text)]


@pytest.mark.parametrize(
    "men",
    [
        '{pieces: Man, text: "{place} {name}"}',
        '{counts: Man, zone: hand, text: "{place}{name}"}',
        '{members: Man, of: holder, text: "{name}"}',
        '{piece: Man}, all: {pieces: Man, text: "{place} {name}"}',
    ],
)
def test_a_page_calls_pieces_without_a_name_as_python_does(men: str, tmp_path: Path) -> None:
    agree(tiny(tmp_path, NAMELESS.replace("MEN", men)).match([None, None]), 30)


def test_a_page_takes_no_piece_called_by_its_number_for_one_on_the_board(tmp_path: Path) -> None:
    men = '{pieces: Man, text: "{place} {name}"}'
    match = tiny(tmp_path, NAMELESS.replace("MEN", men)).match([None, None])
    position = {**match.start().apply("Man 2").apply("Man 3 B1").position(), "to_move": 1}
    assert (position["best"], position["men"]) == (["Man 2", ""], ["A1 arthur", "B1 "])
    with asking(match) as ask:
        loaded = tuple(ask({"ask": "load", "position": position}))
    assert loaded == match.load(position).vector


STONES = """
zones: [bag, box]
boards: {Cell: {grid: 2x1}}
enums: {Colour: {red: r, blue: ""}}
pieces:
  Stone:
    on: Cell
    attributes: {colour: {is: Colour}, low: {is: 0..9}, high: {is: 0..99}}
    supply: [{zone: bag, count: 2, colour: red}, {zone: bag, count: 2, colour: blue}]
state: {Cell: {height: {is: 0..3 or none}}}
actions:
  move:
    roles: {stone: Stone, to: Cell}
    do: |
      place(stone) := to
      height(to) := 2
      low(stone) += 7
      high(stone) += 13
    text: "{stone} {to}"
  take:
    roles: {stone: Stone}
    rules: {there: place(stone) exists}
    do: zone(stone) := bag
    text: "x{stone}"
steps: {move: {actions: [move, take]}}
flow: {turn: [begin turn, {steps: move}, pass]}
position:
  heights: {digits: height}
  all: {pieces: Stone, text: "{place}"}
  more: {pieces: Stone, text: "{colour}{place} {low}{high}"}
  red: {piece: Stone, colour: r}
  blue: {piece: Stone, colour: ""}
  bag: [{counts: Stone, zone: bag, text: "{colour}{low}"}, {map: height}]
  kept: {members: Stone, zone: bag, text: "{high}"}
"""


def test_a_page_reads_parts_that_show_the_same_pieces_as_python_does(tmp_path: Path) -> None:
    agree(tiny(tmp_path, STONES).match([None, None]), 40)


def test_a_page_calls_pieces_that_share_a_cell_as_python_does(tmp_path: Path) -> None:
    text = NAMELESS.replace(", {count: 2, zone: hand}", ", {place: A1}, {place: A1}")
    text = text.replace(", men: MEN", "")
    agree(tiny(tmp_path, text).match([None, None]), 30)


BLANKS = """
enums: {Left: {l: "a\\u00a0", ll: "a", lll: ""}, Right: {r: "b", rr: "\\u2003b", rrr: ""}}
zones: [box]
state: {game: {n: 0..9}}
actions: {pick: {roles: {x: Left, y: Right}, do: n += 1, text: "{x} {y}"}}
position: {n: {value: n}}
steps: {pick: {}}
flow: {turn: [begin turn, {steps: pick}, pass]}
"""


def test_a_page_numbers_texts_that_are_the_same_as_typed(tmp_path: Path) -> None:
    match = tiny(tmp_path, BLANKS).match([None, None])
    decision = match.start().decision
    assert decision is not None
    assert decision.texts == (
        "a\u00a0 b", "a\u00a0 \u2003b #2", "a\u00a0 ", "a b #3", "a \u2003b #4", "a  #2",
        " b", " \u2003b #2", " ",
    )  # fmt: skip
    agree(match, 4)


def test_a_page_and_python_take_the_same_characters_for_blanks() -> None:
    numbers = "Array.from({length: 0x11000}, (_, number) => number)"
    blank = "/^\\s$/u.test(String.fromCodePoint(number))"
    said = subprocess.run(
        [str(NODE), "-p", f"JSON.stringify({numbers}.filter((number) => {blank}))"],
        capture_output=True,
        check=True,
    )
    refused = {*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, 0xFEFF} - {*map(ord, "\n\r\t")}
    blanks = {number for number in range(0x11000) if chr(number).isspace()}
    assert {*json.loads(said.stdout)} - refused == blanks - refused
