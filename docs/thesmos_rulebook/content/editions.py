"""The other editions of a game that a book describes: what is different in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from thesmos.play.game import Game, load
from thesmos.syntax.spec_files import SpecFiles
from thesmos.syntax.versions import FOLDERS, slugs_in
from thesmos.syntax.yaml_values import languages
from thesmos.tools.edition_differences import (
    EditionDifferences,
    PartDifference,
    edition_differences,
)
from thesmos_rulebook.prose.sentences import GameSentences

DATE = re.compile(r"\d{4}(-\d\d){0,2}")  # a year, a month or a day


@dataclass(frozen=True)
class OtherEdition:
    """An edition that is not the book's.

    title: by language.
    absent: the cards that it does not have.
    cards: its differences, by card; `before` is what the edition has, `after` what the book says.
    """

    slug: str
    title: dict[str, str]
    game: Game
    absent: frozenset[str]
    cards: Mapping[str, tuple[PartDifference, ...]]
    _sentences: dict[str, GameSentences] = field(default_factory=dict, repr=False)

    def sentences(self, language: str) -> GameSentences:
        """Return the sentences of the edition in a language; cached."""
        if language not in self._sentences:
            self._sentences[language] = GameSentences(self.game, language)
        return self._sentences[language]


def other_editions(game: Game) -> Iterator[OtherEdition]:
    """Yield the other editions of a game, by name. Raises SpecError for one with errors."""
    name = str(game.path)
    for slug in slugs_in(game.path, "edition"):
        if slug == game.program.edition:
            continue
        other = load(name, edition=slug, rewrite=game.rewrite)
        differences = edition_differences(name, slug, game.program.edition)
        files = SpecFiles(game.path, rewrite=game.rewrite)
        files.lay_over("edition", game.path / FOLDERS["edition"] / slug)
        title = languages(files.layers[0].root.get("title"))
        yield OtherEdition(slug, title, other, frozenset(differences.added), differences.cards)


def edition_changes(game: Game) -> tuple[EditionDifferences, ...]:
    """Return what each edition of a game changed in the one before it, the newest first.

    Empty for a game with one edition, and for one whose editions are not named by dates but, as
    those of Go, by the size of the board: none comes before another.
    """
    own = game.program.edition
    names = sorted({own, *slugs_in(game.path, "edition")})
    if not all(map(DATE.fullmatch, names)):
        return ()
    return tuple(edition_differences(str(game.path), *step) for step in pairwise(names))[::-1]
