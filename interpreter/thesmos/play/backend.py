"""Backends, which play a linked game: their interface, and the semantics as one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from thesmos.compile.ir.codes import CodeSpace
from thesmos.compile.ir.limits import CONCEDES, MAX_DECISIONS
from thesmos.compile.python.explained_match import Vector
from thesmos.compile.python.match import CompiledMatch
from thesmos.compile.python.played_match import After
from thesmos.diagnostics import UsageError
from thesmos.dice import WEIGHTS, ChanceDraws, Dice, Rng, drawn, effective
from thesmos.link.linked import LinkedGame
from thesmos.notation.recorded import Numbers
from thesmos.program.recorded import RecordedPart
from thesmos.semantics import play
from thesmos.semantics.chance import weight
from thesmos.semantics.hidden import view
from thesmos.semantics.options import bind
from thesmos.semantics.outcome import scores
from thesmos.semantics.possible import broken
from thesmos.semantics.recorded import recorded
from thesmos.semantics.routes import view_of
from thesmos.semantics.state import BoundAction, StructuredState
from thesmos.semantics.transition import PendingStep, Transition, TurnBegan
from thesmos.semantics.turns import advance
from thesmos.semantics.values import holds
from thesmos.semantics.vector import option_from, state_from, vector_of
from thesmos.semantics.wording import shown, wording

__all__ = ["After", "Backend", "Semantics", "Vector"]


class Backend(Protocol):
    """Plays a linked game: states are vectors of its layout, options are codes, players from 0."""

    @property
    def game(self) -> LinkedGame:
        """The game that it plays."""

    @property
    def codes(self) -> CodeSpace:
        """The codes of its options."""

    def start(self) -> Vector:
        """The first state."""

    def options(self, vector: Vector, /) -> Sequence[int]:
        """The codes of the options of the pending decision, in canonical order."""

    def may_skip(self, vector: Vector, /) -> bool:
        """Return whether the pending step may be skipped."""

    def after(self, vector: Vector, code: int, /) -> After:
        """What follows an option of the decision."""

    def after_skipping(self, vector: Vector, /) -> After:
        """What follows skipping the step, which must be allowed."""

    def after_conceding(self, vector: Vector, /) -> After:
        """What follows when the deciding player, who is not chance, concedes."""

    def after_entering(self, vector: Vector, /) -> After:
        """What follows when the flow runs on from a vector's instruction."""

    def view(self, vector: Vector, player: int, /) -> Vector:
        """The state as a player sees it."""

    def wordings(
        self, seen: Sequence[int], chooser: int, codes: Sequence[int], /
    ) -> list[tuple[int, ...]]:
        """Of each code, itself and all that its text depends on (see compile/lower/wording.py).

        seen: the slots as the chooser sees them. chooser: below 0 for chance, as in the state.
        """

    def shown(self, seen: Sequence[int], chooser: int, code: int, /) -> tuple[int, ...]:
        """Return the numbers that an option shows, as its action orders them. seen: as above."""

    def weight(self, vector: Vector, code: int, /) -> int:
        """How many equally likely outcomes an option stands for."""

    def playout(
        self, vector: Vector, seed: int, limit: int = ..., chance: ChanceDraws = ..., /
    ) -> tuple[Vector, int]:
        """Play the random game of a seed to the end, or to a limit of MAX_DECISIONS by default.

        Return the last state and the number of decisions; the same for each backend.

        Players choose uniformly, skipping is one more choice, and a player without one concedes;
        outcomes of chance are drawn by weight unless `chance` says otherwise. Each choice among
        others draws a number from the generator with the seed (dice.py).
        """

    def suggested(self, vector: Vector, code: int, /) -> bool:
        """Whether the rules suggest an option."""

    def scores(self, vector: Vector, /) -> Sequence[Sequence[int]]:
        """The scores of each player in the last state, in the order of the game."""

    def broken(self, vector: Vector, /) -> Sequence[int]:
        """The conditions that a state breaks, by number, each followed by its variables (15.9)."""

    def recorded(self, parts: Sequence[RecordedPart], /) -> Numbers:
        """Return a function that computes all numbers that a part of a record depends on.

        It takes a state, the index of the part, and the player who decides.
        """


