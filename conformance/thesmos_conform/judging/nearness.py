"""How near a position is to others, in the number of parts in which they differ."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

Part = tuple[Hashable, ...]


class Nearness:
    """Compares positions with some wanted ones, all as canonical texts.

    Nothing is known about the position of a hash, so it is equally far from every position.
    """

    def __init__(self, wanted: Iterable[str]) -> None:
        texts = (text for text in wanted if text.startswith("{"))
        self._wanted = [frozenset(_parts(json.loads(text))) for text in texts]

    def distance(self, text: str) -> int:
        """Return in how many parts a position differs from the nearest of the wanted ones."""
        if not self._wanted:
            return 0
        parts = frozenset(_parts(json.loads(text)))
        return min(len(parts ^ wanted) for wanted in self._wanted)


def _parts(value: Any, path: Part = ()) -> Iterator[Part]:
    """Yield the parts of a position: entries of lists, and the signs of other texts."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _parts(part, (*path, key))
    elif isinstance(value, list):
        for part in value:
            if isinstance(part, str):
                yield *path, part
            else:
                yield from _parts(part, path)
    elif isinstance(value, str):
        yield from ((*path, at, sign) for at, sign in enumerate(value))
    else:
        yield *path, value
