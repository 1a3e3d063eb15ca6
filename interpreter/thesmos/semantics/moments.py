"""§3.4: the effects of clauses at a moment of the turn."""

from __future__ import annotations

from thesmos.program import clauses as c
from thesmos.semantics.effects import carry_out
from thesmos.semantics.frame import frame_for
from thesmos.semantics.in_force import HeldClause, applies
from thesmos.semantics.transition import Transition


def carry_out_moment(work: Transition, moment: str) -> None:
    """Carry out the clauses of a moment: common ones, then power by power from the active player.

    Just before each power it is checked again that the player still holds it, and that it has not
    acted for this player in this moment.
    """
    work.moment, work.acted = moment, set()
    state = work.state
    for card in (None, *(each.number for each in state.game.cards if each.common)):
        carry_out_card(work, moment, card, state.active)
    for player in state.everybody_from(state.active):
        for card in state.cards_of(player):
            if state.holds(player, card) and not state.over and not state.common(card):
                carry_out_card(work, moment, card, player)
    work.moment = None


def carry_out_card(work: Transition, moment: str, card: int | None, player: int) -> None:
    """Carry out one card's clauses of a moment for one player, once."""
    state = work.state
    if card is not None and (card, player) in work.acted:
        return
    if card is not None:
        work.acted.add((card, player))
    whose = state.relation(state.active, player)
    for of, clause in state.game.clauses_about(c.At, moment):
        if of == card and clause.whose in (whose, "any"):
            held = HeldClause(clause, card, player)
            frame = frame_for(state, state.active, player, card)
            if applies(held, frame):
                carry_out(clause.effects, frame, work)
