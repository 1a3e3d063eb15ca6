"""Adapter skeletons: they speak the protocol, and the user fills in the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from thesmos.diagnostics import UsageError
from thesmos.files import write_files
from thesmos_conform.resources import skeletons_dir

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MAX_NAME = 40
PLAYERS = "PLAYERS"  # the word for a number; the others are texts, such as an edition `2023`


def languages() -> list[str]:
    """Return the languages in which there is a skeleton."""
    return sorted(folder.name for folder in skeletons_dir().iterdir() if folder.is_dir())


def write(folder: Path, language: str, words: Mapping[str, str]) -> list[Path]:
    """Write an adapter skeleton into a folder, which is created if necessary.

    The adapter gets the folder's name. Returns the files written.

    words: the replacements for `@WORD@` in the files, by word.

    Raises UsageError, and leaves nothing behind, if the name is not valid, or if one of the files
    exists or can't be written.
    """
    name = folder.resolve().name
    if len(name) > MAX_NAME or not NAME.fullmatch(name):
        raise UsageError(
            f"`{name}` is not a valid adapter name", "use lower-case letters, digits and -"
        )
    texts = {
        folder / file.name: _filled(file.read_text(encoding="utf-8"), {**words, "NAME": name})
        for file in sorted((skeletons_dir() / language).iterdir())
        if file.is_file()
    }
    write_files(texts)
    return list(texts)


def _filled(text: str, words: Mapping[str, str]) -> str:
    """Return the text with its words replaced; numbers of players also replace their quotes."""
    for word, value in words.items():
        if word == PLAYERS:
            text = text.replace(f'"@{word}@"', value)
        text = text.replace(f"@{word}@", value)
    return text
