"""A cache on disk, in a folder of the user's own, for what takes long to make.

The files hold code that will be run, so they are read and written only where nobody else can have
put them: see `Cache`. Each file begins with the hash of its content, so a damaged one is noticed
and made again. A file is written whole or not at all, so several processes may write at the same
time. Without a folder that can be trusted and written to, nothing is cached.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from thesmos.diagnostics import UsageError
from thesmos.files import whole_file

VARIABLE = "THESMOS_CACHE"  # names another folder; if empty, nothing is cached
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
ADMINISTRATOR = 0  # the user id that may do anything anyway
MOST_LINKS = 40  # on the way to the cache folder, as many as Linux follows
READ_ONLY = os.O_RDONLY  # following no link, and not waiting for the writer of a pipe
for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"):
    READ_ONLY |= getattr(os, name, 0)
DIGEST = hashlib.sha256().digest_size


def user_folder() -> Path | None:
    """Return the user's cache folder; None if the user wants none, or has no home.

    Raises UsageError if THESMOS_CACHE is a relative path: what is stored there would be run in
    whichever folder a command is called. Other variables with a relative path are ignored.
    """
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_absolute():
            hint = "give its whole path, or leave it empty to cache nothing"
            raise UsageError(f"{VARIABLE} must not be a relative path, as {named} is", hint)
        return Path(named)
    if named is not None:
        return None
    try:
        home = Path.home()
    except RuntimeError:  # this user has none
        return None
    if sys.platform == "win32":
        folder = _absolute("LOCALAPPDATA", home) / "thesmos" / "cache"
    elif sys.platform == "darwin":
        folder = home / "Library" / "Caches" / "thesmos"
    else:
        folder = _absolute("XDG_CACHE_HOME", home / ".cache") / "thesmos"
    return folder if folder.is_absolute() else None


def _absolute(variable: str, default: Path) -> Path:
    """Return the path in a variable, or the default if it is unset or relative."""
    path = Path(os.environ.get(variable, ""))
    return path if path.is_absolute() else default


class Cache:
    """A folder of files, each named after the hash of its key: what it was made from.

    A file is read only if nobody but the user and the administrator can have written it or put it
    there. The file, its folder and the cache folder must belong to the user, be no links, and not
    be writable by anybody else. The same holds for every folder on the way to them, except that it
    may belong to the administrator, may be a link, and may be sticky, as /tmp is: in such a folder
    others can add names, but not change those of the user. This is not a test that somebody could
    overtake: it begins at the top, and what it finds safe cannot be changed from outside. That a
    file has other names elsewhere (hard links) makes no difference: its rights are the same there.
    """

    def __init__(self, name: str, most: int, folder: Path | None) -> None:
        """name: of a folder inside `folder`. most: its size in bytes; old files are dropped."""
        self._root, self._name, self._most = folder, name, most

    def get(self, key: bytes) -> bytes | None:
        """Return what was stored under a key; None if there is nothing or it is damaged."""
        path = self._path(key)
        if path is None:
            return None
        try:
            stored = _content(path)
            os.utime(path)  # mark it as just used
        except OSError:
            return None
        digest, content = stored[:DIGEST], stored[DIGEST:]
        return content if hashlib.sha256(content).digest() == digest else None

    def put(self, key: bytes, content: bytes) -> None:
        """Store content under a key, replacing what is there."""
        path = self._path(key)
        if path is None:
            return
        with suppress(OSError, UsageError):
            with whole_file(path, replace=True, private=True) as file:
                file.write(hashlib.sha256(content).digest() + content)
            self._drop(path.parent)

    def _path(self, key: bytes) -> Path | None:
        """Return the file for a key; None without a folder that can be trusted."""
        folder = None if self._root is None else _trusted(self._root, self._name)
        return None if folder is None else folder / hashlib.sha256(key).hexdigest()

    def _drop(self, folder: Path) -> None:
        """Delete the least recently used files if all together are too large."""
        about = []
        for path in folder.iterdir():
            with suppress(OSError):  # another process may have deleted it
                status = path.lstat()
                about.append((status.st_mtime, status.st_size, path))
        size = sum(bytes_used for _, bytes_used, _ in about)
        for _, bytes_used, path in sorted(about):
            if size <= self._most:
                return
            size -= bytes_used
            with suppress(OSError):
                path.unlink()


def folder_of(files: Mapping[str, str], name: str, root: Path | None) -> Path:
    """Return a folder that holds exactly these texts, by their paths in it.

    name: of a folder inside `root`, where the result is kept for other processes. Without a root
    that can be trusted and written to, it is a temporary folder, removed when this process ends.

    Raises OSError if it can't be written there either.
    """
    contents = {path: text.encode() for path, text in files.items()}
    around = None if root is None else _trusted(root, name)
    if around is not None:
        digest = hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()
        place = around / digest[:32] / name
        with suppress(OSError):
            if not _holds(place, contents):
                _put(place, contents)
            return place
    temporary = tempfile.mkdtemp(prefix="thesmos-")
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    _write(Path(temporary) / name, contents)
    return Path(temporary) / name


def _holds(folder: Path, contents: Mapping[str, bytes]) -> bool:
    """Return whether a folder holds these files and no others."""
    files = [path for path in folder.rglob("*") if not path.is_dir()]
    return len(files) == len(contents) and all(
        contents.get(path.relative_to(folder).as_posix()) == path.read_bytes() for path in files
    )


def _put(place: Path, contents: Mapping[str, bytes]) -> None:
    """Put a folder with these files in a place, whole, instead of a damaged one that is there.

    Raises OSError if that fails.
    """
    new = Path(tempfile.mkdtemp(dir=place.parent.parent))
    try:
        _write(new / place.name, contents)
        with suppress(OSError):  # there may be a damaged one, or that of a quicker process
            new.rename(place.parent)
        if not _holds(place, contents):
            shutil.rmtree(place.parent)
            new.rename(place.parent)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _write(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write files, by their paths in a folder."""
    for path, content in contents.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def _trusted(root: Path, name: str) -> Path | None:
    """Return a folder inside `root`, which is made if need be; None if it can't be trusted."""
    folder = root / name
    try:
        if os.name != "posix":
            folder.mkdir(parents=True, exist_ok=True)
        elif not (_safe_way(root.parent) and _private(root) and _private(folder)):
            return None
    except OSError:
        return None
    return folder


