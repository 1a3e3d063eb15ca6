"""Makes observations of states as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from thesmos.compile.machine.native.batch import numpy_for
from thesmos.compile.machine.readings import observation
from thesmos.link.layout import UNKNOWN
from thesmos.notation.positions import is_of
from thesmos.play.observing.making import UNSEEN, observation_spec
from thesmos.play.observing.spec import Observations

if TYPE_CHECKING:
    from thesmos.link.linked import LinkedGame
    from thesmos.notation.unseen import Numbers, Unseen
    from thesmos.notation.value_table import Table
    from thesmos.play.states_backend import StatesBackend


class Observer:
    """Makes observations of states of a linked game.

    spec: their form.
    """

    def __init__(self, game: LinkedGame, unseen: Unseen) -> None:
        self._unseen, self._players = unseen, game.players
        self.spec = observation_spec(game, dict(self._lists()))
        self._none = game.layout.none
        # What machine code reads: all tables, then the number of the readings of each order of the
        # players and these themselves.
        self._words, self._begins = [*self.spec.tables], []
        for readings in self.spec.orders:
            self._begins.append(len(self._words))
            self._words += [len(readings), *chain.from_iterable(readings)]

    def _lists(self) -> Iterator[tuple[str, int]]:
        """Yield a label for each number that is counted, and how large it can be."""
        for key, entry, most in zip(
            self._unseen.keys, self._unseen.lists, self._unseen.sizes, strict=True
        ):
            if entry["whose"] is None:
                yield key, most
            else:
                yield from ((f"{key} of player {n}", most) for n in range(1, self._players + 1))

    def of_seen(
        self, seen: Sequence[int], numbers: Numbers, viewer: int, own_first: bool
    ) -> Observations:
        """Return the observation of a state as a player (from 1) sees it; 0 sees everything.

        seen: the slots of the state, as this player sees them. numbers: of hidden pieces.
        own_first: whether the players follow each other from the viewer on.
        """
        numpy, begin = numpy_for("observations"), self._begins[viewer if own_first else 0]
        row = observation(seen, self._words, begin, self.spec.size, self._none)
        if UNSEEN in self.spec:
            first = viewer - 1 if own_first and viewer else 0
            row[self.spec[UNSEEN].slots] = [
                number for of_list in numbers for number in _from(of_list, first)
            ]
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
        if UNSEEN in self.spec:
            seen, first = backend.views(vectors, viewers), numpy.maximum(orders - 1, 0)
            observations[:, self.spec[UNSEEN].slots] = self._numbers(vectors, seen, first)
        return Observations(self.spec, observations)

    def _numbers(self, vectors: Any, seen: Any, first: Any) -> Any:
        """Return the numbers of hidden pieces in each state, as `Unseen.numbers` does for one.

        first: which player comes first, from 0.
        """
        numpy = numpy_for("observations")
        columns, order = [], (first[:, None] + numpy.arange(self._players)) % self._players
        lists = zip(self._unseen.lists, self._unseen.places, self._unseen.sizes, strict=True)
        for entry, places, size in lists:
            hidden = seen[:, places] == UNKNOWN
            if entry["zone"] is not None:
                hidden &= vectors[:, places] == entry["zone"]
            if entry["whose"] is None:
                columns.append(hidden.sum(axis=1)[:, None])
                continue
            of_players = [
                (hidden & _is_of(numpy, entry["whose"], size, player, vectors)).sum(axis=1)
                for player in range(self._players)
            ]
            columns.append(numpy.take_along_axis(numpy.stack(of_players, 1), order, 1))
        return numpy.concatenate(columns, axis=1)

    @cached_property
    def _arrays(self) -> tuple[Any, Any]:
        """The words, and where each order begins, for machine code."""
        numpy = numpy_for("observations")
        return numpy.array(self._words, numpy.int32), numpy.array(self._begins, numpy.int64)


def _from(numbers: Sequence[int], first: int) -> Iterator[int]:
    """Yield numbers by player from some player on; a number that is of nobody stays alone."""
    return (numbers[(first + n) % len(numbers)] for n in range(len(numbers)))


def _is_of(numpy: Any, whose: Table, pieces: int, player: int, vectors: Any) -> Any:
    """Return which pieces an attribute assigns to a player: a row of flags for each state."""
    if "fixed" in whose:
        return numpy.array([is_of(whose, piece, player, ()) for piece in range(pieces)])
    step = whose["width"]
    slots = slice(whose["first"], whose["first"] + pieces * step)
    if whose["many"]:
        return vectors[:, slots][:, player::step] == 1
    return vectors[:, slots][:, ::step] == player
