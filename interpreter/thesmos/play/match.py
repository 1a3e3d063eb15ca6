"""A match: it makes states, and plays them on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from thesmos import arguments
from thesmos.choice_words import LINE
from thesmos.compile.machine.native.batch import Playouts
from thesmos.diagnostics import UsageError, clipped
from thesmos.dice import WEIGHTS, ChanceDraws
from thesmos.notation.possible import ImpossiblePosition, LackingPieces
from thesmos.notation.reading import place_position
from thesmos.play.backend import NATIVE, Vector
from thesmos.play.cursor import Cursor
from thesmos.play.match_parts import MatchParts
from thesmos.play.playouts import check_chance, playouts
from thesmos.play.saved import is_state, is_view, stays_without_options
from thesmos.play.situation import Situation
from thesmos.play.state import ENTERED, State
from thesmos.play.states import States
from thesmos.play.view import Learned, View
from thesmos.program.positions import STEP, TO_MOVE

if TYPE_CHECKING:
    from thesmos.play.foreign.games import Transcript
    from thesmos.play.native_states import NativeSteps


class Match(MatchParts):
    """A match-up that can be played.

    >>> match.load(state.position()) == match.start()
    True
    """

    def playouts(
        self, state: State, games: int, seed: int = arguments.SEED, chance: ChanceDraws = WEIGHTS
    ) -> Playouts:
        """Play games from a state to the end at random; the same seed gives the same games.

        Without one it is 0, so the games are the same each time: give others for other games.

        Results and lengths are NumPy arrays with a number for each game: see Playouts. Players
        choose uniformly; skipping is one of the choices, and a player who has none concedes.

        chance: `weights`, to draw outcomes of chance by their weights, or `uniform`, to draw each
        as often as any other.

        Raises UsageError for a state of other rules, a negative number, or without NumPy.
        """
        check_chance(chance)
        games, seed = arguments.count(games, "games"), arguments.seed(seed)
        if not isinstance(state, Situation):
            raise UsageError(f"{clipped(repr(state))} is no state", "give a state of the match")
        return playouts(self.backend, state.vector_in(self), games, seed, chance=chance)

    def states(self, states: Iterable[State]) -> States:
        """Return these states as arrays, to be stepped together: see States."""
        return States.of(self, states)

    # ------------------------------------------------------------------ making states

    def start(self) -> State:
        """Return the first state; chance, if it decides first, has yet to do so."""
        return self._enter(self.linked.initial)

    def load(
        self,
        position: dict[str, Any],
        begun: Vector | None = None,
        *,
        allow_impossible: bool = False,
    ) -> State:
        """Return the state of a position, as `State.position` writes it.

        It is at the start of the turn of `to_move`; a position with a part `step` (from
        `position(whole=True)`) gives the same state in the middle of a turn. begun: for a pool, the
        vector before the first instruction of the flow, which says which cards take part.
        allow_impossible: whether the position may break what holds in all that play can reach.

        Raises UsageError for an invalid position, and ImpossiblePosition, which is one, with all
        conditions that it breaks.
        """
        vector = [*(begun or self.linked.initial)]
        try:
            place_position(self.positions, vector, position)
        except LackingPieces as refused:
            if not allow_impossible and (broken := self.broken(tuple(vector))):
                raise ImpossiblePosition(broken, refused.lacking) from None
            raise
        placed = tuple(vector)
        if not allow_impossible and (broken := self.broken(placed)):
            raise ImpossiblePosition(broken, says_turn=TO_MOVE in position)
        return self._state_of_step(placed) if STEP in position else self._enter(placed)

    def _state_of_step(self, vector: Vector) -> State:
        """Return the state with a vector. Raises UsageError if none has it, or nothing is asked."""
        hint = "use what `position(whole=True)` gives"
        if not is_state(self.linked, vector):
            raise UsageError("step: no state matches this", hint)
        state = self.as_made_here(State(self, vector))
        step = None if state.codes else state.decision
        if step and not stays_without_options(self.linked, vector, may_skip=step.may_skip):
            raise UsageError(f"step: nothing can be chosen in `{step.step}`", hint)
        return state

    def state(self, vector: Sequence[int]) -> State:
        """Return the state that has a vector. Raises UsageError if none has it."""
        if not isinstance(vector, tuple | list) or not is_state(self.linked, vector):
            raise UsageError("no state has this vector", "use `vector` of a state of this match")
        return self.as_made_here(State(self, tuple(vector)))

    def same(self, state: State) -> State:
        """Return a state as this match makes it. Raises UsageError for one of other rules."""
        if not isinstance(state, Situation):
            raise UsageError(f"{clipped(repr(state))} is no state", "give a state of the match")
        vector = state.vector_in(self)
        return self.as_made_here(state if state.match is self else State(self, vector))

    def cursor(self, state: State | None = None) -> Cursor:
        """Return a cursor at the first state, or at another one: it moves through a game.

        Raises UsageError for a state of other rules.
        """
        here = self.start() if state is None else self.same(state)
        if self._steps is None:
            return Cursor(here)
        moving: Cursor = self._steps.cursor(here)
        return moving

    def read(self, text: str, notation: str = LINE, *, allow_impossible: bool = False) -> State:
        """Return the state of a position that was written as a line: see `State.written`.

        allow_impossible: as in `load`, which says what is raised.
        """
        from thesmos.play.foreign.forms import possible, read  # few programs need it

        position = read(self, text, notation)
        try:
            return self.load(position, allow_impossible=allow_impossible)
        except ImpossiblePosition as refused:
            broken = [condition.name for condition in refused.broken]
            mended = possible(self, position, notation, broken)
            if mended == position:
                raise
            return self.load(mended)

    def read_games(self, text: str, notation: str) -> Iterator[Transcript[State]]:
        """Yield the games of a text in a notation of games, such as `pgn`; of each, its states.

        Comments and variations are skipped. Raises UsageError if there is no such notation, and at
        the first turn that can't be played, with its line.
        """
        from thesmos.play.foreign.forms import named
        from thesmos.play.foreign.games import read_games

        form = named(self.recorded.notation.forms.games, notation, self, "games")

        def begin(position: str) -> State:
            return self.read(position, form.position) if position else self.start()

        return read_games(self, notation, text, begin)

    @property
    def notations(self) -> dict[str, tuple[str, ...]]:
        """The names of the notations of `positions`, `turns` and `games`."""
        forms = self.recorded.notation.forms
        positions = (LINE, *forms.positions)
        return {"positions": positions, "turns": (*forms.turns,), "games": (*forms.games,)}

    def placed(self, position: dict[str, Any], begun: Vector | None = None) -> Vector:
        """Return the vector of a position, before the flow goes on. As `load` otherwise."""
        vector = [*(begun or self.linked.initial)]
        place_position(self.positions, vector, position)
        return tuple(vector)

    def from_json(self, saved: Any) -> State:
        """Return the state that `State.to_json` saved.

        Raises UsageError if it was saved under other rules, or is not a state.
        """
        wrong = UsageError("this is not a saved game", "it must be written by `to_json`")
        self._check_rules(saved, wrong)
        if "view" in saved:
            raise UsageError("a view can't be played on", "read it by `view_from_json`")
        vector = saved.get("vector")
        if not isinstance(vector, list) or not is_state(self.linked, vector):
            raise wrong
        return self.as_made_here(State(self, tuple(vector)))

    def view_from_json(self, sent: Any) -> View:
        """Return the view that `View.to_json` wrote.

        Raises UsageError if it belongs to other rules, or is not a view.
        """
        wrong = UsageError("this is not a view", "it must be written by `to_json` of a view")
        self._check_rules(sent, wrong)
        player, vector, events = sent.get("player"), sent.get("view"), sent.get("events")
        choice = sent.get("choice")
        if (
            type(player) is not int
            or not 0 <= player <= self.linked.players
            or not isinstance(vector, list)
            or not is_view(self.linked, vector, player)
            or not isinstance(events, list)
            or not isinstance(choice, str | None)
        ):
            raise wrong
        events = [
            self.events.read(event, f"this is not a view: events[{number}]")
            for number, event in enumerate(events)
        ]
        numbers = self.unseen.read(sent.get("unseen", {}))
        learned = Learned(choice, [*map(self.events.write, events)])
        return View(self, tuple(vector), player, learned, numbers)

    def _check_rules(self, saved: Any, wrong: UsageError) -> None:
        """Raise an error for data of other rules. wrong: the one for what is no such data."""
        if not isinstance(saved, dict):
            raise wrong
        if saved.get("rules") != self.rules:
            raise UsageError(
                "this game was saved under other rules",
                "load it with the same game, powers and version of the spec",
            )

    def _enter(self, vector: Vector) -> State:
        after = self.backend.after_entering(vector)
        return self.as_made_here(State.after(self, after, (vector, ENTERED)))

    @cached_property
    def _steps(self) -> NativeSteps | None:
        """Makes states of machine code; None if generated code of Python makes all steps."""
        if self.backend_name != NATIVE:
            return None
        from thesmos.play.native_states import steps_of  # most matches need none of it

        return steps_of(self)

    def as_made_here(self, state: State) -> State:
        """Return a state of the match, as one of machine code if it has those."""
        if self._steps is None:
            return state
        native: State = self._steps.adopt(state)
        return native
