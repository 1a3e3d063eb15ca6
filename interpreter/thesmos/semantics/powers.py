"""§5.7 Changes of who holds a power."""

from __future__ import annotations

from typing import Literal

from thesmos.program import effects as e
from thesmos.semantics.effects import effect
from thesmos.semantics.frame import Frame
from thesmos.semantics.moments import carry_out_card
from thesmos.semantics.transition import CardMoved, Transition
from thesmos.semantics.values import known, value


@effect(e.MoveCard)
def _move_card(node: e.MoveCard, frame: Frame, work: Transition) -> None:
    """`take`, `give`, `share`, `revoke`, `drop`. Memory stays with the power.

    A power that is taken during a moment carries out its own clauses of that moment (3.4).
    """
    state = work.state
    card = value(node.card, frame)
    player = frame.you if node.player is None else value(node.player, frame)
    if not known(card, player):
        return
    held = state.holders[card]
    after = {
        "take": frozenset({player}),
        "give": frozenset({player}),
        "share": held | {player},
        "revoke": held - {player},
        "drop": frozenset[int](),
    }[node.word]
    why = None if frame.card is None else state.game.cards[frame.card].card.slug
    move_card(work, card, after, "power taken" if node.word == "take" else "power gained", why)
    if node.word == "take" and work.moment is not None:
        carry_out_card(work, work.moment, card, player)


def move_card(
    work: Transition,
    card: int,
    holders: frozenset[int],
    word: Literal["power taken", "power gained"],
    why: str | None,
) -> None:
    """Change who holds a card, and report it: those who receive it, or else those who lose it."""
    before = work.state.holders[card]
    work.state.holders[card] = holders
    come, gone = holders - before, before - holders
    for player in sorted(come or gone):
        work.reports.append(CardMoved(word if come else "power lost", player, card, why))
