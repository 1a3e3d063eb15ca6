"""Safe file access: files are written whole or not at all, and links out of a folder are found.

A file is written as a *part*, beside the place where it belongs, and gets its name once it is
complete. A part is locked for as long as its writer runs, so what a killed writer has left behind
can be told apart: whoever writes in the folder next removes it.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from thesmos.diagnostics import UsageError

try:
    import fcntl
except ImportError:  # Windows, where an abandoned part stays
    fcntl = None  # type: ignore[assignment]

NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS)  # errors of systems without hard links
PART = re.compile(r"\.thesmos-[0-9a-f]{16}\.part")
OVERWRITE = "--force overwrites"  # what a command says of the option to replace files


def leads_out(path: Path, folder: Path) -> bool:
    """Return whether a path below a folder leads out of it, through a link anywhere in it."""
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def make_folder(path: Path) -> None:
    """Make a folder and its parents, unless they exist. Raises UsageError if that fails."""
    with _reported(path):
        path.mkdir(parents=True, exist_ok=True)


def check_new(paths: Iterable[Path], force: bool) -> None:
    """Raise UsageError if any of these files exists, unless `force` says to overwrite them."""
    existing = [] if force else [str(path) for path in paths if os.path.lexists(path)]
    if existing:
        several = len(existing) > 1
        message = f"{', '.join(existing)} already exist{'' if several else 's'}"
        raise UsageError(message, f"{OVERWRITE} {'them' if several else 'it'}")


def write_files(contents: Mapping[Path, str | bytes], replace: bool = False) -> None:
    """Write files, text in UTF-8, and the folders that they need: all of them, or nothing.

    If one can't be written, those that were there before stay as they are. Only a process that is
    killed while the files get their names leaves some of them new and others old.
    replace: whether to replace existing files.

    Raises UsageError if a file can't be written, or exists and may not be replaced.
    """
    folders: list[Path] = []
    try:
        with _PartFiles(replace) as parts:
            for path, content in contents.items():
                with _reported(path):
                    around = (path.parent, *path.parent.parents)
                    missing = [folder for folder in around if not folder.exists()]
                    folders = missing + folders  # innermost first
                    path.parent.mkdir(parents=True, exist_ok=True)
                    data = content.encode() if isinstance(content, str) else content
                    parts.open(path).write(data)
    except BaseException:
        for folder in folders:
            with suppress(OSError):
                folder.rmdir()
        raise


def write_text(path: Path, text: str, replace: bool = True) -> None:
    """Write a file whole, in UTF-8, as `whole_file` does."""
    with whole_file(path, replace) as file:
        file.write(text.encode())


@contextmanager
def whole_file(path: Path, replace: bool = True, private: bool = False) -> Iterator[BinaryIO]:
    """Open a file to write into, which appears under its name only once it is complete.

    Until then, and if the body fails, a file that was there before stays as it is. Of several
    writers at once, the last one to finish wins. What is not a regular file, such as a device or a
    pipe, is written directly. replace: whether to replace an existing file. private: whether only
    the user may read and write it; otherwise it has the rights of the file that it replaces.

    Raises UsageError if the file can't be written, or exists and may not be replaced.
    """
    with _reported(path), _PartFiles(replace, private) as parts:
        yield parts.open(path)


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Turn an OSError raised inside into a UsageError about a path."""
    try:
        yield
    except FileExistsError as error:
        if path.is_dir():
            raise UsageError(f"{path} can't be written: {error.strerror or error}") from error
        raise UsageError(f"{path} already exists", "choose another name") from None
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror or error}") from error


@dataclass(frozen=True)
class _PartFile:
    """A file that is not complete yet.

    path: the name that was asked for. place: what it leads to, since a link is followed, not
    replaced. part: where the file is now; None if it is no regular file and is written directly.
    """

    path: Path
    place: Path
    part: Path | None
    file: BinaryIO


