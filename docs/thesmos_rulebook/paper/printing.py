"""What is printed of a game: files by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.paper.card_sheet import sheet_body
from thesmos_rulebook.paper.pdf import pdf
from thesmos_rulebook.paper.short_rules import short_body
from thesmos_rulebook.paper.whole_book import book_body

BOOK, CARDS, SHORT = "book", "cards", "short"
KINDS = (BOOK, CARDS, SHORT)

_BODIES: Mapping[str, Callable[[Localizer, Mapping[str, str]], str]] = {
    BOOK: lambda localizer, files: book_body(localizer.source, localizer.language, files),
    CARDS: sheet_body,
    SHORT: lambda localizer, files: short_body(localizer),
}


def printed(
    source: BookSource, language: str, files: Mapping[str, str], kinds: tuple[str, ...] = KINDS
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each PDF of a game in a language.

    files: the pages and pictures of its book, by path below the folder of all languages.
    kinds: the whole book, the cards to cut out (if the game has any), the rules in short.

    Raises UsageError without WeasyPrint.
    """
    localizer = Localizer(source, language)
    title = localizer.title(source.slug)
    for kind in kinds:
        if kind == CARDS and not source.powers:
            continue
        name = f"{source.folder}-{language}{'' if kind == BOOK else f'-{kind}'}.pdf"
        yield name, pdf(_BODIES[kind](localizer, files), title, language, files, kind)
