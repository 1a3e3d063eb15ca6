"""Which mutants change how positions are judged: conditions of `valid`, and facts that they ask.

Play reaches no position that breaks a condition, so random play shows such a change only if what it
reaches breaks the changed condition.
"""

from __future__ import annotations

from collections.abc import Iterable

from thesmos.program.asking import asked_in, asking
from thesmos.program.clauses import AddTo, Treat
from thesmos.program.declarations import Card, Fact, GameProgram
from thesmos.program.node import Ref
from thesmos.program.path import find
from thesmos_conform.mutation.mutants import Mutant


class ValidFacts:
    """The facts of a game by which positions are judged.

    asked: those that a condition of `valid` asks, or that such a fact asks.
    """

    def __init__(self, game: GameProgram) -> None:
        self._game = game
        every = (game.base, *game.cards.values())
        self.asked = _closed(every)

    def changed_by(self, mutant: Mutant) -> bool:
        """Return whether a mutant changes a condition of `valid`, or a fact that one asks."""
        return any({"valid", "lifts"} & {*path} for path, _ in mutant.changes) or any(
            _fact_of(find(self._game, path)) in self.asked for path, _ in mutant.changes
        )


def _closed(cards: Iterable[Card]) -> frozenset[Ref]:
    """Return the facts that conditions of `valid` ask, directly or not."""
    cards = tuple(cards)
    sources = asking(cards)
    waiting = [asked for card in cards for asked in asked_in(card.valid)]
    closed = set(waiting)
    while waiting:
        parts = tuple(source.parts for source in sources.get(waiting.pop(), ()))
        new = {*asked_in(parts)} - closed
        closed |= new
        waiting += new
    return frozenset(asked for asked in closed if isinstance(asked, Ref))


def _fact_of(part: object) -> Ref | None:
    """Return the fact that a part of a program defines, treats or adds to; None for other parts."""
    if isinstance(part, Fact):
        return part.name
    return part.fact if isinstance(part, (Treat, AddTo)) else None
