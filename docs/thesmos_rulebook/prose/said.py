"""The texts of `says`: the words of declared names, by name and form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from thesmos.check.said import Key, Name, name_of, questions, ref_of
from thesmos.program.declarations import Card, GameProgram
from thesmos.program.effects import Effect
from thesmos.program.node import Ref
from thesmos.program.values import Value
from thesmos.syntax.documents import CardDocument
from thesmos.syntax.says import PLAIN
from thesmos.syntax.words import Term


@dataclass(frozen=True)
class Told:
    """A text for a node.

    positive: which half of a `[yes|no]` applies. given: what fills its gaps.
    """

    text: str
    positive: bool
    given: Mapping[str, Value]


class SaidNames:
    """The texts of declared names, in one language."""

    def __init__(self) -> None:
        self.words: dict[Key, tuple[str, Term]] = {}

    def add(self, written: CardDocument, card: Card, game: GameProgram, language: str) -> None:
        """Add the words of a card, or of the game itself."""
        several = {one.name: one.actions for one in written.events}
        for word in written.words:
            text = word.texts.get(language)
            if text is None:
                continue
            actions = several.get(word.key) if word.section == "acts" else None
            if actions is None:
                name = name_of(word, card, card is game.base)
            else:
                name = tuple(ref_of(each, card, "actions") for each in actions)
            self.words[word.section, name, word.form] = text, word

    def text(self, section: str, name: Name, form: str = PLAIN) -> str | None:
        """Return a text; None if there is none."""
        found = self.words.get((section, name, form))
        return None if found is None else found[0]

    def implied(self, action: Ref, fact: Ref) -> tuple[str, ...]:
        """Return the rules that are waived according to a fact's words for an action."""
        found = self.words.get(("acts", (action, fact), "verb"))
        return () if found is None else found[1].implied

    def action_of(self, fact: Ref) -> Ref | None:
        """Return the action for whose events a fact has words: its parameters are their roles."""
        for section, name, _ in self.words:
            if section == "acts" and isinstance(name, tuple) and name[1] == fact:
                return name[0] if isinstance(name[0], Ref) else None
        return None

    def told(self, node: Value | Effect, action: Ref | None) -> Told | None:
        """Return the text for a value or an effect; None if it has no declared words.

        action: the one whose roles are in scope, if any.
        """
        for section, name, form, positive, arguments in questions(node, action):
            found = self.words.get((section, name, form))
            if found is not None and (positive or "[" in found[0]):
                given = dict(zip(found[1].parameters, arguments, strict=False))
                return Told(found[0], positive, given)
        return None
