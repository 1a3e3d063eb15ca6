from __future__ import annotations

import re

import pytest

from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.pages.book import Book
from thesmos_rulebook.paper.whole_book import book_body, book_pages


def test_all_cards_are_in_it(source: BookSource) -> None:
    pages = book_pages(source)
    assert {f"{source.slug}/powers/{slug}.md" for slug in source.powers} <= {*pages}


def test_links_lead_to_places_in_the_document(source: BookSource, book: Book) -> None:
    pytest.importorskip("markdown")  # which the extra `docs` installs
    body = book_body(source, "en", book.files)
    targets = set(re.findall(r'href="([^"]*)"', body))
    places = set(re.findall(r'\bid="([^"]*)"', body))
    assert targets
    assert {target for target in targets if target.removeprefix("#") not in places} == set()


def test_pictures_are_those_of_the_book(source: BookSource, book: Book) -> None:
    pytest.importorskip("markdown")
    addresses = set(re.findall(r'src="book:([^"]*)"', book_body(source, "es", book.files)))
    assert addresses
    assert addresses <= book.files.keys()
