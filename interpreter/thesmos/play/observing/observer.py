"""Makes observations of states as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from thesmos.compile.machine.native.batch import numpy_for
from thesmos.compile.machine.readings import observed
from thesmos.play.observing.making import observation_spec
from thesmos.play.observing.spec import Observations

if TYPE_CHECKING:
    from thesmos.link.linked import LinkedGame
    from thesmos.play.states import StatesBackend


class Observer:
    """Makes observations of states of a linked game.

    spec: their form.
    """

    def __init__(self, game: LinkedGame) -> None:
        self.spec, self._none = observation_spec(game), game.layout.none

    def of_seen(self, seen: Sequence[int], viewer: int, own_first: bool) -> Observations:
        """Return the observation of a state as a player (from 1) sees it; 0 sees everything.

        own_first: whether the players follow each other from the viewer on.
        """
        numpy = numpy_for("observations")
        return Observations(self.spec, numpy.array(self._row(seen, viewer, own_first), self._dtype))

    def of_rows(
        self, rows: Sequence[Sequence[int]], viewers: Sequence[int], own_first: bool
    ) -> Observations:
        """Return the observations of states as players see them."""
        numpy = numpy_for("observations")
        observations = numpy.zeros((len(rows), self.spec.size), self._dtype)
        for number, (seen, viewer) in enumerate(zip(rows, viewers, strict=True)):
            observations[number] = self._row(seen, viewer, own_first)
        return Observations(self.spec, observations)

    def of_arrays(
        self, backend: StatesBackend, vectors: Any, viewers: Any, own_first: bool
    ) -> Observations:
        """Return the observations of states, by machine code."""
        numpy = numpy_for("observations")
        observations = numpy.empty((len(vectors), self.spec.size), self._dtype)
        table, begins = self._table
        orders = viewers if own_first else numpy.zeros_like(viewers)
        backend.observe(vectors, viewers, begins[orders], table, observations)
        return Observations(self.spec, observations)

    def _row(self, seen: Sequence[int], viewer: int, own_first: bool) -> list[int]:
        spec = self.spec
        readings = spec.orders[viewer if own_first else 0]
        return observed(seen, readings, spec.tables, spec.size, self._none)

    @cached_property
    def _dtype(self) -> str:
        return self.spec.dtype

    @cached_property
    def _table(self) -> tuple[Any, Any]:
        """The table for machine code, and for each order where its readings begin."""
        numpy, tables = numpy_for("observations"), self.spec.tables
        words, begins = [*tables], []
        for readings in self.spec.orders:
            begins.append(len(words))
            words += [len(readings), *chain.from_iterable(readings)]
        return numpy.array(words, numpy.int32), numpy.array(begins, numpy.int64)