def played(
    backend: Backend, vector: Vector, seed: int, limit: int, chance: ChanceDraws
) -> tuple[Vector, int]:
    """Play as Backend.playout does, with what else a backend can do."""
    over, chooser = (backend.game.layout.core(name) for name in ("winners", "chooser"))
    decisions, dice = 0, Rng(seed)
    codes = backend.options(vector)
    while not vector[over] and decisions != limit:
        decisions += 1
        choice = picked(backend, vector, codes, dice, chance)
        if choice == CONCEDES and vector[chooser] < 0:
            break  # a made-up state: chance has no outcome
        if choice == CONCEDES:
            vector, codes, _ = backend.after_conceding(vector)
        elif choice < len(codes):
            vector, codes, _ = backend.after(vector, codes[choice])
        else:
            vector, codes, _ = backend.after_skipping(vector)
    return vector, decisions


def picked(
    backend: Backend, vector: Vector, codes: Sequence[int], dice: Dice, chance: ChanceDraws
) -> int:
    """Return the place of a random choice among codes; their number to skip, or CONCEDES."""
    if chance == WEIGHTS and codes and vector[backend.game.layout.core("chooser")] < 0:
        return drawn(weights_of(backend, vector, codes), dice)
    count = len(codes) + backend.may_skip(vector)
    return dice.below(count) if count else CONCEDES


def weights_of(backend: Backend, vector: Vector, codes: Sequence[int]) -> list[int]:
    """Return how many equally likely outcomes each option represents; 1 where a player decides."""
    if vector[backend.game.layout.core("chooser")] >= 0:
        return [1] * len(codes)
    return effective([backend.weight(vector, code) for code in codes])


