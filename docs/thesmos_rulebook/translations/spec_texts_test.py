"""Which texts of games and scenarios are in the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.diagnostics import SpecError
from thesmos_rulebook.translations import corpus_of_game, corpus_of_scenarios

CARD = """\
title: {en: Wing, es: Ala}
text:
  Your Walk:
    en: You may fly.
    es: Puedes volar.
roles: {at: Cell, to: Cell}
"""


def test_texts_by_language_are_found_by_file_and_key(tmp_path: Path) -> None:
    (tmp_path / "powers").mkdir()
    (tmp_path / "powers" / "wing.yaml").write_text(CARD, encoding="utf-8")
    found = [(text.file, text.key) for text in corpus_of_game(tmp_path).texts]
    assert [("powers/wing.yaml", "title"), ("powers/wing.yaml", "text.Your Walk")] == found


def test_a_text_and_its_forms_are_texts_of_their_own(tmp_path: Path) -> None:
    says = "says: {en: the pig, es: el cerdo, none: {en: no pig, es: ningún cerdo}}\n"
    (tmp_path / "game.yaml").write_text(says, "utf-8")
    found = {text.key: text.texts for text in corpus_of_game(tmp_path).texts}
    assert found == {
        "says": {"en": "the pig", "es": "el cerdo"},
        "says.none": {"en": "no pig", "es": "ningún cerdo"},
    }


def test_the_key_of_a_heading_is_its_english_text(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("headings:\n  Your Walk: {es: Tu paso}\n", "utf-8")
    assert {"en": "Your Walk", "es": "Tu paso"} == corpus_of_game(tmp_path).texts[0].texts


def test_an_entry_of_a_list_is_known_by_its_id(tmp_path: Path) -> None:
    (tmp_path / "rulings.yaml").write_text(
        "rulings:\n  - id: first\n    title: {en: One, es: Uno}\n", "utf-8"
    )
    assert ["rulings.first.title"] == [text.key for text in corpus_of_game(tmp_path).texts]


def test_scenarios_are_not_in_the_corpus_of_their_game(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "one.yaml").write_text("title: {en: One, es: Uno}\n", "utf-8")
    assert () == corpus_of_game(tmp_path).texts


def test_a_plain_title_of_a_scenario_is_english(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text("title: Beyond the edge\n", "utf-8")
    (tmp_path / "a.yaml").write_text("title: {en: Up, es: Arriba}\n", "utf-8")
    (tmp_path / "legend.yaml").write_text("title: none\n", "utf-8")
    found = {text.file: text.texts for text in corpus_of_scenarios(tmp_path).texts}
    assert {"a.yaml": {"en": "Up", "es": "Arriba"}, "b.yaml": {"en": "Beyond the edge"}} == found


def test_a_branch_name_given_by_language_is_in_the_corpus(tmp_path: Path) -> None:
    each = "each:\n  - name: left\n  - name: {en: right, es: derecha}\n"
    (tmp_path / "a.yaml").write_text(f"title: Up\n{each}", "utf-8")
    found = {text.key: text.texts for text in corpus_of_scenarios(tmp_path).texts}
    assert {"title": {"en": "Up"}, "each.2.name": {"en": "right", "es": "derecha"}} == found


def test_a_single_scenario_is_a_corpus_too(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("title: Up\n", "utf-8")
    (tmp_path / "b.yaml").write_text("title: Down\n", "utf-8")
    assert ["a.yaml"] == [text.file for text in corpus_of_scenarios(tmp_path / "a.yaml").texts]


def test_an_invalid_yaml_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("title: {en: Up\n", "utf-8")
    with pytest.raises(SpecError):
        corpus_of_scenarios(tmp_path)


@pytest.mark.parametrize("title", ["{es: Arriba}", "{}", "[Up]"])
def test_a_title_without_english_is_reported_at_its_location(tmp_path: Path, title: str) -> None:
    (tmp_path / "a.yaml").write_text(f"thesmos: scenario\ntitle: {title}\n", "utf-8")
    with pytest.raises(SpecError) as raised:
        corpus_of_scenarios(tmp_path)
    reported = {
        (one.location.line, one.location.column) for one in raised.value.diagnostics if one.location
    }
    assert (2, 8) in reported
