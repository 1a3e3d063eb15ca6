"""Many states of one match as NumPy arrays, without a Python object for each.

For programs that learn or search: what is legal comes as rows of codes or as masks, and an array of
codes gives the next states. In machine code (`match.compile("native")`), each is one call for all.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Literal, NamedTuple

from thesmos import arguments
from thesmos.compile.machine.native.batch import Legal, NotLegalError, numpy_for
from thesmos.diagnostics import UsageError, clipped, counted
from thesmos.dice import WEIGHTS, ChanceDraws
from thesmos.play.match_parts import MatchParts
from thesmos.play.observing.spec import Observations
from thesmos.play.playouts import check_chance
from thesmos.play.result import rewards
from thesmos.play.situation import Situation
from thesmos.play.state import State
from thesmos.play.states_backend import StatesBackend
from thesmos.play.views import Views

OVER, CHANCE = -1, 0  # in `players`


class SteppedStates(NamedTuple):
    """What follows a choice for each of many states, where finished games begin anew.

    states: the states that follow; a new game where one is over.
    rewards: of each player in each game that is over, a row for each state; 0 in others.
    over: whether the game is over, for each state.
    final: the last states of the games that are over, in order.
    """

    states: States
    rewards: Any
    over: Any
    final: States


class States:
    """Many states of one match. Immutable: methods return new ones.

    match: the match. vectors: a row of slots for each state, which can't be changed; the layout of
    the match says what they mean. lengths: how many decisions led to each state, from those that
    `match.states` was given.
    """

    def __init__(
        self, match: MatchParts, vectors: Any, lengths: Any = None, legal: Legal | None = None
    ) -> None:
        """vectors: of states of the match; machine code trusts them. legal: if it is known."""
        self.match, self.vectors = match, vectors
        self.lengths = _numpy().zeros(len(vectors), "int64") if lengths is None else lengths
        self._legal = legal
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
            kind = "a list of states" if listed is None else "a state"
            text = f"{clipped(repr(wrong[0]))} is not {kind}"
            raise UsageError(text, "give states of the match, such as `[state]`")
        rows = [state.vector_in(match) for state in listed]
        size = len(match.linked.initial)
        return cls(match, numpy.array(rows, match.many.slot_type).reshape(len(rows), size))

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
            if rows.dtype.kind == "b":
                if len(rows) != len(self):
                    text = f"a mask of {len(rows)} can't select among {len(self)} states"
                    raise UsageError(text, "give a flag for each")
                if rows.all():
                    return self
        vectors = numpy.ascontiguousarray(self.vectors[rows])
        legal = None if self._legal is None else self._legal.rows(rows)
        return States(self.match, vectors, self.lengths[rows], legal)

    # ---------------------------------------------------------------------- asking

    @property
    def skip_code(self) -> int:
        """The code that skips a step; it comes after all codes of options, last in a mask."""
        return self.match.backend.codes.count

    @property
    def players(self) -> Any:
        """Who decides in each state, from 1 (int8); 0 is chance; -1 if the game is over."""
        numpy, chooser = _numpy(), self._core("chooser")
        players = numpy.where(chooser < 0, CHANCE, chooser + 1)
        return numpy.where(self.over, OVER, players).astype(numpy.int8)

    @cached_property
    def over(self) -> Any:
        """Whether the game is over, for each state (bool)."""
        return self.winners != 0

    @cached_property
    def winners(self) -> Any:
        """The winners in each state (int32): a bit for each player, then one for nobody.

        It is 0 while the game goes on.
        """
        return self._core("winners")

    @property
    def reasons(self) -> Any:
        """The ground of each result, as an index into `match.linked.reasons` (int32).

        It means nothing while the game goes on.
        """
        return self._core("reason")

    @property
    def rewards(self) -> Any:
        """The reward of each player in each state, a row for each state (float32).

        It is 0 while the game goes on, and in a draw; 1 for whoever wins alone, and -1 for who
        loses to one other side: rewards of all sides sum to 0.
        """
        return self._rewards[self.winners]

    @cached_property
    def _rewards(self) -> Any:
        """The rewards by the winners, as a number."""
        sides = self.match.linked.sides
        nothing = [[0.0] * len(sides)]
        ended = [rewards(sides, winners) for winners in range(1, 2 << len(sides))]
        return _numpy().array(nothing + ended, "float32")

    @property
    def scores(self) -> Any:
        """The scores in each state: a row for each player, with a number for each score (int64).

        The scores are in the order of the game, as in `State.result`; 0 while the game goes on.
        """
        linked, backend = self.match.linked, self.match.backend
        scores = _numpy().zeros((len(self), linked.players, len(linked.scores)), "int64")
        if linked.scores:
            for number in _numpy().flatnonzero(self.over):
                scores[number] = backend.scores(tuple(self.vectors[number].tolist()))
        return scores

    def _core(self, name: Literal["chooser", "winners", "reason"]) -> Any:
        return self.vectors[:, self.match.linked.layout.core(name)].astype("int32")

    def legal(self) -> Legal:
        """Return what is legal in each state, as compressed rows of codes.

        A finished game, and a decision at which a player can only concede, has an empty row.
        """
        if self._legal is None:
            self._legal = self._many.legal(self.vectors)
        return self._legal

    @property
    def _many(self) -> StatesBackend:
        return self.match.many

    def masks(self) -> Any:
        """Return a row of flags for each state (bool): one for each code, the last one to skip.

        A row without flags is a finished game, or a decision at which a player can only concede.
        """
        return self.legal().spread(True, self.skip_code + 1)

    def weights(self) -> Any:
        """Return a row of numbers for each state, as in `masks`, which say how `sample` chooses.

        An outcome of chance has its weight: how many equally likely outcomes it represents. Every
        choice of a player has 1, and what is not offered 0.
        """
        legal = self.legal()
        return legal.spread(self._many.weights(self.vectors, legal), self.skip_code + 1)

    def sample(self, seed: int, chance: ChanceDraws = WEIGHTS) -> Any:
        """Return a random choice for each state, for `apply`; the same seed gives the same.

        Give another seed for each step: with the same one, each state chooses by the same number.

        Outcomes of chance are drawn by weight, what players choose uniformly, with skipping as one
        more choice. It is -1 for a player who can only concede, and for a finished game.

        chance: `weights`, or `uniform` to draw outcomes of chance uniformly too. State number n is
        chosen for with output n of the generator (see dice.py). Raises UsageError for another word.
        """
        check_chance(chance)
        return self._many.sample(self.vectors, self.legal(), arguments.seed(seed), chance)

    def views(self, player: Any = None) -> Views:
        """Return each state as a player sees it; hidden values are below all others.

        player: one for all states, or an array with one for each; 0 is chance, which sees
            everything. By default the deciding player; what is over is then shown in full.
        Raises UsageError if there is no such player.
        """
        viewers = self._viewers(player)
        hides = self.match.linked.can_hide
        vectors = self._many.views(self.vectors, viewers) if hides else self.vectors
        return Views(self.match, vectors, viewers, self.vectors)

    def observations(self, player: Any = None, *, own_first: bool = True) -> Observations:
        """Return what a player observes of each state: see `State.observations`, and `views`."""
        viewers, observer = self._viewers(player), self.match.observer
        return observer.of_many(self._many, self.vectors, viewers, own_first)

    def _viewers(self, player: Any) -> Any:
        """Return who sees each state, from 1, as an array (int64); 0 sees everything.

        Raises UsageError, as `views` says.
        """
        numpy = _numpy()
        if player is None:
            return numpy.maximum(self.players, CHANCE).astype(numpy.int64)
        viewers = numpy.asarray(player)
        hint = f"give a number from 0 to {self.match.players}, or an array with one for each state"
        if viewers.dtype.kind not in "iu" or viewers.shape not in ((), (len(self),)):
            raise UsageError(f"{clipped(repr(player))} is no player", hint)
        if viewers.size and not (viewers.min() >= 0 and viewers.max() <= self.match.players):
            raise UsageError(f"there is no player {clipped(repr(player))}", hint)
        return numpy.ascontiguousarray(numpy.broadcast_to(viewers, (len(self),)), numpy.int64)

    # ------------------------------------------------------------------------ choosing

    def apply(self, codes: Any) -> States:
        """Return the states after a code for each: an option, `skip_code`, or -1 to concede.

        Finished games stay as they are, whatever their codes. Raises UsageError for a code that is
        not offered, naming the first such state; chance can't concede.
        """
        numpy = _numpy()
        chosen = numpy.asarray(codes)
        if chosen.shape != (len(self),):
            raise UsageError(f"there are {len(self)} states", "give a code for each")
        if chosen.size and chosen.dtype.kind not in "iu":
            text = f"codes can't be {chosen.dtype}: {clipped(repr(codes))}"
            raise UsageError(text, "give whole numbers, as in `legal`")
        chosen = numpy.ascontiguousarray(chosen, numpy.int64)
        try:
            vectors, legal = self._many.advance(self.vectors, self.legal(), chosen)
        except NotLegalError as wrong:
            text = f"state {wrong.number}: the code {chosen[wrong.number]} is not offered"
            raise UsageError(text, "`legal()` and `masks()` say what is") from None
        return States(self.match, vectors, self.lengths + ~self.over, legal)

    def step(self, codes: Any) -> SteppedStates:
        """Return what follows a code for each state, with new games for those that are over.

        A new game begins with the first state of the match. As `apply` otherwise.
        """
        after = self.apply(codes)
        over = after.over
        if not over.any():
            return SteppedStates(after, after.rewards, over, after.select(slice(0)))
        return SteppedStates(after.begun_anew(over), after.rewards, over, after.select(over))

    def begun_anew(self, over: Any) -> States:
        """Return the states, but the first one of the match for some. over: a flag for each."""
        numpy, backend = _numpy(), self.match.backend
        first, *_ = backend.after_entering(self.match.linked.initial)
        row = numpy.array([first], self.vectors.dtype)
        vectors = numpy.concatenate([self.vectors, row])
        legal = self.legal().then(self._many.legal(row))
        rows = numpy.where(over, len(self), numpy.arange(len(self)))
        lengths = numpy.where(over, 0, self.lengths)
        return States(self.match, vectors[rows], lengths, legal.rows(rows))


def _numpy() -> Any:
    return numpy_for("arrays of states")
