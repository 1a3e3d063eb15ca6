"""A book as files: a tree of plain Markdown and pictures for each language.

pages/<language>/index.md
pages/<language>/<game>/index.md, bans.md, glossary.md, rulings.md, together.md, coverage.md
pages/<language>/<game>/powers/index.md, <slug>.md, <slug>/*.svg
pages/<language>/<game>/pieces/index.md, <kind>/<name>.md, *.svg
pages/<language>/<game>/scenarios/index.md, <folder>.md
pages/<language>/<game>/modes/<slug>.md, <slug>/*.svg
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec

from thesmos.diagnostics import Diagnostic, UsageError
from thesmos.scenario.reader import Given
from thesmos.scenario.runner import Runner
from thesmos_rulebook.boards.element import showing_element
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.handwritten import HandwrittenPages
from thesmos_rulebook.content.localizer import Localizer, untranslated_texts
from thesmos_rulebook.examples.deciding_clauses import counting
from thesmos_rulebook.examples.first_turn import first_turn_id, record_first_turn
from thesmos_rulebook.examples.frames import Recording, record_scenario
from thesmos_rulebook.examples.selection import examples_of
from thesmos_rulebook.examples.thumbnail import THUMBNAIL
from thesmos_rulebook.markdown import escaped, link, page
from thesmos_rulebook.pages import index_pages
from thesmos_rulebook.pages.card_pages import mode_page, power_page
from thesmos_rulebook.pages.card_sections import thumbnail_of
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.game_page import draft_page, game_page
from thesmos_rulebook.pages.piece_pages import piece_page
from thesmos_rulebook.pages.scenario_pages import scenarios_page
from thesmos_rulebook.pages.site_map import SiteMap
from thesmos_rulebook.phrases import book_languages, corpus_of_phrases, phrases
from thesmos_rulebook.translations import check_translations

Progress = Callable[[str], None]
GamePages = tuple[dict[str, str], list[Diagnostic]]  # files by path, and what is missing in them
GAMES = "<!-- the rule books -->"  # the place of the list of games on a home page
DOORS = "<!-- the doors -->"  # where the site puts its links to what readers come for: main.html
SHOWING = "<!-- a game that plays itself -->"  # the place of its board, there

PUBLIC_NAMES = "<!-- the public names -->"  # the place of the reference of the API


@dataclass
class Book:
    """The pages and pictures by path, and what is missing in the page's language."""

    files: dict[str, str] = field(default_factory=dict)
    missing: list[Diagnostic] = field(default_factory=list)


def make_book(
    sources: Sequence[BookSource],
    handwritten: HandwrittenPages | None = None,
    progress: Progress = lambda words: None,
    by_game: Iterator[GamePages] | None = None,
) -> Book:
    """Make the book of some games, with hand-written pages if there are any.

    by_game: what `game_pages` returns of each of the games, if other processes make it. Raises
    UsageError for a scenario that can't be played, or if no language is supported.
    """
    book = Book()
    languages = languages_of(sources)
    if by_game is None:
        published = published_names(handwritten)
        by_game = (game_pages(source, published) for source in sources)
    for source in sources:
        files, missing = next(by_game)
        progress(source.folder)
        book.files |= files
        book.missing += [*untranslated_texts(source), *missing]
    for language in languages:
        for name, text in handwritten.pages(language).items() if handwritten is not None else ():
            book.files[f"{language}/{name}"] = text
        home = f"{language}/index.md"
        games = "\n".join(_games(sources, language, book.files))
        showing = "\n".join(_showing(sources, language, book.files))
        if GAMES not in book.files.get(home, ""):
            book.files[home] = page(phrases(language)["rules"], [DOORS, "", SHOWING, "", GAMES])
        text = book.files[home].replace(GAMES, games)
        book.files[home] = text.replace(SHOWING, showing)
        for name in handwritten.names if handwritten is not None else ():
            text = book.files[f"{language}/{name}"]
            if PUBLIC_NAMES in text:
                book.files[f"{language}/{name}"] = text.replace(PUBLIC_NAMES, _public_names())
    book.missing += handwritten.missing() if handwritten is not None else []
    if len(languages) > 1:
        book.missing += check_translations(corpus_of_phrases(), languages)
    book.missing = [*dict.fromkeys(book.missing)]  # two games can share a folder of scenarios
    return book


def languages_of(sources: Sequence[BookSource]) -> list[str]:
    """Return the languages of the book, English first. Raises UsageError if there are none."""
    languages = {language for source in sources for language in source.languages}
    if not languages:
        games = ", ".join(source.slug for source in sources)
        raise UsageError(
            f"the title of {games} is in none of the languages that a book can be built in",
            f"give `title` in one of: {', '.join(book_languages())}",
        )
    return [language for language in book_languages() if language in languages]


def published_names(handwritten: HandwrittenPages | None) -> frozenset[str]:
    """Return the names of the hand-written pages, to which pages of games can lead."""
    return frozenset(handwritten.names if handwritten is not None else ())


def game_pages(source: BookSource, published: Collection[str]) -> GamePages:
    """Return the files of a game in all its languages, and what is missing in them.

    published: the names of the hand-written pages.
    """
    recordings, files = Recordings(source), dict[str, str]()
    recordings.record_all()
    missing: list[Diagnostic] = []
    for language in source.languages:
        localizer = Localizer(source, language)
        pages = _pages(localizer, recordings, published)
        files |= {f"{language}/{name}": text for name, text in pages.items()}
        missing += localizer.missing
    return files, missing


