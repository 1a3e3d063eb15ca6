"""Hand-written pages are translated section by section."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos_rulebook.translations import check_translations, corpus_of_pages, update
from thesmos_rulebook.translations import page_texts as module
from thesmos_rulebook.translations.page_texts import TOP, anchor_of, sections, with_anchor

ENGLISH = """\
# How to fly

With wings.

## Take off, now

```text
## no heading
```

## Land
"""
SPANISH = """\
# Cómo volar

Con alas.

## Despegar, ya {#take-off-now}

```text
## no heading
```

## Aterrizar {#land}
"""


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "es").mkdir(parents=True)
    (folder / "fly.md").write_text(ENGLISH, encoding="utf-8")
    (folder / "es" / "fly.md").write_text(SPANISH, encoding="utf-8")
    update(corpus_of_pages(folder))
    return folder


def change(file: Path, old: str, new: str) -> list[tuple[str, str, int]]:
    """Return the codes, files and lines of the diagnostics after a change to a page."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    docs = next(folder for folder in file.parents if folder.name == "docs")
    diagnostics = check_translations(corpus_of_pages(docs), ["es"])
    return [
        (f.code, Path(f.location.file).name, f.location.line) for f in diagnostics if f.location
    ]


def test_a_page_has_a_section_for_each_heading_outside_of_code() -> None:
    found = [(one.anchor, one.line) for one in sections(ENGLISH)]
    assert [(TOP, 1), ("take-off-now", 5), ("land", 11)] == found


def test_joined_sections_are_the_page() -> None:
    assert ENGLISH == "\n".join(one.text for one in sections(ENGLISH))


def test_a_fence_ends_with_the_marks_with_which_it_began() -> None:
    text = "````\n```\n## inside\n````\n## outside\n"
    assert [TOP, "outside"] == [one.anchor for one in sections(text)]


def test_a_heading_may_have_an_explicit_anchor() -> None:
    assert [TOP, "land"] == [one.anchor for one in sections("## Aterrizar {#land}\n")]


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [("Minute 1: an adapter", "minute-1-an-adapter"), ("`may skip`, twice", "may-skip-twice")],
)
def test_the_anchor_of_a_heading_is_what_markdown_makes_of_it(heading: str, anchor: str) -> None:
    assert anchor == anchor_of(heading)


def test_a_recorded_page_is_up_to_date(docs: Path) -> None:
    assert [] == check_translations(corpus_of_pages(docs))


def test_a_section_is_stale_if_only_its_english_changed(docs: Path) -> None:
    found = change(docs / "fly.md", "## no heading", "## still none")
    assert [("W406", "fly.md", 5)] == found


def test_a_section_without_its_anchor_is_reported_twice(docs: Path) -> None:
    found = change(docs / "es" / "fly.md", "Aterrizar {#land}", "Aterrizar")
    assert [("W408", "fly.md", 11), ("W405", "fly.md", 11)] == found


def test_a_page_without_an_english_original_is_reported(docs: Path) -> None:
    (docs / "es" / "bucear.md").write_text("# Bucear\n", encoding="utf-8")
    diagnostics = check_translations(corpus_of_pages(docs))
    assert ["W408"] == [diagnostic.code for diagnostic in diagnostics]
    assert "`bucear.md` has no English original" == diagnostics[0].message


def test_a_missing_page_lacks_all_its_sections(docs: Path) -> None:
    (docs / "dive.md").write_text("# How to dive\n\n## Breathe in\n", encoding="utf-8")
    diagnostics = check_translations(corpus_of_pages(docs))
    assert [
        "`dive.md` is not translated into `es`",
        "`dive.md#breathe-in` is not translated into `es`",
    ] == [diagnostic.message for diagnostic in diagnostics]
    assert "write `es/dive.md`, with a heading with `{#breathe-in}`" == diagnostics[1].hint


def test_a_page_that_is_not_utf8_is_reported(docs: Path) -> None:
    (docs / "fly.md").write_bytes(b"# \xff\n")
    with pytest.raises(UsageError, match="not UTF-8 text"):
        corpus_of_pages(docs)


def test_the_length_of_a_page_is_limited(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BYTES", 10)
    with pytest.raises(UsageError, match="longer than 10 bytes"):
        corpus_of_pages(docs)


def test_the_number_of_pages_is_limited(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_PAGES", 0)
    with pytest.raises(UsageError, match="more than 0 pages"):
        corpus_of_pages(docs)


def test_a_heading_gets_the_anchor_of_the_english_one() -> None:
    assert "## Aterrizar {#land}\n\nYa." == with_anchor("## Aterrizar\n\nYa.", "land")
    assert "## Aterrizar {#ya}" == with_anchor("## Aterrizar {#ya}", "land")
    assert "# Cómo volar" == with_anchor("# Cómo volar", TOP)


def test_the_titles_of_the_navigation_are_in_the_corpus(docs: Path) -> None:
    (docs.parent / "mkdocs.yml").write_text("nav:\n  - Up: [{More: [fly.md]}]\n", "utf-8")
    found = [text for text in corpus_of_pages(docs).texts if text.file == "mkdocs.yml"]
    assert ["Up", "More"] == [text.key for text in found]
    (docs / "es.po").unlink()
    reported = check_translations(corpus_of_pages(docs))
    assert "`Up` is not translated into `es`" == reported[0].message
