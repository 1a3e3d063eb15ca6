"""Which mutants change how positions are judged: conditions of `valid`, and facts that they ask.

Play reaches no position that breaks a condition, so random play never shows such a change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from thesmos.program.asking import asked_in, asking
from thesmos.program.clauses import AddTo, Treat
from thesmos.program.declarations import Card, Fact, GameProgram
from thesmos.program.node import Ref
from thesmos.program.path import find
from thesmos_conform.mutation.mutants import Mutant


class ValidFacts:
    """The facts of a game by which positions are judged.

    asked: those that a condition of `valid` asks, or that such a fact asks.
    only: those of them that nothing else asks.
    """

    def __init__(self, game: GameProgram) -> None:
        self._game = game
        every = (game.base, *game.cards.values())
        self.asked = _closed(every)
        self.only = self._only()

    def changed_by(self, mutant: Mutant) -> bool:
        """Return whether a mutant changes a condition of `valid`, or a fact that one asks."""
        return self._changes(mutant, self.asked)

    def changed_only_by(self, mutant: Mutant) -> bool:
        """Return whether it changes a condition of `valid`, or a fact that nothing else asks."""
        return self._changes(mutant, self.only)

    def _changes(self, mutant: Mutant, facts: frozenset[Ref]) -> bool:
        return any({"valid", "lifts"} & {*path} for path, _ in mutant.changes) or any(
            _fact_of(find(self._game, path)) in facts for path, _ in mutant.changes
        )

    def _only(self) -> frozenset[Ref]:
        """Return the facts that `valid` asks, without those that something else asks, too."""
        only = self.asked
        while True:
            game, cards = self._game, self._game.cards
            rest = replace(
                game,
                base=_without(game.base, only),
                cards={slug: _without(card, only) for slug, card in cards.items()},
            )
            elsewhere = only.intersection(asked_in((rest, *rest.cards.values())))
            if not elsewhere:
                return only
            only -= elsewhere


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


def _without(card: Card, facts: frozenset[Ref]) -> Card:
    """Return a card without its conditions of `valid`, some of its facts, and clauses on these."""
    return replace(
        card,
        valid=(),
        facts=tuple(fact for fact in card.facts if fact.name not in facts),
        clauses=tuple(clause for clause in card.clauses if _fact_of(clause) not in facts),
    )


def _fact_of(part: object) -> Ref | None:
    """Return the fact that a part of a program defines, treats or adds to; None for other parts."""
    if isinstance(part, Fact):
        return part.name
    return part.fact if isinstance(part, (Treat, AddTo)) else None
