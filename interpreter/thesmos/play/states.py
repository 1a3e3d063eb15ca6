"""Many states of one match as NumPy arrays, without a Python object for each.

For programs that learn or search: legal options come as masks, and an array of codes gives the next
states. In machine code (`match.compile("native")`), each is one call for all states.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

from thesmos import arguments
from thesmos.compile.ir.limits import CONCEDES
from thesmos.compile.machine.native.batch import numpy_for
from thesmos.diagnostics import UsageError, clipped, counted
from thesmos.dice import WEIGHTS, ChanceDraws, Rng
from thesmos.play.backend import Backend, picked, weights_of
from thesmos.play.match_parts import MatchParts
from thesmos.play.observing.spec import Observations
from thesmos.play.playouts import check_chance
from thesmos.play.situation import Situation
from thesmos.play.state import State
from thesmos.play.view import Learned, View

OVER, CHANCE = -1, 0  # in `players`


@runtime_checkable
class StatesBackend(Protocol):
    """A backend that steps many states in one call: C arrays with a row of slots for each state."""

    @property
    def slot_type(self) -> str:
        """The type of a slot, as NumPy names it."""

    def masks(self, vectors: Any, masks: Any, /) -> None:
        """Write a row of 0 and 1 for each state: for each code, then for skipping."""

    def weights(self, vectors: Any, weights: Any, /) -> None:
        """Write a row of weights for each state: for each code, then for skipping."""

    def sample(self, vectors: Any, codes: Any, seed: int, chance: ChanceDraws, /) -> None:
        """Write a random choice for each state: a code, or as `States.sample` says."""

    def step(self, vectors: Any, codes: Any, /) -> int:
        """Change each state by its code; return the first one that is refused, or -1."""

    def views(self, vectors: Any, viewers: Any, /) -> None:
        """Change each state to what a player (from 1) sees; 0 sees everything."""

    def observe(
        self, vectors: Any, viewers: Any, begins: Any, table: Any, observations: Any, /
    ) -> None:
        """Write a row for each state: what a player observes of it.

        begins: for each state, where its readings begin in the table; see `Observer`.
        """


class States:
    """Many states of one match. Immutable: methods return new ones.

    vectors: a row of slots for each state, which can't be changed; the layout of the match says
        what they mean.
    """

    def __init__(self, match: MatchParts, vectors: Any) -> None:
        """vectors: of states of the match; machine code trusts them."""
        self.match, self.vectors = match, vectors
        vectors.setflags(write=False)

    @classmethod
    def of(cls, match: MatchParts, states: Iterable[State]) -> States:
        """Make arrays of states. Raises UsageError for states of other rules, or without NumPy."""
        numpy = _numpy()
        listed = (
            None if isinstance(states, Situation) or not isinstance(states, Iterable) else [*states]
        )
        wrong = [states] if listed is None else [s for s in listed if not isinstance(s, Situation)]
        if listed is None or wrong:
            text = f"{clipped(repr(wrong[0]))} is not a list of states"
            raise UsageError(text, "give states of the match, such as `[state]`")
        rows = [state.vector_in(match) for state in listed]
        backend = match.backend
        kind = backend.slot_type if isinstance(backend, StatesBackend) else "int32"
        size = len(match.linked.initial)
        return cls(match, numpy.array(rows, kind).reshape(len(rows), size))

    def __len__(self) -> int:
        return len(self.vectors)

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'State')} of {self.match.game_slug}>"

    def __getitem__(self, which: Any) -> Any:
        """Return one of the states by its number, or some of them as `select` does.

        Raises IndexError, and UsageError for what is no index.
        """
        if isinstance(which, int | _numpy().integer) and not isinstance(which, bool):
            match: Any = self.match
            return match.state([*map(int, self.vectors[which])])
        return self.select(which)

    def select(self, which: Any) -> States:
        """Return some of the states. which: a slice, a mask, or a list or array of numbers.

        Raises IndexError for a number that is too large, UsageError for anything else.
        """
        numpy = _numpy()
        rows = which if isinstance(which, slice) else numpy.asarray(which)
        if not isinstance(rows, slice):
            rows = rows.astype(numpy.int64) if rows.size == 0 else rows
            if rows.ndim != 1 or rows.dtype.kind not in "biu":
                text = f"states can't be selected by {clipped(repr(which))}"
                raise UsageError(text, "give a slice, a mask, or a list of numbers")
            if rows.dtype.kind == "b" and len(rows) != len(self):
                text = f"a mask of {len(rows)} can't select among {len(self)} states"
                raise UsageError(text, "give a flag for each")
        return States(self.match, numpy.ascontiguousarray(self.vectors[rows]))

    # ---------------------------------------------------------------------- asking

    @property
    def skip_code(self) -> int:
        """The code that skips a step; it comes after all codes of options, last in a mask."""
        return self.match.backend.codes.count

    @property
    def players(self) -> Any:
        """The player who decides in each state, from 1; 0 is chance; -1 if the game is over."""
        numpy, chooser = _numpy(), self._core("chooser")
        players = numpy.where(chooser < 0, CHANCE, chooser + 1)
        return numpy.where(self.winners != 0, OVER, players).astype(numpy.int8)

    @property
    def winners(self) -> Any:
        """The winners in each state, a bit for each player and one more for nobody; 0: not over."""
        return self._core("winners")

    @property
    def reasons(self) -> Any:
        """The ground of each result, as an index into `match.linked.reasons`."""
        return self._core("reason")

    def _core(self, name: Literal["chooser", "winners", "reason"]) -> Any:
        return self.vectors[:, self.match.linked.layout.core(name)].astype("int32")

    def masks(self) -> Any:
        """Return a row of flags for each state: one for each code, the last one for skipping.

        A row of zeros is a finished game, or a decision at which a player can only concede.
        """
        numpy, backend = _numpy(), self.match.backend
        masks = numpy.zeros((len(self), self.skip_code + 1), numpy.uint8)
        if isinstance(backend, StatesBackend):
            backend.masks(self.vectors, masks)
        else:
            for row, vector in zip(masks, self._rows(), strict=True):
                if not vector[backend.game.layout.core("winners")]:
                    row[backend.options(vector)] = 1
                    row[-1] = backend.may_skip(vector)
        return masks.view(numpy.bool_)

    def weights(self) -> Any:
        """Return a row of numbers for each state, as in `masks`, which say how `sample` chooses.

        An outcome of chance has its weight: how many equally likely outcomes it represents. Every
        choice of a player has 1, and what is not offered 0.
        """
        numpy, backend = _numpy(), self.match.backend
        weights = numpy.zeros((len(self), self.skip_code + 1), numpy.int64)
        if isinstance(backend, StatesBackend):
            backend.weights(self.vectors, weights)
            return weights
        over = backend.game.layout.core("winners")
        for row, vector in zip(weights, self._rows(), strict=True):
            if not vector[over]:
                codes = backend.options(vector)
                row[codes] = weights_of(backend, vector, codes)
                row[-1] = backend.may_skip(vector)
        return weights

    def sample(self, seed: int = 0, chance: ChanceDraws = WEIGHTS) -> Any:
        """Return a random choice for each state, for `apply`; the same seed gives the same.

        Outcomes of chance are drawn by weight, what players choose uniformly, with skipping as one
        more choice. It is -1 for a player who can only concede, and for a finished game.

        chance: `weights`, or `uniform` to draw outcomes of chance uniformly too. State number n is
        chosen for with output n of the generator (see dice.py). Raises UsageError for another word.
        """
        check_chance(chance)
        seed = arguments.seed(seed)
        numpy, backend = _numpy(), self.match.backend
        chosen = numpy.full(len(self), CONCEDES, numpy.int64)
        if isinstance(backend, StatesBackend):
            backend.sample(self.vectors, chosen, seed, chance)
            return chosen
        over = backend.game.layout.core("winners")
        for number, vector in enumerate(self._rows()):
            if not vector[over]:
                dice, codes = Rng(seed), backend.options(vector)
                dice.skip(number)
                place = picked(backend, vector, codes, dice, chance)
                chosen[number] = [*codes, self.skip_code, CONCEDES][place]
        return chosen

    def views(self, player: Any = None) -> Views:
        """Return each state as a player sees it; hidden values are below all others.

        player: one for all states, or an array with one for each; 0 is chance, which sees
            everything. By default the deciding player; what is over is then shown in full.
        Raises UsageError if there is no such player.
        """
        viewers, backend = self._viewers(player), self.match.backend
        if not self.match.linked.can_hide:
            return Views(self.match, self.vectors, viewers)
        numpy = _numpy()
        vectors = numpy.array(self.vectors, order="C")
        if isinstance(backend, StatesBackend):
            backend.views(vectors, viewers)
        else:
            for number, (vector, viewer) in enumerate(zip(self._rows(), viewers, strict=True)):
                if viewer:
                    vectors[number] = backend.view(vector, int(viewer) - 1)
        return Views(self.match, vectors, viewers)

    def observations(self, player: Any = None, *, own_first: bool = True) -> Observations:
        """Return what a player observes of each state: see `State.observations`, and `views`."""
        viewers, backend = self._viewers(player), self.match.backend
        if isinstance(backend, StatesBackend):
            return self.match.observer.of_arrays(backend, self.vectors, viewers, own_first)
        rows = (
            backend.view(vector, int(viewer) - 1) if viewer else vector
            for vector, viewer in zip(self._rows(), viewers, strict=True)
        )
        return self.match.observer.of_rows([*rows], viewers.tolist(), own_first)

    def _viewers(self, player: Any) -> Any:
        """Return who sees each state, from 1, as an array; 0 sees everything."""
        numpy = _numpy()
        if player is None:
            return numpy.maximum(self.players, CHANCE).astype(numpy.int64)
        given = numpy.asarray(player)
        hint = f"give a number from 0 to {self.match.players}, or an array with one for each state"
        if given.dtype.kind not in "iu" or given.shape not in ((), (len(self),)):
            raise UsageError(f"{clipped(repr(player))} is no player", hint)
        if given.size and not (given.min() >= 0 and given.max() <= self.match.players):
            raise UsageError(f"there is no player {clipped(repr(player))}", hint)
        return numpy.ascontiguousarray(numpy.broadcast_to(given, (len(self),)), numpy.int64)

    # ------------------------------------------------------------------------ choosing

    def apply(self, codes: Any) -> States:
        """Return the states after a code for each: an option, `skip_code`, or -1 to concede.

        Finished games stay as they are, whatever their codes. Raises UsageError for a code that is
        not offered, naming the first such state; chance can't concede.
        """
        numpy, backend = _numpy(), self.match.backend
        chosen = numpy.asarray(codes)
        if chosen.shape != (len(self),):
            raise UsageError(f"there are {len(self)} states", "give a code for each")
        if chosen.size and chosen.dtype.kind not in "iu":
            text = f"codes can't be {chosen.dtype}: {clipped(repr(codes))}"
            raise UsageError(text, "give whole numbers, as in `masks`")
        chosen = numpy.ascontiguousarray(chosen, numpy.int64)
        vectors = numpy.array(self.vectors, order="C")
        if isinstance(backend, StatesBackend):
            wrong = backend.step(vectors, chosen)
        else:
            wrong = _step(backend, self._rows(), chosen.tolist(), vectors)
        if wrong >= 0:
            text = f"state {wrong}: the code {chosen[wrong]} is not offered"
            raise UsageError(text, "`masks()` says what is")
        return States(self.match, vectors)

    def _rows(self) -> list[tuple[int, ...]]:
        return [tuple(row) for row in self.vectors.tolist()]


class Views:
    """What players see of many states; it can't be played on.

    vectors: a row of slots for each. players: who sees it; 0 sees everything.
    """

    def __init__(self, match: MatchParts, vectors: Any, players: Any) -> None:
        self.match, self.vectors, self.players = match, vectors, players

    def __len__(self) -> int:
        return len(self.vectors)

    def __getitem__(self, number: int) -> View:
        """Return one of the views, without what was learned on the way. Raises IndexError."""
        vector = tuple(map(int, self.vectors[number]))
        return View(self.match, vector, int(self.players[number]), Learned(None, []))


def _step(
    backend: Backend, rows: Sequence[tuple[int, ...]], codes: Sequence[int], vectors: Any
) -> int:
    """As StatesBackend.step, state by state. vectors: where to write the states that follow."""
    core, skip = backend.game.layout.core, backend.codes.count
    for number, (vector, code) in enumerate(zip(rows, codes, strict=True)):
        if vector[core("winners")]:
            continue
        if code == skip and backend.may_skip(vector):
            after = backend.after_skipping(vector)
        elif code == CONCEDES and vector[core("chooser")] >= 0:
            after = backend.after_conceding(vector)
        elif code in backend.options(vector):
            after = backend.after(vector, code)
        else:
            return number
        vectors[number] = after[0]
    return -1


def _numpy() -> Any:
    return numpy_for("arrays of states")
