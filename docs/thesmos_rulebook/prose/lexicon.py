"""The words available to a card: its own, then the game's, then the language's."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from thesmos.diagnostics import Location
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_parser import parse_expr
from thesmos.syntax.nodes import all_nodes
from thesmos.syntax.words import Word
from thesmos.syntax.yaml_nodes import YamlText
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
    node: t.Node
    gaps: frozenset[str]
    text: str
    positive: bool


@dataclass(frozen=True)
class ActionWords:
    """One form of the words for an action, or for its events under some conditions."""

    form: str
    kinds: tuple[str, ...]
    parts: tuple[t.Expr, ...]
    text: str


class Lexicon:
    """Looks up words: its own first, then those of a fallback lexicon."""

    def __init__(self, language: Language, words: Iterable[Word], fallback: Lexicon | None) -> None:
        self.language = language
        self.names: dict[tuple[str, str], str] = {}
        self.forms: dict[type, list[PhrasePattern]] = {}
        self.acts: list[ActionWords] = []
        for word in words:
            self._add(word)
        for forms in self.forms.values():
            forms.sort(key=lambda form: -form.size)
        if fallback is not None:
            self.names = {**fallback.names, **self.names}
            for kind, forms in fallback.forms.items():
                self.forms[kind] = [*self.forms.get(kind, ()), *forms]
            self.acts += fallback.acts
        self.acts.sort(key=lambda act: -len(act.parts))

    def _add(self, word: Word) -> None:
        text = word.texts.get(self.language.code)
        if text is None:
            return
        if word.section == "phrases" and word.pattern is not None:
            self._add_form(word.pattern, word.gaps, text)
        elif word.section == "acts" and isinstance(word.pattern, t.History):
            event = word.pattern.event
            parts = tuple(conjuncts(event.condition))
            self.acts.append(ActionWords(word.form, event.kinds, parts, text))
        else:
            self.names[word.section, word.key] = text

    def _add_form(self, node: t.Node, gaps: frozenset[str], text: str) -> None:
        size = sum(not (isinstance(n, t.Name) and n.name in gaps) for n in all_nodes(node))
        ways = (True, False) if "[" in text and isinstance(node, t.Expr) else (True,)
        for positive in ways:
            result = normal(node, positive) if isinstance(node, t.Expr) else node
            form = PhrasePattern(size, result, gaps, text, positive)
            self.forms.setdefault(type(result), []).append(form)

    def name(self, section: str, key: str) -> str | None:
        """Return the text under a key that is a plain name; None if there is none."""
        return self.names.get((section, key))

    def noun(self, text: str) -> Noun:
        """Parse `a space, spaces` into a noun; without a plural, the one form serves for both."""
        one, _, many = (part.strip() for part in text.partition(","))
        first, _, rest = one.partition(" ")
        gender = self.language.articles.get(first)
        bare = one if gender is None else rest
        return Noun(bare, many or bare, gender or "", gender is None)

    def kind(self, name: str) -> Noun | None:
        """Return the noun of a kind, whose name may be given in the plural."""
        text = self.name("nouns", name) or self.name("nouns", name.removesuffix("s"))
        return None if text is None else self.noun(text)

    def phrase(self, node: t.Node) -> tuple[PhrasePattern, Bindings] | None:
        """Return the most specific pattern that a node matches, and what is in its gaps."""
        for form in self.forms.get(type(node), ()):
            found = match(form.node, node, form.gaps)
            if found is not None:
                return form, found
        return None

    def joint_phrase(
        self, parts: Sequence[t.Expr]
    ) -> tuple[PhrasePattern, Bindings, list[t.Expr]] | None:
        """Return a pattern that covers several of these conditions, its gaps, and what is left."""
        for form in self.forms.get(t.Logic, ()):
            if isinstance(form.node, t.Logic) and form.node.word == "and":
                found = take(form.node.parts, parts, form.gaps)
                if found is not None:
                    return form, *found
        return None

    def action_words(
        self, form: str, kinds: tuple[str, ...], parts: list[t.Expr]
    ) -> tuple[str | None, list[t.Expr]]:
        """Return the `verb`, `noun` or `event` of an action for events with these conditions.

        The conditions that the words don't cover are returned too. The words are None if
        there are none.
        """
        for act in self.acts:
            if (act.form, act.kinds) == (form, kinds):
                found = take(act.parts, parts, frozenset())
                if found is not None:
                    return act.text, found[1]
        return None, parts


@functools.cache
def core_lexicon(language: Language) -> Lexicon:
    """Return the words that a language has for every game."""
    words = [
        Word("nouns", k, "", {language.code: v}, None, NOWHERE) for k, v in language.nouns.items()
    ]
    for key, text in language.phrases.items():
        node, diagnostics = parse_expr(YamlText(NOWHERE, key))
        assert node is not None, diagnostics
        words.append(Word("phrases", key, "", {language.code: text}, node, NOWHERE))
    return Lexicon(language, words, None)
