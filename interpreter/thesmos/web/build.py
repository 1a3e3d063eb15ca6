"""Make the files with which a page, or Node.js, plays a match: a module, and its library."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from thesmos.compile.machine.wasm.printer import printed, printed_tracing
from thesmos.diagnostics import UsageError
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.web.tables import tables

_FOLDER = Path(__file__).parent
_LIBRARY = (
    "expected.js", "texts.js", "events.js", "options.js", "piece_forms.js", "memories.js",
    "positions.js", "possible.js", "claims.js", "piece_reading.js", "in_turn.js", "reading.js",
    "whole_position.js", "pool.js", "engine.js", "learning.js", "look_alikes.js", "valid.js",
    "view.js", "match.js", "searching.js", "instances.js",
)  # fmt: skip
_NAMES = "Match, Random, State, View, load, playoutPlayer, randomPlayer, searchPlayer"


def pool(game: Game, mode_name: str | None, options: Mapping[str, str]) -> Match:
    """Return a match with all powers, of which each player can have any.

    mode_name: by default the mode with the fewest players. Raises UsageError if there is no such
    mode, or if the game has no powers.
    """
    if not game.powers:
        raise UsageError(f"{game.slug} has no powers to choose", "leave out --pool")
    mode = game.mode(mode_name, min(mode.players for mode in game.checked.modes.values()))
    return Match(game.link([None] * mode.players, mode, options, [*game.powers], pool=True))


def built(match: Match, name: str, chosen_from: Game | None = None) -> dict[str, bytes]:
    """Return the files of a match, by name.

    chosen_from: as in `tables`.

    These are NAME.wasm, NAME.events.wasm, which finds out what happens, and NAME.js, an ES module,
    with its types in NAME.d.ts; and NAME.classic.js, which contains both modules and so works in a
    page that is opened as a file.
    """
    module, tracing = printed(match.linked), printed_tracing(match.linked)
    library = "\n".join(script_part(_FOLDER / file) for file in _LIBRARY)
    head = "// Made by `thesmos build`."
    data = f"const TABLES = {script_data(tables(match, chosen_from))};"
    files = {f"{name}.wasm": module, f"{name}.events.wasm": tracing}
    loading = *_constants([*files]), script_part(_FOLDER / "loader.js")
    contents = [b64encode(content).decode() for content in files.values()]
    inside = *_constants(contents), script_part(_FOLDER / "embedded.js")
    tail = f"globalThis.thesmos = {{ {_NAMES} }};\n}})();\n"
    texts = {
        f"{name}.js": [head, library, data, *loading, f"export {{ {_NAMES} }};\n"],
        f"{name}.classic.js": [head, "(() => {", library, data, *inside, tail],
    }
    scripts = {file: "\n".join(parts).encode() for file, parts in texts.items()}
    types = (_FOLDER / "match.d.ts").read_bytes()
    return files | {f"{name}.d.ts": types} | scripts


def library_function() -> str:
    """Return the library as the text of a function that returns it, so that a worker can run it.

    It has `matchOf`, which makes a match of any modules and tables, in place of `load`.
    """
    parts = "\n".join(script_part(_FOLDER / file) for file in _LIBRARY)
    names = f"{_NAMES.replace('load, ', '')}, lookAlike, matchOf, searched"
    return f"() => {{\n{parts}\nreturn {{ {names} }};\n}}"


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
