"""§3.4: the effects of clauses at a moment of the turn; §5.7: powers that change hands."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.effects import carry_out, effect
from thesmos.compile.lower.frame import AtMoment, Frame, frame_for
from thesmos.compile.lower.in_force import GuardedClause, applies, holds_card, in_order_of
from thesmos.compile.lower.tracing import CardMove, note
from thesmos.compile.lower.values import kept
from thesmos.compile.lower.writer import Writer
from thesmos.link.layout import HoldersOf
from thesmos.program import clauses as c
from thesmos.program import effects as e


def carry_out_moment(w: Writer, moment: str, active: int) -> None:
    """Carry out the clauses of a moment: common ones, then power by power from the active player.

    Just before each power, it is checked again that the player still holds it and that it has not
    yet acted for this player in this moment.
    """
    at = _may_take(w, moment)
    about = {card for card, _ in w.game.clauses_about(c.At, moment) if w.common(card)}
    for card in sorted(about, key=lambda card: -1 if card is None else card):
        _carry_out_card(w, moment, at, card, active, frame_for(active, card=card))
    for player in w.players_from(active):
        acting = {card for card, _ in w.game.clauses_about(c.At, moment)}
        cards = [n for n in in_order_of(w, player, acting) if not w.common(n)]
        had = {n: w.kept_condition(_has_card(w, player, n)) for n in cards}
        for card in cards:
            nobody = fold.test("=", w.load("winners"), fold.NO)
            now = fold.both(had[card], holds_card(w, player, card))
            if now is not fold.NO:
                with w.when(fold.both(now, nobody)):
                    frame = frame_for(active, player, card)
                    _carry_out_card(w, moment, at, card, active, frame)


def _has_card(w: Writer, player: int, card: int) -> ir.Value:
    return fold.has(w.holders(card), ir.Const(player))


def _clauses(w: Writer, moment: str, card: int | None) -> list[c.At]:
    return [clause for of, clause in w.game.clauses_about(c.At, moment) if of == card]


def _may_take(w: Writer, moment: str) -> AtMoment | None:
    """Return a moment in which no power has acted yet; None if no power can be taken in it."""
    cards = {card for card, _ in w.game.clauses_about(c.At, moment)}
    if not any(w.causes.clauses_may_take(moment, card) for card in cards):
        return None
    at = AtMoment(moment, w.local())
    w.do(ir.Set(at.acted.name, fold.NO))
    return at


def _bit(w: Writer, moment: str, card: int, player: int) -> int:
    """Return which bit says whether a card has acted for a player in a moment."""
    cards = sorted({of for of, _ in w.game.clauses_about(c.At, moment) if of is not None})
    return cards.index(card) * w.game.players + player


def _carry_out_card(
    w: Writer, moment: str, at: AtMoment | None, card: int | None, active: int, frame: Frame
) -> None:
    """Carry out one card's clauses of a moment for one player, once.

    frame: for that player.
    """
    if at is None or card is None or not _clauses(w, moment, card):
        _carry_out_clauses(w, moment, card, active, replace(frame, moment=at))
        return
    bit = _bit(w, moment, card, frame.you)
    if at.sure >> bit & 1:
        return
    with w.when(fold.negated(fold.has(at.acted, ir.Const(bit)))):
        now = fold.bits_op("or", at.acted, ir.Const(1 << bit))
        w.do(ir.Set(at.acted.name, now))
        inner = replace(at, sure=at.sure | 1 << bit)
        _carry_out_clauses(w, moment, card, active, replace(frame, moment=inner))


def _carry_out_clauses(w: Writer, moment: str, card: int | None, active: int, frame: Frame) -> None:
    whose = w.relation(active, frame.you)
    for clause in _clauses(w, moment, card):
        if clause.whose in (whose, "any"):
            inner = frame.with_names({})
            with w.when(applies(GuardedClause(clause, card, frame.you, fold.YES), inner, w)):
                carry_out(clause.effects, inner, w)


# --------------------------------------------------------------- 5.7: who holds a power


@effect(e.MoveCard)
def _move_card(node: e.MoveCard, frame: Frame, w: Writer) -> None:
    """`take`, `give`, `share`, `revoke`, `drop`. The power keeps its memory.

    A power that is taken during a moment then carries out its own clauses of that moment (3.4).
    """
    card = kept(node.card, frame, w)
    player = ir.Const(frame.you) if node.player is None else kept(node.player, frame, w)
    for candidate in w.game.cards:
        this = fold.test("=", card, ir.Const(candidate.number))
        if this is not fold.NO:
            with w.when(fold.both(this, fold.known(card, player))):
                _move(w, node.word, candidate.number, player, frame)


def _move(w: Writer, word: e.CardWord, card: int, player: ir.Value, frame: Frame) -> None:
    held = w.holders(card)
    only = fold.bits_of(player)
    after = {
        "take": only,
        "give": only,
        "share": fold.bits_op("or", held, only),
        "revoke": fold.bits_op("minus", held, only),
        "drop": fold.NO,
    }[word]
    gained: CardMove = "power taken" if word == "take" else "power gained"
    move_card(w, card, after, gained, None if frame.card is None else (frame.card, False))
    if word == "take" and frame.moment is not None and _clauses(w, frame.moment.name, card):
        active_player = w.load("active") if frame.active is None else ir.Const(frame.active)
        w.for_player(
            active_player,
            lambda active: w.for_player(player, partial(_taken, w, card, active, frame)),
        )


def _taken(w: Writer, card: int, active: int, frame: Frame, player: int) -> None:
    """Let a power taken during a moment act, unless it has already done so for this player."""
    at = frame.moment
    assert at is not None
    if at.sure >> _bit(w, at.name, card, player) & 1:
        return
    sure = at.sure if w.causes.clauses_may_take(at.name, card) else 0

    function = w.function_about(_write_taken, at.name, card, player, active, sure, parameters=1)
    w.do(ir.Set(at.acted.name, ir.Call(function, (at.acted,))))


def _write_taken(
    w: Writer,
    parameters: tuple[ir.Get, ...],
    moment: str,
    card: int,
    player: int,
    active: int,
    sure: int,
) -> None:
    inner = frame_for(active, player, card)
    _carry_out_card(w, moment, AtMoment(moment, parameters[0], sure), card, active, inner)
    w.do(ir.Return(parameters[0]))


def move_card(
    w: Writer, card: int, holders: ir.Value, word: CardMove, why: tuple[int, bool] | None
) -> None:
    """Change who holds a card.

    why: the card that does it, and whether it is because this is spent.
    """
    if w.traced:
        holders = w.kept(holders)
        source, spent = (ir.Const(-1), fold.NO) if why is None else map(ir.Const, why)
        gained = ir.Const(int(word == "power gained"))
        note(w, "card", ir.Const(card), w.holders(card), holders, gained, source, spent)
    w.do(ir.Store(w.game.layout.by_meaning[HoldersOf(card)], fold.NO, fold.NO, holders))
