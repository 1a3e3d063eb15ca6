"""The book's own phrases: the same in every language, with the same gaps, and all in use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from thesmos_rulebook.phrases import PHRASES, book_languages

GAP = re.compile(r"\{(\w+)\}")
PACKAGE = Path(__file__).parent
# Phrases whose keys are computed where they are used.
COMPUTED = ("begins ", "flow ", "to ", "key ", "event ", "Player", "Chance")


def gaps(text: str) -> list[str]:
    return sorted(GAP.findall(text))


@pytest.mark.parametrize("language", [one for one in PHRASES if one != "en"])
def test_every_phrase_has_the_gaps_of_the_english_one(language: str) -> None:
    expected = {key: gaps(text) for key, text in PHRASES["en"].items()}
    assert expected == {key: gaps(text) for key, text in PHRASES[language].items()}


def test_every_language_with_phrases_is_supported() -> None:
    assert ("en", "es") == book_languages() == tuple(PHRASES)


def test_every_phrase_is_in_use() -> None:
    files = [f for f in PACKAGE.rglob("*.py") if not f.name.startswith("phrases")]
    code = "\n".join(file.read_text("utf-8") for file in files)
    unused = [key for key in PHRASES["en"] if f'"{key}"' not in code and f"'{key}'" not in code]
    assert [] == [key for key in unused if not key.startswith(COMPUTED)]
