"""A position as a player sees it, with what everybody may know of hidden pieces, for pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from thesmos.render.drawn_rows import UNKNOWN, DrawnWords
from thesmos.render.text_board import Picture


def as_seen(
    drawn: Picture, seen: Mapping[str, Any], unseen: Mapping[str, Any], full: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a position as a player sees it, with backs of pieces and numbers of hidden ones.

    seen: the position of their view. unseen: that of `View.unseen`. full: the position itself.
    """
    position = dict(seen)
    for key, numbers in unseen.items():
        *path, last = key.split(".")
        part = position
        for name in path:
            part[name] = part = dict(part.get(name, {}))
        part[last] = _with_numbers(part.get(last), numbers)
    for rows in drawn.rows:
        if isinstance(rows, DrawnWords):
            position = rows.with_backs(position, full)
    return position


def _with_numbers(pieces: Any, numbers: int | Sequence[int]) -> list[Any]:
    """Return a list of pieces, or one for each player, with how many more there are: `?×3`."""
    if isinstance(numbers, int):
        return [*(pieces or []), *([f"{UNKNOWN}×{numbers}"] if numbers else [])]
    lists = pieces or [[] for _ in numbers]
    return [_with_numbers(*pair) for pair in zip(lists, numbers, strict=True)]
