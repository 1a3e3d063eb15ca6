"""The result of checking a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from thesmos.check.names.names import Names
from thesmos.diagnostics import Diagnostic
from thesmos.program.declarations import Card, GameProgram, MatchUp
from thesmos.syntax import documents as d


@dataclass(frozen=True)
class CheckedCard:
    """A checked card: its document and its program."""

    written: d.CardDocument
    program: Card


@dataclass
class CheckedGame:
    """A checked game with its cards and modes, and the diagnostics about them.

    variants: for each mode that replaces parts of the game, the game with these parts. If there are
    errors, the parts with errors are missing from the program, or none there.
    """

    written: d.GameDocument
    names: Names
    base: CheckedCard
    cards: dict[str, CheckedCard]
    modes: dict[str, d.ModeDocument]
    match_up: MatchUp | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    variants: dict[str, CheckedGame] = field(default_factory=dict)

    @cached_property
    def program(self) -> GameProgram:
        """The program of the game with all its cards."""
        from thesmos.check.documents.game import (
            game_of,  # imported only if the program isn't cached
        )

        cards = {slug: card.program for slug, card in self.cards.items()}
        return game_of(self.names, self.base.program, cards, self.modes, self.match_up)
