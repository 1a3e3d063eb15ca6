"""Loaded games, pickled in the user's cache folder.

Reading and checking a game takes most of the start-up time of a command. A cached game is used as
long as nothing has changed: the files of the game, the code and the grammar that read them, and the
name by which it was loaded.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from thesmos import resources
from thesmos.cache import Cache, user_folder
from thesmos.garbage import uncollected
from thesmos.syntax.versions import Version

MOST_KEPT = 64 << 20  # bytes; a game with sixty cards takes half a megabyte
MOST_ENTRIES = 10_000  # in the folder of a game; with more, it is read each time
MOST_READ = 16 << 20  # bytes of its texts
TEXT = ".yaml"
CODE, GRAMMAR = (".py",), (".lark", ".json")
TEST = "_test.py"

Loaded = TypeVar("Loaded")
_begun = time.time_ns()  # what is written later may not be the code that runs


class _NotComparableError(Exception):
    """A folder contains too much, or something that can't be compared."""


def kept_game(
    name: str, path: Path, version: Version, within: Path, load: Callable[[], Loaded]
) -> Loaded:
    """Return the game in a folder from the cache; load it if anything has changed since.

    name: by which it is loaded. within: the folder with all files that it is made from. Raises what
    `load` raises; a game with errors is not cached.
    """
    folder = user_folder()
    key = None if folder is None else _key(name, path, version, within)
    if key is None:
        return load()
    cache = Cache("games", MOST_KEPT, folder)
    content = cache.get(key)
    if content is not None:
        with uncollected():
            found: Loaded = pickle.loads(content)  # noqa: S301 - only the user can have written it
        return found
    game = load()
    if _key(name, path, version, within) == key:  # else its texts have changed meanwhile
        with suppress(RecursionError):  # it is nested too deeply to be kept
            cache.put(key, pickle.dumps(game, pickle.HIGHEST_PROTOCOL))
    return game


def _key(name: str, path: Path, version: Version, within: Path) -> bytes | None:
    """Return the cache key of a game; None if its files are too many or can't be compared."""
    code = _code()
    if code is None:
        return None
    about = (code, name, str(path), os.path.realpath(path), str(version))
    try:
        return f"{about} {_content(within, (TEXT,))}".encode()
    except (OSError, ValueError, _NotComparableError):
        return None


@functools.cache
def _code() -> str | None:
    """Identify the code that reads a game: Python, this package, its grammar; None if unknown."""
    package, grammar = resources.package_dir(), resources.grammar_dir()
    try:
        found = [_content(package, CODE, _begun), _content(grammar, GRAMMAR, _begun)]
    except (OSError, ValueError, _NotComparableError):
        return None
    return f"{sys.version} {resources.spec_dir()} {found}"


def _content(folder: Path, endings: tuple[str, ...], until: int | None = None) -> str:
    """Hash the names and contents of the files below a folder with these endings.

    until: the latest allowed modification time, in nanoseconds. Raises OSError or
    _NotComparableError.
    """
    made, size = hashlib.sha256(), 0
    for entry in _files(folder, endings):
        content = Path(entry.path).read_bytes()
        size += len(content)
        if size > MOST_READ:
            raise _NotComparableError
        if until is not None and entry.stat().st_mtime_ns > until:
            raise _NotComparableError
        leads = os.path.realpath(entry.path) if entry.is_symlink() else ""
        made.update(f"{entry.path}\0{leads}\0{len(content)}\0".encode())
        made.update(content)
    return made.hexdigest()


def _files(folder: Path, endings: tuple[str, ...]) -> Iterator[os.DirEntry[str]]:
    """Yield the files below a folder with these endings, in order.

    Raises OSError, or _NotComparableError, also for links to folders, which may be circular.
    """
    waiting, seen = [str(folder)], 0
    while waiting:
        with os.scandir(waiting.pop()) as found:
            entries = sorted(found, key=lambda entry: entry.name)
        seen += len(entries)
        if seen > MOST_ENTRIES:
            raise _NotComparableError
        for entry in entries:
            if entry.name.lower().endswith(endings):
                if not entry.is_file():
                    raise _NotComparableError
                if not entry.name.endswith(TEST):
                    yield entry
            elif entry.is_dir(follow_symlinks=False):
                if not entry.name.startswith("."):  # no version has such a name
                    waiting.append(entry.path)
            elif entry.is_dir():
                raise _NotComparableError
