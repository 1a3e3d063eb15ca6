"""Whether a state was reached by a choice after which the recorded original plays differently."""

from __future__ import annotations

from thesmos.check.documents.ruled_choices import RuledChoice
from thesmos.play.state import State
from thesmos.semantics.frame import frame_for
from thesmos.semantics.options import bind
from thesmos.semantics.values import holds
from thesmos.semantics.vector import state_from


def led_to(choice: RuledChoice, state: State) -> bool:
    """Return whether a choice that a ruling describes led from the previous state to this one.

    Its condition is asked for everybody who holds its card, in this state, about the roles as they
    were when the choice was made.
    """
    linked, option = state.match.linked, state.taken
    cards = (linked_card for linked_card in linked.cards if linked_card.card.slug == choice.card)
    card = next(cards, None)
    if card is None or option is None or option.action != choice.action:
        return False
    if not any(choice.card in held for held in state.held):  # so with most cards of a pool
        return False
    before, after = state.previous(), state_from(linked, state.vector)
    assert before.chooser is not None, "somebody has chosen"
    player = before.chooser.player
    bound = bind(before, linked.actions[option.action], option.values, player)
    frame = frame_for(after, player).with_names(bound.names)
    frame.found = {}
    return any(
        holds(choice.where, frame.of(card.number, holder)) for holder in after.holders[card.number]
    )
