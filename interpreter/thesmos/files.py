"""Safe file access: files are written whole or not at all, and links out of a folder are found."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from thesmos.diagnostics import UsageError

NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS)  # errors of systems without hard links


def leads_out(path: Path, folder: Path) -> bool:
    """Return whether a path below a folder leads out of it, through a link anywhere in it."""
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def make_folder(path: Path) -> None:
    """Make a folder and its parents, unless they exist. Raises UsageError if that fails."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _not_written(path, error) from error


def write_new(texts: Mapping[Path, str]) -> None:
    """Write new files, and the folders that they need: all of them, or nothing.

    Raises UsageError if one of them exists already or can't be written.
    """
    made: list[Path] = []
    folders: list[Path] = []
    try:
        for path, text in texts.items():
            around = (path.parent, *path.parent.parents)
            folders = [one for one in around if not one.exists()] + folders  # innermost first
            make_folder(path.parent)
            write_text(path, text, replace=False)
            made.append(path)
    except BaseException:
        with suppress(OSError):
            for path in made:
                path.unlink()
            for path in folders:
                path.rmdir()
        raise


def write_text(path: Path, text: str, replace: bool = True) -> None:
    """Write a file whole, in UTF-8, as `whole_file` does."""
    with whole_file(path, replace) as file:
        file.write(text.encode())


@contextmanager
def whole_file(path: Path, replace: bool = True) -> Iterator[BinaryIO]:
    """Open a file to write into, which appears under its name only once it is complete.

    Until then, and if the body fails, a file that was there before stays as it is. Of several
    writers at once, the last one to finish wins. What is not a regular file, such as a device or a
    pipe, is written directly. replace: whether to replace an existing file.

    Raises UsageError if the file can't be written, or exists and may not be replaced.
    """
    try:
        with _opened(path, replace) as file:
            yield file
    except FileExistsError:
        raise UsageError(f"{path} already exists", "choose another name") from None
    except OSError as error:
        raise _not_written(path, error) from error


@contextmanager
def _opened(path: Path, replace: bool) -> Iterator[BinaryIO]:
    """As `whole_file`, but raises OSError."""
    if "\0" in str(path):
        raise OSError(errno.EINVAL, "this can't be the name of a file")
    if not replace and path.exists():
        raise FileExistsError
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    place = Path(os.path.realpath(path))  # replace the target of a link, not the link
    part = place.with_name(f".{secrets.randbits(64):016x}.part")
    try:
        with part.open("xb") as file:
            yield file
        if replace:
            with suppress(FileNotFoundError):
                part.chmod(stat.S_IMODE(place.stat().st_mode))
            part.replace(place)
        else:
            _put(part, place)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _put(part: Path, path: Path) -> None:
    """Give a file its final name. Raises FileExistsError if the name is taken by now."""
    try:
        path.hardlink_to(part)  # unlike a rename, it never replaces what is there
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        if path.exists():
            raise FileExistsError from None
        part.replace(path)


def _not_written(path: Path, error: OSError) -> UsageError:
    return UsageError(f"{path} can't be written: {error.strerror or error}")
