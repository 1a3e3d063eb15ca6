"""Write words and values of positions as readable text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Any

GAP = re.compile(r"\{(\w+)\}")
NOTATION: Mapping[str, str] = {}  # no names: everything is shown as positions write it


def named(word: str, names: Mapping[str, str]) -> str:
    """Return the name for a word that the game declares; by default, the word itself."""
    return names.get(word, word)


def spaced(word: str, names: Mapping[str, str]) -> str:
    """Return the name for a word, or the word itself, with spaces for `_`."""
    return named(word, names).replace("_", " ")


def member_key(attribute: str) -> str:
    """Return the key, among names, of the sentence of a set: `{value} knows {it}`."""
    return f"has {attribute}"


def filled(sentence: str, texts: Mapping[str, str]) -> str:
    """Return a sentence with its gaps filled; those without a text stay."""
    return GAP.sub(lambda gap: texts.get(gap[1], gap[0]), sentence)


def in_lines(texts: Iterable[str], columns: int) -> list[str]:
    """Return texts in lines of whole words; each text begins a new line."""
    return [
        line
        for text in texts
        for line in wrap(text, columns, break_long_words=False, break_on_hyphens=False)
    ]


def phrase(value: Any, names: Mapping[str, str] = NOTATION) -> str:
    """Return a value as readable text: `1m 2, coin 1` instead of JSON.

    names: names for words; by default, words are shown as positions write them.
    """
    if isinstance(value, Mapping):
        return ", ".join(_pair(key, part, names) for key, part in value.items()) or "-"
    if isinstance(value, list | tuple):
        return ", ".join(_inner(part, names) for part in value) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else names.get(str(value), str(value)) or "-"


def _pair(key: str, value: Any, names: Mapping[str, str]) -> str:
    """Return a name with its value; with names, `yes` is left out."""
    if names and value is True:
        return names.get(key, key)
    return f"{names.get(key, key)}{': ' if names else ' '}{_inner(value, names)}"


def _inner(value: Any, names: Mapping[str, str]) -> str:
    text = phrase(value, names)
    return f"({text})" if isinstance(value, Mapping | list | tuple) else text
