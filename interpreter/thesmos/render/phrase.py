"""Words and values of positions as readable text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Any

NOTATION: Mapping[str, str] = {}  # no names: everything is shown as positions write it


def named(word: str, names: Mapping[str, str]) -> str:
    """The name for a word that the game declares."""
    return names.get(word, word)


def spaced(word: str, names: Mapping[str, str]) -> str:
    """What a word is called, or the word itself with spaces."""
    return named(word, names).replace("_", " ")


def in_lines(texts: Iterable[str], columns: int) -> list[str]:
    """Texts in lines of whole words, each text from the beginning of a line."""
    return [
        line
        for text in texts
        for line in wrap(text, columns, break_long_words=False, break_on_hyphens=False)
    ]


def phrase(value: Any, names: Mapping[str, str] = NOTATION) -> str:
    """A value as readable text: `1m 2, coin 1` instead of JSON.

    names: what words are called; without any, they are shown as positions write them.
    """
    if isinstance(value, Mapping):
        return ", ".join(_pair(key, one, names) for key, one in value.items()) or "-"
    if isinstance(value, list | tuple):
        return ", ".join(_inner(one, names) for one in value) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else names.get(str(value), str(value)) or "-"


def _pair(key: str, value: Any, names: Mapping[str, str]) -> str:
    """A name with its value; beside names, what is so needs no `yes`."""
    if names and value is True:
        return names.get(key, key)
    return f"{names.get(key, key)}{': ' if names else ' '}{_inner(value, names)}"


def _inner(value: Any, names: Mapping[str, str]) -> str:
    text = phrase(value, names)
    return f"({text})" if isinstance(value, Mapping | list | tuple) else text
