"""Notes: what is told under a sentence that it restricts, not beside it.

A clause that says what a fact is, where only one other card asks that fact, matters in games with
that card alone: it is a note under what it is about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from thesmos.program.clauses import AddTo, Clause, Require, RouteAfter, Treat
from thesmos.program.declarations import Card, Fact
from thesmos.program.node import Ref, walk
from thesmos.program.values import FactValue


@dataclass(frozen=True)
class Note:
    """A sentence under that of a clause. clause: the id of the clause that it tells, if any."""

    clause: str
    text: str


class Notes:
    """Which clauses of a game are notes, and under which clauses they are told.

    cards: the base rules first.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        self._base = cards[0].slug
        self._cards = {card.slug: card for card in cards}
        self._asked = _asked_by(cards)

    def beside(self, clause: Clause) -> str | None:
        """Return the card that a clause matters beside; None if it matters by itself."""
        if not isinstance(clause, (Treat, AddTo)):
            return None
        asking = self._asked.get(clause.fact, set())
        alone = len(asking) == 1 and not asking & {self._base, clause.card}
        return next(iter(asking)) if alone else None

    def under(self, card: str) -> Mapping[str, list[str]]:
        """Return, for each clause of a card that is not a note, those that are notes under it.

        A note is shown under what leads on after an action, as `another move follows`, if there is
        such a clause before it with the same heading; else under the one just above. The first
        clause of a heading stands by itself.
        """
        result: dict[str, list[str]] = {}
        heading, above, leads = "", "", ""
        for clause in self._cards[card].clauses:
            if clause.id.rpartition(".")[0] != heading:
                heading, above, leads = clause.id.rpartition(".")[0], "", ""
            if above and self.beside(clause) is not None:
                notes = result[leads or above]
                notes += [] if clause.id in notes else [clause.id]
                continue
            result.setdefault(clause.id, [])
            above = clause.id
            leads = above if isinstance(clause, RouteAfter) else leads
        return result


def counts(clause: Clause) -> bool:
    """Return whether a clause makes something count as done, which is told in a note."""
    return isinstance(clause, Require) and clause.counts


def _asked_by(cards: Sequence[Card]) -> Mapping[Ref, set[str]]:
    """Return the cards that ask each fact, in a clause or in anything else but the fact itself."""
    result: dict[Ref, set[str]] = {}
    for card in cards:
        for part in (*card.facts, *card.actions, *card.steps, *card.clauses, *card.scores):
            own = part.name if isinstance(part, Fact) else None
            for node in walk(part):
                if isinstance(node, FactValue) and node.fact != own:
                    result.setdefault(node.fact, set()).add(card.slug)
    return result
