"""Batches of recorded games for processes: games that share what is compiled come together."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from thesmos.record.lines import Line, read_lines
from thesmos.tools.shared_pools import set_ups, together

BATCH = 64  # games, at most
SHARING = 1000  # games of match-ups that share a pool, at most
BATCHES = 16  # at least, if there are so many games: for as many processes
TOGETHER = 256 << 20  # bytes of lines that are sorted by their set-ups at a time
SETUP = re.compile(rb'"setup"\s*:\s*')
LONGEST_SETUP = 16 << 10  # bytes; a longer one is not recognized as equal to another

Numbered = tuple[int, Line]
Batch = tuple[Numbered, ...]


class BytesRead:
    """The number of bytes read: of finished files, and of the present one; and of lines."""

    def __init__(self) -> None:
        self._before = self._now = self.lines = 0

    @property
    def total(self) -> int:
        """The bytes, of files as stored."""
        return self._before + self._now

    def at(self, position: int) -> None:
        """So many bytes of the present file have been read."""
        self._now = position

    def finished(self, path: Path) -> None:
        """All of the present file has been read."""
        self._before += path.stat().st_size
        self._now = 0


def batches_of(
    paths: Sequence[Path], max_games: int | None, read: BytesRead, pools: bool
) -> Iterator[Batch]:
    """The lines of files, numbered, those with the same or similar set-ups together.

    max_games: in all. read: told what has been read. pools: whether match-ups may share a pool.
    """
    lines: dict[bytes, list[Numbered]] = {}
    size = 0
    for numbered in enumerate(islice(_lines(paths, read), max_games)):
        text = numbered[1].text
        lines.setdefault(setup_in(text), []).append(numbered)
        size += len(text)
        if size > TOGETHER:
            yield from _in_batches(lines, pools)
            lines, size = {}, 0
    yield from _in_batches(lines, pools)


def _in_batches(lines: dict[bytes, list[Numbered]], pools: bool) -> Iterator[Batch]:
    """Batches of lines with the same set-ups, and with similar ones, which share what is compiled.

    pools: whether they may also share a pool.
    """
    left = {**lines}
    if pools:
        setups = set_ups({text: len(same) for text, same in lines.items()})
        for group in together(setups):
            yield from _cut([(one.text, left.pop(one.text)) for one in group], SHARING)
    most = min(BATCH, 1 + sum(map(len, lines.values())) // BATCHES)
    yield from _cut([*left.items()], most)


def _cut(lines: list[tuple[bytes, list[Numbered]]], most: int) -> Iterator[Batch]:
    """Batches, in the order of their set-ups, of about the same size. most: lines of one."""
    ordered = [line for _, same in sorted(lines) for line in same]
    batches = -(-len(ordered) // most)
    for number in range(batches):
        first, end = (len(ordered) * n // batches for n in (number, number + 1))
        yield tuple(ordered[first:end])


def setup_in(line: bytes) -> bytes:
    """What tells set-ups apart in lines that are not parsed yet; nothing if none is found.

    The order of a pile is not part of it: it changes nothing in what is compiled.
    """
    found = SETUP.search(line)
    if found is None:
        return b""
    try:
        text = line[found.end() : found.end() + LONGEST_SETUP].decode(errors="replace")
        setup, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return b""
    if isinstance(setup, dict):
        setup.pop("chance", None)
    return json.dumps(setup, sort_keys=True).encode()


def _lines(paths: Sequence[Path], read: BytesRead) -> Iterator[Line]:
    for path in paths:
        for line in read_lines(path, read.at):
            read.lines += 1
            yield line
        read.finished(path)
