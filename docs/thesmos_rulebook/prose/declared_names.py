"""The texts of `says`: the words of declared names, by name and form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from thesmos.check.text.questions import Key, Name, name_of, questions, ref_of
from thesmos.program.declarations import Card, GameProgram
from thesmos.program.effects import Effect
from thesmos.program.node import Ref
from thesmos.program.values import Value
from thesmos.syntax.documents import CardDocument
from thesmos.syntax.says import PLAIN
from thesmos.syntax.words import Term


@dataclass(frozen=True)
class DeclaredText:
    """A text for a node.

    positive: which half of a `[yes|no]` applies.
    gaps: what fills its gaps.
    """

    text: str
    positive: bool
    gaps: Mapping[str, Value]


class TermText(NamedTuple):
    """The words of a name, and their text in one language."""

    text: str
    term: Term


class DeclaredNames:
    """The texts of declared names, in one language."""

    def __init__(self) -> None:
        self.words: dict[Key, TermText] = {}

    def add(self, written: CardDocument, card: Card, game: GameProgram, language: str) -> None:
        """Add the words of a card, or of the game itself."""
        several = {event.name: event.actions for event in written.events}
        for word in written.words:
            text = word.texts.get(language)
            if text is None:
                continue
            actions = several.get(word.key) if word.section == "acts" else None
            if actions is None:
                name = name_of(word, card, card is game.base)
            else:
                name = tuple(ref_of(action, card, "actions") for action in actions)
            self.words[word.section, name, word.form] = TermText(text, word)

    def text(self, section: str, name: Name, form: str = PLAIN) -> str | None:
        """Return a text; None if there is none."""
        declared = self.words.get((section, name, form))
        return None if declared is None else declared.text

    def implied(self, action: Ref, fact: Ref) -> tuple[str, ...]:
        """Return the rules that are waived according to a fact's words for an action."""
        declared = self.words.get(("acts", (action, fact), "verb"))
        return () if declared is None else declared.term.implied

    def action_of(self, fact: Ref) -> Ref | None:
        """Return the action for whose events a fact has words: its parameters are their roles."""
        for section, name, _ in self.words:
            if section == "acts" and isinstance(name, tuple) and name[1] == fact:
                return name[0] if isinstance(name[0], Ref) else None
        return None

    def text_of(self, node: Value | Effect, action: Ref | None) -> DeclaredText | None:
        """Return the text for a value or an effect; None if it has no declared words.

        action: the one whose roles are in scope, if any.
        """
        for section, name, form, positive, arguments in questions(node, action):
            declared = self.words.get((section, name, form))
            if declared is not None and (positive or "[" in declared.text):
                gaps = dict(zip(declared.term.parameters, arguments, strict=False))
                return DeclaredText(declared.text, positive, gaps)
        return None
