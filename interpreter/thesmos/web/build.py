"""Make the files with which a page, or Node.js, plays a match: a module, and its library."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from thesmos.compile.machine.wasm.printer import printed, printed_tracing
from thesmos.diagnostics import UsageError
from thesmos.notation.value_table import Table
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.web.tables import tables

_FOLDER = Path(__file__).parent
_LIBRARY = (
    "usage.js", "expected.js", "texts.js", "events.js", "options.js", "piece_forms.js",
    "memories.js", "positions.js", "unseen.js", "possible.js", "claims.js", "piece_reading.js",
    "in_turn.js", "reading.js", "whole_position.js", "pool.js", "engine.js", "learning.js",
    "exchanging.js", "choices.js", "look_alikes.js", "valid.js", "view.js", "random.js",
    "match_up.js", "revealing.js", "knowledge.js", "state.js", "match.js", "players.js",
    "searching.js", "search_worker.js", "instances.js",
)  # fmt: skip
_CLASSES = "Match, Random, State, UsageError, View, playoutPlayer, randomPlayer, searchPlayer"
_INSIDE = (
    "SearchWorker, choiceOf, lookAlike, matchOf, refuse, reveals, searched, shown, taken, "
    "textBefore, tracerOf"
)
_NAMES = f"load, searchWorker, {_CLASSES}"


def pool(
    game: Game, mode_name: str | None, options: Mapping[str, str], powers: Sequence[str] = ()
) -> Match:
    """Return a match with many powers, of which each player can have any.

    mode_name: by default the mode with the fewest players. powers: their slugs; none for all that
    the game has. Raises UsageError if there is no such mode, or if the game has no powers.
    """
    if not game.powers:
        raise UsageError(f"{game.slug} has no powers to choose", "leave out --pool")
    mode = game.mode(mode_name, min(mode.players for mode in game.checked.modes.values()))
    return Match(
        game.link([None] * mode.players, mode, options, [*(powers or game.powers)], pool=True)
    )


def built(match: Match, name: str, chosen_from: Game | None = None) -> dict[str, bytes]:
    """Return the files of a match, by name.

    chosen_from: as in `tables`.

    These are NAME.mjs, an ES module with everything inside, and its types, NAME.d.mts;
    NAME.lean.mjs, the same library, which reads its WebAssembly from the two files beside it:
    NAME.wasm, and NAME.events.wasm, which finds out what happens and why; and NAME.classic.js, for
    a script element, also of a page that is opened as a file.
    """
    module, tracing = printed(match.linked), printed_tracing(match.linked)
    files = {f"{name}.wasm": module, f"{name}.events.wasm": tracing}
    contents = [b64encode(content).decode() for content in files.values()]
    about = tables(match, chosen_from)
    inside = _script(about, contents, "embedded.js")
    exported = f"export {{ {_NAMES} }};\n"
    named = f"globalThis.thesmos = {{ {_NAMES} }};\n}})();\n"
    texts = {
        f"{name}.mjs": f"{inside}{exported}",
        f"{name}.lean.mjs": f"{_script(about, [*files], 'loader.js')}{exported}",
        f"{name}.classic.js": f"(() => {{\n{inside}{named}",
    }
    scripts = {
        file: f"// Made by `thesmos build`.\n{text}".encode() for file, text in texts.items()
    }
    types = (_FOLDER / "match.d.ts").read_bytes()
    return files | {f"{name}.d.mts": types} | scripts


def package(name: str, version: str) -> bytes:
    """Return the package.json of a folder with the files of a match: npm can install it."""
    types = f"./{name}.d.mts"
    exports = {
        ".": {"types": types, "default": f"./{name}.mjs"},
        "./lean": {"types": types, "default": f"./{name}.lean.mjs"},
        "./classic": f"./{name}.classic.js",
        "./*.wasm": "./*.wasm",
        "./package.json": "./package.json",
    }
    about = {
        "name": name, "version": version, "description": f"The rules of {name}, made by Thesmos",
        "license": "MIT", "type": "module", "sideEffects": [f"./{name}.classic.js"],
        "types": types, "exports": exports, "engines": {"node": ">=20.16"},
    }  # fmt: skip
    return f"{json.dumps(about, indent=2)}\n".encode()


def _script(about: Table, modules: Sequence[str], loading: str) -> str:
    """Return a script that loads a match, without its exports.

    about: the tables of the match. modules: what the loader reads them by. loading: its file.
    """
    return "\n".join([
        f"const library = {library_function()};",
        f"const {{ {_CLASSES}, {_INSIDE} }} = library();",
        f"const TABLES = {script_data(about)};",
        *_constants(modules),
        script_part(_FOLDER / "workers.js"),
        script_part(_FOLDER / loading),
        "",
    ])  # fmt: skip


def library_function() -> str:
    """Return the library as the text of a function that returns it, so that a worker can run it.

    It has `matchOf`, which makes a match of any modules and tables, in place of `load`.
    """
    parts = "\n".join(script_part(_FOLDER / file) for file in _LIBRARY)
    return f"() => {{\n{parts}\nreturn {{ {_CLASSES}, {_INSIDE} }};\n}}"


def _constants(values: Iterable[str]) -> Iterator[str]:
    """Yield lines with the constants that a loader reads: of the match, and of what traces it."""
    for name, value in zip(("MODULE", "TRACING"), values, strict=True):
        yield f"const {name} = {script_data(value)};"


def script_part(file: Path) -> str:
    """Return a file of a library, without its imports and exports."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith(("import ", "export ")))


def script_data(value: object) -> str:
    """Return data as a part of a script, escaped for scripts inside pages."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
