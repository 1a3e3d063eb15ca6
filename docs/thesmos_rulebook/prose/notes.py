"""Notes: sentences shown under the sentence that they restrict, not next to it.

A clause may define a fact that only one other card uses. It matters only in games with that card,
so it is a note under the sentence it concerns.
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
    """A sentence under that of a clause.

    clause: the id of the clause that it describes, if any.
    """

    clause: str
    text: str


class Notes:
    """Which clauses of a game are notes, and under which clauses they are shown.

    cards: the base rules first.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        self._base = cards[0].slug
        self._cards = {card.slug: card for card in cards}
        self._users = _users_by_fact(cards)

    def beside(self, clause: Clause) -> str | None:
        """Return the only card with which a clause matters; None if it matters by itself."""
        if not isinstance(clause, (Treat, AddTo)):
            return None
        users = self._users.get(clause.fact, set())
        alone = len(users) == 1 and not users & {self._base, clause.card}
        return next(iter(users)) if alone else None

    def under(self, card: str) -> Mapping[str, list[str]]:
        """Return the notes under each clause of a card that is not itself a note.

        A note is shown under a clause that continues after an action, such as `another move
        follows`, if there is one before it with the same heading; else under the clause just above.
        The first clause of a heading is never a note.
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
    """Return whether a clause makes something count as done, which is shown in a note."""
    return isinstance(clause, Require) and clause.counts


def _users_by_fact(cards: Sequence[Card]) -> Mapping[Ref, set[str]]:
    """Return the cards that use each fact, anywhere except in the fact itself."""
    result: dict[Ref, set[str]] = {}
    for card in cards:
        for part in (*card.facts, *card.actions, *card.steps, *card.clauses, *card.scores):
            fact = part.name if isinstance(part, Fact) else None
            for node in walk(part):
                if isinstance(node, FactValue) and node.fact != fact:
                    result.setdefault(node.fact, set()).add(card.slug)
    return result