class _PartFiles:
    """Files that get their names together when the body ends, or are all dropped if it fails."""

    def __init__(self, replace: bool, private: bool = False) -> None:
        self._replace, self._private = replace, private
        self._parts: list[_PartFile] = []
        self._tidied: set[Path] = set()

    def __enter__(self) -> _PartFiles:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: object, __: TracebackType | None
    ) -> None:
        """Name the files, unless an exception is propagating. Raises UsageError."""
        try:
            if kind is None:
                for part in self._parts:
                    with _reported(part.path):
                        self._complete(part)
                self._name_all()
        finally:
            for part in self._parts:
                with suppress(OSError):
                    part.file.close()
                with suppress(OSError):
                    if part.part is not None:
                        part.part.unlink(missing_ok=True)

    def open(self, path: Path) -> BinaryIO:
        """Return a new file to write into. Raises OSError."""
        if "\0" in str(path):
            raise OSError(errno.EINVAL, "this can't be the name of a file")
        if not self._replace and path.exists():
            raise FileExistsError
        if path.exists() and not path.is_file():
            file: BinaryIO = path.open("wb")
            self._parts.append(_PartFile(path, path, None, file))
            return file
        place = Path(os.path.realpath(path))
        if place.parent not in self._tidied:
            self._tidied.add(place.parent)
            _remove_abandoned(place.parent)
        part, file = _new_part(place.parent)
        self._parts.append(_PartFile(path, place, part, file))
        return file

    def _complete(self, part: _PartFile) -> None:
        """Write a file to the disk, where it may turn out that there is no space."""
        part.file.flush()
        if part.part is not None:
            os.fsync(part.file.fileno())
            if self._private:
                part.part.chmod(stat.S_IRUSR | stat.S_IWUSR)
            elif self._replace:
                with suppress(FileNotFoundError):
                    part.part.chmod(stat.S_IMODE(part.place.stat().st_mode))
        if fcntl is None:  # there, what is open can't get another name
            part.file.close()

    def _name_all(self) -> None:
        """Give all files their names. If one can't get its name, take back those of the others."""
        copies = {  # of the files that were there before
            part.place: _linked(part.place)
            for part in self._parts
            if len(self._parts) > 1 and part.part is not None and part.place.exists()
        }
        named: list[Path] = []
        try:
            for part in self._parts:
                if part.part is not None:
                    with _reported(part.path):
                        self._name(part.part, part.place)
                    named.append(part.place)
        except BaseException:
            for place in named if len(self._parts) > 1 else ():
                with suppress(OSError):
                    if place not in copies:
                        place.unlink()
                    elif (copy := copies[place]) is not None:
                        copy.replace(place)
            raise
        finally:
            for copy in copies.values():
                with suppress(OSError):
                    if copy is not None:
                        copy.unlink(missing_ok=True)

    def _name(self, part: Path, place: Path) -> None:
        """Give a file its name. Raises FileExistsError if it is taken and may not be replaced."""
        if self._replace:
            part.replace(place)
            return
        try:
            place.hardlink_to(part)  # unlike a rename, it never replaces what is there
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            if place.exists():
                raise FileExistsError from None
            part.replace(place)


def _part_name(folder: Path) -> Path:
    return folder / f".thesmos-{secrets.randbits(64):016x}.part"


def _linked(place: Path) -> Path | None:
    """Return another name for a file, under which it outlasts being replaced; None if it fails."""
    copy = _part_name(place.parent)
    try:
        copy.hardlink_to(place)
    except OSError:
        return None
    return copy


def _new_part(folder: Path) -> tuple[Path, BinaryIO]:
    """Make a part in a folder, and lock it for as long as it is open. Raises OSError."""
    while True:
        part = _part_name(folder)
        file = part.open("xb")
        if fcntl is None:
            return part, file
        with suppress(OSError):  # not every file system has locks
            fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file.fileno()).st_nlink:
            return part, file
        file.close()  # somebody has taken it for an abandoned one before it was locked


def _remove_abandoned(folder: Path) -> None:
    """Remove the parts in a folder whose writers have ended without removing them."""
    if fcntl is None:
        return
    with suppress(OSError), os.scandir(folder) as entries:
        parts = [Path(entry.path) for entry in entries if PART.fullmatch(entry.name)]
        for part in parts:
            with suppress(OSError):
                _remove_unlocked(part)


def _remove_unlocked(part: Path) -> None:
    """Remove a part. Raises OSError if it is locked, by a writer that runs, or no regular file."""
    number = os.open(part, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if stat.S_ISREG(os.fstat(number).st_mode):
            part.unlink()
    finally:
        os.close(number)
