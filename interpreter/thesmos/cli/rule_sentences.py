"""The sentences of rules and clauses, where a package that makes them is installed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any, Protocol

from thesmos.cli.plugins import extension
from thesmos.diagnostics import UsageError
from thesmos.play.game import Game

GROUP, NAME = "thesmos.sentences", "game"
STEP = "step"  # what the ids of steps begin with


class GameSentences(Protocol):
    """The sentences of a game, as the entry point makes them from it and a language.

    Each method raises UsageError for an unknown name.
    """

    def rule(self, action: str, rule: str, card: str = "", /) -> str:
        """Return the sentence of a rule of an action."""

    def action(self, name: str, card: str = "", /) -> list[str]:
        """Return the sentences of an action."""

    def effects(self, name: str, parts: Collection[str], card: str = "", /) -> str:
        """Return what an action does to parts of a position; empty if it does nothing to them."""

    def step(self, name: str, card: str = "", /) -> list[str]:
        """Return the sentences of a step."""

    def clause(self, id: str, /) -> str:
        """Return the sentence of a clause."""

    def value(self, id: str, written: str, card: str = "", /) -> str:
        """Return what a value of a rule or a clause is called; empty if that is unknown."""

    def ending(self, name: str, /) -> str:
        """Return how every game ends: by `concede`, or for the one `last standing`."""


class RuleSentences:
    """The sentences of the rules of a game. game: None if it is not known: there are none."""

    def __init__(self, game: Game | None, language: str) -> None:
        self.game = game
        self.language = language

    @cached_property
    def _sentences(self) -> GameSentences | None:
        make: Any = extension(GROUP, NAME) if self.game is not None else None
        if make is None:
            return None
        with suppress(UsageError):  # a language that it does not know
            sentences: GameSentences = make(self.game, self.language)
            return sentences
        return None

    def of(self, id: str) -> str:
        """Return the sentence of a rule, an action, a step or a clause; empty if unknown.

        id: as of a `Finding`: a rule of the action `leap` of the card `frog` is `frog.leap.far`;
            or a step, `hop` or `step.hop`; or an ending, `concede` or `last standing`. What only
            one card or mode has needs no card.
        """
        return self._of(id) or next(filter(None, (self._of(id, c) for c in self._cards)), "")

    def effects(self, id: str, parts: Collection[str]) -> str | None:
        """Return what an action does to some parts of a position; None if the id is of no action.

        id: as for `of`. parts: kinds of pieces, and attributes such as `Player.score`.
        """
        sentences = self._sentences
        *cards, action = id.split(".")
        for card in (".".join(cards), *self._cards) if sentences is not None else ():
            with suppress(UsageError):
                return sentences.effects(action, parts, card) if sentences is not None else None
        return None

    def value(self, id: str, written: str) -> str:
        """Return what the sentence of a rule or a clause calls a value; empty if unknown.

        id: as for `of`. written: the value, as a `Finding` names it.
        """
        sentences = self._sentences
        for card in ("", *self._cards) if sentences is not None else ():
            with suppress(UsageError):
                return sentences.value(id, written, card) if sentences is not None else ""
        return ""

    @property
    def _cards(self) -> Iterator[str]:
        """The names of the cards and modes, which have actions and steps of their own."""
        if self.game is not None and self._sentences is not None:
            yield from self.game.program.cards
            yield from self.game.program.modes

    def _of(self, id: str, card: str = "") -> str:
        """Return a sentence about something of a card; by default, of the game."""
        sentences, names = self._sentences, id.split(".")
        if sentences is None:
            return ""
        if not card:
            with suppress(UsageError):
                return sentences.clause(id)
        with suppress(UsageError):
            *cards, action, rule = names if len(names) > 1 else ("", "")
            if action:
                return sentences.rule(action, rule, card or ".".join(cards))
        with suppress(UsageError):
            if said := sentences.action(id, card):  # none if it only exists to be taken
                return " ".join(said)
        with suppress(UsageError):
            return sentences.ending(id)
        with suppress(UsageError):
            return " ".join(sentences.step(id.removeprefix(f"{STEP}."), card))
        return ""
