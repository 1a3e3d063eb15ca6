"""A board on a page knows what a link to its game, or taking a choice back, would tell."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from testing.wasm_match import NODE
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.web import build

SESSION = Path(__file__).with_name("session.js")
LIBRARY = Path(build.__file__).with_name("revealing.js")
# Prints, for each state of the first decisions of a random game, whether it has had secrets so far,
# or how many choices may be taken back then.
PROGRAM = """
    const [folder, script, revealing, most, asked, traced] = process.argv.slice(1);
    const { load, randomPlayer } = await import(`${folder}/match.mjs`);
    const { Session } = await import(script);
    const { reveals } = await import(revealing);
    const match = await load();
    if (traced === "later") match.tracer = null;
    const player = randomPlayer(3);
    const library = { Random: class {}, reveals };
    const session = new Session(library, match.start(), ["person", "person"], 1);
    const answers = [session[asked]()];
    while (answers.length < most && session.state.decision) {
      session.states.push(player(session.state));
      answers.push(session[asked]());
    }
    console.log(JSON.stringify(answers));
"""

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node.js")


def answers(
    match: Match, folder: Path, states: int, asked: str = "hasSecrets", traced: str = "now"
) -> list[int]:
    for name, content in build.built(match, "match").items():
        (folder / name).write_bytes(content)
    arguments = [folder.as_uri(), SESSION.as_uri(), LIBRARY.as_uri(), str(states)]
    command = [str(NODE), "--input-type=module", "-e", PROGRAM, *arguments, asked, traced]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    printed: list[int] = json.loads(done.stdout)
    return printed


def test_a_game_has_secrets_from_when_something_is_hidden(tmp_path: Path) -> None:
    placed_by_hecate = answers(load("santorini").match(["apollo", "hecate"]), tmp_path, 4)
    assert placed_by_hecate == [False, False, False, True]


def test_a_game_without_anything_hidden_has_no_secrets(tmp_path: Path) -> None:
    assert answers(load("tic-tac-toe").match(), tmp_path, 5) == [False] * 5


def test_a_game_with_anything_hidden_may_have_secrets_until_events_are_known(
    tmp_path: Path,
) -> None:
    match = load("german-whist").match()
    assert answers(match, tmp_path, 1, traced="later") == [True]


@pytest.mark.parametrize(("traced", "undoable"), [("now", [0, 1, 1]), ("later", [0, 0, 0])])
def test_choices_are_taken_back_when_events_are_known(
    tmp_path: Path, traced: str, undoable: list[int]
) -> None:
    match = load("tic-tac-toe").match()
    assert answers(match, tmp_path, 3, "sinceChosen", traced) == undoable


def test_it_is_known_who_learned_something_from_what_is_to_be_taken_back(tmp_path: Path) -> None:
    """The first card that is played comes from a hand that the other player does not see."""
    *dealing, played = answers(load("german-whist").match(), tmp_path, 29, "learner")
    assert {*dealing} == {None}
    assert played == 2
