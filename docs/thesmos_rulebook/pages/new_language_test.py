"""A language is a table of frames and a catalog: here a made-up one, English with k for c."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from thesmos.diagnostics import Diagnostic
from thesmos.resources import scenarios_dir, spec_dir
from thesmos_rulebook.content.book_source import BookSource, read_source
from thesmos_rulebook.content.localizer import Localizer, untranslated_texts
from thesmos_rulebook.pages.card_pages import power_page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.site_map import SiteMap
from thesmos_rulebook.phrases import book_languages, corpus_of_phrases
from thesmos_rulebook.prose import languages
from thesmos_rulebook.prose.language import language_codes
from thesmos_rulebook.translations import (
    check_translations,
    corpus_of_game,
    corpus_of_scenarios,
    update,
)
from thesmos_rulebook.translations.catalog import read_catalog, write_catalog

FRAMES = """\
from dataclasses import replace

from thesmos_rulebook.prose.languages.en import LANGUAGE as ENGLISH

FRAMES = {name: text.replace(" may ", " is free to ")
          for name, text in ENGLISH.templates.items()}
LANGUAGE = replace(ENGLISH, code="xx", templates=FRAMES)
"""
GAP = re.compile(r"(\{.*?\})")


def in_the_made_up_language(text: str) -> str:
    """Return a text translated; what is in braces is not said, but filled in."""
    return "".join(
        part if GAP.fullmatch(part) else part.replace("c", "k").replace("C", "K")
        for part in GAP.split(text)
    )


@pytest.fixture
def catalogs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the catalogs, with that of the made-up language, which has its table too."""
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "xx.py").write_text(FRAMES, encoding="utf-8")
    monkeypatch.setattr(languages, "__path__", [*languages.__path__, str(tmp_path / "languages")])
    language_codes.cache_clear()  # other tests may have asked before
    for module in ("phrases", "translations.corpus"):
        monkeypatch.setattr(f"thesmos_rulebook.{module}.catalogs_dir", lambda: tmp_path)
    game, scenarios = spec_dir() / "pook", scenarios_dir() / "pook"
    for corpus in (corpus_of_game(game), corpus_of_scenarios(scenarios), corpus_of_phrases()):
        update(corpus, ["xx"])
    file = tmp_path / "xx.po"
    translated = {
        place: replace(entry, translation=in_the_made_up_language(entry.english))
        for place, entry in read_catalog(file).items()
    }
    write_catalog(file, translated)
    yield tmp_path
    sys.modules.pop(f"{languages.__name__}.xx", None)
    language_codes.cache_clear()


def unlisted(source: BookSource) -> list[Diagnostic]:
    """Return what is missing in the made-up language: the only one with a catalog here."""
    return [one for one in untranslated_texts(source) if "`es`" not in one.message]


def test_a_page_in_a_new_language_needs_its_frames_and_its_catalog_and_no_more(
    catalogs: Path,
) -> None:
    assert ("en", "xx") == book_languages()
    source = read_source("pook")
    assert ("en", "xx") == source.languages
    localizer = Localizer(source, "xx")
    site_map = SiteMap(source)
    context = PageContext(localizer, site_map, site_map.page("orc"), {})
    page = power_page(context, source.powers["orc"])
    assert page.startswith("# Ork\n")
    assert "## What it means exaktly {#exactly}" in page
    assert " is free to " in page.partition("{#exactly}")[2]
    assert "Skenarios that test it" in page
    title = next(one for one in source.scenarios if one.id == "pook/orc/may-decline").titles
    assert title["xx"] == in_the_made_up_language(title["en"]) != title["en"]
    assert localizer.missing == []
    assert unlisted(source) == []
    assert check_translations(corpus_of_phrases(), ["xx"]) == []


def test_what_the_catalog_lacks_is_reported_at_the_english_text(catalogs: Path) -> None:
    file = catalogs / "xx.po"
    entries = dict(read_catalog(file))
    entries["spec/pook/powers/orc.yaml: title"] = replace(
        entries["spec/pook/powers/orc.yaml: title"], translation=""
    )
    write_catalog(file, entries)
    (reported,) = unlisted(read_source("pook"))
    assert "`title` is not translated into `xx`" == reported.message
    assert str(reported.location).endswith("spec/pook/powers/orc.yaml:3:8")
