"""The skeleton of an adapter: it speaks the protocol, and the game is left to be filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from thesmos.diagnostics import UsageError
from thesmos_conform.resources import skeletons_dir

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MAX_NAME = 40


def languages() -> list[str]:
    """The languages that there is a skeleton for."""
    return sorted(folder.name for folder in skeletons_dir().iterdir() if folder.is_dir())


def write(folder: Path, language: str, words: Mapping[str, str]) -> list[Path]:
    """Write the skeleton of an adapter into a folder, which is made if it is not there.

    The adapter has the folder's name. words: what stands for `@WORD@` in the files, by word. Gives
    the files. Raises UsageError, and has written nothing, if the name will not do or one of the
    files is there already.
    """
    name = folder.resolve().name
    if len(name) > MAX_NAME or not NAME.fullmatch(name):
        raise UsageError(f"`{name}` can't name an adapter", "write small letters, digits and -")
    texts = {
        folder / file.name: _filled(file.read_text(encoding="utf-8"), {**words, "NAME": name})
        for file in sorted((skeletons_dir() / language).iterdir())
        if file.is_file()
    }
    for path in texts:
        if path.exists():
            raise UsageError(f"{path} is there already", "choose another name")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in texts.items():
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        raise UsageError(f"{folder} can't be written: {error.strerror or error}") from error
    return list(texts)


def _filled(text: str, words: Mapping[str, str]) -> str:
    """The text with its words filled in; a number takes the place of the quotes around it too."""
    for word, value in words.items():
        if value.isdigit():
            text = text.replace(f'"@{word}@"', value)
        text = text.replace(f"@{word}@", value)
    return text
