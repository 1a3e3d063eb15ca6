"""§7 Who has won, and whether the game is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.cancelling import rewind
from thesmos.compile.lower.frame import Frame, frame_for
from thesmos.compile.lower.in_force import GuardedClause, applies, in_order_of, of_powers, own
from thesmos.compile.lower.losing import players_of, reason_of
from thesmos.compile.lower.scores import first
from thesmos.compile.lower.values import kept, value
from thesmos.compile.lower.writer import Writer
from thesmos.program import clauses as c

# `own` or `of_powers`
_ClausesOf = Callable[[Writer, type[c.Clause], object, int], Iterator[GuardedClause[c.Clause]]]


def judge(w: Writer, active: int | None) -> ir.Value:
    """Judge now; return whether this ended the game or turn.

    active: its player, if known.
    """
    if active is not None:
        return fold.test("=", ir.Call(_judge_for(w, active), ()), fold.YES)
    functions = tuple(_judge_for(w, player) for player in range(w.game.players))
    return fold.test("=", ir.CallOne(functions, w.load("active"), ()), fold.YES)


def _judge_for(w: Writer, active: int) -> int:
    return w.function_about(_verdict, active)


def _verdict(w: Writer, _: tuple[ir.Get, ...], active: int) -> None:
    """Apply the grounds in order, each of which may add, refuse or redirect a win (7.3)."""
    frame = frame_for(active)
    winners, reason = w.local(), w.local()
    w.do(ir.Set(winners.name, fold.NO))
    w.do(ir.Set(reason.name, fold.NO))
    going_on = fold.test("=", winners, fold.NO)
    won = fold.both(fold.negated(going_on), fold.test("!=", winners, ir.Const(w.game.nobody)))
    for held in _grounds(w, active):
        clause = held.clause
        ending = isinstance(clause, c.End) or (isinstance(clause, c.Win) and not clause.instead)
        with w.when(going_on if ending else won), w.when(applies(held, frame, w)):
            if isinstance(clause, c.Veto):
                w.do(ir.Set(winners.name, fold.NO))
                continue
            assert isinstance(clause, (c.Win, c.End))
            if isinstance(clause, c.Win):
                others = w.kept(_won(w, clause, held, frame))
            else:
                others = w.kept(first(w, clause.criteria))
            with w.when(fold.test("!=", others, fold.NO)):
                w.do(ir.Set(winners.name, others))
                ground = reason_of(w, held.card, clause.ground)
                w.do(ir.Set(reason.name, ir.Const(ground)))
    with w.when(going_on):
        w.do(ir.Return(fold.NO))
    if w.game.can_cancel:  # 7.5
        with w.when(fold.test("=", rewind(w), fold.YES)):
            w.do(ir.Return(fold.YES))
    w.store("winners", winners)
    w.store("reason", reason)
    w.do(ir.Return(fold.YES))


def _grounds(w: Writer, active: int) -> Iterator[GuardedClause[c.Clause]]:
    """Yield all grounds in order (7.2): the active player's card by card, then each opponent's."""
    mine = _all_grounds(w, active, own)
    yield from _in_order([held for held in mine if w.common(held.card)])
    for player in (active, *w.opponents(active)):
        theirs = _all_grounds(w, player, of_powers)
        for card in in_order_of(w, player, {held.card for held in theirs}):
            yield from _in_order([held for held in theirs if held.card == card])


def _all_grounds(w: Writer, player: int, clauses_of: _ClausesOf) -> list[GuardedClause[c.Clause]]:
    return [held for kind in (c.Win, c.End, c.Veto) for held in clauses_of(w, kind, None, player)]


def _in_order(grounds: Sequence[GuardedClause[c.Clause]]) -> list[GuardedClause[c.Clause]]:
    """Return the grounds of one card: its `win`s, its `end`s, its `veto`s, its `win … instead`s."""

    def rank(held: GuardedClause[c.Clause]) -> int:
        if isinstance(held.clause, c.Win):
            return 3 if held.clause.instead else 0
        return 1 if isinstance(held.clause, c.End) else 2

    return sorted(grounds, key=rank)


def _won(w: Writer, clause: c.Win, held: GuardedClause[c.Clause], frame: Frame) -> ir.Value:
    """Return the players whom a ground names, with their whole sides (7.4)."""
    inner = frame.of(held.card, held.you)
    is_side = clause.who.type.base == "side"
    numbers = range(max(w.game.sides) + 1 if is_side else w.game.players)
    winners = tuple(players_of(w, 1 << (n if is_side else w.game.sides[n])) for n in numbers)
    if not clause.who.type.many:
        who = kept(clause.who, inner, w)
        return w.lazily(fold.known(who), lambda: fold.row(winners, who), lambda: fold.NO)
    named = w.kept(value(clause.who, inner, w))
    players: ir.Value = fold.NO
    for number in numbers:
        mine = fold.bits_if(fold.has(named, ir.Const(number)), ir.Const(winners[number]))
        players = fold.bits_op("or", players, mine)
    return players
