"""The words available to a card: its own, then the game's, then the language's."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from thesmos.check.typed_words import ActWord, NameWord, PhraseWord, TypedWord, WordKey
from thesmos.diagnostics import Location
from thesmos.program.effects import Effect
from thesmos.program.node import Node, Ref, walk
from thesmos.program.values import Logic, Value, Variable
from thesmos.syntax.words import Term, name_word
from thesmos_rulebook.prose.language import Language
from thesmos_rulebook.prose.normal_form import conjuncts, normal
from thesmos_rulebook.prose.pattern_match import Bindings, match, take

NOWHERE = Location("", 1, 1)


@dataclass(frozen=True)
class Noun:
    """What a kind is called: singular, plural and gender. A proper noun has no article."""

    one: str
    many: str
    gender: str
    proper: bool = False


@dataclass(frozen=True)
class PhrasePattern:
    """A pattern with gaps and its text; `positive` says which half of a `[yes|no]` text applies.

    size: the number of nodes that are not gaps; larger patterns are tried first.
    """

    size: int
    node: Value | Effect
    gaps: frozenset[str]
    text: str
    positive: bool


@dataclass(frozen=True)
class ActionWords:
    """One form of the words for an action, or for its events under some conditions."""

    form: str
    actions: tuple[Ref, ...]
    parts: tuple[Value, ...]
    text: str


class Lexicon:
    """Looks up words: its own first, then those of a fallback lexicon."""

    def __init__(
        self, language: Language, words: Iterable[TypedWord], fallback: Lexicon | None
    ) -> None:
        self.language = language
        self.names: dict[tuple[str, WordKey], str] = {}
        self.forms: dict[type, list[PhrasePattern]] = {}
        self.acts: list[ActionWords] = []
        for word in words:
            text = word.texts.get(language.code)
            if text is not None:
                self._add(word, text)
        for forms in self.forms.values():
            forms.sort(key=lambda form: -form.size)
        if fallback is not None:
            self.names = {**fallback.names, **self.names}
            for kind, forms in fallback.forms.items():
                self.forms[kind] = [*self.forms.get(kind, ()), *forms]
            self.acts += fallback.acts
        self.acts.sort(key=lambda act: -len(act.parts))

    def _add(self, word: TypedWord, text: str) -> None:
        match word:
            case NameWord():
                self.names[word.section, word.key] = text
            case PhraseWord():
                self._add_form(word.pattern, word.gaps, text)
            case ActWord():
                parts = tuple(conjuncts(word.condition))
                self.acts.append(ActionWords(word.form, word.actions, parts, text))

    def _add_form(self, node: Value | Effect, gaps: frozenset[str], text: str) -> None:
        inside = [each for each in walk(node) if isinstance(each, Node)]
        size = sum(not (isinstance(each, Variable) and each.name in gaps) for each in inside)
        ways = (True, False) if "[" in text and isinstance(node, Value) else (True,)
        for positive in ways:
            made = normal(node, positive) if isinstance(node, Value) else node
            form = PhrasePattern(size, made, gaps, text, positive)
            self.forms.setdefault(type(made), []).append(form)

    def name(self, section: str, key: WordKey) -> str | None:
        """Return the text for something that has a name; None if there is none."""
        return self.names.get((section, key))

    def noun(self, text: str) -> Noun:
        """Parse `a space, spaces` into a noun; without a plural, the one form serves for both."""
        one, _, many = (part.strip() for part in text.partition(","))
        first, _, rest = one.partition(" ")
        gender = self.language.articles.get(first)
        bare = one if gender is None else rest
        return Noun(bare, many or bare, gender or "", gender is None)

    def kind(self, name: str) -> Noun | None:
        """Return the noun of a kind."""
        text = self.name("nouns", name)
        return None if text is None else self.noun(text)

    def phrase(self, node: Value | Effect) -> tuple[PhrasePattern, Bindings] | None:
        """Return the most specific pattern that a node matches, and what is in its gaps."""
        for form in self.forms.get(type(node), ()):
            found = match(form.node, node, form.gaps)
            if found is not None:
                return form, found
        return None

    def joint_phrase(
        self, parts: Sequence[Value]
    ) -> tuple[PhrasePattern, Bindings, list[Value]] | None:
        """Return a pattern that covers several of these conditions, its gaps, and what is left."""
        for form in self.forms.get(Logic, ()):
            if isinstance(form.node, Logic) and form.node.word == "and":
                found = take(form.node.parts, parts, form.gaps)
                if found is not None:
                    return form, *found
        return None

    def action_words(
        self, form: str, actions: tuple[Ref, ...], parts: list[Value]
    ) -> tuple[str | None, list[Value]]:
        """Return the `verb`, `noun` or `event` of an action for events with these conditions.

        The conditions that the words don't cover are returned too. The words are None if
        there are none.
        """
        for act in self.acts:
            if (act.form, act.actions) == (form, actions):
                found = take(act.parts, parts, frozenset())
                if found is not None:
                    return act.text, found[1]
        return None, parts


@functools.cache
def core_words(language: Language) -> tuple[Term, ...]:
    """Return the words that a language has for every game."""
    return tuple(
        name_word("nouns", kind, {language.code: text}, NOWHERE)
        for kind, text in language.nouns.items()
    )