class Recordings(Mapping[str, Recording]):
    """The scenarios of a game and of its draft, and its first turn, each played when asked for.

    The examples on cards say more than other scenarios.
    """

    def __init__(self, source: BookSource) -> None:
        """Begin with none. Matches of the game count clauses, so that each is compiled once."""
        source.game.make_backend = counting
        self._source, self._runner = source, Runner(lambda name: source.game)
        self._scenarios = {scenario.id: scenario for scenario in source.scenarios}
        self._draft = Recordings(source.draft) if source.draft is not None else None
        self._recorded: dict[str, Recording | None] = {}

    @cached_property
    def _examples(self) -> frozenset[str]:
        source = self._source
        return frozenset(one.id for slug in source.cards for one in examples_of(source, slug))

    def record_all(self) -> None:
        """Record all scenarios of the game, those of a match-up together: it is compiled once."""
        for scenario in sorted(self._scenarios.values(), key=lambda one: _match_up(one.given)):
            _ = self[scenario.id]

    def __getitem__(self, name: str) -> Recording:
        """Return a recording. Raises UsageError for a scenario that can't be played."""
        if name not in self._recorded:
            self._recorded[name] = self._record(name)
        recording = self._recorded[name]
        if recording is None:
            raise KeyError(name)
        return recording

    def _record(self, name: str) -> Recording | None:
        if name in self._scenarios:
            return record_scenario(self._scenarios[name], self._runner, name in self._examples)
        if name == first_turn_id(self._source):
            return record_first_turn(self._source)
        return self._draft.get(name) if self._draft is not None else None

    def __iter__(self) -> Iterator[str]:
        """Yield the names of all scenarios."""
        yield from (*self._scenarios, *(self._draft or ()))

    def __len__(self) -> int:
        return len([*self])


def _match_up(given: Given) -> str:
    """Return what names the match-up of a scenario."""
    return repr((given.mode, given.powers, given.options, given.setup))


def _pages(
    localizer: Localizer, recordings: Mapping[str, Recording], published: Collection[str]
) -> dict[str, str]:
    """Return all pages and pictures of a game in one language."""
    source = localizer.source
    site_map = SiteMap(source, handwritten=published)
    result: dict[str, str] = {}

    def write(path: str, text_of: Callable[[PageContext], str]) -> None:
        context = PageContext(localizer, site_map, path, recordings)
        result[context.page] = text_of(context)
        result.update(context.pictures)

    def first_page(context: PageContext) -> str:
        # The list of games shows this picture, even if the game's own page does not.
        thumbnail_of(context, source.slug)
        return game_page(context)

    write(site_map.page(source.slug), first_page)
    for slug, card in source.powers.items():
        write(site_map.page(slug), lambda context, card=card: power_page(context, card))  # type: ignore[misc]
    for slug, mode in source.modes.items():
        write(site_map.page(slug), lambda context, mode=mode: mode_page(context, mode))  # type: ignore[misc]
    if source.draft is not None:
        front = site_map.index("draft")
        draft_localizer = Localizer(
            source.draft, localizer.language, localizer.missing, localizer.names
        )
        context = PageContext(draft_localizer, SiteMap(source.draft, front), front, recordings)
        result[context.page] = draft_page(context)
        result.update(context.pictures)
    for name in site_map.indexes:
        write(site_map.index(name), index_pages.PAGES[name])
    for piece in source.pieces.paged:
        write(site_map.piece(piece), lambda context, piece=piece: piece_page(context, piece))  # type: ignore[misc]
    for folder in site_map.scenario_folders:
        path = site_map.index(f"scenarios/{folder}")
        write(path, lambda context, folder=folder: scenarios_page(context, folder))  # type: ignore[misc]
    return result


def page_of_power(
    localizer: Localizer, slug: str, recordings: Mapping[str, Recording], published: Collection[str]
) -> dict[str, str]:
    """Return the page of a power and its pictures."""
    site_map = SiteMap(localizer.source, handwritten=published)
    context = PageContext(localizer, site_map, site_map.page(slug), recordings)
    text = power_page(context, localizer.source.powers[slug])
    return {context.page: text, **context.pictures}


def _public_names() -> str:
    """Return the reference of the API; nothing without griffe, which reads it."""
    if find_spec("griffe") is None:
        return ""
    from thesmos_rulebook.content.api_reference import api_reference

    return api_reference()


def _showing(
    sources: Sequence[BookSource], language: str, files: Mapping[str, str]
) -> Sequence[str]:
    """Return the place where the first game plays itself, with its picture until it does."""
    source = next(source for source in sources if language in source.languages)
    drawn = f"{source.folder}/index/{THUMBNAIL}"
    if f"{language}/{drawn}" not in files:
        return ()
    picture = f"![{escaped(source.document.title[language])}]({drawn})"
    return showing_element(source, language, [picture])


def _games(sources: Sequence[BookSource], language: str, files: Mapping[str, str]) -> list[str]:
    """Return the list of games, each with a picture, its powers and its modes."""
    words = phrases(language)
    lines = ['<div class="games" markdown>', ""]
    for source in sources:
        if language not in source.languages:
            continue
        title = escaped(source.document.title[language])
        powers = len(source.powers)
        modes = ", ".join(
            link(escaped(mode.title.get(language, slug)), f"{source.folder}/modes/{slug}.md")
            for slug, mode in source.modes.items()
        )
        rules = link(f"**{title}**", f"{source.folder}/index.md")
        listed = link(f"{powers} {words['powers'].lower()}", f"{source.folder}/powers/index.md")
        drawn = f"{source.folder}/index/{THUMBNAIL}"
        if f"{language}/{drawn}" in files:
            picture = f"![{title}]({drawn})"
            lines += [f"-   {picture}", "", f"    {rules}", ""]
        else:
            lines += [f"-   {rules}", ""]
        lines += [f"    {listed} · {modes}" if powers else f"    {modes}", ""]
    return [*lines, "</div>", ""]
