"""The hook, called as mkdocs calls it: pictures are inlined, other languages are looked up."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from thesmos_rulebook.website.mkdocs_hook import (
    LENGTH,
    MAX_BYTES,
    found_by_search,
    on_nav,
    on_page_context,
    on_post_page,
)

PICTURE = "<svg><style>p {color: red}</style><path/></svg>\n"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """The pages in English, with a picture, beside those in Spanish."""
    folder = tmp_path / "pages" / "en"
    (folder / "pook" / "cards").mkdir(parents=True)
    (folder / "pook" / "cards" / "pig.svg").write_text(PICTURE, encoding="utf-8")
    (tmp_path / "pages" / "es" / "pook").mkdir(parents=True)
    return folder


def page(src: str, url: str, content: str = "") -> Any:
    file = SimpleNamespace(src_uri=src)
    return SimpleNamespace(url=url, file=file, content=content, meta={})


def config(docs: Path, *alternate: dict[str, str], address: str = "", folder: str = "") -> Any:
    extra = {"alternate": alternate, "address": address, "folder": folder,
             "search": "Search"}  # fmt: skip
    return {"docs_dir": str(docs), "extra": extra}


def inlined(docs: Path, html: str, url: str = "pook/orc/") -> str:
    return on_post_page(html, page=page("", url), config=config(docs))


def test_a_picture_is_inlined_without_its_style(docs: Path) -> None:
    html = '<p><img alt="a pig" src="../cards/pig.svg" /> and text</p>'
    drawn = '<span class="board"><svg><path/></svg></span>'
    assert f"<p>{drawn} and text</p>" == inlined(docs, html)


def test_every_picture_of_a_page_is_inlined(docs: Path) -> None:
    html = inlined(docs, '<img alt="" src="../cards/pig.svg">' * 3)
    assert 3 == html.count("<svg>")
    assert "<img" not in html


@pytest.mark.parametrize(
    "src",
    [
        "../cards/cow.svg",  # there is none
        "../../../es/secret.svg",  # outside the pages in this language
        "../cards/large.svg",
        "https://example.org/pig.svg",
        "../cards/pig.png",
    ],
)
def test_other_pictures_stay_as_they_are(docs: Path, src: str) -> None:
    (docs.parent / "es" / "secret.svg").write_text(PICTURE, encoding="utf-8")
    (docs / "pook" / "cards" / "large.svg").write_text(" " * MAX_BYTES + "<svg/>")
    (docs / "pook" / "cards" / "pig.png").write_text("no SVG")
    html = f'<img alt="" src="{src}" />'
    assert html == inlined(docs, html)


def test_only_languages_that_have_the_page_are_linked(docs: Path) -> None:
    (docs / "pook" / "pig.md").write_text("# Pig")
    (docs / "pook" / "orc.md").write_text("# Orc")
    (docs.parent / "es" / "pook" / "pig.md").write_text("# Cerdo")
    languages = config(docs, {"lang": "en"}, {"lang": "es"})

    shared = {}
    for name in ("pig", "orc"):
        context: dict[str, Any] = {}
        on_page_context(context, page=page(f"pook/{name}.md", f"pook/{name}/"), config=languages)
        shared[name] = context["shared"]
    assert {"pig": [{"lang": "en"}, {"lang": "es"}], "orc": [{"lang": "en"}]} == shared


def description(docs: Path, content: str) -> str:
    shown = page("pook/orc.md", "pook/orc/", content)
    on_page_context({}, page=shown, config=config(docs))
    found: str = shown.meta["description"]
    return found


def test_a_page_is_described_by_its_first_text_that_says_something(docs: Path) -> None:
    text = 'When it is laid &amp; looked at, <em>"one"</em> of its neighbours is turned.'
    said = description(docs, f"<p>Number 3</p><dl><dd>{text}</dd></dl><p>{'more ' * 20}</p>")
    assert said == "When it is laid &amp; looked at, &quot;one&quot; of its neighbours is turned."


def test_a_long_description_ends_with_a_whole_word(docs: Path) -> None:
    said = description(docs, f"<p>{'whole ' * 90}</p>")
    assert said.endswith("whole whole…")
    assert len(said) <= max(LENGTH) + 1


def test_the_search_knows_what_a_page_is() -> None:
    html = found_by_search('<article class="x">', page("pook/powers/orc.md", "pook/powers/orc/"))
    assert html == (
        '<article data-pagefind-body data-pagefind-meta="game:pook, kind:card" class="x">'
    )


def test_white_space_that_shows_is_kept(docs: Path) -> None:
    html = inlined(docs, "<p>\n    a\n\n  b</p>\n<pre>  x\n\n   y</pre>\n   <p>")
    assert html == "<p>\na\nb</p>\n<pre>  x\n\n   y</pre>\n<p>"


def test_pictures_are_found_from_a_page_that_is_linked_to_as_a_file(docs: Path) -> None:
    html = inlined(docs, '<img alt="" src="../cards/pig.svg">', "pook/powers/orc.html")
    assert "<svg>" in html


def test_a_page_that_is_not_listed_belongs_to_the_nearest_first_page_above_it() -> None:
    names = ("index.md", "duel/pieces/index.md", "duel/pieces/card/fox.md", "404.md")
    pages = [SimpleNamespace(file=SimpleNamespace(src_uri=one), parent=None) for one in names]
    home, index, fox, lost = pages
    index.parent = part = SimpleNamespace(title="Pieces")
    files = [SimpleNamespace(src_uri=one.file.src_uri, page=one) for one in pages]
    nav = SimpleNamespace(pages=[home, index])
    assert on_nav(nav, files=SimpleNamespace(documentation_pages=lambda: files)) is nav
    assert [one.parent for one in (fox, lost)] == [part, None]
