"""The skeletons of `thesmos new adapter` answer as they are, and play once they are filled in."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from thesmos.cli import cli
from thesmos.diagnostics import UsageError
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_conform.adapters.skeleton import write
from thesmos_conform.resources import skeletons_dir

LANGUAGES = [
    "python",
    pytest.param(
        "javascript",
        marks=pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js (`node`)"),
    ),
    pytest.param(
        "rust",
        marks=pytest.mark.skipif(shutil.which("cargo") is None, reason="needs Rust (`cargo`)"),
    ),
]
GAME = {"python": "game.py", "javascript": "game.mjs", "rust": "game.rs"}
HELLO = {"op": "hello", "thesmos": [1], "games": {"santorini": "2021-09"}}
LOOK = {
    "op": "look",
    "game": "santorini",
    "setup": {"players": 2, "teams": [1, 2], "powers": [None, None]},
    "position": {"levels": "0" * 25, "workers": ["A1 1f", "E5 2f"], "to_move": 1},
}

# A game as small as can be, for each language: who may say `a` or `b`, and has then won.
FILLED = {
    "python": """
def load(setup, position): return (position["to_move"], "")
def decision(state):
    if state[1]: return {"result": {"winners": [state[0]]}}
    return {"player": state[0], "options": ["a", "b"], "may_skip": False}
def take(state, choice): return (state[0], choice)
def position(state): return {"said": state[1]}
CLAIMS["santorini"]["levels"] = ["legal", "apply", "result"]
""",
    "javascript": """
const filled = {
  load: (setup, position) => [position.to_move, ""],
  decision: ([player, said]) =>
    said ? { result: { winners: [player] } } : { player, options: ["a", "b"], may_skip: false },
  take: ([player], choice) => [player, choice],
  position: ([, said]) => ({ said }),
};
""",
    "rust": """
mod filled {
    use super::*;
    pub fn load(_: &Json, position: &Json) -> Result<State, Trouble> {
        Ok(State(position.get("to_move").as_number().unwrap(), String::new()))
    }
    pub fn decision(state: &State) -> Result<Told, Trouble> {
        if !state.1.is_empty() {
            return Ok(Told::Over { winners: vec![state.0] });
        }
        let options = vec!["a".to_string(), "b".to_string()];
        Ok(Told::Decision { player: state.0, options, may_skip: false })
    }
    pub fn take(state: &State, choice: &str) -> Result<State, Trouble> {
        Ok(State(state.0, choice.to_string()))
    }
    pub fn position(state: &State) -> Result<Json, Trouble> {
        Ok(Json::object([("said", Json::text(state.1.as_str()))]))
    }
}
""",
}
CALLS = {
    "load": "load(setup, position)",
    "decision": "decision(state)",
    "take": "take(state, choice)",
    "position": "position(state)",
}
CLAIMED = '"legal", "apply", "result"'


WORDS = {"GAME": "santorini", "EDITION": "2021-09", "MODE": "two-players", "PLAYERS": "2"}


def new(*args: object) -> Result:
    return CliRunner().invoke(cli, ["new", "adapter", *map(str, args)])


def made(tmp_path: Path, language: str) -> Path:
    """The folder of a skeleton as `new adapter` writes it."""
    folder = tmp_path / "my-tower"
    write(folder, language, WORDS)
    return folder


def ask(folder: Path, *requests: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers to requests, and to `bye`, after which the adapter ends with code 0."""
    command = tomllib.loads((folder / "adapter.toml").read_text(encoding="utf-8"))["command"]
    asked = [{"id": str(n), **one} for n, one in enumerate([*requests, {"op": "bye"}])]
    done = subprocess.run(
        command,
        cwd=folder,
        input="".join(json.dumps(one) + "\n" for one in asked),
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in asked] == [one.pop("id") for one in answers]
    return answers


