"""The games of a book, for several processes: each reads a game when it first needs it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, overload

from thesmos_rulebook.content.book_source import BookSource, read_source


class Sources(Sequence[BookSource]):
    """Games, read when they are asked for; in another process they are read there."""

    def __init__(self, names: Sequence[str], scenarios: Sequence[Path] = ()) -> None:
        """Remember what to read.

        names: games by slug, with a version or without, or the paths of their folders.
        scenarios: additional files and folders of scenarios.
        """
        self.names, self.scenarios = tuple(names), tuple(scenarios)
        self._read: dict[str, BookSource] = {}

    def ordered(self) -> Sources:
        """Return the games with those that have most powers first. Raises what reading raises."""

        def place(name: str) -> tuple[int, str]:
            source = self._source(name)
            return -len(source.powers), source.slug

        result = Sources(sorted(self.names, key=place), self.scenarios)
        result._read = self._read
        return result

    @overload
    def __getitem__(self, index: int) -> BookSource: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[BookSource]: ...
    def __getitem__(self, index: int | slice) -> BookSource | Sequence[BookSource]:
        if isinstance(index, slice):
            return [self._source(name) for name in self.names[index]]
        return self._source(self.names[index])

    def __len__(self) -> int:
        return len(self.names)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what was read: it holds compiled rules, which do not leave a process."""
        return {**self.__dict__, "_read": {}}

    def _source(self, name: str) -> BookSource:
        if name not in self._read:
            self._read[name] = read_source(name, self.scenarios)
        return self._read[name]
