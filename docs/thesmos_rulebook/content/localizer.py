"""The texts of a game in one language, and what is missing in it.

Every text of the spec passes through a localizer on its way to a page. A text without a translation
is shown in another language and recorded; `thesmos docs build` counts these texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from thesmos.diagnostics import Diagnostic, UsageError
from thesmos.link.linked import Piece
from thesmos.play.names import is_name, names_of_things, thing_names
from thesmos.syntax.sources import with_lines
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.phrases import book_languages, phrases
from thesmos_rulebook.prose import GameSentences
from thesmos_rulebook.prose.language import ENGLISH
from thesmos_rulebook.prose.pieces import PrintedValue
from thesmos_rulebook.translations import (
    check_translations,
    corpus_of_game,
    corpus_of_scenarios,
)


@dataclass
class Localizer:
    """The texts of one game in one language.

    missing: what has no text in this language.
    around: for a draft, the names of things in the game it belongs to.
    records: whether what has no sentence is recorded; that takes as long as to make all sentences.
    """

    source: BookSource
    language: str
    missing: list[Diagnostic] = field(default_factory=list)
    around: Mapping[str, str] = field(default_factory=dict)
    records: bool = True

    def phrase(self, key: str, **gaps: object) -> str:
        """Return one of the book's own phrases, with its gaps filled."""
        return self._phrases[key].format(**gaps)

    def has_phrase(self, key: str) -> bool:
        """Return whether the book has a phrase of this name."""
        return key in self._phrases

    @cached_property
    def _phrases(self) -> Mapping[str, str]:
        return phrases(self.language)

    def text(self, texts: Mapping[str, str]) -> str:
        """Return a text in this language, or in another one if it is not translated.

        Missing translations are reported by `untranslated_texts`.
        """
        return texts.get(self.language) or texts.get(ENGLISH) or next(iter(texts.values()), "")

    def title(self, slug: str) -> str:
        """Return the title of a power, a mode or the game; for anything else the slug itself."""
        if slug in self.source.modes:
            return self.text(self.source.modes[slug].title)
        card = self.source.cards.get(slug)
        return self.text(card.title) if card is not None else slug

    def heading(self, heading: str) -> str:
        """Return a heading in this language; its name in the clauses is the English one."""
        texts = {ENGLISH: heading, **self.source.document.headings.get(heading, {})}
        return self.text(texts)

    @cached_property
    def sentences(self) -> GameSentences | None:
        """The sentences of the game; None if the language is not supported."""
        try:
            sentences = GameSentences(self.source.game, self.language)
        except UsageError as error:
            self.missing.append(Diagnostic("W405", error.message, None, error.hint, "warning"))
            return None
        if self.records:
            self.missing += with_lines(sentences.untranslated())
        return sentences

    @cached_property
    def printed(self) -> Mapping[Piece, list[PrintedValue]]:
        """What is printed on each named piece that a page describes; empty without sentences."""
        if self.sentences is None:
            return {}
        linked, pieces = self.source.linked, self.source.pieces
        every = (piece for kind in pieces.kinds for piece in pieces.of_kind(kind))
        return {piece: self.sentences.printed(linked, piece) for piece in every}

    def sentence(self, name: str) -> str:
        """Return the sentence of a clause or a rule, by its id; empty if there are no sentences."""
        if self.sentences is None:
            return ""
        if name in self.source.clauses:
            return self.sentences.clause(name)
        rule = self.source.rules.get(name)
        return self.sentences.rule(*rule) if rule is not None else ""

    def option_name(self, name: str, value: str = "") -> str:
        """Return the name of an option of the game, or of one of its values.

        An option without words is shown by its key, and recorded as missing.
        """
        key = f"{name}.{value}" if value else name
        for word in self.source.document.base.words:
            if (word.section, word.key) == ("options", key) and self.language in word.texts:
                return word.texts[self.language]
        document = self.source.document
        message = f"there are no words for the option `{key}` in `{self.language}`"
        location = document.locations.get("options", document.location)
        hint = f"add `{key}` under `options` in the game's words"
        self.missing += with_lines([Diagnostic("W405", message, location, hint, "warning")])
        return value or name

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of everything that the game declares, without articles."""
        cards = self.source.cards.values()
        titles = {
            slug: card.title.get(self.language, slug) for slug, card in self.source.cards.items()
        }
        words = [card.words for card in cards]
        named = names_of_things(words, self.source.program.position, self.language)
        return {**self.around, **titles, **named}

    def step_name(self, name: str) -> str:
        """Return the name of a step: its own, or that of its action."""
        return self._steps.get(name) or self.names.get(name, name)

    def action_name(self, action: str) -> str:
        """Return the name of an action, by its id; for a card's own action, in the card's words."""
        slug, _, name = action.rpartition(".")
        card = self.source.cards.get(slug)
        action_words = (
            [word for word in card.words if word.section == "acts"] if card is not None else []
        )
        return dict(thing_names(action_words, self.language)).get(name) or self.step_name(name)

    def name_with_article(self, word: str) -> str:
        """Return a name that the game declares, with its article; empty if there is none."""
        return self._names_with_articles.get(word, "")

    @cached_property
    def _names_with_articles(self) -> Mapping[str, str]:
        result: dict[str, str] = {}
        for card in self.source.cards.values():
            for declared in filter(is_name, card.words):
                name = declared.texts.get(self.language, "").partition(",")[0]
                result.setdefault(declared.name, name)
                result.setdefault(declared.name.lower(), name)
        return result

    @cached_property
    def _steps(self) -> Mapping[str, str]:
        """The names of actions, and of steps that have no other name."""
        cards = self.source.cards.values()
        words = [word for card in cards for word in card.words]
        step_names = dict(
            thing_names((word for word in words if word.section == "steps"), self.language)
        )
        actions = dict(
            thing_names((word for word in words if word.section == "acts"), self.language)
        )
        steps = {
            step.name: " / ".join(actions[name] for name in step.actions if name in actions)
            for card in cards
            for step in card.steps
        }
        return actions | steps | step_names


def untranslated_texts(source: BookSource) -> list[Diagnostic]:
    """Return warnings for texts of a spec and its scenarios that are missing or stale.

    Unrecorded translations count only where there are catalogs.
    """
    wanted = [language for language in source.languages if language != ENGLISH]
    unsupported = _unsupported_languages(source)
    if not wanted:
        return unsupported
    corpora = [corpus_of_game(source.game.path), *map(corpus_of_scenarios, source.places)]
    return unsupported + [
        diagnostic for corpus in corpora for diagnostic in check_translations(corpus, wanted)
    ]


def _unsupported_languages(source: BookSource) -> list[Diagnostic]:
    """Return warnings for the languages of the title that are not supported."""
    document = source.document
    location = document.locations.get("title", document.location)
    languages = ", ".join(book_languages())
    hint = f"supported: {languages}; docs/pages/architecture.md says how to add a language"
    return with_lines(
        Diagnostic("W405", f"a book can't be built in `{language}`", location, hint, "warning")
        for language in document.title
        if language not in book_languages()
    )
