"""Checks the arguments of the API: a wrong one is a UsageError that names it, not a TypeError."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from operator import index
from typing import Any

from thesmos.diagnostics import UsageError, clipped

LARGEST_COUNT = 1_000_000_000  # of games, rounds and the like: more could not be kept
SEEDS = 2**64  # seeds outside are wrapped around


def whole_number(value: Any, name: str, low: int, high: int) -> int:
    """Return a whole number from low to high, also one of NumPy's. Raises UsageError."""
    hint = f"give a whole number from {low} to {high}"
    number = as_integer(value)
    if number is None:
        raise UsageError(f"{name} can't be {_shown(value)}", hint)
    if not low <= number <= high:
        raise UsageError(f"{name} can't be {clipped(str(number))}", hint)
    return number


def as_integer(value: Any) -> int | None:
    """Return a whole number, also one of NumPy's, as an int; None for anything else."""
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def count(value: Any, name: str) -> int:
    """Return how many of something there shall be: 0 or more. Raises UsageError."""
    return whole_number(value, name, 0, LARGEST_COUNT)


SEED = 0  # if none is given: what is random is then the same each time


def seed(value: Any) -> int:
    """Return the seed of a generator: any whole number. Raises UsageError."""
    try:
        return index(value) % SEEDS
    except TypeError:
        raise UsageError(f"seed can't be {_shown(value)}", "give a whole number") from None


def text(value: Any, name: str, example: str) -> str:
    """Return a text. Raises UsageError. example: such a text, for the hint."""
    if not isinstance(value, str):
        raise UsageError(f"{name} can't be {_shown(value)}", f"give a text, such as {example!r}")
    return value


def mapping(value: Any, name: str, example: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a mapping by names; empty for None. Raises UsageError."""
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        hint = f"give a mapping, such as {dict(example)!r}"
        raise UsageError(f"{name} can't be {_shown(value)}", hint)
    return value


def names(value: Any, name: str, example: Iterable[str | None]) -> list[str | None]:
    """Return names in an order of their own; None for no name. Raises UsageError."""
    hint = f"give a list, such as {[*example]!r}"
    if isinstance(value, str | Set | Mapping) or not isinstance(value, Iterable):
        raise UsageError(f"{name} can't be {_shown(value)}", hint)
    listed = [*value]
    for entry in listed:
        if not isinstance(entry, str | None):
            raise UsageError(f"{name} can't hold {_shown(entry)}", hint)
    return listed


def _shown(value: Any) -> str:
    """A wrong value as it would be written, not too long."""
    return clipped(repr(value))
