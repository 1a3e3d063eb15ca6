"""A translation is stale when the English changed and it did not."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos import home
from thesmos.book.prose import check_translations, confirm
from thesmos.book.prose.translated import RECORD, texts_of
from thesmos.fault import SpecError

CARD = """\
title: {en: Wing, es: Ala}
text:
  Your Walk:
    en: You may fly.
    es: Puedes volar.
roles: {at: Cell, to: Cell}
"""
GAMES = sorted(path.parent for path in home.spec_dir().glob("*/game.yaml"))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "powers").mkdir()
    (tmp_path / "powers" / "wing.yaml").write_text(CARD, encoding="utf-8")
    confirm(tmp_path)
    return tmp_path


def change(game: Path, old: str, new: str) -> list[tuple[str, int]]:
    """The codes and lines of what is wrong after a change."""
    file = game / "powers" / "wing.yaml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    return [(f.code, f.place.line) for f in check_translations(game) if f.place]


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_the_shipped_games_are_translated_and_the_record_is_of_today(folder: Path) -> None:
    assert [] == [fault.render() for fault in check_translations(folder)]


def test_texts_by_language_are_found_by_file_and_key(game: Path) -> None:
    found = [(text.file, text.key) for text in texts_of(game)]
    assert [("powers/wing.yaml", "title"), ("powers/wing.yaml", "text.Your Walk")] == found


def test_what_is_confirmed_is_fresh(game: Path) -> None:
    assert [] == check_translations(game)
    assert 0 == confirm(game)


def test_a_translation_is_stale_if_only_the_english_changed(game: Path) -> None:
    assert [("W406", 4)] == change(game, "You may fly.", "You may fly twice.")


def test_a_translation_that_changed_too_is_new_to_the_record(game: Path) -> None:
    change(game, "You may fly.", "You may fly twice.")
    assert [("W407", 4)] == change(game, "Puedes volar.", "Puedes volar dos veces.")


def test_a_text_is_untranslated_without_its_language(game: Path) -> None:
    assert [("W405", 1)] == change(game, "{en: Wing, es: Ala}", "{en: Wing}")


def test_only_the_languages_asked_for_are_wanted(game: Path) -> None:
    change(game, "{en: Wing, es: Ala}", "{en: Wing}")
    assert [] == check_translations(game, ["en"])


def test_to_break_lines_elsewhere_is_no_change(game: Path) -> None:
    assert [] == change(game, "en: You may fly.", "en: |\n      You may\n      fly.")


def test_confirming_tells_how_many_entries_changed(game: Path) -> None:
    change(game, "You may fly.", "You may fly twice.")
    assert 1 == confirm(game)
    assert [] == check_translations(game)


def test_a_heading_is_english_by_itself(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("headings:\n  Your Walk: {es: Tu paso}\n", "utf-8")
    assert {"en": "Your Walk", "es": "Tu paso"} == texts_of(tmp_path)[0].texts


def test_an_entry_of_a_list_is_known_by_its_id(tmp_path: Path) -> None:
    (tmp_path / "rulings.yaml").write_text(
        "rulings:\n  - id: first\n    title: {en: One, es: Uno}\n", "utf-8"
    )
    assert ["rulings.first.title"] == [text.key for text in texts_of(tmp_path)]


def test_a_record_that_is_none_is_told(game: Path) -> None:
    (game / RECORD).write_text("thesmos: translated\ntexts: nothing\n", "utf-8")
    with pytest.raises(SpecError, match="E123"):
        check_translations(game)
