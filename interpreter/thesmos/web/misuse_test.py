"""Each wrong use of the JavaScript library throws an Error with a sentence and a hint."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from testing.wasm_match import NODE
from thesmos.play.game import load
from thesmos.web.build import built

pytestmark = pytest.mark.skipif(not NODE, reason="needs Node.js")

SCRIPT = """
import { readFileSync } from "node:fs";
import * as library from "./match.mjs";
import * as other from "./other.mjs";
import * as lean from "./match.lean.mjs";
const match = await library.load();
const foreign = await other.load();
const { Random, playoutPlayer, randomPlayer, searchPlayer, searchWorker } = library;
const state = match.start();
let over = state;
while (!over.result) over = over.drawn(new Random(1));
const AsyncFunction = (async () => {}).constructor;
const names = { library, lean, match, foreign, Random, playoutPlayer, randomPlayer, searchPlayer,
  searchWorker, state, over };
const [keys, values] = [Object.keys(names), Object.values(names)];
const said = [];
for (const text of JSON.parse(readFileSync(process.argv[2]))) {
  try {
    const value = await new AsyncFunction(...keys, `return ${text};`)(...values);
    said.push({ value: String(value) });
  } catch (error) {
    const { name, message, hint } = error;
    said.push({ name, message, hint, isError: error instanceof Error });
  }
}
console.log(JSON.stringify(said));
process.exit(0);
"""
# What is wrong, and what the message has to say.
MISUSES = {
    "match.start('apollo')": "powers must be a list",
    "match.start([7, null])": "powers must be a list",
    "match.start(['apollo', null])": "there is no power `apollo`",
    "match.start(['a', 'b', 'c'])": "3 powers for 2 players",
    "match.start([], null)": "a set-up must be an object",
    "match.start([], {night: 'apollo'})": "there is no power `apollo`",
    "match.load()": "a position must be an object",
    "match.load('A1')": "a position must be an object",
    "match.load([])": "a position must be an object",
    "match.load({signs: {Z9: '1'}})": "there is no `Z9`",
    "match.load({signs: 7})": "signs",
    "match.load({wrong: {}})": "wrong",
    "match.load({signs: {A1: '1', B1: '1', C1: '1', A2: '1'}, to_move: 1})": "no game reaches",
    "match.load({...state.position({whole: true}), step: {}})": "step",
    "match.fromJSON(null)": "not a saved game",
    "match.fromJSON('{}')": "not a saved game",
    "match.fromJSON({})": "under other rules",
    "match.fromJSON({...state.toJSON(), vector: [1]})": "not a saved game",
    "match.fromJSON(foreign.start().toJSON())": "under other rules",
    "match.fromJSON(state.view(1).toJSON())": "can't be played on",
    "match.viewFromJSON()": "not a view",
    "match.viewFromJSON(state.toJSON())": "no player undefined",
    "match.playouts()": "must be a state",
    "match.playouts(state.view(1), 1)": "can't be played on",
    "match.playouts(foreign.start(), 1)": "another match",
    "match.playouts(state, -1)": "whole number",
    "match.playouts(state, 2.5)": "whole number",
    "match.playouts(state, 1, 'x')": "a seed must be",
    "match.playouts(state, 1, 0, 'evenly')": "chance can't draw by",
    "state.apply()": "`undefined` is not offered",
    "state.apply(null)": "`null` is not offered",
    "state.apply('A9')": "`A9` is not offered",
    "state.apply('concede')": "`concede` is not offered",
    "state.apply(99)": "`99` is not offered",
    "state.apply(1.5)": "`1.5` is not offered",
    "state.apply({...state.decision.options[0], text: 'Z9'})": "`Z9` is not offered",
    "over.apply('A1')": "the game is over",
    "state.skip()": "may not be skipped",
    "over.skip()": "the game is over",
    "over.concede()": "the game is over",
    "state.drawn()": "source of random numbers",
    "over.drawn(new Random(1))": "the game is over",
    "state.position(null)": "must be an object",
    "state.position('whole')": "must be an object",
    "state.position({hole: true})": "no `hole`",
    "state.view()": "no player undefined",
    "state.view(0)": "no player 0",
    "state.view('1')": 'no player "1"',
    "state.view(NaN)": "no player NaN",
    "state.eventsFor(3)": "no player 3",
    "state.choiceFor(null)": "no player null",
    "state.explain()": "`undefined` is not an option",
    "state.explain('A9')": "`A9` is not an option",
    "state.whyNot(999)": "`999` is not an option",
    "over.explain('A1')": "the game is over",
    "new Random('x')": "a seed must be",
    "new Random(1).below(0)": "whole number",
    "randomPlayer(1.5)": "a seed must be",
    "randomPlayer(1, 'often')": "chance can't draw by",
    "randomPlayer(1)(7)": "must be a state",
    "playoutPlayer(0)": "whole number",
    "playoutPlayer(1)(over)": "the game is over",
    "searchPlayer(500)": "must be an object",
    "searchPlayer({miliseconds: 5})": "no `miliseconds`",
    "searchPlayer({milliseconds: 'x'})": "milliseconds must be",
    "searchPlayer({rounds: 0})": "rounds must be",
    "searchPlayer({rounds: 1})(over)": "the game is over",
    "searchWorker(7)": "must be a match",
    "searchWorker(match).search(7)": "must be a state",
    "searchWorker(match).search(state, { rounds: -1 })": "rounds must be",
    "searchWorker(match).play(foreign.start())": "another match",
    "lean.load('tic-tac-toe.wasm')": "bytes or a URL",
    "lean.load(new Uint8Array(4), new Uint8Array(4))": "not the modules of a match",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("misuse")
    for game, name in (("tic-tac-toe", "match"), ("connect-four", "other")):
        for file, content in built(load(game).match(), name).items():
            (folder / file).write_bytes(content)
    return folder


def ran(folder: Path, expressions: list[str]) -> list[dict[str, Any]]:
    """What comes of expressions of JavaScript: their value as text, or the error."""
    assert NODE
    (folder / "run.mjs").write_text(SCRIPT)
    (folder / "texts.json").write_text(json.dumps(expressions))
    words = [NODE, folder / "run.mjs", folder / "texts.json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    result: list[dict[str, Any]] = json.loads(done.stdout)
    return result


@pytest.fixture(scope="module")
def said(folder: Path) -> dict[str, dict[str, Any]]:
    return dict(zip(MISUSES, ran(folder, [*MISUSES]), strict=True))


@pytest.mark.parametrize("wrong", MISUSES)
def test_a_wrong_use_throws_an_error_with_a_sentence_and_a_hint(
    said: dict[str, dict[str, Any]], wrong: str
) -> None:
    assert MISUSES[wrong] in said[wrong].get("message", said[wrong])
    assert said[wrong]["isError"]
    assert said[wrong]["name"] == "UsageError"
    assert said[wrong]["hint"]


def test_the_error_asks_who_is_to_move_if_the_position_does_not_say_it(folder: Path) -> None:
    signs = "signs: {A1: '1', B1: '1', C1: '1', A2: '1'}"
    errors = ran(folder, [f"match.load({{{signs}, to_move: 1}})", f"match.load({{{signs}}})"])
    assert ["to_move" in error["hint"] for error in errors] == [False, True]


def test_what_the_library_gives_is_frozen(folder: Path) -> None:
    values = (
        "state", "state.vector", "state.codes", "state.decision", "state.decision.options",
        "state.decision.options[0]", "state.decision.options[0].roles", "over.result",
        "over.result.winners", "over.events", "state.explain('A1')", "state.view(1)",
    )  # fmt: skip
    results = ran(folder, [f"Object.isFrozen({value})" for value in values])
    assert {value: {"value": "true"} for value in values} == dict(zip(values, results, strict=True))


def test_a_search_in_a_worker_finds_the_win(folder: Path) -> None:
    position = "{signs: {A1: '1', B1: '1', A3: '2', B2: '2'}, to_move: 1}"
    search = f"searchWorker(match).play(match.load({position}), {{rounds: 300, seed: 1}})"
    assert ran(folder, [f"(await {search}).winners"]) == [{"value": "1"}]


def test_a_closed_worker_says_so(folder: Path) -> None:
    closed = "((worker) => (worker.close(), worker.search(state)))(searchWorker(match))"
    assert "closed" in ran(folder, [closed])[0]["message"]
