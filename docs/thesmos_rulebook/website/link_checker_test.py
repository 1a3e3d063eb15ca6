"""Links are found in tags, and not in the text of attributes."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos_rulebook.website.link_checker import broken_links


@pytest.mark.parametrize(
    "page",
    [
        '<a title="<img src=x>" href="#here">',
        "<a title='<a href=\"x\">' href='#here'>",
        '<a href="#here" title="a > b src=x">',
        '<link data-src="x" href=#here>',
    ],
)
def test_the_text_of_an_attribute_is_not_a_link(tmp_path: Path, page: str) -> None:
    (tmp_path / "index.html").write_text(f'<p id="here">{page}', "utf-8")
    assert [] == broken_links(tmp_path)


@pytest.mark.parametrize("page", ['<a href="x">', "<a href='x'>", "<img alt='>' src=x>"])
def test_a_link_is_found_however_it_is_quoted(tmp_path: Path, page: str) -> None:
    (tmp_path / "index.html").write_text(page, "utf-8")
    assert ["index.html: x"] == broken_links(tmp_path)


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text(
        '<p id="here"><a href="a/">A</a><a href="#here">H</a><a href="#there">T</a>', "utf-8"
    )
    (tmp_path / "a" / "index.html").write_text(
        '<a href="../b/">B</a><a href="https://x.y">', "utf-8"
    )
    assert ["a/index.html: ../b/", "index.html: #there"] == sorted(broken_links(tmp_path))