class Semantics:
    """A backend that uses the semantics: slow, and correct by definition."""

    def __init__(self, game: LinkedGame) -> None:
        self.game, self.codes = game, CodeSpace(game)
        # The last decision: callers ask several things about one state.
        self._last: tuple[Vector, PendingStep | None] | None = None
        self._read: tuple[Vector, StructuredState] | None = None  # never changed

    def start(self) -> Vector:
        """The first state."""
        return self.after_entering(self.game.initial)[0]

    def options(self, vector: Vector) -> list[int]:
        """The codes of the options of the pending decision, in canonical order."""
        return self._codes(self._decision(vector))

    def may_skip(self, vector: Vector) -> bool:
        """Whether the pending step may be skipped."""
        pending = self._decision(vector)
        return pending is not None and pending.may_skip

    def after(self, vector: Vector, code: int) -> After:
        """What follows an option of the decision."""
        return self._after(play.choose(self._state(vector), self._option(code), checked=False))

    def after_skipping(self, vector: Vector) -> After:
        """What follows skipping the step, which must be allowed."""
        return self._after(play.skip(self._state(vector), checked=False))

    def after_conceding(self, vector: Vector) -> After:
        """What follows when the deciding player, who is not chance, concedes."""
        return self._after(play.concede(self._state(vector)))

    def after_entering(self, vector: Vector) -> After:
        """What follows when the flow runs on from a vector's instruction."""
        work = Transition(self._state(vector).copy())
        advance(work)
        return self._after(play.Outcome.of(work))

    def view(self, vector: Vector, player: int) -> Vector:
        """The state as a player sees it."""
        return vector_of(view(self._state(vector), player))

    def wordings(
        self, seen: Sequence[int], chooser: int, codes: Sequence[int]
    ) -> list[tuple[int, ...]]:
        """Of each code, itself and all that its option's text depends on."""
        player = chooser if chooser >= 0 else -1 - chooser
        state = self._state(tuple(seen))
        return [(code, *wording(state, seen, self._option(code), player)) for code in codes]

    def shown(self, seen: Sequence[int], chooser: int, code: int) -> tuple[int, ...]:
        """The numbers that the action of an option shows, in its order."""
        player = chooser if chooser >= 0 else -1 - chooser
        return tuple(shown(self._state(tuple(seen)), self._option(code), player))

    def weight(self, vector: Vector, code: int) -> int:
        """How many equally likely outcomes an option stands for."""
        state = self._state(vector)
        assert state.chooser is not None
        return weight(view_of(state, state.chooser), self._option(code), state.chooser.player)

    def suggested(self, vector: Vector, code: int) -> bool:
        """Whether the rules suggest an option."""
        option, state = self._option(code), self._state(vector)
        action = self.game.actions[option.action]
        assert state.chooser is not None
        if action.suggested is None:
            return False
        seen, player = view_of(state, state.chooser), state.chooser.player
        return holds(action.suggested, bind(seen, action, option.values, player))

    def scores(self, vector: Vector) -> list[list[int]]:
        """The scores of each player in the last state, in the order of the game."""
        by_score = scores(self._state(vector)).values()
        return [[values[player] for values in by_score] for player in range(self.game.players)]

    def broken(self, vector: Vector) -> list[int]:
        """The conditions that a state breaks, by number, each followed by its variables."""
        return [number for case in broken(self._state(vector)) for number in case]

    def recorded(self, parts: Sequence[RecordedPart]) -> Numbers:
        """Return a function that computes all numbers that a part of a record depends on."""

        def numbers(vector: Vector, part: int, player: int) -> list[int]:
            return [*recorded(self._state(vector), parts[part], player)]

        return numbers

    def playout(
        self, vector: Vector, seed: int, limit: int = MAX_DECISIONS, chance: ChanceDraws = WEIGHTS
    ) -> tuple[Vector, int]:
        """Play the random game of a seed. See Backend."""
        return played(self, vector, seed, limit, chance)

    def _option(self, code: int) -> BoundAction:
        return option_from(self.game, *self.codes.option(code))

    def _after(self, outcome: play.Outcome) -> After:
        vector = vector_of(outcome.state)
        self._last = vector, outcome.decision
        turns = sum(isinstance(report, TurnBegan) for report in outcome.reports)
        return vector, self._codes(outcome.decision), turns

    def _decision(self, vector: Vector) -> PendingStep | None:
        last = self._last
        if last is None or last[0] != vector:
            last = self._last = vector, play.decision(self._state(vector))
        return last[1]

    def _codes(self, pending: PendingStep | None) -> list[int]:
        options = () if pending is None else pending.options
        return sorted(self.codes.code(*option) for option in options)

    def _state(self, vector: Vector) -> StructuredState:
        """Return the state of a vector; cached, as it is needed once for each option."""
        read = self._read
        if read is None or read[0] != vector:
            read = self._read = vector, state_from(self.game, vector)
        return read[1]


def _native(game: LinkedGame) -> Backend:
    """Return a backend of machine code. Raises UsageError if llvmlite is not installed."""
    from thesmos.compile.machine.native.match import NativeMatch  # most matches need none of it

    return NativeMatch(game)


PYTHON, NATIVE, SEMANTICS = "python", "native", "semantics"
_MAKERS: dict[str, Callable[[LinkedGame], Backend]] = {
    PYTHON: CompiledMatch,
    NATIVE: _native,
    SEMANTICS: Semantics,
}


def backend_named(name: str) -> Callable[[LinkedGame], Backend]:
    """Return the function that makes the backend with a name. Raises UsageError if none does."""
    if name not in _MAKERS:
        raise UsageError(f"there is no backend `{name}`", f"use {' or '.join(_MAKERS)}")
    return _MAKERS[name]


def name_of(make_backend: Callable[[LinkedGame], Backend]) -> str:
    """Return the name of the backend that a function makes; empty if it has none."""
    return next((name for name, make in _MAKERS.items() if make is make_backend), "")
