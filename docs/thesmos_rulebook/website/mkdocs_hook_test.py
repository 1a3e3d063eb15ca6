"""The hook, called as mkdocs calls it: pictures are inlined, other languages are looked up."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from thesmos_rulebook.website.mkdocs_hook import MAX_BYTES, on_page_context, on_post_page

PICTURE = "<svg><style>p {color: red}</style><path/></svg>\n"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """The pages in English, with a picture, beside those in Spanish."""
    folder = tmp_path / "pages" / "en"
    (folder / "pook" / "cards").mkdir(parents=True)
    (folder / "pook" / "cards" / "pig.svg").write_text(PICTURE, encoding="utf-8")
    (tmp_path / "pages" / "es" / "pook").mkdir(parents=True)
    return folder


def page(src: str, url: str) -> Any:
    return SimpleNamespace(url=url, file=SimpleNamespace(src_uri=src))


def inlined(docs: Path, html: str, url: str = "pook/orc/") -> str:
    return on_post_page(html, page=page("", url), config={"docs_dir": str(docs)})


def test_a_picture_is_inlined_without_its_style(docs: Path) -> None:
    html = '<p><img alt="a pig" src="../cards/pig.svg" /> and text</p>'
    drawn = '<span class="board" data-picture="../cards/pig.svg"><svg><path/></svg></span>'
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
    alternate = [{"lang": "en"}, {"lang": "es"}]
    config = {"docs_dir": str(docs), "extra": {"alternate": alternate}}

    shared = {}
    for name in ("pig", "orc"):
        context: dict[str, Any] = {}
        on_page_context(context, page=page(f"pook/{name}.md", f"pook/{name}/"), config=config)
        shared[name] = context["shared"]
    assert {"pig": ["en", "es"], "orc": ["en"]} == shared
