"""A cache on disk, in a folder of the user's own, for what takes long to make.

Only the user may write in the folder, because it holds code that will be run. Each file begins with
the hash of its content, so a damaged one is noticed and made again. A file is written whole or not
at all, so several processes may write at the same time. Without a folder that can be trusted and
written to, nothing is cached.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from thesmos.diagnostics import UsageError
from thesmos.files import whole_file

VARIABLE = "THESMOS_CACHE"  # names another folder; if empty, nothing is cached
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def user_folder() -> Path | None:
    """Return the user's cache folder; None if the user wants none."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "thesmos" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "thesmos"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "thesmos"


class Cache:
    """A folder of files, each named after the hash of its key: what it was made from."""

    def __init__(self, name: str, most: int, folder: Path | None) -> None:
        """name: of a folder inside `folder`. most: its size in bytes; old files are dropped."""
        self._folder, self._most = folder / name if folder else None, most

    def get(self, key: bytes) -> bytes | None:
        """Return what was stored under a key; None if there is nothing or it is damaged."""
        path = self._path(key)
        if path is None:
            return None
        try:
            kept = path.read_bytes()
            os.utime(path)  # mark it as just used
        except OSError:
            return None
        found, content = kept[: hashlib.sha256().digest_size], kept[hashlib.sha256().digest_size :]
        return content if hashlib.sha256(content).digest() == found else None

    def put(self, key: bytes, content: bytes) -> None:
        """Store content under a key, replacing what is there."""
        path = self._path(key)
        if path is None:
            return
        with suppress(OSError, UsageError):
            with whole_file(path, replace=True) as file:
                file.write(hashlib.sha256(content).digest() + content)
            self._drop(path.parent)

    def _path(self, key: bytes) -> Path | None:
        """Return the file for a key; None without a folder that can be trusted."""
        if self._folder is None:
            return None
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            about = self._folder.stat()
        except OSError:
            return None
        if os.name == "posix" and (about.st_uid != os.getuid() or about.st_mode & OTHERS_WRITE):
            return None
        return self._folder / hashlib.sha256(key).hexdigest()

    def _drop(self, folder: Path) -> None:
        """Delete the least recently used files if all together are too large."""
        about = []
        for path in folder.iterdir():
            with suppress(OSError):  # another process may have deleted it
                status = path.stat()
                about.append((status.st_mtime, status.st_size, path))
        size = sum(each for _, each, _ in about)
        for _, each, path in sorted(about):
            if size <= self._most:
                return
            size -= each
            with suppress(OSError):
                path.unlink()
