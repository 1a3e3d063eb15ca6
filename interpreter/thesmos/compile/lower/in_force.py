"""§4.7: which clauses may be in force, for whom, in which order, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial
from typing import Generic, TypeVar

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.values import holds, joined
from thesmos.compile.lower.writer import Writer
from thesmos.constructs import construct
from thesmos.program.clauses import Clause

C = TypeVar("C", bound=Clause)
C_co = TypeVar("C_co", bound=Clause, covariant=True)


@construct
class GuardedClause(Generic[C_co]):
    """A clause, the number of its card, and its holder, who is `you`.

    held: the condition that this player holds the card; a constant unless cards move.
    """

    clause: C_co
    card: int | None
    you: int
    held: ir.Value

    def if_held(self, held: ir.Value) -> GuardedClause[C_co]:
        """Return the same clause with another condition `held`."""
        return GuardedClause(self.clause, self.card, self.you, held)


def own(w: Writer, kind: type[C], about: object, player: int) -> Iterator[GuardedClause[C]]:
    """Yield a player's own clauses about something: the game's own first, then card by card."""
    clauses = w.game.clauses_for(kind, about, player)
    for card, clause in clauses:
        if w.common(card):
            yield GuardedClause(clause, card, player, fold.YES)
    yield from _of_powers(w, clauses, player)


def of_powers(w: Writer, kind: type[C], about: object, player: int) -> Iterator[GuardedClause[C]]:
    """Yield the clauses of the powers that a player may hold; none of a player who is out."""
    yield from _of_powers(w, w.game.clauses_for(kind, about, player), player)


def _of_powers(
    w: Writer, clauses: Sequence[tuple[int | None, C]], player: int
) -> Iterator[GuardedClause[C]]:
    for held in in_order_of(w, player, {card for card, _ in clauses}):
        condition = fold.NO if w.common(held) else holds_card(w, player, held)
        if condition is not fold.NO:
            for card, clause in clauses:
                if card == held:
                    yield GuardedClause(clause, card, player, condition)


def in_order_of(w: Writer, player: int, cards: Set[int | None]) -> list[int]:
    """Return some cards in the order in which a player holds them."""
    numbers = [card for card in cards if card is not None]
    return sorted(numbers, key=lambda n: (w.game.cards[n].holder != player, n))


def holds_card(w: Writer, player: int, card: int) -> ir.Value:
    """Return the condition that a player holds a card and is still in the game."""
    return fold.has(fold.bits_op("minus", w.holders(card), w.out()), ir.Const(player))


def everybody(w: Writer, kind: type[C], about: object, player: int) -> list[GuardedClause[C]]:
    """Return a player's own clauses, then their teammates', then their opponents', by number."""
    clauses = [*own(w, kind, about, player)]
    for other in w.players_from(player)[1:]:
        clauses += of_powers(w, kind, about, other)
    return clauses


def as_now(held: Sequence[GuardedClause[C]], w: Writer) -> list[GuardedClause[C]]:
    """Return the same clauses; whether they are held is decided now, not when they are used."""
    return [clause.if_held(w.kept_condition(clause.held)) for clause in held]


def still_in_force(held: GuardedClause[C], w: Writer) -> ir.Value:
    """Return whether a clause was held, its holder holds it now, and the game goes on."""
    over = fold.test("!=", w.load("winners"), fold.NO) if w.somebody_may_lose() else fold.NO
    now: ir.Value = fold.YES
    if held.card is not None and not w.common(held.card):
        now = holds_card(w, held.you, held.card)
    return fold.both(held.held, now, fold.negated(over))


def guarded(held: Sequence[GuardedClause[C]], frame: Frame, w: Writer) -> list[GuardedClause[C]]:
    """Return the same clauses, held only if their guards hold too, which is decided now."""
    clauses = []
    for clause in held:
        condition = w.kept_condition(guards_hold(clause, frame, w))
        if condition is not fold.NO:
            clauses.append(clause.if_held(condition))
    return clauses


def guards_hold(held: GuardedClause[C], frame: Frame, w: Writer) -> ir.Value:
    """Return whether a clause is held, and the conditions of the `if`s around it hold."""
    inner = frame.of(held.card, held.you)
    guards = [partial(holds, guard, inner, w) for guard in held.clause.guards]
    return joined("and", [lambda: held.held, *guards], w)


def where_holds(held: GuardedClause[C], frame: Frame, w: Writer) -> ir.Value:
    """Return whether a clause's own condition holds, if it is held."""
    where = partial(holds, held.clause.where, frame.of(held.card, held.you), w)
    return joined("and", [lambda: held.held, where, *_count(held, w)], w)


def applies(held: GuardedClause[C], frame: Frame, w: Writer) -> ir.Value:
    """Return whether a clause is in force and its own condition holds."""
    guards = partial(guards_hold, held, frame, w)
    where = partial(holds, held.clause.where, frame.of(held.card, held.you), w)
    return joined("and", [guards, where, *_count(held, w)], w)


def _count(held: GuardedClause[C], w: Writer) -> Iterator[Callable[[], ir.Value]]:
    """Yield, if clauses are counted, what to evaluate as soon as one is found to hold."""
    if w.counted:
        yield partial(count, held, w)


def count(held: GuardedClause[C], w: Writer) -> ir.Value:
    """Count that a clause holds, in a counted program."""
    if w.counted:
        w.do(ir.CountClause(w.game.clause_number(held.card, held.clause)))
    return fold.YES
