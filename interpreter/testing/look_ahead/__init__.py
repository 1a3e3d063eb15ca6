"""What Adonis and Persephone leave on offer in edition 2026-02, worked out from the facts alone.

An exact search of the turn (`santorini_turns`) says which choices still lead to what the card asks
for. Against most powers those are on offer, or all if there are none. `UP` and `BOND` list the
powers against which the recorded program is not exact, each with what it does instead, as the page
of facts describes it (docs/pages/facts/santorini-editions.md#looking-ahead).
"""

from __future__ import annotations

from testing.look_ahead.bond import BOND, bond_exactly
from testing.look_ahead.moment import Moment
from testing.look_ahead.moves_up import UP, up_exactly


def expected(card: str, moment: Moment) -> set[str]:
    """What the card leaves on offer."""
    if card == "persephone":
        return UP.get(moment.turn.power, up_exactly)(moment)
    return BOND.get(moment.turn.power, bond_exactly)(moment)


def exactly(card: str, moment: Moment) -> set[str]:
    """What the exact search alone would leave on offer."""
    return up_exactly(moment) if card == "persephone" else bond_exactly(moment)
