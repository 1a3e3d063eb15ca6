"""The book's own phrases: the same in every language, with the same gaps, and all in use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from thesmos_rulebook.phrases import PHRASES, book_languages, phrases
from thesmos_rulebook.translations.catalog import CatalogEntry, write_catalog

GAP = re.compile(r"\{(\w+)\}")
PACKAGE = Path(__file__).parent
# Phrases whose keys are computed where they are used.
COMPUTED = ("begins ", "flow ", "to ", "key ", "event ", "Player", "Chance")


def gaps(text: str) -> list[str]:
    return sorted(GAP.findall(text))


@pytest.mark.parametrize("language", book_languages())
def test_every_phrase_has_the_gaps_of_the_english_one(language: str) -> None:
    expected = {key: gaps(text) for key, text in PHRASES.items()}
    assert expected == {key: gaps(text) for key, text in phrases(language).items()}


def test_a_book_can_be_in_each_language_with_a_catalog() -> None:
    assert ("en", "es") == book_languages()


def test_a_phrase_without_a_translation_is_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("thesmos_rulebook.phrases", "thesmos_rulebook.translations.corpus"):
        monkeypatch.setattr(f"{name}.catalogs_dir", lambda: tmp_path)
    place = "docs/thesmos_rulebook/phrases.py"
    write_catalog(tmp_path / "xx.po", {f"{place}: rules": CatalogEntry("Rules", "Ruuls")})
    assert ("Ruuls", "Powers") == (phrases("xx")["rules"], phrases("xx")["powers"])


def test_every_phrase_is_in_use() -> None:
    files = [f for f in PACKAGE.rglob("*.py") if not f.name.startswith("phrases")]
    code = "\n".join(file.read_text("utf-8") for file in files)
    unused = [key for key in PHRASES if f'"{key}"' not in code and f"'{key}'" not in code]
    assert [] == [key for key in unused if not key.startswith(COMPUTED)]
