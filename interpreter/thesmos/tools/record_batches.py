"""Divide recorded games into batches for processes: games that share compiled code go together."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from thesmos.record.lines import Line, read_lines
from thesmos.tools.shared_pools import set_ups, together

BATCH = 64  # most games in a batch
SHARING = 1000  # most games in a batch whose match-ups share a pool
BATCHES = 16  # fewest batches, given enough games, to keep as many processes busy
TOGETHER = 256 << 20  # bytes of lines that are sorted by their set-ups at a time
SETUP = re.compile(rb'"setup"\s*:\s*')
LONGEST_SETUP = 16 << 10  # bytes; longer set-ups are not recognized as equal

Numbered = tuple[int, Line]
Batch = tuple[Numbered, ...]


class BytesRead:
    """Counts the bytes read, of finished files and the present one, and the lines."""

    def __init__(self) -> None:
        self._before = self._now = self.lines = 0

    @property
    def total(self) -> int:
        """The number of bytes read, of files as stored (maybe compressed)."""
        return self._before + self._now

    def at(self, position: int) -> None:
        """Note how many bytes of the present file have been read."""
        self._now = position

    def finished(self, path: Path) -> None:
        """Note that all of the present file has been read."""
        self._before += path.stat().st_size
        self._now = 0


def batches_of(
    paths: Sequence[Path], max_games: int | None, read: BytesRead, pools: bool
) -> Iterator[Batch]:
    """Yield the lines of files, numbered, those with the same or similar set-ups together.

    max_games: the most games in all.
    read: updated with what has been read.
    pools: whether match-ups may share a pool.
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
    """Yield batches of lines with the same or similar set-ups, which share compiled code.

    pools: whether match-ups may also share a pool.
    """
    remaining = {**lines}
    if pools:
        setups = set_ups({text: len(same) for text, same in lines.items()})
        for group in together(setups):
            texts = [set_up.text for set_up in group]
            yield from _cut([(text, remaining.pop(text)) for text in texts], SHARING)
    most = min(BATCH, 1 + sum(map(len, lines.values())) // BATCHES)
    yield from _cut([*remaining.items()], most)


def _cut(lines: list[tuple[bytes, list[Numbered]]], most: int) -> Iterator[Batch]:
    """Yield batches of about the same size, in the order of set-ups. most: lines in a batch."""
    ordered = [line for _, same in sorted(lines) for line in same]
    batches = -(-len(ordered) // most)
    for number in range(batches):
        first, end = (len(ordered) * n // batches for n in (number, number + 1))
        yield tuple(ordered[first:end])


def setup_in(line: bytes) -> bytes:
    """Return the set-up in a line that is not parsed yet, as a key; empty if none is found.

    The outcomes of chance, such as the order of a pile, are left out: they don't affect what is
    compiled.
    """
    match = SETUP.search(line)
    if match is None:
        return b""
    try:
        text = line[match.end() : match.end() + LONGEST_SETUP].decode(errors="replace")
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
