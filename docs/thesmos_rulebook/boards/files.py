"""The files of the boards: the script that plays, the matches of a game, its tables by language.

All are classic scripts, so that they also work in pages that are opened as files. A page loads them
when somebody begins to play.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import thesmos
from thesmos.cache import Cache, user_folder
from thesmos.compile.machine.wasm.printer import printed, printed_tracing
from thesmos.play.match import Match
from thesmos.web.build import library_function, pool, script_data, script_part
from thesmos.web.tables import tables
from thesmos_rulebook.boards.packing import packed
from thesmos_rulebook.boards.table import Table, game_table
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer

Links = Mapping[str, str]
FOLDER = Path(__file__).parent
SCRIPTS = "boards"
OPENING, STYLE = "play.js", "play.css"
_PARTS = (
    "drawing.js", "elements.js", "wording.js", "paths.js", "session.js", "opponents.js", "grid.js",
    "editor.js", "seats.js", "board.js", "showing.js", "unpacking.js", "loading.js",
)  # fmt: skip
MOST_CACHED = 100_000_000  # bytes
COMMENT = re.compile(r"^\s*(?://.*|/\*\*.*\*/|/\*\*(?:(?!\*/)[\s\S])*\*/)$", re.MULTILINE)


def match_of_mode(source: BookSource, mode: str) -> Match:
    """Return the match of a mode, in which players can have any of the cards."""
    if source.choosable:
        return pool(source.game, mode, {}, source.only)
    return source.game.match(mode=mode)


@cache
def board_script() -> str:
    """Return the script that plays: the library of matches, and the component."""
    parts = "\n".join(script_part(FOLDER / name) for name in _PARTS)
    whole = f'(() => {{\n"use strict";\nconst source = {library_function()};\n{parts}\n}})();\n'
    return _short(whole)


def _short(script: str) -> str:
    """Return a script without the comments that fill whole lines, and without indentation."""
    lines = (line.strip() for line in COMMENT.sub("", script).splitlines())
    return "\n".join(filter(None, lines)) + "\n"


def opening_script() -> str:
    """Return the script of each page, which loads the others when somebody begins to play."""
    return (FOLDER / "opening.js").read_text(encoding="utf-8")


def style() -> str:
    """Return the style sheet of boards."""
    return (FOLDER / "play.css").read_text(encoding="utf-8")


def match_script(source: BookSource, mode: str) -> str:
    """Return a script with the modules and the tables of a mode, packed."""
    match = match_of_mode(source, mode)
    cache = Cache("boards", MOST_CACHED, user_folder())
    key = f"{source.folder} {mode} {source.only} {match.rules} {_version()}".encode()
    data = cache.get(key)
    if data is None:
        data = script_data(_packed(match, source)).encode()
        cache.put(key, data)
    name = script_data(f"{source.folder}/{script_name(source, mode)}")
    return f"thesmosBoards.matches[{name}] = {data.decode()};\n"


def script_name(source: BookSource, mode: str) -> str:
    """Return the name of the script of a mode, without its folder: see opening.js."""
    return f"{mode}.{source.only[0]}" if source.only_setting else mode


def _packed(match: Match, source: BookSource) -> Table:
    """Return the modules of a match and its tables, one after the other, and how long each is."""
    about = tables(match, source.game if source.choosable else None)
    parts = [
        printed(match.linked), printed_tracing(match.linked), script_data(about).encode()
    ]  # fmt: skip
    return {"packed": packed(b"".join(parts)), "lengths": [*map(len, parts)]}


def table_script(localizer: Localizer, links: Links) -> str:
    """Return a script with the table of a game in the localizer's language."""
    source = localizer.source
    first = next(iter(source.modes))
    table = game_table(localizer, match_of_mode(source, first).linked, links)
    return f"thesmosBoards.tables[{script_data(source.folder)}] = {script_data(table)};\n"


def table_name(game: str, language: str) -> str:
    """Return the name of the file with a game's table in a language: see opening.js."""
    return f"{SCRIPTS}/{game}.{language}.js"


def board_files(
    sources: Sequence[BookSource],
    languages: Sequence[str],
    links: Callable[[BookSource], Links],
    scripts: Iterator[str],
) -> dict[str, str]:
    """Return the files of all boards, by path below the folder of assets.

    links: of a game, the pages of clauses and rules: see `game_table`. scripts: what `match_script`
    returns of each mode of each of the games.
    """
    matches = {
        f"{SCRIPTS}/{source.folder}/{mode}.js": next(scripts)
        for source in sources
        for mode in source.modes
    }
    tables_by_game = {
        table_name(source.folder, language): table_script(
            Localizer(source, language), links(source)
        )
        for source in sources
        for language in languages
        if language in source.languages
    }
    shared = {f"{SCRIPTS}/boards.js": board_script(), OPENING: opening_script(), STYLE: style()}
    return {**shared, **matches, **tables_by_game}


@cache
def _version() -> str:
    """Return what changes with what makes modules and tables: the hash of the files of Thesmos."""
    folder = Path(thesmos.__file__).parent
    files = (file for file in sorted(folder.rglob("*.py")) if not file.name.endswith("_test.py"))
    return str(zlib.crc32(b"".join(file.read_bytes() for file in files)))
