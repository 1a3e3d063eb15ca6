"""In JavaScript too, a view holds what one player knows, and can't be played on."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from testing.draws import santorini
from testing.wasm_match import NODE
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.random_play import play
from thesmos.web.build import built

pytestmark = pytest.mark.skipif(not NODE, reason="needs Node.js")
HEAD = """
import { load } from "./match.mjs";
const match = await load();
const said = (action) => {
  try { return action(); } catch (error) { return `Error: ${error.message}`; }
};
const state = match.load(%s).apply("C3-D3");
"""
POSITION = {
    "levels": "0" * 25, "workers": ["C3 1f", "A1 1m"],
    "secret": {"workers": ["D3 2f", "E5 2m"]}, "to_move": 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def match() -> Match:
    return santorini().match(["apollo", "hecate"])


@pytest.fixture(scope="module")
def folder(match: Match, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("view")
    for name, content in built(match, "match").items():
        (folder / name).write_bytes(content)
    return folder


def answer(folder: Path, expression: str) -> Any:
    """The value of an expression in JavaScript, in which `state` is after Apollo's move."""
    assert NODE
    script = folder / "ask.mjs"
    ask = f"console.log(JSON.stringify({expression}));"
    script.write_text(HEAD % json.dumps(POSITION) + ask)
    done = subprocess.run([NODE, script], capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)


def test_a_state_and_a_view_are_shown_in_a_line_as_in_python(match: Match, folder: Path) -> None:
    state = match.load(POSITION).apply("C3-D3")
    won = state.concede()
    shown = [*map(repr, (state, state.view(1), won, won.view(2)))]
    in_javascript = "[state, state.view(1), state.concede(), state.concede().view(2)].map(String)"
    assert shown == answer(folder, in_javascript)


def test_a_console_shows_a_state_in_a_line(match: Match, folder: Path) -> None:
    inspected = 'process.getBuiltinModule("util").inspect(state)'
    assert repr(match.load(POSITION).apply("C3-D3")) == answer(folder, inspected)


def test_a_view_has_the_board_of_its_player(folder: Path) -> None:
    position = answer(folder, "state.view(1).position()")
    assert position["workers"] == ["D3 1f", "A1 1m"]
    assert "secret" not in position


@pytest.mark.parametrize("player", ["undefined", "null", "0", "3", "-1", "1.5", "'1'", "NaN"])
def test_nobody_else_sees_anything(folder: Path, player: str) -> None:
    assert answer(folder, f"said(() => state.view({player}))").startswith(
        "Error: there is no player"
    )


def test_chance_sees_everything_if_it_is_asked_for_by_name(folder: Path) -> None:
    position = answer(folder, "state.view('chance').position()")
    assert position["secret"] == {"workers": ["C3 2f", "E5 2m"]}


def test_a_view_is_not_played_on(folder: Path) -> None:
    names = "['apply', 'skip', 'concede', 'drawn', 'undo', 'view', 'vector', 'previous']"
    assert answer(folder, f"{names}.filter((name) => name in state.view(1))") == []
    for played in ("match.playouts(state.view(1), 1)", "match.fromJSON(state.view(1).toJSON())"):
        assert "a view can't be played on" in answer(folder, f"said(() => {played})")


def test_a_view_that_python_sends_is_read_with_what_was_learned(match: Match, folder: Path) -> None:
    view = match.load(POSITION).apply("C3-D3").view(1)
    read = f"match.viewFromJSON({json.dumps(view.to_json())})"
    assert answer(folder, f"{read}.position()") == view.position()
    assert answer(folder, f"[{read}.choice, {read}.events]") == ["C3-D3", view.events]
    assert answer(folder, f"{read}.toJSON()") == view.to_json()
    assert answer(folder, "state.view(1).toJSON().view") == view.to_json()["view"]


@pytest.mark.parametrize("change", ["player: 2", "view: [1]", "view: undefined", "choice: 3"])
def test_something_else_is_not_read_as_a_view(folder: Path, change: str) -> None:
    read = f"match.viewFromJSON({{...state.view(1).toJSON(), {change}}})"
    assert answer(folder, f"said(() => {read})") == "Error: this is not a view"


@pytest.mark.parametrize(
    ("event", "error"),
    [
        ("{e: 'fly'}", "[0].e: there is no `fly`"),
        ("{e: 'move', to: 'Z9'}", "[0].to: there is no `Z9`"),
        ("{e: 'turn', player: 3}", "[0].player: there is no player 3"),
        ("{e: 'turn'}", "[0]: `player` is missing"),
        ("7", "[0] must be an object"),
    ],
)
def test_a_view_with_an_event_that_the_game_does_not_have_is_not_read(
    folder: Path, event: str, error: str
) -> None:
    read = f"match.viewFromJSON({{...state.view(1).toJSON(), events: [{event}]}})"
    expected = f"Error: this is not a view: events{error}"
    assert answer(folder, f"said(() => {read})").startswith(expected)


@pytest.fixture(scope="module")
def whist(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """A built match of German Whist, and the first decision of a player in it."""
    match = load("german-whist").match()
    folder = tmp_path_factory.mktemp("whist")
    for name, content in built(match, "match").items():
        (folder / name).write_bytes(content)
    state = next(state for state, _ in play(match.start(), Rng(1)) if not state.decision.chance)
    return folder, state


def test_the_numbers_of_hidden_cards_are_those_of_python(whist: tuple[Path, Any]) -> None:
    folder, state = whist
    sent, wrong = state.view(2).to_json(), {"unseen": {"hands": [1, 2, 3]}}
    script = folder / "ask.mjs"
    script.write_text(f"""
import {{ load }} from "./match.mjs";
const match = await load();
const view = match.fromJSON({json.dumps(state.to_json())}).view(2);
let error = "";
try {{
  match.viewFromJSON({json.dumps(sent | wrong)});
}} catch ({{ message }}) {{
  error = message;
}}
const read = match.viewFromJSON({json.dumps(sent)});
console.log(JSON.stringify([view.unseen, view.toJSON().unseen, read.unseen, error]));
""")
    assert NODE
    done = subprocess.run([NODE, script], capture_output=True, text=True, timeout=60, check=True)
    *numbers, error = json.loads(done.stdout)
    assert numbers == [{"hands": [13, 0]}] * 3
    assert "no numbers of hidden pieces" in error
