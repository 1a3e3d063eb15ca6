"""Positions that contain all of a state are read as exactly the state that was written."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from testing.small import small
from testing.tiny import picks, tiny
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.random_play import play
from thesmos.play.state import State

DECISIONS = 60
FLEECE = {"golden_fleece": "pan"}


def states(match: Match, seed: int) -> list[State]:
    """Return the first states of a random game."""
    return [state for state, _ in itertools.islice(play(match.start(), Rng(seed)), DECISIONS)]


@pytest.mark.parametrize(
    ("powers", "setup"),
    [
        (["apollo", "hecate"], {}),  # hides pieces, and cancels turns
        (["nyx", "tyche"], {"night_power": "atlas"}),  # held powers change; chance
        (["chronus", "athena"], {}),
        (["charybdis", "clio"], {}),  # pieces come and go
        (["apollo", "gaea", "hera"], {}),  # players who are out; interrupts
        ([None, None], FLEECE),
    ],
)
def test_every_state_is_read_back_from_its_own_position(
    powers: list[str | None], setup: dict[str, str]
) -> None:
    match = load("santorini").match(powers, setup=setup)
    for state in states(match, 3):
        position = json.loads(json.dumps(state.position(whole=True)))
        again = match.load(position)
        assert again == state
        assert again.codes == state.codes


def test_what_was_done_with_a_number_that_does_not_begin_at_0_is_read_back(tmp_path: Path) -> None:
    action = """
        roles: {m: 2..3}
        rules: {once: not did(pick with m = m during game of you)}
        text: "{m}"
    """
    state = picks(tmp_path, action).start().apply("2").apply("3")
    again = state.match.load(state.position(whole=True))
    assert again == state
    assert again.codes == state.codes


STONES = """
    zones: [box]
    boards: {Cell: {grid: 1x1}}
    enums: {Colour: [red, green]}
    pieces: {Stone: {on: Cell, attributes: {colour: {is: Colour}}, supply: SUPPLY}}
    state: {game: {marked: {is: Stone or none}}}
    headings: {Rules: {en: Rules}}
    actions: {pick: {roles: {stone: Stone}, do: "DO", text: "{stone}"}}
    steps: {pick: {action: pick, when empty: ask}}
    flow: {turn: [begin turn, {steps: pick}, pass]}
    position: ENTRIES
"""


def stones(folder: Path, supply: str, do: str, entries: str, power: str = "") -> State:
    """Return the first state of a game with stones on one cell; two cards may each bring more."""
    text = STONES.replace("SUPPLY", supply).replace("DO", do).replace("ENTRIES", entries)
    cards = {slug: power for slug in ("one", "two") if power}
    return tiny(folder, text, powers=cards).match([*cards] or [None, None]).start()


def test_a_piece_that_an_entry_takes_for_another_one_is_read_back(tmp_path: Path) -> None:
    """The red stone is the second one, but reading its entry finds the first one on its cell."""
    two, entries = "[{place: A1, colour: green}, {place: A1}]", "{red: {piece: Stone, colour: red}}"
    state = stones(tmp_path, two, "colour(stone) := red", entries)
    for option in state.codes:
        after = state.take(option)
        assert after.match.load(after.position(whole=True)) == after
    assert state.match.load(state.position(whole=True)) == state


@pytest.mark.parametrize("name", ["twin", "A1", "Stone 1"])
def test_pieces_that_share_a_name_are_told_apart(tmp_path: Path, name: str) -> None:
    power = f"supply: [{{kind: Stone, zone: box, name: {name}}}]"
    entries = "{stones: {members: Stone, zone: box, text: '{name}'}}"
    state = stones(tmp_path, "[{place: A1}]", "marked := stone", entries, power)
    for code in state.codes:
        after = state.take(code)
        assert after.match.load(after.position(whole=True)) == after


def test_a_game_that_nobody_has_won_is_read_back(tmp_path: Path) -> None:
    start = small(tmp_path, clauses="end draw where n = 0")
    over = start.played.apply("0")
    assert over.result is not None
    assert over.result.winners == ()
    assert over.match.load(over.position(whole=True)) == over


def test_a_finished_game_is_read_back() -> None:
    match = load("santorini").match([None, None])
    over = match.start().concede()
    again = match.load(over.position(whole=True))

    assert over.result is not None
    assert again.result == over.result


@pytest.mark.parametrize(
    ("step", "message", "hint"),
    [
        ([], "step must be an object", None),
        ({"nmae": "move"}, "step: there is no `nmae`", "did you mean 'name'?"),
        ({"name": "mvoe"}, "step: name can't be mvoe", "did you mean 'move'?"),
        ({"player": 3}, "step: player can't be 3",
         "players go from 1 to 2; -1 is chance, for player 1"),
        ({"out": [3]}, "step: out can't be [3]", "write a list of players, from 1 to 2"),
        ({"done": "no!"}, "step: done can't be no!", "write true or false"),
        ({"places": {"Worker": ["A1"]}}, "step: places must say where each Worker is",
         "there are 4, on a cell or in a zone"),
        ({"places": {"Wroker": []}}, "step: places has no kind `Wroker`", "did you mean 'Worker'?"),
        ({"history": {"did move": 1}}, "step: history has no `did move`",
         "no card in play asks this"),
        ({"before": {}}, "step: there is no `before` here", "no turn can be cancelled twice"),
        ({"name": "move"}, "step: no state matches this", "use what `position(whole=True)` gives"),
    ],
)  # fmt: skip
def test_what_no_state_has_is_refused(step: Any, message: str, hint: str | None) -> None:
    with pytest.raises(UsageError) as found:
        load("santorini").match([None, None]).load({"workers": ["A1 1f"], "step": step})
    assert (found.value.message, found.value.hint) == (message, hint)
