"""What `thesmos build` writes works in Node.js, and in a page that is opened as a file."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from testing.wasm_match import NODE
from thesmos.play.game import load
from thesmos.web.build import built, package

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
GAME = """
    let state = match.start();
    const player = playoutPlayer(3, 1);
    while (!state.result) state = player(state);
    const undone = state.undo().undo();
    const saved = match.fromJSON(JSON.parse(JSON.stringify(undone)));
    const again = saved.apply(saved.decision.options[0]).undo();
    const refused = match.start().apply("A1").whyNot("A1").map((one) => one.id);
    const same = JSON.stringify(again.position()) === JSON.stringify(undone.position());
    const shortened = { ...saved.toJSON(), vector: [1] };
    let wrong = "";
    try { match.fromJSON(shortened); } catch (error) { wrong = error.message; }
    const said = [same, refused, state.result.winners.length < 2, wrong].join(" ");
"""
SAID = "true sign.free true this is not a saved game"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in built(load("tic-tac-toe").match(), "match").items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def run(*words: str | Path) -> str:
    """What a program prints."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


@pytest.mark.skipif(not NODE, reason="needs Node.js")
def test_node_imports_the_module(folder: Path) -> None:
    assert NODE
    script = folder / "play.mjs"
    library = 'import { load, playoutPlayer } from "./match.mjs";\nconst match = await load();\n'
    script.write_text(f"{library}{GAME}console.log(said);")
    assert run(NODE, script).strip() == SAID


@pytest.mark.skipif(not NODE, reason="needs Node.js")
def test_a_package_is_imported_by_its_name_whole_and_lean(folder: Path) -> None:
    """In a project as `npm init` makes it, whose own scripts are CommonJS."""
    assert NODE
    (folder / "package.json").write_bytes(package("match", "1.0.0"))
    project = folder / "project"
    (project / "node_modules").mkdir(parents=True)
    (project / "node_modules" / "match").symlink_to(folder)
    (project / "package.json").write_text('{"type": "commonjs"}')
    names = "['match', 'match/lean'].map((name) => import(name))"
    (project / "play.js").write_text(
        f"Promise.all({names}).then(async (both) => {{"
        "for (const { load } of both) console.log((await load()).start().codes.length); });"
    )
    assert run(NODE, project / "play.js").split() == ["9", "9"]


@pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")
def test_a_page_opened_as_a_file_plays(folder: Path) -> None:
    assert CHROMIUM
    page = folder / "page.html"
    page.write_text(
        '<!doctype html><p>waiting</p><script src="match.classic.js"></script><script>'
        "const { load, playoutPlayer } = thesmos;"
        f"load().then((match) => {{ {GAME} document.querySelector('p').textContent = said; }});"
        "</script>"
    )
    given = "--virtual-time-budget=5000", f"--user-data-dir={folder / 'profile'}", "--dump-dom"
    assert f"<p>{SAID}</p>" in run(CHROMIUM, *FLAGS, *given, page.as_uri())


def test_no_text_in_a_script_ends_it() -> None:
    files = built(load("tic-tac-toe").match(), "</script>")
    assert b"</script>" not in files["</script>.mjs"]
