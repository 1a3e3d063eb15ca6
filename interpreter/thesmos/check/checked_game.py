"""What checking a game leads to."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from thesmos.check.names import Names
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
    """A checked game with its cards and modes, and the errors in them.

    variants: the game as each mode has it that replaces parts of it.
    If there are errors, what is wrong is missing in the program, or is none.
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
        from thesmos.check.game import game_of  # what was made before is kept with a game

        cards = {slug: card.program for slug, card in self.cards.items()}
        return game_of(self.names, self.base.program, cards, self.modes, self.match_up)
