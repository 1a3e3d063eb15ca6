"""In JavaScript, players learn of events and choices what the semantics says, without a server."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from testing.wasm_match import NODE
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.web.build import built

pytestmark = pytest.mark.skipif(not NODE, reason="needs Node.js")
# Prints, for each decision of a random game, the state before, and what everybody learns of it.
PLAY = """
import { load, randomPlayer } from "./match.mjs";
const match = await load();
const player = randomPlayer(3);
const viewers = ["chance", ...Array(match.players).keys()].map((p) => (p === "chance" ? p : p + 1));
let state = match.start();
const learned = (after) => viewers.map((viewer) => {
  const view = JSON.parse(JSON.stringify(after.view(viewer)));
  return [after.eventsFor(viewer), after.choiceFor(viewer), view.events, view.choice];
});
for (let n = 0; n < %d && state.decision; n++) {
  const choices = [player(state), ...(n %% 20 || !state.decision.player ? [] : [state.concede()])];
  for (const after of choices) {
    console.log(JSON.stringify([state.vector, after.vector, after.reached.how, learned(after)]));
  }
  state = choices[0];
}
"""


def played(match: Match, folder: Path, decisions: int) -> list[Any]:
    """What JavaScript says of the decisions of a random game."""
    assert NODE
    for name, content in built(match, "match").items():
        (folder / name).write_bytes(content)
    script = folder / "play.mjs"
    script.write_text(PLAY % decisions)
    done = subprocess.run([NODE, script], capture_output=True, text=True, timeout=300, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def after(match: Match, before: State, how: list[Any]) -> State:
    """The state after a choice that JavaScript made."""
    if how[0] == "choose":
        return before.take(how[1])
    return before.skip() if how[0] == "skip" else before.concede()


@pytest.mark.parametrize(
    ("name", "powers"),
    [("santorini", ["apollo", "hecate"]), ("german-whist", []), ("nim", [])],
)
def test_everybody_learns_the_same_as_in_python(
    tmp_path: Path, name: str, powers: list[str | None]
) -> None:
    match = load(name).match(powers) if powers else load(name).match()
    lines = played(match, tmp_path, 60)
    assert lines
    for before, vector, how, learned in lines:
        state = after(match, State(match, tuple(before)), how)
        assert list(state.vector) == vector
        for viewer, (events, choice, seen_events, seen_choice) in enumerate(learned):
            assert events == seen_events == state.events_for(viewer)
            assert choice == seen_choice == state.choice_for(viewer)


def test_of_a_loaded_state_nobody_has_learned_anything(tmp_path: Path) -> None:
    played(load("nim").match(), tmp_path, 1)
    script = tmp_path / "ask.mjs"
    script.write_text(
        'import { load } from "./match.mjs"; const match = await load();'
        "const state = match.fromJSON(match.start().toJSON());"
        "console.log(JSON.stringify([state.events, state.choiceFor(1), state.view(2).events]));"
    )
    assert NODE
    done = subprocess.run([NODE, script], capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout) == [[], None, []]
