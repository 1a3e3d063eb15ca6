"""Books that several tests look at: each is built once, even by several pytest workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos_rulebook.content.book_source import BookSource, read_source
from thesmos_rulebook.pages.book import Book, make_book
from thesmos_rulebook.testing.shared import LARGER, SMALLER, BuiltSite, Once, hashes_of, once_in
from thesmos_rulebook.website.build import BuildRequest, build
from thesmos_rulebook.website.output import can_build


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    return once_in(tmp_path_factory)


@pytest.fixture(scope="session")
def source() -> BookSource:
    """The smaller game."""
    return read_source(SMALLER)


@pytest.fixture(scope="session")
def larger() -> BookSource:
    """A game with powers for some numbers of players, with tags, teams and a draft."""
    return read_source(LARGER)


@pytest.fixture(scope="session")
def book(once: Once) -> Book:
    """The book of the smaller game."""
    result: Book = once("book", lambda folder: make_book([read_source(SMALLER)]))
    return result


@pytest.fixture(scope="session")
def site(once: Once) -> BuiltSite:
    """The site of the smaller game. Tests may add files to it, but not change any."""
    if not can_build():
        pytest.skip("needs mkdocs")

    def make(folder: Path) -> BuiltSite:
        folder = build(BuildRequest((SMALLER,), folder), allow_missing=True).site or folder
        return BuiltSite(folder, hashes_of(folder))

    result: BuiltSite = once("site", make)
    return result
