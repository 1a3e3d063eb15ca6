"""The data of a game: each file fits its schema, and has everything."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.data_page import FIELDS, data_page
from thesmos_rulebook.pages.site_map import SiteMap


def files_of(source: BookSource, language: str) -> dict[str, Any]:
    """Return the files beside the page, by their names."""
    site_map = SiteMap(source)
    page = PageContext(Localizer(source, language), site_map, site_map.index("data"), {})
    data_page(page)
    return {path.rpartition("/")[2]: json.loads(text) for path, text in page.pictures.items()}


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_file_fits_its_schema(larger: BookSource, language: str) -> None:
    files = files_of(larger, language)
    for kind in FIELDS:
        schema = files[f"{kind}.schema.json"]
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(files[f"{kind}.json"], schema)
        assert len(files[f"{kind}.json"]) > 0


def test_nothing_is_missing(larger: BookSource) -> None:
    files = files_of(larger, "es")
    assert [card["slug"] for card in files["cards.json"]] == [*larger.powers]
    assert len(files["rulings.json"]) == len(larger.rulings)
    assert {row["id"] for row in files["scenarios.json"]} == {s.id for s in larger.scenarios}
    assert {"cards": ["atlas", "gaea"]} in files["bans.json"]
    apollo = next(card for card in files["cards.json"] if card["slug"] == "apollo")
    assert apollo["subtitle"] == "Señor de la lira"
    assert apollo["page"] == "santorini/powers/apollo.md"


def test_a_game_without_cards_has_no_file_of_them(source: BookSource) -> None:
    assert "bans.json" not in files_of(source, "en")
