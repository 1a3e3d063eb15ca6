"""Backends that play many states in one call: their interface, and any backend as one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from thesmos.compile.ir.limits import CONCEDES
from thesmos.compile.machine.native.batch import Legal, NotLegalError, numpy_for
from thesmos.compile.machine.readings import observation
from thesmos.dice import ChanceDraws, Rng
from thesmos.play.backend import Backend, Vector, picked, weights_of


class StatesBackend(Protocol):
    """Plays many states: C-contiguous arrays with a row of slots for each."""

    @property
    def slot_type(self) -> str:
        """The type of a slot, as NumPy names it."""

    def legal(self, vectors: Any, /) -> Legal:
        """Return what is legal in each state."""

    def advance(self, vectors: Any, legal: Legal, chosen: Any, /) -> tuple[Any, Legal]:
        """Return the states after a choice for each (int64), and what is legal then.

        A finished game stays as it is. Raises NotLegalError for a choice that is not in
        `legal`, and for chance that concedes.
        """

    def weights(self, vectors: Any, legal: Legal, /) -> Any:
        """Return the weight of each legal choice: 1 where a player decides (int64)."""

    def sample(self, vectors: Any, legal: Legal, seed: int, chance: ChanceDraws, /) -> Any:
        """Return a random choice for each state, as `States.sample` says (int64)."""

    def views(self, vectors: Any, viewers: Any, /) -> Any:
        """Return each state as a player (from 1, int64) sees it; 0 sees everything."""

    def observe(
        self, vectors: Any, viewers: Any, begins: Any, table: Any, observations: Any, /
    ) -> None:
        """Write a row for each state: what a player observes of it.

        begins: for each state, where its readings begin in the table; see `Observer`.
        """


class OneByOne:
    """Plays many states one after the other, by a backend that plays single ones."""

    slot_type = "int32"

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._over, self._chooser = (
            backend.game.layout.core(name) for name in ("winners", "chooser")
        )

    def legal(self, vectors: Any) -> Legal:
        """Return what is legal in each state."""
        return _rows(self._choices(vector) for vector in _vectors(vectors))

    def _choices(self, vector: Vector, codes: Sequence[int] | None = None) -> list[int]:
        """Return what is legal in a state. codes: of its options, if they are known."""
        if vector[self._over]:
            return []
        codes = self._backend.options(vector) if codes is None else codes
        return [*codes, *[self._backend.codes.count] * self._backend.may_skip(vector)]

    def advance(self, vectors: Any, legal: Legal, chosen: Any) -> tuple[Any, Legal]:
        """Return the states after a choice for each, and what is legal then. See StatesBackend."""
        backend, skip = self._backend, self._backend.codes.count
        after, rows = vectors.copy(), list[Sequence[int]]()
        for number, (vector, code) in enumerate(
            zip(_vectors(vectors), chosen.tolist(), strict=True)
        ):
            if vector[self._over]:
                rows.append([])
                continue
            offered = legal.codes[legal.indptr[number] : legal.indptr[number + 1]]
            if code == CONCEDES and vector[self._chooser] >= 0:
                following = backend.after_conceding(vector)
            elif code not in offered:
                raise NotLegalError(number)
            else:
                skips = code == skip
                following = backend.after_skipping(vector) if skips else backend.after(vector, code)
            after[number] = following[0]
            rows.append(self._choices(following[0], following[1]))
        return after, _rows(rows)

    def weights(self, vectors: Any, legal: Legal) -> Any:
        """Return the weight of each legal choice."""
        weights = numpy_for("arrays of states").ones(len(legal.codes), "int64")
        for number, vector in enumerate(_vectors(vectors)):
            row = slice(legal.indptr[number], legal.indptr[number + 1])
            codes = [c for c in legal.codes[row].tolist() if c != self._backend.codes.count]
            if codes and vector[self._chooser] < 0:
                weights[row][: len(codes)] = weights_of(self._backend, vector, codes)
        return weights

    def sample(self, vectors: Any, legal: Legal, seed: int, chance: ChanceDraws) -> Any:
        """Return a random choice for each state."""
        chosen = numpy_for("arrays of states").full(len(vectors), CONCEDES, "int64")
        for number, vector in enumerate(_vectors(vectors)):
            choices = legal.codes[legal.indptr[number] : legal.indptr[number + 1]].tolist()
            if choices:
                dice, skip = Rng(seed), self._backend.codes.count
                dice.skip(number)
                codes = [code for code in choices if code != skip]
                place = picked(self._backend, vector, codes, dice, chance)
                chosen[number] = [*codes, skip][place]
        return chosen

    def views(self, vectors: Any, viewers: Any) -> Any:
        """Return each state as a player (from 1) sees it; 0 sees everything."""
        seen = vectors.copy()
        for number, (vector, viewer) in enumerate(zip(_vectors(vectors), viewers, strict=True)):
            if viewer:
                seen[number] = self._backend.view(vector, int(viewer) - 1)
        return seen

    def observe(self, vectors: Any, viewers: Any, begins: Any, table: Any, rows: Any) -> None:
        """Write what players observe of states to an array."""
        none, words = self._backend.game.layout.none, table.tolist()
        observed = zip(_vectors(self.views(vectors, viewers)), begins.tolist(), strict=True)
        for number, (seen, begin) in enumerate(observed):
            rows[number] = observation(seen, words, begin, rows.shape[1], none)


def many_of(backend: Backend) -> StatesBackend:
    """Return what plays many states of a backend in one call."""
    many: StatesBackend | None = getattr(backend, "many", None)
    return OneByOne(backend) if many is None else many


def _vectors(vectors: Any) -> Iterable[Vector]:
    return map(tuple, vectors.tolist())


def _rows(rows: Iterable[Sequence[int]]) -> Legal:
    """Return rows of codes in compressed form."""
    numpy, listed = numpy_for("arrays of states"), [*rows]
    lengths = numpy.array([len(row) for row in listed], numpy.int64)
    codes = numpy.array([code for row in listed for code in row], numpy.int32)
    return Legal.of(lengths, [codes])