def _content(path: Path) -> bytes:
    """Return the content of a file of the user's own. Raises OSError if it is anything else."""
    with os.fdopen(os.open(path, READ_ONLY), "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode) or (os.name == "posix" and not _only_users(about)):
            raise PermissionError
        return file.read()


def _private(folder: Path) -> bool:
    """Return whether a path is a folder, and no link, that only the user can write in."""
    about = _looked_at(folder)
    return stat.S_ISDIR(about.st_mode) and _only_users(about)


def _only_users(about: os.stat_result) -> bool:
    """Return whether a file or folder belongs to the user and nobody else can write in it."""
    return about.st_uid == os.getuid() and not about.st_mode & OTHERS_WRITE


def _safe_way(path: Path) -> bool:
    """Return whether only the user and the administrator decide where a path leads.

    Each folder is examined before the names in it; missing ones are made, for the user only. Raises
    OSError if that fails.
    """
    place, ahead, links = Path(path.anchor), [*reversed(path.parts[1:])], 0
    if not _safe(place.lstat()):
        return False
    while ahead:
        name = ahead.pop()
        if name == os.pardir:
            place = place.parent
            continue
        about = _looked_at(place / name)
        if not _safe(about):
            return False
        if not stat.S_ISLNK(about.st_mode):
            place /= name
            continue
        links += 1
        if links > MOST_LINKS:
            return False
        target = (place / name).readlink()
        place = Path(target.anchor) if target.is_absolute() else place
        ahead += reversed(target.parts[1:] if target.is_absolute() else target.parts)
    return True


def _looked_at(path: Path) -> os.stat_result:
    """Return what is known about a path, following no link; make a folder there if nothing is."""
    try:
        return path.lstat()
    except FileNotFoundError:
        with suppress(FileExistsError):
            path.mkdir(mode=0o700)
        return path.lstat()


def _safe(about: os.stat_result) -> bool:
    """Return whether only the user and the administrator can change which file has a name in it.

    The rights of a link say nothing: those of the folder that it is in count.
    """
    if about.st_uid not in (ADMINISTRATOR, os.getuid()):
        return False
    sticky = about.st_mode & stat.S_ISVTX
    return stat.S_ISLNK(about.st_mode) or bool(sticky) or not about.st_mode & OTHERS_WRITE
