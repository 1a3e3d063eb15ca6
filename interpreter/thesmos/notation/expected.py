"""Checks of the parts of a position: each returns the value, or raises UsageError."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from thesmos.diagnostics import UsageError, suggest


def list_of(value: Any, path: str, most: int) -> list[Any]:
    """Return a value, which must be a list. Raises UsageError if it is not, or is too long.

    most: how many entries a state can have.
    """
    if not isinstance(value, list):
        raise UsageError(f"{path} must be a list", None)
    if len(value) > most:
        raise UsageError(f"{path} has {len(value)} entries", f"there can be at most {most}")
    return value


def for_each_player(value: Any, path: str, players: int) -> list[Any]:
    """Return a value, which must be a list with an entry for each player."""
    values = list_of(value, path, players)
    if len(values) < players:
        length = "1 entry" if len(values) == 1 else f"{len(values)} entries"
        raise UsageError(f"{path} has {length}", f"write one for each of the {players} players")
    return values


def refuse_repeated(numbers: Iterable[int], texts: Sequence[Any], path: str) -> None:
    """Raise UsageError if two texts of a list mean the same thing. numbers: what each means."""
    before = set[int]()
    for number, text in zip(numbers, texts, strict=True):
        if number in before:
            raise UsageError(f"{path}: `{str(text)[:40]}` is listed twice", "list each thing once")
        before.add(number)


def object_of(value: Any, path: str, form: str = "") -> dict[str, Any]:
    """Return a value, which must be an object. Raises UsageError if it is not.

    form: such as ` {cell: value}`.
    """
    if not isinstance(value, dict):
        raise UsageError(f"{path} must be an object{form}", None)
    return value


def index_of(text: Any, names: Sequence[str], path: str) -> int:
    """Return the index of a name. Raises UsageError if there is no such name."""
    if not text or text not in names:
        named = [name for name in names if name]
        hint = suggest(str(text), named) or (f"one of {named[0]} … {named[-1]}" if named else None)
        raise UsageError(f"{path}: there is no `{str(text)[:20]}`", hint)
    return names.index(text)


def never_changes(path: str, text: str) -> UsageError:
    """Return the error for a thing whose constant attribute a position contradicts."""
    return UsageError(f"{path}: `{text}` can't be one of these", "this never changes in a game")
