"""A decision of the turn of the opponent of a card that looks ahead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from testing.santorini_turns import SKIP, Turn, ways


@dataclass(frozen=True)
class Moment:
    """A decision of the turn of the card's opponent.

    start: the turn at its first decision. turn: now. bond: for Adonis, the bound Worker and the one
    that it is bound to.
    """

    start: Turn
    turn: Turn
    bond: tuple[int, int] = (0, 0)

    @cached_property
    def ways(self) -> dict[str, Turn]:
        """All choices that there would be without the card."""
        return dict(ways(self.turn))

    @property
    def bound(self) -> int:
        """The Worker that is bound to another."""
        return self.bond[0]

    def where(self, holds: Callable[[Turn], bool]) -> set[str]:
        """The choices after which something holds."""
        return {text for text, following in self.ways.items() if holds(following)}

    def of_mover(self, worker: int, holds: Callable[[Turn], bool]) -> set[str]:
        """The moves of a Worker after which something holds."""
        return self.where(lambda after: after.mover == worker and holds(after)) - {SKIP}

    def of_others(self, worker: int, holds: Callable[[Turn], bool]) -> set[str]:
        """The moves of other Workers after which something holds."""
        return self.where(lambda after: after.mover != worker and holds(after)) - {SKIP}

    def skip_where(self, holds: bool) -> set[str]:
        """Skipping, if it can be chosen and something holds."""
        return {SKIP} & self.ways.keys() if holds else set()


def any_if_none(kept: set[str], moment: Moment) -> set[str]:
    """What is kept; all choices if that is nothing."""
    return kept or {*moment.ways}
