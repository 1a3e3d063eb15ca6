"""A translation is stale if the English changed and the translation did not."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos import resources
from thesmos_rulebook.phrases import corpus_of_phrases
from thesmos_rulebook.resources import pages_dir
from thesmos_rulebook.translations import (
    check_translations,
    corpus_of_game,
    corpus_of_pages,
    corpus_of_scenarios,
    update,
)
from thesmos_rulebook.translations.catalog import CatalogEntry, read_catalog, write_catalog

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
    update(corpus_of_game(tmp_path))
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


def walk(game: Path) -> CatalogEntry:
    """Return the entry of the card's text."""
    return read_catalog(game / "es.po")["powers/wing.yaml: text.Your Walk"]


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_the_shipped_games_are_translated_and_recorded(folder: Path) -> None:
    assert [] == [diagnostic.render() for diagnostic in check_translations(corpus_of_game(folder))]


@pytest.mark.parametrize("folder", SUITES, ids=lambda path: path.name)
def test_the_titles_of_the_shipped_scenarios_are_translated_and_recorded(folder: Path) -> None:
    assert [] == [
        diagnostic.render() for diagnostic in check_translations(corpus_of_scenarios(folder))
    ]


def test_the_phrases_of_the_book_are_translated_and_recorded() -> None:
    assert [] == [one.render() for one in check_translations(corpus_of_phrases())]


def test_the_pages_of_this_checkout_are_translated_and_recorded() -> None:
    docs = pages_dir()
    assert docs is not None
    assert [] == [diagnostic.render() for diagnostic in check_translations(corpus_of_pages(docs))]


def test_a_recorded_translation_is_up_to_date(game: Path) -> None:
    assert [] == check_translations(corpus_of_game(game))
    assert 0 == update(corpus_of_game(game))


def test_a_translation_is_stale_if_only_the_english_changed(game: Path) -> None:
    assert [("W406", 4)] == change(game, "You may fly.", "You may fly twice.")


def test_a_stale_translation_is_fuzzy_and_says_what_the_english_was(game: Path) -> None:
    change(game, "You may fly.", "You may fly twice.")
    assert 1 == update(corpus_of_game(game))
    assert CatalogEntry("You may fly twice.", "Puedes volar.", True, "You may fly.") == walk(game)
    text = (game / "es.po").read_text("utf-8")
    assert '#, fuzzy\n#| msgid "You may fly."\nmsgctxt' in text
    assert ["W406"] == [one.code for one in check_translations(corpus_of_game(game))]


def test_a_translation_stays_fuzzy_until_it_changes(game: Path) -> None:
    change(game, "You may fly.", "You may fly twice.")
    update(corpus_of_game(game))
    assert 0 == update(corpus_of_game(game))
    change(game, "Puedes volar.", "Puedes volar dos veces.")
    assert 1 == update(corpus_of_game(game))
    assert CatalogEntry("You may fly twice.", "Puedes volar dos veces.") == walk(game)


def test_a_second_change_keeps_the_english_that_was_translated(game: Path) -> None:
    for old, new in (("You may fly.", "You may soar."), ("You may soar.", "You may glide.")):
        change(game, old, new)
        update(corpus_of_game(game))
    assert "You may fly." == walk(game).previous


def test_a_fuzzy_translation_can_be_confirmed(game: Path) -> None:
    change(game, "You may fly.", "You can fly.")
    update(corpus_of_game(game))
    assert 1 == update(corpus_of_game(game), confirm=True)
    assert CatalogEntry("You can fly.", "Puedes volar.") == walk(game)
    assert [] == check_translations(corpus_of_game(game))


def test_a_translator_confirms_by_removing_the_mark(game: Path) -> None:
    change(game, "You may fly.", "You can fly.")
    update(corpus_of_game(game))
    file = game / "es.po"
    file.write_text(file.read_text("utf-8").replace("#, fuzzy\n", ""), encoding="utf-8")
    assert [] == check_translations(corpus_of_game(game))


def test_a_changed_translation_has_to_be_recorded(game: Path) -> None:
    change(game, "You may fly.", "You may fly twice.")
    assert [("W407", 4)] == change(game, "Puedes volar.", "Puedes volar dos veces.")


def test_a_text_is_untranslated_without_its_language(game: Path) -> None:
    (game / "es.po").unlink()
    assert [("W405", 1)] == change(game, "{en: Wing, es: Ala}", "{en: Wing}")


def test_a_translation_in_the_catalog_serves_as_well_as_one_in_place(game: Path) -> None:
    assert [] == change(game, "{en: Wing, es: Ala}", "{en: Wing}")
    assert 0 == update(corpus_of_game(game))


def test_translations_in_place_need_no_catalog(game: Path) -> None:
    (game / "es.po").unlink()
    assert [] == check_translations(corpus_of_game(game))


def test_a_new_text_waits_in_the_catalog_for_its_translation(game: Path) -> None:
    (game / "powers" / "tail.yaml").write_text("title: {en: Tail}\n", "utf-8")
    assert 1 == update(corpus_of_game(game))
    assert CatalogEntry("Tail") == read_catalog(game / "es.po")["powers/tail.yaml: title"]
    assert ["W405"] == [one.code for one in check_translations(corpus_of_game(game))]


def test_what_is_gone_leaves_the_catalog(game: Path) -> None:
    (game / "powers" / "wing.yaml").write_text("title: {en: Wing, es: Ala}\n", "utf-8")
    assert 1 == update(corpus_of_game(game))
    assert ["powers/wing.yaml: title"] == [*read_catalog(game / "es.po")]


def test_a_new_language_gets_a_catalog_with_all_texts(game: Path) -> None:
    assert 2 == update(corpus_of_game(game), ["xx"])
    assert [CatalogEntry("Wing"), CatalogEntry("You may fly.")] == [
        *read_catalog(game / "xx.po").values()
    ]
    assert ["es.po", "xx.po"] == sorted(file.name for file in game.glob("*.po"))


def test_only_the_wanted_languages_are_checked(game: Path) -> None:
    change(game, "{en: Wing, es: Ala}", "{en: Wing}")
    assert [] == check_translations(corpus_of_game(game), ["en"])


def test_line_breaks_do_not_make_a_translation_stale(game: Path) -> None:
    assert [] == change(game, "en: You may fly.", "en: |\n      You may\n      fly.")


def test_update_returns_how_many_entries_changed(game: Path) -> None:
    change(game, "Puedes volar.", "Puedes volar dos veces.")
    assert 1 == update(corpus_of_game(game))
    assert 0 == update(corpus_of_game(game))


def test_the_entries_of_other_folders_stay(
    tmp_path: Path, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thesmos_rulebook.translations.corpus.catalogs_dir", lambda: tmp_path)
    kept = {"docs/pages/fly.md: (top)": CatalogEntry("# Fly", "# Volar")}
    write_catalog(tmp_path / "es.po", kept)
    update(corpus_of_phrases(), ["es"])
    assert kept.items() < read_catalog(tmp_path / "es.po").items()


@pytest.mark.parametrize("name", ["a: b #c", "- a", "{a}", "'a'", "&a", "yes", "x" * 150])
def test_a_scenario_of_any_name_is_recorded(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.yaml").write_text("title: {en: Up, es: Arriba}\n", "utf-8")
    assert 1 == update(corpus_of_scenarios(tmp_path))
    assert [] == check_translations(corpus_of_scenarios(tmp_path))
