"""A book as files: for each language a tree of plain Markdown and pictures.

pages/<language>/index.md
pages/<language>/<game>/index.md, bans.md, glossary.md, rulings.md, coverage.md
pages/<language>/<game>/powers/index.md, <slug>.md, <slug>/*.svg
pages/<language>/<game>/modes/<slug>.md, <slug>/*.svg
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from thesmos.diagnostics import Diagnostic, UsageError
from thesmos.scenario.runner import Runner
from thesmos_rulebook.content.book_source import Source
from thesmos_rulebook.content.handwritten import Written
from thesmos_rulebook.content.localizer import Reader, missing_texts
from thesmos_rulebook.examples.frames import Walk, walk
from thesmos_rulebook.examples.selection import examples_of
from thesmos_rulebook.examples.thumbnail import EMBLEM
from thesmos_rulebook.markdown import escaped, link, page
from thesmos_rulebook.pages import index_pages as indexes
from thesmos_rulebook.pages.card_pages import mode_page, power_page
from thesmos_rulebook.pages.card_sections import emblem_of
from thesmos_rulebook.pages.context import Desk
from thesmos_rulebook.pages.game_page import draft_page, rules_page
from thesmos_rulebook.pages.site_map import Shelf
from thesmos_rulebook.phrases import book_languages, phrases

Progress = Callable[[str], None]
GAMES = "<!-- the rule books -->"  # where a home page lists the games


@dataclass
class Book:
    """The pages by path, and what is not there in the page's language."""

    files: dict[str, str] = field(default_factory=dict)
    missing: list[Diagnostic] = field(default_factory=list)


def make_book(
    sources: Sequence[Source],
    written: Written | None = None,
    progress: Progress = lambda words: None,
) -> Book:
    """The book of some games, with hand-written pages if there are any.

    Raises UsageError for a scenario that can't be played, or if there is no language for it.
    """
    book = Book()
    languages = languages_of(sources)
    for source in sources:
        progress(source.slug)
        walks = _walks(source)
        book.missing += missing_texts(source)
        for language in source.languages:
            reader = Reader(source, language)
            for name, text in _pages(reader, walks).items():
                book.files[f"{language}/{name}"] = text
            book.missing += reader.missing
    for language in languages:
        for name, text in written.pages(language).items() if written is not None else ():
            book.files[f"{language}/{name}"] = text
        home = f"{language}/index.md"
        games = "\n".join(_games(sources, language, book.files))
        if GAMES in book.files.get(home, ""):
            book.files[home] = book.files[home].replace(GAMES, games)
        else:
            book.files[home] = page(phrases(language)["rules"], [games])
    book.missing += written.missing() if written is not None else []
    book.missing = [*dict.fromkeys(book.missing)]  # two games may share a folder of scenarios
    return book


def languages_of(sources: Sequence[Source]) -> list[str]:
    """The languages of the book, English first. Raises UsageError if there is none."""
    found = {language for source in sources for language in source.languages}
    if not found:
        raise UsageError(
            f"no title of {', '.join(source.slug for source in sources)} is in a language that a "
            "book can be made in",
            f"give `title` in one of: {', '.join(book_languages())}",
        )
    return [language for language in book_languages() if language in found]


def _walks(source: Source) -> dict[str, Walk]:
    """The scenarios that are shown, of a game and of its draft, played."""
    runner = Runner(lambda name: source.game)
    chosen = {
        scenario.id: scenario for slug in source.cards for scenario in examples_of(source, slug)
    }
    before = _walks(source.draft) if source.draft is not None else {}
    return before | {name: walk(scenario, runner) for name, scenario in chosen.items()}


def _pages(reader: Reader, walks: Mapping[str, Walk]) -> dict[str, str]:
    """All pages and pictures of a game in one language."""
    source, shelf = reader.source, Shelf(reader.source)
    made: dict[str, str] = {}

    def write(path: str, text_of: Callable[[Desk], str]) -> None:
        desk = Desk(reader, shelf, path, walks)
        made[desk.page] = text_of(desk)
        made.update(desk.pictures)

    def first_page(desk: Desk) -> str:
        emblem_of(desk, source.slug)  # for the list of games, even where its own page has none
        return rules_page(desk)

    write(shelf.page(source.slug), first_page)
    for slug, card in source.powers.items():
        write(shelf.page(slug), lambda desk, card=card: power_page(desk, card))  # type: ignore[misc]
    for slug, mode in source.modes.items():
        write(shelf.page(slug), lambda desk, mode=mode: mode_page(desk, mode))  # type: ignore[misc]
    if source.draft is not None:
        front = shelf.index("draft")
        drafter = Reader(source.draft, reader.language, reader.missing, reader.names)
        desk = Desk(drafter, Shelf(source.draft, front), front, walks)
        made[desk.page] = draft_page(desk)
        made.update(desk.pictures)
    write(shelf.index("powers/index"), indexes.powers_page)
    write(shelf.index("bans"), indexes.bans_page)
    write(shelf.index("glossary"), indexes.glossary_page)
    write(shelf.index("rulings"), indexes.rulings_page)
    write(shelf.index("coverage"), indexes.coverage_page)
    return made


def _games(sources: Sequence[Source], language: str, files: Mapping[str, str]) -> list[str]:
    """The games of the book, each with a picture and what there is of it."""
    say = phrases(language)
    lines = ['<div class="games" markdown>', ""]
    for source in sources:
        if language not in source.languages:
            continue
        title = escaped(source.written.title[language])
        powers, modes = (
            len(source.powers),
            ", ".join(
                link(escaped(mode.title.get(language, slug)), f"{source.slug}/modes/{slug}.md")
                for slug, mode in source.modes.items()
            ),
        )
        rules = link(f"**{title}**", f"{source.slug}/index.md")
        listed = link(f"{powers} {say['powers'].lower()}", f"{source.slug}/powers/index.md")
        drawn = f"{source.slug}/index/{EMBLEM}"
        if f"{language}/{drawn}" in files:
            picture = f"![{title}]({drawn})"
            lines += [f"-   {picture}", "", f"    {rules}", ""]
        else:
            lines += [f"-   {rules}", ""]
        lines += [f"    {listed} · {modes}", ""]
    return [*lines, "</div>", ""]
