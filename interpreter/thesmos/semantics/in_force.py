"""§4.7: which clauses are in force, for whom, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from thesmos.program.clauses import Clause
from thesmos.semantics.frame import Frame
from thesmos.semantics.state import StructuredState
from thesmos.semantics.values import holds

C = TypeVar("C", bound=Clause)
C_co = TypeVar("C_co", bound=Clause, covariant=True)


class HeldClause(NamedTuple, Generic[C_co]):
    """A clause, the number of its card (None for the game's own), and its holder, who is `you`."""

    clause: C_co
    card: int | None
    you: int


def own(
    state: StructuredState, kind: type[C], about: object, player: int
) -> Iterator[HeldClause[C]]:
    """A player's own clauses about something: the game's own first, then card by card."""
    for card, clause in state.game.clauses_about(kind, about):
        if state.common(card):
            yield HeldClause(clause, card, player)
    yield from of_powers(state, kind, about, player)


def of_powers(
    state: StructuredState, kind: type[C], about: object, player: int
) -> Iterator[HeldClause[C]]:
    """The clauses of the powers that a player holds; none of a player who is out."""
    clauses = state.game.clauses_about(kind, about)
    if not clauses or player in state.out:
        return
    for held in state.cards_of(player):
        for card, clause in clauses:
            if card == held and not state.common(card):
                yield HeldClause(clause, card, player)


def everybody(
    state: StructuredState, kind: type[C], about: object, player: int
) -> list[HeldClause[C]]:
    """A player's own clauses, then those of their teammates and of their opponents, by number."""
    found = [*own(state, kind, about, player)]
    for other in (*state.teammates(player), *state.opponents(player)):
        found += of_powers(state, kind, about, other)
    return found


def still_in_force(held: HeldClause[C], state: StructuredState) -> bool:
    """Whether the game goes on, and the holder of a clause still holds its power."""
    if state.over:
        return False
    return held.card is None or state.common(held.card) or state.holds(held.you, held.card)


def guarded(held: Iterable[HeldClause[C]], frame: Frame) -> list[HeldClause[C]]:
    """Return the clauses for which the conditions of the `if`s around them hold."""
    return [one for one in held if guards_hold(one, frame)]


def guards_hold(held: HeldClause[C], frame: Frame) -> bool:
    """Whether the conditions of the `if`s around a clause hold."""
    inner = frame.of(held.card, held.you)
    return all(holds(guard, inner) for guard in held.clause.guards)


def where_holds(held: HeldClause[C], frame: Frame) -> bool:
    """Whether a clause's own condition holds."""
    return holds(held.clause.where, frame.of(held.card, held.you))


def applies(held: HeldClause[C], frame: Frame) -> bool:
    """Whether a clause is in force and its own condition holds."""
    return guards_hold(held, frame) and where_holds(held, frame)
