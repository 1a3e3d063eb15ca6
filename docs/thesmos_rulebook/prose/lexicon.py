"""The words available to a card: its own, then the game's, then the language's."""

from __future__ import annotations

from dataclasses import dataclass

from thesmos.check.text.questions import Name
from thesmos.diagnostics import Location
from thesmos.program.effects import Effect
from thesmos.program.node import Ref
from thesmos.program.values import Compare, FactValue, Value, Variable
from thesmos_rulebook.prose.declared_names import DeclaredNames, DeclaredText
from thesmos_rulebook.prose.language import Language

NOWHERE = Location("", 1, 1)


@dataclass(frozen=True)
class Noun:
    """The noun for a kind: singular, plural and gender. A proper noun has no article."""

    singular: str
    plural: str
    gender: str
    proper: bool = False


class Lexicon:
    """Looks up words: its own first, then those of a fallback lexicon."""

    def __init__(
        self, language: Language, declared: DeclaredNames, fallback: Lexicon | None
    ) -> None:
        self.language, self.declared = language, declared
        if fallback is not None:
            self.declared.words = {**fallback.declared.words, **self.declared.words}

    def name(self, section: str, key: Name, form: str = "") -> str | None:
        """Return the text for something that has a name; None if there is none."""
        return self.declared.text(section, key, form)

    def noun(self, text: str) -> Noun:
        """Parse `a space, spaces` into a noun; without a plural, the one form is used for both."""
        singular, _, plural = (part.strip() for part in text.partition(","))
        first, _, rest = singular.partition(" ")
        gender = self.language.articles.get(first)
        bare = singular if gender is None else rest
        return Noun(bare, plural or bare, gender or "", gender is None)

    def kind(self, name: str) -> Noun | None:
        """Return the noun of a kind."""
        text = self.name("nouns", name) or self.language.nouns.get(name)
        return None if text is None else self.noun(text)

    def phrase(self, node: Value | Effect, action: Ref | None = None) -> DeclaredText | None:
        """Return the words for a node; None if no declared name has any.

        action: the one whose roles are in scope, if any.
        """
        return self.declared.text_of(node, action)

    def action_words(
        self, form: str, actions: tuple[Ref, ...], parts: list[Value]
    ) -> tuple[str | None, list[Value], Value | None]:
        """Return the `verb`, `noun` or `event` of an action for events with these conditions.

        Also return the conditions that the words don't cover, and what fills the gap `{value}` in
        the words of a role. The words are None if there are none; several actions have those of
        their common name.
        """
        if len(actions) > 1:
            return self.name("acts", actions, form), parts, None
        for part in parts:
            text, value = self._special(form, actions[0], part)
            if text is not None:
                return text, [other for other in parts if other is not part], value
        return self.name("acts", actions[0], form), parts, None

    def _special(self, form: str, action: Ref, part: Value) -> tuple[str | None, Value | None]:
        """Return the words of a fact or a role for events for which a condition holds."""
        match part:
            case FactValue(fact=fact, arguments=arguments):
                about_roles = all(
                    isinstance(argument, Variable) and argument.role for argument in arguments
                )
                return (self.name("acts", (action, fact), form) if about_roles else None), None
            case Compare(word="=", left=Variable(name=name, role=True), right=value):
                return self.name("roles", (action, name), form), value
            case _:
                return None, None
