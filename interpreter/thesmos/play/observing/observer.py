"""Makes observations of states as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from thesmos.compile.machine.native.batch import numpy_for
from thesmos.compile.machine.readings import observation
from thesmos.play.observing.making import observation_spec
from thesmos.play.observing.spec import Observations

if TYPE_CHECKING:
    from thesmos.link.linked import LinkedGame
    from thesmos.play.states_backend import StatesBackend


class Observer:
    """Makes observations of states of a linked game.

    spec: their form.
    """

    def __init__(self, game: LinkedGame) -> None:
        self.spec, self._none = observation_spec(game), game.layout.none
        # What machine code reads: all tables, then the number of the readings of each order of the
        # players and these themselves.
        self._words, self._begins = [*self.spec.tables], []
        for readings in self.spec.orders:
            self._begins.append(len(self._words))
            self._words += [len(readings), *chain.from_iterable(readings)]

    def of_seen(self, seen: Sequence[int], viewer: int, own_first: bool) -> Observations:
        """Return the observation of a state as a player (from 1) sees it; 0 sees everything.

        seen: the slots of the state, as this player sees them.
        own_first: whether the players follow each other from the viewer on.
        """
        numpy, begin = numpy_for("observations"), self._begins[viewer if own_first else 0]
        row = observation(seen, self._words, begin, self.spec.size, self._none)
        return Observations(self.spec, numpy.array(row, self.spec.dtype))

    def of_many(
        self, backend: StatesBackend, vectors: Any, viewers: Any, own_first: bool
    ) -> Observations:
        """Return the observations of many states.

        vectors: a row of slots for each state, with nothing hidden; `backend` hides.
        viewers: who sees each state, as in `of_seen` (int64). own_first: as there.
        """
        numpy = numpy_for("observations")
        observations = numpy.empty((len(vectors), self.spec.size), self.spec.dtype)
        table, begins = self._arrays
        orders = viewers if own_first else numpy.zeros_like(viewers)
        backend.observe(vectors, viewers, begins[orders], table, observations)
        return Observations(self.spec, observations)

    @cached_property
    def _arrays(self) -> tuple[Any, Any]:
        """The words, and where each order begins, for machine code."""
        numpy = numpy_for("observations")
        return numpy.array(self._words, numpy.int32), numpy.array(self._begins, numpy.int64)
