"""The sentences of rules that stand on no card, where a package that makes them is installed."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Any, Protocol

from thesmos.cli.plugins import extension
from thesmos.diagnostics import UsageError
from thesmos.play.game import Game

GROUP, NAME = "thesmos.sentences", "game"


class GameSentences(Protocol):
    """The sentences of a game, as the entry point makes them from it and a language.

    Each method raises UsageError for an unknown name.
    """

    def rule(self, action: str, rule: str, card: str = "", /) -> str:
        """Return the sentence of a rule of an action."""

    def action(self, name: str, card: str = "", /) -> list[str]:
        """Return the sentences of an action."""

    def clause(self, id: str, /) -> str:
        """Return the sentence of a clause."""


class RuleSentences:
    """The sentences of the rules of a game. game: None if it is not known: there are none."""

    def __init__(self, game: Game | None, language: str) -> None:
        self.game = game
        self._language = language

    @cached_property
    def _sentences(self) -> GameSentences | None:
        make: Any = extension(GROUP, NAME) if self.game is not None else None
        if make is None:
            return None
        with suppress(UsageError):  # a language that it does not know
            sentences: GameSentences = make(self.game, self._language)
            return sentences
        return None

    def of(self, id: str) -> str:
        """Return the sentence of a rule `move.climb`, an action or a clause; empty if unknown."""
        sentences, (name, _, rule) = self._sentences, id.partition(".")
        if sentences is None:
            return ""
        with suppress(UsageError):
            return sentences.clause(id)
        with suppress(UsageError):
            return sentences.rule(name, rule) if rule else " ".join(sentences.action(name))
        return ""
