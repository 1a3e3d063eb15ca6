"""What happens on the way from one decision to the next, and what each player learns of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

from thesmos.compile.ir.codes import CodeSpace
from thesmos.compile.python.traced_match import TracedMatch
from thesmos.link.linked import LinkedGame
from thesmos.notation.events import Events
from thesmos.notation.learning import FactAt, Learning, fact_at
from thesmos.notation.learning_table import learning_table
from thesmos.semantics import play
from thesmos.semantics.knowledge import knows_choice, reports_for
from thesmos.semantics.vector import option_from, state_from

if TYPE_CHECKING:
    from thesmos.play.backend import Vector

INTERPRETED = 10  # ways that are followed by the semantics before it is worthwhile to compile
How = int | Literal["skip", "concede", "enter"]  # the code of an option, or a word


class Way(Protocol):
    """The way from one decision to the next, for everybody who asks what they learn of it."""

    def events(self, viewer: int | None) -> list[dict[str, Any]]:
        """Return the events that a player (from 0) learns of, as far as they do; all for None."""

    def knows_choice(self, viewer: int) -> bool:
        """Return whether a player learns what was chosen at the beginning."""


class Ways:
    """Follows the ways of a match: the first ones by the semantics, others by generated code."""

    def __init__(
        self, game: LinkedGame, events: Events, see: Callable[[Vector, int], Vector]
    ) -> None:
        """see: returns what a player sees of a state."""
        self._game, self._events, self._see = game, events, see
        self._interpreted = 0

    def way(self, before: Vector, how: How, after: Vector) -> Way:
        """Return a way, which must be possible."""
        if self._interpreted >= INTERPRETED:
            return self.traced(before, how)
        self._interpreted += 1
        return self.interpreted(before, how, after)

    def interpreted(self, before: Vector, how: How, after: Vector) -> Way:
        """Return a way that the semantics follows."""
        return _InterpretedWay(self._game, self._events, before, how, after)

    def traced(self, before: Vector, how: How) -> Learning:
        """Return a way that generated code follows."""
        traced, table, facts = self._traced
        notes = traced.notes(before, how)
        return Learning(self._events, table, facts, self._seen, notes)

    def _seen(self, state: Sequence[int], viewer: int) -> Sequence[int]:
        return self._see((*state,), viewer)

    @cached_property
    def _traced(self) -> tuple[TracedMatch, dict[str, Any], FactAt]:
        table = learning_table(self._events.table)
        return TracedMatch(self._game), table, fact_at(table)


class _InterpretedWay:
    def __init__(
        self, game: LinkedGame, events: Events, before: Vector, how: How, after: Vector
    ) -> None:
        self._events, self._hides = events, game.can_hide
        choice = option_from(game, *CodeSpace(game).option(how)) if isinstance(how, int) else how
        self._work = play.watched(state_from(game, before), choice, after)

    def events(self, viewer: int | None) -> list[dict[str, Any]]:
        if viewer is None or not self._hides:
            return self._events.texts(self._work.reports)
        return self._events.texts(reports_for(self._work, viewer))

    def knows_choice(self, viewer: int) -> bool:
        return knows_choice(self._work, viewer)
