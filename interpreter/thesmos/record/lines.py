"""Read lines of untrusted files, gzipped or not, with limits on number, length and total size."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from thesmos.diagnostics import UsageError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MAX_LINE = 4 << 20
MAX_LINES = 4_000_000  # including empty ones
MAX_FILE = 1 << 30  # bytes, as stored and as unpacked
MAX_MEMBERS = 100_000  # gzip streams in one file
GZIP = b"\x1f\x8b"
CHUNK = 64 << 10
_WITH_GZIP_HEADER = 16 + zlib.MAX_WBITS


@dataclass(frozen=True)
class Line:
    """One line of a file, not yet parsed."""

    file: str
    number: int
    text: bytes

    @property
    def place(self) -> str:
        """The file and line, as shown in messages."""
        return f"{self.file}:{self.number}"


def read_lines(path: Path, progress: Callable[[int], object] | None = None) -> Iterator[Line]:
    """The lines of a file that are not empty.

    progress: called with the number of (compressed) bytes read so far. Raises UsageError if the
    file can't be read or is too large.
    """
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == GZIP
            raw.seek(0)
            stream = io.BufferedReader(_Unpacked(path, raw), CHUNK) if packed else raw
            for line in _bounded(path, stream):
                if progress is not None:
                    progress(raw.tell())
                yield line
    except (EOFError, zlib.error) as error:
        raise UsageError(f"{path} is a damaged gzip file: {error}") from error
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror or error}") from error


def _bounded(path: Path, stream: BinaryIO | io.BufferedReader) -> Iterator[Line]:
    number = total = 0
    while text := stream.readline(MAX_LINE + 1):
        number += 1
        total += len(text)
        if len(text) > MAX_LINE:
            raise UsageError(f"{path}:{number} is longer than {MAX_LINE >> 20} MB")
        if number > MAX_LINES:
            raise UsageError(f"{path} has more than {MAX_LINES} lines")
        if total > MAX_FILE:
            raise UsageError(f"{path} is larger than {MAX_FILE >> 30} GB when unpacked")
        if text.strip():
            yield Line(str(path), number, text)


class _Unpacked(io.RawIOBase):
    """The unpacked content of a gzip file.

    Python's own reader can run for hours on input that unpacks to nothing, such as empty members or
    endless headers.
    """

    def __init__(self, path: Path, raw: BinaryIO) -> None:
        self._path = path
        self._raw = raw
        self._rest = b""
        self._stored = self._members = 0
        self._engine = self._member()

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Unpack some bytes; 0 at the end. Raises EOFError, zlib.error and UsageError."""
        view = memoryview(buffer)
        unpacked = b""
        while not unpacked and self._has_more():
            unpacked = self._engine.decompress(self._rest, len(view))
            self._rest = self._engine.unconsumed_tail or self._engine.unused_data
        view[: len(unpacked)] = unpacked
        return len(unpacked)

    def _has_more(self) -> bool:
        """Whether there is more to unpack; reads and goes on to the next member if necessary."""
        if self._engine.eof:
            while not (after := self._rest.lstrip(b"\0")):  # with which some programs pad
                self._rest = self._read()
                if not self._rest:
                    return False
            self._rest = after
            self._engine = self._member()
        elif not self._rest:
            self._rest = self._read()
            if not self._rest:
                raise EOFError("it is cut short")
        return True

    def _member(self) -> zlib._Decompress:
        self._members += 1
        if self._members > MAX_MEMBERS:
            raise UsageError(f"{self._path} joins more than {MAX_MEMBERS} gzip files")
        return zlib.decompressobj(_WITH_GZIP_HEADER)

    def _read(self) -> bytes:
        got = self._raw.read(CHUNK)
        self._stored += len(got)
        if self._stored > MAX_FILE:
            raise UsageError(f"{self._path} is larger than {MAX_FILE >> 30} GB")
        return got
