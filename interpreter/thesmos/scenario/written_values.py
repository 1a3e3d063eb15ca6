"""What authors write in YAML, in the types that positions and events have.

Most values of positions are texts, but YAML reads an unquoted `7` as a number and `true` as a flag;
and where a position has a list, authors write a single thing. Both are settled here, when an
expectation is read, so that comparing knows no types but those of JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from thesmos.program import positions as p

NOWHERE = "nothing"  # for the place of a piece that is on no board
PLAYER = "player"  # of an event of the core: a number; other values are compared as texts


def position_values(written: Any, entries: Iterable[p.PositionEntry]) -> Any:
    """Return a written position, or part of one, with the types of a game's positions.

    entries: those of the game. What no entry describes stays as it is, as do wrong shapes.
    """
    by_path: dict[tuple[str, ...], p.PositionEntry] = {}
    for entry in entries:
        by_path.setdefault(entry.path, entry)  # several entries of one path have the same shape
    return _inside(written, by_path, ())


def _inside(
    written: Any, by_path: dict[tuple[str, ...], p.PositionEntry], path: tuple[str, ...]
) -> Any:
    if path in by_path:
        return _of_entry(written, by_path[path])
    if isinstance(written, dict):
        return {key: _inside(value, by_path, (*path, key)) for key, value in written.items()}
    return written


def _of_entry(written: Any, entry: p.PositionEntry) -> Any:
    match entry:
        case p.Cells() | p.Pieces() | p.Members(attribute=None):
            return _texts(written)
        case p.Members():
            return [*map(_texts, written)] if isinstance(written, list) else written
        case p.ByPlayer():
            return [*map(_text, written)] if isinstance(written, list) else written
        case p.Map() if isinstance(written, dict):
            return {key: _text(value) for key, value in written.items()}
        case p.OnePiece():
            return "" if written == NOWHERE else _text(written)
        case p.Digits() | p.GameValue():
            return _text(written)
    return written  # counts are numbers, and memories have types of their own


def _texts(written: Any) -> Any:
    """Return a list of texts; one with a single text for a single thing."""
    if isinstance(written, dict) or written is None:
        return written
    listed = written if isinstance(written, list) else [written] if written != "" else []
    return [_text(value) for value in listed]


def _text(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else value


def event_values(written: Any) -> Any:
    """Return an event, written or got, with texts for all values but the player of the core."""
    if not isinstance(written, dict):
        return written
    return {key: value if key == PLAYER else _text(value) for key, value in written.items()}
