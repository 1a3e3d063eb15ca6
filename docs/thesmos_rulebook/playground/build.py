"""Build the playground: the page, its scripts, Python for the browser, and the games."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from thesmos.cache import user_folder
from thesmos.diagnostics import UsageError
from thesmos.render.css import BOARD_CSS
from thesmos.service.statements import keywords
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_rulebook.boards.files import board_script, match_script, table_script
from thesmos_rulebook.boards.files import style as board_style
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.playground.games import PlaygroundGame, own_game, playground_games
from thesmos_rulebook.playground.python_archive import python_archive

FOLDER = "playground"  # of the site
PAGE = Path(__file__).resolve().parent / "page"
TOOLS = ("npm", "node")
LANGUAGES = ("en", "es")  # of the page: those of words.js
ENTRIES = ("main", "checking", "random_games")
BOARDS = "boards"  # the script of the rule book's boards, which is a classic one
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LOCK = "pyodide-lock.json"  # of the packages beside it, of which the page uses none
LIBRARY = "python_stdlib.zip"
ARCHIVE = "thesmos.archive"  # a name for which no server has a coding of its own
SECONDS = 600  # for any of the tools
COLUMNS = 200  # of a line of their output that is shown


def why_no_playground() -> str:
    """Return in a sentence why the playground can't be built here; an empty text if it can."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if not missing:
        return ""
    return f"the site has no playground: building it needs {' and '.join(missing)}"


def build_playground(
    site: Path,
    progress: Callable[[str], None] = lambda words: None,
    games: Sequence[str] | None = None,
) -> Path:
    """Write the playground below the folder of a site, and return its folder.

    games: the slugs of the games that it offers; by default all that are shipped.

    Raises UsageError if one of the tools fails.
    """
    out = site / FOLDER
    out.mkdir(parents=True, exist_ok=True)
    progress("playground: packages")
    packages = packages_folder()
    progress("playground: Python")
    python = _python(packages / "node_modules" / "pyodide", out / "python")
    progress("playground: scripts")
    _scripts(packages, out, python)
    progress("playground: games")
    _games(out, shipped_slugs() if games is None else games)
    shutil.copyfile(PAGE / "index.html", out / "index.html")
    style = (PAGE / "style.css").read_text(encoding="utf-8")
    (out / "style.css").write_text(f"{BOARD_CSS}\n{board_style()}\n{style}", encoding="utf-8")
    return out


def packages_folder() -> Path:
    """Return a folder with the packages of the lock file, installed once for each lock file."""
    lock = (PAGE / "package-lock.json").read_bytes()
    base = user_folder() or Path(tempfile.gettempdir())
    folder = base / f"playground-{hashlib.sha256(lock).hexdigest()[:16]}"
    if (folder / "complete").is_file():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(PAGE / name, folder / name)
    # Packages need not run anything to be installed.
    words = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    _run(words, folder, "check the connection, or build without the playground: --no-playground")
    (folder / "complete").touch()
    return folder


def _scripts(packages: Path, out: Path, python: str) -> None:
    """Bundle the page's scripts. python: the version of what Python is made of."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(PAGE / "src", source)
        script = f"export const KEYWORDS = new Set({_json(sorted(keywords()))});\n"
        (source / "keywords.js").write_text(script, encoding="utf-8")
        (source / "archive.js").write_text(f"export const ARCHIVE = {_json(python)};\n", "utf-8")
        (source / "boards.js").write_text(board_script(), encoding="utf-8")
        words = [
            str(packages / "node_modules" / ".bin" / "esbuild"),
            *(str(source / f"{entry}.js") for entry in (*ENTRIES, BOARDS)),
            "--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=error",
            "--legal-comments=none", f"--outdir={out}", "--external:./python/*",
        ]  # fmt: skip
        env = {"NODE_PATH": str(packages / "node_modules")}
        _run(words, source, "this is a fault in the playground's scripts", env)


def _python(pyodide: Path, out: Path) -> str:
    """Copy Pyodide, the part of the standard library that is used, and Thesmos.

    Returns a text that is another one as soon as any of them is.
    """
    out.mkdir(exist_ok=True)
    for name in PYODIDE:
        shutil.copyfile(pyodide / name, out / name)
    lock = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))
    (out / "lock.json").write_text(_json({**lock, "packages": {}}), encoding="utf-8")
    archive, imported = python_archive()
    (out / ARCHIVE).write_bytes(archive)
    shutil.copyfile(_library(pyodide, out / ARCHIVE, imported), out / LIBRARY)
    parts = b"".join((out / name).read_bytes() for name in (*PYODIDE, ARCHIVE, LIBRARY))
    return hashlib.sha256(parts).hexdigest()[:16]


def _library(pyodide: Path, archive: Path, imported: list[str]) -> Path:
    """Return the standard library with only what is used once all that Thesmos imports is imported.

    Making it takes seconds, so it is kept as long as Thesmos imports the same.
    """
    script, names = PAGE / "stdlib.mjs", json.dumps(imported).encode()
    key = hashlib.sha256(script.read_bytes() + names).hexdigest()[:16]
    kept = pyodide.parents[1] / f"library-{key}.zip"
    if not kept.is_file():
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            file, made = Path(folder) / "names.json", Path(folder) / kept.name
            file.write_bytes(names)
            words = ["node", *map(str, (script, pyodide, archive, file, made))]
            _run(words, archive.parent, "this is a fault in the playground's Python")
            made.replace(kept)
    return kept


def _games(out: Path, slugs: Sequence[str]) -> None:
    """Write the file and the board of each game, and the list of all."""
    for folder in ("games", "boards"):
        (out / folder).mkdir(exist_ok=True)
    listed = []
    with own_game() as own:
        for game in [*playground_games(slugs), own]:
            contents = game.contents()
            (out / "games" / f"{game.slug}.json").write_text(_json(contents), encoding="utf-8")
            listed.append({"slug": game.slug, "title": contents["title"]})
            _board(out / "boards", game)
    (out / "games" / "index.json").write_text(
        _json({"version": version("thesmos"), "games": listed}), encoding="utf-8"
    )


def _board(out: Path, game: PlaygroundGame) -> None:
    """Write what a board needs to play a game as it is shipped, before Python is there."""
    (out / game.slug).mkdir(exist_ok=True)
    match = match_script(game.source, game.mode)
    (out / game.slug / f"{game.mode}.js").write_text(match, encoding="utf-8")
    for language in LANGUAGES:
        table = table_script(Localizer(game.source, language), {})
        (out / f"{game.slug}.{language}.js").write_text(table, encoding="utf-8")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _run(
    words: list[str] | tuple[str, ...], folder: Path, hint: str, env: dict[str, str] | None = None
) -> str:
    """Run a tool and return its output. Raises UsageError if it fails."""
    try:
        done = subprocess.run(  # noqa: S603 - our own command
            words, cwd=folder, env={**os.environ, **(env or {})}, capture_output=True, text=True,
            check=False, timeout=SECONDS, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"the playground can't be built: {error}", hint) from error
    if done.returncode:
        lines = [line[:COLUMNS] for line in (done.stderr or done.stdout).splitlines()[-20:]]
        raise UsageError("\n".join(["the playground can't be built:", *lines]), hint)
    return done.stdout
