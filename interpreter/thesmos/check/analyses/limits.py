"""Find out whether the cards of a game exceed a limit together, or which of them do so alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from thesmos.diagnostics import Diagnostic
from thesmos.program.declarations import Card


def exceeding_in(
    groups: Sequence[Sequence[Card]],
    always: Sequence[str],
    exceeding: Callable[[Sequence[Card]], list[Diagnostic]],
) -> list[Diagnostic]:
    """Return the errors about a limit that groups exceed, for as few cards at once as possible.

    groups: as from `groups_without_circles`; the first card of each is the game's own text.
    always: the slugs of the cards that always take part; each other card is tried alone with these.
    exceeding: returns the errors for some cards.
    """
    together = [error for group in groups for error in exceeding(group)]
    if not together:
        return []
    cards = {card.slug: card for group in groups for card in group}
    shared = [groups[0][0], *(cards[slug] for slug in always if slug in cards)]
    errors = exceeding(shared)
    others = [card for card in cards.values() if not any(card is other for other in shared)]
    for card in others if not errors else ():
        errors += exceeding([*shared, card])
    return errors or [*dict.fromkeys(together)]
