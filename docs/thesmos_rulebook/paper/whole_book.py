"""The book of a game as one document: its pages one after the other, links leading inside it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from html import escape, unescape
from urllib.parse import unquote

from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.markdown import EXTENSIONS
from thesmos_rulebook.pages.site_map import SiteMap
from thesmos_rulebook.paper.pdf import SCHEME
from thesmos_rulebook.phrases import phrases

_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_ID = re.compile(r'\bid="([^"]+)"')
_HREF = re.compile(r'<a\b([^>]*?)\bhref="([^"]*)"([^>]*)>')
_SOURCE = re.compile(r'<img\b([^>]*?)\bsrc="([^"]*)"')
LISTS = ("bans", "rulings", "glossary")  # the pages after the cards


def book_pages(source: BookSource) -> list[str]:
    """Return the pages on paper, in order: what else is on the site is for programs and tests."""
    site_map = SiteMap(source)
    cards = [source.slug, *source.modes, *source.powers]
    first, *others = map(site_map.page, cards)
    lists = [site_map.index(name) for name in LISTS if name in site_map.indexes]
    return [first, site_map.index("begin"), *others, *lists]


def book_body(source: BookSource, language: str, files: Mapping[str, str]) -> str:
    """Return the body of the document: a title, a table of contents, and the pages.

    files: the pages and pictures of the book, by path below the folder of all languages.
    """
    pages = [page for page in book_pages(source) if f"{language}/{page}" in files]
    names = {page: f"p{number}" for number, page in enumerate(pages)}
    sections = [_section(page, language, files[f"{language}/{page}"], names) for page in pages]
    title = escape(source.document.title.get(language, source.slug))
    listed = "".join(
        f'<li><a href="#{names[page]}">{_heading(section)}</a></li>'
        for page, section in zip(pages, sections, strict=True)
    )
    note = escape(phrases(language)["unofficial"])
    front = f"<header><h1>{title}</h1><p>{note}</p></header><nav><ul>{listed}</ul></nav>"
    return front + "".join(sections)


def html_of(text: str) -> str:
    """Return a page of the book as HTML."""
    import markdown  # it comes with mkdocs

    return str(markdown.markdown(_FRONT.sub("", text), extensions=[*EXTENSIONS, "toc"]))


def _heading(section: str) -> str:
    """Return the first heading of a section as HTML; empty if it has none."""
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", section, re.DOTALL)
    return heading.group(1) if heading is not None else ""


def _section(page: str, language: str, text: str, names: Mapping[str, str]) -> str:
    """Return a page as a section: its anchors begin with the name of the page."""
    folder, name = posixpath.dirname(page), names[page]

    def anchored(match: re.Match[str]) -> str:
        return f'id="{name}.{match.group(1)}"'

    def linked(match: re.Match[str]) -> str:
        target, _, place = unquote(unescape(match.group(2))).partition("#")
        whole = posixpath.normpath(posixpath.join(folder, target)) if target else page
        inside = names.get(whole)
        if inside is None:
            return f"<a{match.group(1)}{match.group(3)}>"
        place = f"{inside}.{place}" if place else inside
        return f'<a{match.group(1)}href="#{escape(place)}"{match.group(3)}>'

    def drawn(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(language, folder, unquote(match.group(2))))
        return f'<img{match.group(1)}src="{SCHEME}{escape(path)}"'

    body = _SOURCE.sub(drawn, _HREF.sub(linked, _ID.sub(anchored, html_of(text))))
    return f'<section id="{name}">{body}</section>'
