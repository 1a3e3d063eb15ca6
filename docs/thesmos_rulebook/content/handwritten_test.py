"""The hand-written pages of a book: order, titles, translations."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos_rulebook.content.handwritten import HandwrittenPages
from thesmos_rulebook.resources import pages_dir
from thesmos_rulebook.translations.catalog import CatalogEntry, write_catalog

SETTINGS = """\
nav:
  - index.md
  - Using it: [fly.md, gone.md]
extra:
  english_only: [facts/, draft.md]
"""


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "es").mkdir(parents=True)
    (tmp_path / "mkdocs.yml").write_text(SETTINGS, encoding="utf-8")
    for name in ("index", "fly", "other"):
        (folder / f"{name}.md").write_text(f"# {name}\n", encoding="utf-8")
    (folder / "es" / "fly.md").write_text("# Volar\n", encoding="utf-8")
    return folder


def test_unlisted_pages_come_after_those_in_the_settings(docs: Path) -> None:
    written = HandwrittenPages(docs, ("en", "es"))
    assert ["index.md", {"Using it": ["fly.md"]}, "other.md"] == written.nav("en")


def test_a_section_of_the_navigation_is_translated(docs: Path) -> None:
    write_catalog(docs / "es.po", {"mkdocs.yml: Using it": CatalogEntry("Using it", "Usarlo")})
    assert {"Usarlo": ["fly.md"]} == HandwrittenPages(docs, ("en", "es")).nav("es")[1]


def test_a_section_without_a_translated_title_is_reported(docs: Path) -> None:
    reported = HandwrittenPages(docs, ("en", "es")).missing()[0]
    assert "`Using it` is not translated into `es`" == reported.message
    assert "translate it in the catalog of that language" == reported.hint


def test_a_page_is_translated_by_the_catalog_where_it_has_no_file(docs: Path) -> None:
    (docs / "other.md").write_text("# Other\n\n## Up\n\nSo.\n\n## Down\n", encoding="utf-8")
    first = {
        "other.md: (top)": CatalogEntry("# Other\n", "# Otra\n"),
        "other.md: up": CatalogEntry("## Up\n\nSo.\n", "## Arriba\n\nAsí.\n"),
    }
    write_catalog(docs / "es.po", first)
    half = HandwrittenPages(docs, ("en", "es")).pages("es")["other.md"]
    assert half.endswith("# Otra\n\n## Arriba {#up}\n\nAsí.\n\n## Down\n")
    assert "aún no está traducida" in half
    write_catalog(
        docs / "es.po", {**first, "other.md: down": CatalogEntry("## Down\n", "## Abajo\n")}
    )
    whole = HandwrittenPages(docs, ("en", "es")).pages("es")["other.md"]
    assert "# Otra\n\n## Arriba {#up}\n\nAsí.\n\n## Abajo {#down}\n" == whole


def test_a_page_that_is_not_translated_is_shown_in_english_and_says_so(docs: Path) -> None:
    pages = HandwrittenPages(docs, ("en", "es")).pages("es")
    assert "# Volar\n" == pages["fly.md"]
    assert pages["other.md"].endswith("# other\n")
    assert "aún no está traducida" in pages["other.md"]
    assert "# other\n" == HandwrittenPages(docs, ("en", "es")).pages("en")["other.md"]


def test_a_page_that_is_english_on_purpose_says_so_and_is_not_missing(docs: Path) -> None:
    (docs / "facts").mkdir()
    for name in ("facts/wings.md", "draft.md", "drafty.md"):
        (docs / name).write_text("# Wings\n", encoding="utf-8")
    written = HandwrittenPages(docs, ("en", "es"))
    pages = written.pages("es")
    for name in ("facts/wings.md", "draft.md"):
        assert "solo existe en inglés" in pages[name]
    assert "aún no está traducida" in pages["drafty.md"]
    missing = {
        Path(reported.location.file).name for reported in written.missing() if reported.location
    }
    assert "drafty.md" in missing
    assert not {"wings.md", "draft.md"} & missing
    assert "# Wings\n" == written.pages("en")["draft.md"]


def test_an_untranslated_page_is_reported_with_its_location(docs: Path) -> None:
    reported = HandwrittenPages(docs, ("en", "es")).missing()
    found = {(str(one.location), one.message, one.source_line) for one in reported}
    assert (
        f"{docs / 'other.md'}:1:1",
        "`other.md` is not translated into `es`",
        "# other",
    ) in found


def test_a_book_in_english_needs_no_translations(docs: Path) -> None:
    assert [] == HandwrittenPages(docs, ("en",)).missing()


def test_settings_that_are_not_yaml_are_an_error(docs: Path) -> None:
    (docs.parent / "mkdocs.yml").write_text("nav: [", encoding="utf-8")
    with pytest.raises(UsageError, match="is not valid YAML"):
        HandwrittenPages(docs, ("en", "es")).nav("en")


def test_no_translation_of_the_pages_is_missing() -> None:
    docs = pages_dir()
    assert docs is not None
    assert [] == HandwrittenPages(docs, ("en", "es")).missing()
