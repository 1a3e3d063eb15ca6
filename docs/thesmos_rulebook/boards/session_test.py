"""A board on a page knows whether a link to its game would tell what was hidden."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from testing.wasm_match import NODE
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.web.build import built

SESSION = Path(__file__).with_name("session.js")
# Prints, for each state of the first decisions of a random game, whether it has had secrets so far.
PROGRAM = """
    const [folder, script, most] = process.argv.slice(1);
    const { load, randomPlayer } = await import(`${folder}/match.mjs`);
    const { Session } = await import(script);
    const match = await load();
    const player = randomPlayer(3);
    const session = new Session({ Random: class {} }, match.start(), [], 1);
    const secrets = [session.hasSecrets()];
    while (secrets.length < most && session.state.decision) {
      session.states.push(player(session.state));
      secrets.push(session.hasSecrets());
    }
    console.log(JSON.stringify(secrets));
"""

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node.js")


def secrets(match: Match, folder: Path, states: int) -> list[bool]:
    for name, content in built(match, "match").items():
        (folder / name).write_bytes(content)
    arguments = [folder.as_uri(), SESSION.as_uri(), str(states)]
    command = [str(NODE), "--input-type=module", "-e", PROGRAM, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    answers: list[bool] = json.loads(done.stdout)
    return answers


def test_a_game_has_secrets_from_when_something_is_hidden(tmp_path: Path) -> None:
    placed_by_hecate = secrets(load("santorini").match(["apollo", "hecate"]), tmp_path, 4)
    assert placed_by_hecate == [False, False, False, True]


def test_a_game_without_anything_hidden_has_no_secrets(tmp_path: Path) -> None:
    assert secrets(load("tic-tac-toe").match(), tmp_path, 5) == [False] * 5
