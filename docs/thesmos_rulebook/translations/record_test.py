"""A translation is stale if the English changed and the translation did not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thesmos import resources
from thesmos.diagnostics import Location, SpecError, UsageError
from thesmos.syntax.spec_folder import TRANSLATIONS
from thesmos_rulebook.resources import pages_dir
from thesmos_rulebook.translations import (
    check_translations,
    confirm,
    corpus_of_game,
    corpus_of_pages,
    corpus_of_scenarios,
)
from thesmos_rulebook.translations.corpus import Corpus, TranslatedText

CARD = """\
title: {en: Wing, es: Ala}
text:
  Your Walk:
    en: You may fly.
    es: Puedes volar.
roles: {at: Cell, to: Cell}
"""
GAMES = sorted(path.parent for path in resources.spec_dir().glob("*/game.yaml"))
SUITES = sorted(path for path in resources.scenarios_dir().iterdir() if path.is_dir())


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "powers").mkdir()
    (tmp_path / "powers" / "wing.yaml").write_text(CARD, encoding="utf-8")
    confirm(corpus_of_game(tmp_path))
    return tmp_path


def change(game: Path, old: str, new: str) -> list[tuple[str, int]]:
    """Return the codes and lines of the diagnostics after a change."""
    file = game / "powers" / "wing.yaml"
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    return [
        (f.code, f.location.line) for f in check_translations(corpus_of_game(game)) if f.location
    ]


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_the_shipped_games_are_translated_and_recorded(folder: Path) -> None:
    assert [] == [diagnostic.render() for diagnostic in check_translations(corpus_of_game(folder))]


@pytest.mark.parametrize("folder", SUITES, ids=lambda path: path.name)
def test_the_titles_of_the_shipped_scenarios_are_translated_and_recorded(folder: Path) -> None:
    assert [] == [
        diagnostic.render() for diagnostic in check_translations(corpus_of_scenarios(folder))
    ]


def test_the_pages_of_this_checkout_are_translated_and_recorded() -> None:
    docs = pages_dir()
    assert docs is not None
    assert [] == [diagnostic.render() for diagnostic in check_translations(corpus_of_pages(docs))]


def test_a_confirmed_translation_is_up_to_date(game: Path) -> None:
    assert [] == check_translations(corpus_of_game(game))
    assert 0 == confirm(corpus_of_game(game))


def test_a_key_of_several_lines_is_recorded(game: Path) -> None:
    file = game / "powers" / "wing.yaml"
    words = r'words: {phrases: {"if \"x\":\n  a\nelse: b": {en: "it is so", es: "es así"}}}'
    file.write_text(CARD + words + "\n", encoding="utf-8")
    assert 1 == confirm(corpus_of_game(game))
    assert [] == check_translations(corpus_of_game(game))


def test_a_translation_is_stale_if_only_the_english_changed(game: Path) -> None:
    assert [("W406", 4)] == change(game, "You may fly.", "You may fly twice.")


def test_a_changed_translation_has_to_be_recorded(game: Path) -> None:
    change(game, "You may fly.", "You may fly twice.")
    assert [("W407", 4)] == change(game, "Puedes volar.", "Puedes volar dos veces.")


def test_a_text_is_untranslated_without_its_language(game: Path) -> None:
    assert [("W405", 1)] == change(game, "{en: Wing, es: Ala}", "{en: Wing}")


def test_only_the_wanted_languages_are_checked(game: Path) -> None:
    change(game, "{en: Wing, es: Ala}", "{en: Wing}")
    assert [] == check_translations(corpus_of_game(game), ["en"])


def test_line_breaks_do_not_make_a_translation_stale(game: Path) -> None:
    assert [] == change(game, "en: You may fly.", "en: |\n      You may\n      fly.")


def test_confirm_returns_how_many_entries_changed(game: Path) -> None:
    change(game, "You may fly.", "You may fly twice.")
    assert 1 == confirm(corpus_of_game(game))
    assert [] == check_translations(corpus_of_game(game))


def test_an_invalid_record_is_reported(game: Path) -> None:
    (game / TRANSLATIONS).write_text("thesmos: translated\ntexts: nothing\n", "utf-8")
    with pytest.raises(SpecError, match="E123"):
        check_translations(corpus_of_game(game))


NAMES = st.text(
    st.characters(blacklist_categories=["Cs", "Cc", "Cf", "Zl", "Zp", "Co", "Cn"]),
    min_size=1,
    max_size=40,
)


@given(st.lists(NAMES, min_size=1, max_size=3, unique=True), NAMES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_record_is_read_as_it_was_written(tmp_path: Path, files: list[str], key: str) -> None:
    (tmp_path / TRANSLATIONS).unlink(missing_ok=True)
    texts = {"en": "Up", "es": "Arriba"}
    result = (TranslatedText(file, key, key, texts, Location(file, 1, 1), "") for file in files)
    corpus = Corpus(tmp_path, tuple(result))
    assert len(files) == confirm(corpus)
    assert [] == check_translations(corpus, ["es"])


@pytest.mark.parametrize("name", ["a: b #c", "- a", "{a}", "'a'", "&a", "yes", "x" * 150])
def test_a_scenario_name_that_yaml_has_to_quote_is_recorded(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.yaml").write_text("title: {en: Up, es: Arriba}\n", "utf-8")
    assert 1 == confirm(corpus_of_scenarios(tmp_path))
    assert [] == check_translations(corpus_of_scenarios(tmp_path))


def test_a_record_that_could_not_be_read_back_is_not_written(tmp_path: Path) -> None:
    texts = {"en": "Up", "es": "Arriba"}
    corpus = Corpus(
        tmp_path, (TranslatedText("x" * 201, "a", "a", texts, Location("x", 1, 1), ""),)
    )
    with pytest.raises(UsageError, match="can't record"):
        confirm(corpus)
    assert not (tmp_path / TRANSLATIONS).exists()
