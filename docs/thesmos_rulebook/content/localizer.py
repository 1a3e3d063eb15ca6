"""Whom a page is for: a language, the words of the game in it, and what is missing there.

Every text of the spec passes through here on its way to a page. One that lacks the page's language
is shown in another one and noted; `thesmos docs build` counts the notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from thesmos.diagnostics import Diagnostic, UsageError
from thesmos.syntax.words import Word
from thesmos.syntax.yaml_nodes import with_lines
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.phrases import book_languages, phrases
from thesmos_rulebook.prose import GameSentences
from thesmos_rulebook.prose.language import ENGLISH
from thesmos_rulebook.prose.verbalizer import CHOICE
from thesmos_rulebook.translations import (
    UNRECORDED,
    check_translations,
    corpus_of_game,
    corpus_of_scenarios,
)

ARTICLE = re.compile(r"^(?:an?|the|una?|el|la|los|las) ", re.IGNORECASE)
BARE = re.compile(r"\w+")  # a word whose key is one name: that of a thing, not a piece of code
NOUNS = "nouns"
THINGS = (NOUNS, "phrases", "steps")


@dataclass
class Localizer:
    """A reader of one game's book.

    missing: what was not there in the language. around: of a draft, what things are called in the
    game around it.
    """

    source: BookSource
    language: str
    missing: list[Diagnostic] = field(default_factory=list)
    around: Mapping[str, str] = field(default_factory=dict)

    def phrase(self, key: str, **gaps: object) -> str:
        """One of the book's own phrases."""
        return phrases(self.language)[key].format(**gaps)

    def has_phrase(self, key: str) -> bool:
        """Whether a phrase is one of the book's own."""
        return key in phrases(self.language)

    def text(self, texts: Mapping[str, str]) -> str:
        """A text in this language, or in another one where it lacks it: `missing_texts` knows."""
        return texts.get(self.language) or texts.get(ENGLISH) or next(iter(texts.values()), "")

    def title(self, slug: str) -> str:
        """The title of a power, a mode or the game; the slug itself for anything else."""
        if slug in self.source.modes:
            return self.text(self.source.modes[slug].title)
        card = self.source.cards.get(slug)
        return self.text(card.title) if card is not None else slug

    def heading(self, heading: str) -> str:
        """A heading; its name in the clauses is the English one."""
        texts = {ENGLISH: heading, **self.source.document.headings.get(heading, {})}
        return self.text(texts)

    @cached_property
    def sentences(self) -> GameSentences | None:
        """Who makes sentences; None in a language that nobody can make them in."""
        try:
            sentences = GameSentences(self.source.game, self.language)
        except UsageError as error:
            self.missing.append(Diagnostic("W405", error.message, None, error.hint, "warning"))
            return None
        self.missing += with_lines(sentences.untranslated())
        return sentences

    def sentence(self, name: str) -> str:
        """What a clause or a rule means, by its id; nothing where nobody can tell."""
        if self.sentences is None:
            return ""
        if name in self.source.clauses:
            return self.sentences.clause(name)
        found = self.source.rules.get(name)
        return self.sentences.rule(*found) if found is not None else ""

    def option_name(self, name: str, value: str = "") -> str:
        """What an option of the game is called, or what may be chosen there; its name if nothing.

        That there is nothing is noted: it stands on a page.
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
        """What to call the words that the game declares, without articles."""
        cards = self.source.cards.values()
        titles = {
            slug: card.title.get(self.language, slug) for slug, card in self.source.cards.items()
        }
        return {**self.around, **titles} | {
            form: name
            for card in reversed([*cards])
            for key, name in things(card.words, self.language)
            for form in (key, key.lower())
        }

    def step_name(self, name: str) -> str:
        """What to call a step: by its own name, or by that of what is done in it."""
        return self._steps.get(name) or self.names.get(name, name)

    def action_name(self, action: str) -> str:
        """What to call an action by its id, that of a card by the words of that card."""
        slug, _, name = action.rpartition(".")
        card = self.source.cards.get(slug)
        own = [word for word in card.words if word.section == "acts"] if card is not None else []
        return dict(things(own, self.language)).get(name) or self.step_name(name)

    def name_with_article(self, word: str) -> str:
        """A word that the game declares, with the article; empty if it has no name."""
        texts = (
            one.texts.get(self.language, "")
            for card in self.source.cards.values()
            for one in card.words
            if one.section in THINGS and word in (one.key, one.key.lower())
        )
        return next(texts, "").partition(",")[0]

    @cached_property
    def _steps(self) -> Mapping[str, str]:
        """The names of actions, and those of steps that have no other one."""
        cards = self.source.cards.values()
        words = [word for card in cards for word in card.words]
        own = dict(things((word for word in words if word.section == "steps"), self.language))
        done = dict(things((word for word in words if word.section == "acts"), self.language))
        steps = {step.name: done.get(step.action, "") for card in cards for step in card.steps}
        return done | steps | own


def untranslated_texts(source: BookSource) -> list[Diagnostic]:
    """The texts of a spec and its scenarios that lack one of its languages, or are stale in it.

    What was never recorded counts only where somebody keeps a record.
    """
    wanted = [one for one in source.languages if one != ENGLISH]
    strange = _unsupported_languages(source)
    if not wanted:
        return strange
    corpora = [corpus_of_game(source.game.path), *map(corpus_of_scenarios, source.places)]
    return strange + [
        diagnostic
        for corpus in corpora
        for diagnostic in check_translations(corpus, wanted)
        if corpus.is_recorded or diagnostic.code != UNRECORDED
    ]


def _unsupported_languages(source: BookSource) -> list[Diagnostic]:
    """The languages of the title that no book can be made in."""
    document = source.document
    location = document.locations.get("title", document.location)
    known = ", ".join(book_languages())
    hint = f"a book can be in {known}; docs/pages/architecture.md says how to add a language"
    return with_lines(
        Diagnostic("W405", f"no book can be made in `{one}`", location, hint, "warning")
        for one in document.title
        if one not in book_languages()
    )


def things(words: Iterable[Word], language: str) -> list[tuple[str, str]]:
    """The names that words give to things: the key, and the first form without its article.

    Nouns come last, so that a thing is called by its noun where another word has its name too.
    """
    return [
        (word.key, ARTICLE.sub("", word.texts[language].partition(",")[0]))
        for word in sorted(words, key=lambda one: one.section == NOUNS)
        if (word.section in THINGS or (word.section, word.form) == ("acts", "noun"))
        and BARE.fullmatch(word.key)
        and language in word.texts
        and not CHOICE.search(word.texts[language])  # a condition is no thing
    ]