def fill(folder: Path, language: str) -> None:
    """Write the little game into the skeleton."""
    path = folder / GAME[language]
    text = path.read_text(encoding="utf-8")
    if language != "python":
        head = {"javascript": "export function ", "rust": "pub fn "}[language]
        for name, call in CALLS.items():
            start = text.index("\n", text.index(f"{head}{name}(")) + 1
            text = f"{text[:start]}  return filled.{call};\n{text[start:]}"
        text = text.replace('levels: ["legal"]', f"levels: [{CLAIMED}]")
    if language == "rust":
        text = text.replace("filled.", "filled::").replace('&["legal"]', f"&[{CLAIMED}]")
        text = text.replace("pub struct State;", "pub struct State(usize, String);")
    path.write_text(text + FILLED[language], encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_adapter_answers_hello_and_exits(language: str, tmp_path: Path) -> None:
    folder = tmp_path / "my-tower"
    done = new("--lang", language, folder)
    assert 0 == done.exit_code, done.output
    assert f"next: thesmos doctor {folder / 'adapter.toml'}" in done.output
    hello, bye = ask(folder, HELLO)
    assert "my-tower" == hello["ok"]["implementation"]["name"]
    assert ["2021-09"] == hello["ok"]["games"]["santorini"]["editions"]
    assert ["two-players"] == hello["ok"]["games"]["santorini"]["modes"]
    assert {"ok": {}} == bye


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_adapter_reports_what_is_not_written_yet(language: str, tmp_path: Path) -> None:
    folder = made(tmp_path, language)
    power = {**LOOK, "setup": {**LOOK["setup"], "powers": ["apollo", None]}}  # type: ignore[dict-item]
    three = {**LOOK, "setup": {"players": 3, "teams": [1, 2, 3], "powers": [None] * 3}}
    start = {key: value for key, value in LOOK.items() if key != "position"}
    look, *others, dance, _ = ask(folder, LOOK, power, three, start, {"op": "dance"})
    todo = f"not written yet, in {GAME[language]}: 1. load: a position becomes a state"
    assert {"error": todo} == look
    assert ["power apollo", "3 players", "where this begins"] == [o["unsupported"] for o in others]
    assert "unknown op dance" in dance["error"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_filled_in_skeleton_plays(language: str, tmp_path: Path) -> None:
    folder = made(tmp_path, language)
    fill(folder, language)
    first, after, path, refused, over, _ = ask(
        folder,
        LOOK,
        {**LOOK, "choices": ["a"]},
        {**LOOK, "choices": ["b"], "every": True},
        {**LOOK, "choices": ["c", "a"]},
        {**LOOK, "choices": ["a", "concede"]},
    )
    begun = {"player": 1, "options": ["a", "b"], "may_skip": False, "position": {"said": ""}}
    assert begun == first["ok"]
    assert {"result": {"winners": [1]}, "position": {"said": "a"}} == after["ok"]
    assert [begun, {**after["ok"], "position": {"said": "b"}}] == path["ok"]["path"]
    assert {"choice": 0} == refused["refused"]
    assert {"choice": 1} == over["refused"]


@pytest.mark.parametrize("language", sorted(GAME))
def test_no_word_is_left_to_be_filled_in(language: str, tmp_path: Path) -> None:
    folder = tmp_path / "my-tower"
    assert 0 == new("--lang", language, folder, "--game", "pook").exit_code
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir()]
    assert texts
    assert not any("@" in text for text in texts)
    assert any(re.search(r"PLAYERS.* = .*\[2\]", text) for text in texts)
    assert any('"pook"' in text for text in texts)


EXPECTED = {"off-the-rails": ("2021", "two-players"), "chess": ("2023", "two-players")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shipped_game_is_claimed_as_it_is(language: str, tmp_path: Path) -> None:
    """Doctor has nothing to say about the claim, and gets to the first function to write."""
    slugs = [*EXPECTED] if language == "rust" else shipped_slugs()  # each is compiled anew
    for slug in slugs:
        folder = tmp_path / f"my-{slug}"
        assert 0 == new("--lang", language, folder, "--game", slug).exit_code
        done = CliRunner().invoke(
            cli, ["doctor", str(folder / "adapter.toml"), "--game", slug, "--json"]
        )
        report = json.loads(done.stdout)
        verdicts = {step["name"]: step["verdict"] for step in report["steps"]}
        assert [] == report["notes"]
        assert ("well", "wrong") == (verdicts["hello"], verdicts["look"]), done.stdout
        (look,) = [step for step in report["steps"] if step["name"] == "look"]
        assert "1. load: a position becomes a state" in look["words"], slug
        assert {"well", "left out"} >= {
            verdicts[name] for name in ("other op", "not claimed", "bye")
        }, slug


def test_editions_that_are_years_are_texts(tmp_path: Path) -> None:
    for slug, (edition, mode) in EXPECTED.items():
        folder = tmp_path / f"my-{slug}"
        assert 0 == new("--lang", "python", folder, "--game", slug).exit_code
        text = (folder / "game.py").read_text(encoding="utf-8")
        assert f'"editions": ["{edition}"]' in text
        assert f'"modes": ["{mode}"]' in text


def test_nothing_is_ever_overwritten(tmp_path: Path) -> None:
    (tmp_path / "my-tower").mkdir()
    (tmp_path / "my-tower" / "game.py").write_text("mine")
    with pytest.raises(UsageError, match=r"game\.py already exists"):
        made(tmp_path, "python")
    assert ["game.py"] == [file.name for file in (tmp_path / "my-tower").iterdir()]


@pytest.mark.parametrize("name", ["Tower", "a b", "-x", "x" * 41])
def test_bad_names_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not a valid adapter name"):
        write(tmp_path / name, "python", WORDS)
    assert [] == list(tmp_path.iterdir())


def test_an_unknown_language_is_reported_with_the_known_ones(tmp_path: Path) -> None:
    done = new("--lang", "cobol", tmp_path / "x")
    assert 2 == done.exit_code
    assert "there are skeletons in javascript, python and rust" in done.output
    assert set(GAME) == {folder.name for folder in skeletons_dir().iterdir()}
