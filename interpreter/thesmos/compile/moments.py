"""§3.4: the effects of clauses at a moment of the turn; §5.7: powers that change hands."""

from __future__ import annotations

from functools import partial

from thesmos.compile import fold, ir
from thesmos.compile.effects import carry_out, effect
from thesmos.compile.in_force import HeldClause, applies, cards_of, holds_card
from thesmos.compile.values import kept
from thesmos.compile.writer import Frame, Writer
from thesmos.link.layout import HoldersOf
from thesmos.program import clauses as c
from thesmos.program import effects as e


def carry_out_moment(w: Writer, moment: str, active: int) -> None:
    """Carry out the clauses of a moment: common ones, then power by power from the active player.

    Just before each power it is checked again that the player still holds it.
    """
    for card in (None, *(each.number for each in w.game.cards if each.common)):
        carry_out_card(w, moment, card, active, active)
    for player in w.players_from(active):
        cards = [n for n in cards_of(w, player) if not w.common(n) and _clauses(w, moment, n)]
        had = {n: w.kept_condition(_has_card(w, player, n)) for n in cards}
        for card in cards:
            nobody = fold.test("=", w.load("winners"), fold.NO)
            now = fold.both(had[card], holds_card(w, player, card))
            if now != fold.NO:
                with w.when(fold.both(now, nobody)):
                    carry_out_card(w, moment, card, player, active)


def _has_card(w: Writer, player: int, card: int) -> ir.Value:
    return fold.has(w.holders(card), ir.Const(player))


def _clauses(w: Writer, moment: str, card: int | None) -> list[c.At]:
    return [clause for of, clause in w.game.clauses_about(c.At, moment) if of == card]


def carry_out_card(w: Writer, moment: str, card: int | None, player: int, active: int) -> None:
    """Carry out one card's clauses of a moment, for one player."""
    whose = w.relation(active, player)
    for clause in _clauses(w, moment, card):
        if clause.whose in (whose, "any"):
            held = HeldClause(clause, card, player, fold.YES)
            frame = Frame(card, player, active, active, active, {}, None, moment)
            with w.when(applies(held, frame, w)):
                carry_out(clause.effects, frame, w)


# --------------------------------------------------------------- 5.7: who holds a power


@effect(e.MoveCard)
def _move_card(node: e.MoveCard, frame: Frame, w: Writer) -> None:
    """`take`, `give`, `share`, `revoke`, `drop`. Memory stays with the power.

    A power that is taken during a moment carries out its own clauses of that moment (3.4). That
    it acts only once for a player in a moment is not seen to yet.
    """
    card = kept(node.card, frame, w)
    player = ir.Const(frame.you) if node.player is None else kept(node.player, frame, w)
    for each in w.game.cards:
        this = fold.test("=", card, ir.Const(each.number))
        if this != fold.NO:
            with w.when(fold.both(this, fold.known(card, player))):
                _move(w, node.word, each.number, player, frame)


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
    store_holders(w, card, after)
    moment = frame.moment
    if word == "take" and moment is not None and _clauses(w, moment, card):
        for active in range(w.game.players):
            with w.when(fold.test("=", w.load("active"), ir.Const(active))):
                w.for_player(player, partial(_taken, w, moment, card, active))


def _taken(w: Writer, moment: str, card: int, active: int, player: int) -> None:
    def make(_: tuple[ir.Get, ...]) -> None:
        carry_out_card(w, moment, card, player, active)
        w.do(ir.Return(fold.NO))

    function = w.function(("taken", moment, card, player, active), 0, make)
    w.do(ir.Evaluate(ir.Call(function, ())))


def store_holders(w: Writer, card: int, holders: ir.Value) -> None:
    """Change who holds a card."""
    w.do(ir.Store(w.game.layout.by_meaning[HoldersOf(card)], fold.NO, fold.NO, holders))
