"""A match: it makes states, and writes and reads their texts."""

from __future__ import annotations

import functools
import pickle
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from thesmos.compile.machine.native.batch import Playouts
from thesmos.compile.python.match import CompiledMatch
from thesmos.diagnostics import UsageError
from thesmos.link.layout import HoldersOf
from thesmos.link.linked import LinkedGame
from thesmos.link.revealing import seen_from_behind
from thesmos.notation.options import OptionTexts
from thesmos.notation.position_reader import place_position
from thesmos.notation.positions import Positions
from thesmos.notation.recorded import RecordedGame
from thesmos.notation.value_texts import ValueTexts
from thesmos.play.backend import Backend, Vector, backend_named
from thesmos.play.canonical import Canonical
from thesmos.play.options import Options
from thesmos.play.playouts import playouts
from thesmos.play.rules_hash import rules_of
from thesmos.play.saved import is_state
from thesmos.play.state import ENTERED, State
from thesmos.play.states import States
from thesmos.program.node import AttributeRef
from thesmos.program.positions import STEP
from thesmos.program.recorded import PLAIN, RecordNotation

CardTexts = Mapping[str, Any]


class Match:
    """A match-up that can be played. It is compiled when it is first played.

    linked: what takes part, and the layout of a state.
    texts: by slug, the `title` and the printed `text` of the cards in play; not needed for playing.
    """

    def __init__(
        self,
        linked: LinkedGame,
        texts: Mapping[str, CardTexts] | None = None,
        again: Callable[[], Match] | None = None,
        make_backend: Callable[[LinkedGame], Backend] = CompiledMatch,
        records: RecordNotation = PLAIN,
    ) -> None:
        """again: finds or makes the same match in another process; None if that is impossible.

        make_backend: makes the backend that plays the linked game.
        records: how other programs write records of it.
        """
        self.linked = linked
        self.texts = texts or {}
        self._records = records
        self._again, self._make_backend = again, make_backend
        self._lock = threading.Lock()
        self._backend: Backend | None = None

    def __reduce__(self) -> tuple[Callable[..., Match], tuple[Callable[[], Match], str]]:
        """Pickle what the match is made from, and the hash of its rules."""
        if self._again is None:
            raise pickle.PicklingError("the game of this match exists only in this process")
        return same_match, (self._again, self.rules)

    @property
    def backend(self) -> Backend:
        """The backend that plays the match; it works on vectors and codes."""
        if self._backend is None:
            with self._lock:  # make it only once
                if self._backend is None:
                    self._backend = self._make_backend(self.linked)
        return self._backend

    @functools.cached_property
    def rules(self) -> str:
        """A hash of everything that a saved state depends on."""
        return rules_of(self.linked)

    @functools.cached_property
    def holders(self) -> list[tuple[int, str]]:
        """For each card in play, the slot that says who holds it, and its slug."""
        entries = self.linked.layout.by_meaning
        cards = self.linked.cards
        return [(entries[HoldersOf(card.number)].first, card.card.slug) for card in cards]

    @functools.cached_property
    def seen_from_behind(self) -> frozenset[AttributeRef]:
        """The attributes that everybody knows of hidden pieces."""
        return seen_from_behind(self.linked)

    @functools.cached_property
    def value_texts(self) -> ValueTexts:
        """Writes values of the match as text."""
        return ValueTexts(self.linked)

    @functools.cached_property
    def option_texts(self) -> OptionTexts:
        """Writes options of the match as text."""
        return OptionTexts(self.value_texts)

    @functools.cached_property
    def options(self) -> Options:
        """Makes options with their texts."""
        return Options(self.option_texts, self.backend)

    @functools.cached_property
    def positions(self) -> Positions:
        """Writes and reads positions in the game's notation."""
        return Positions(self.value_texts, self.backend.view)

    @functools.cached_property
    def canonical(self) -> Canonical:
        """Makes keys that are equal for states that play the same."""
        return Canonical(self.linked)

    @functools.cached_property
    def recorded(self) -> RecordedGame:
        """How other programs write records of the match."""
        return RecordedGame(self._records, self.value_texts, self.backend.recorded)

    def by(self, make_backend: Callable[[LinkedGame], Backend]) -> Match:
        """Return the same match with another backend. make_backend: such as `Semantics`."""
        return Match(self.linked, self.texts, self._again, make_backend, self._records)

    def compile(self, backend: str) -> Match:
        """Return the same match with another backend: `python`, `native` or `semantics`.

        Raises UsageError if there is no such backend. If llvmlite is not installed, `native` raises
        it when the match is first played.
        """
        again = functools.partial(_compiled, self._again, backend) if self._again else None
        return Match(self.linked, self.texts, again, backend_named(backend), self._records)

    def playouts(self, state: State, games: int, seed: int = 0) -> Playouts:
        """Play games from a state to the end at random; the same seed gives the same games.

        Results and lengths are NumPy arrays with a number for each game: see Playouts. Choices are
        uniform, also those of chance; skipping is one of them, and a player who has none concedes.
        Raises UsageError for a state of other rules, a negative number, or without NumPy.
        """
        if games < 0:
            raise UsageError(f"{games} games can't be played", "give a number from 0 on")
        return playouts(self.backend, self.own(state).vector, games, seed)

    def own(self, state: State) -> State:
        """Return a state, if it is of these rules. Raises UsageError."""
        if state.match.rules != self.rules:
            raise UsageError("a state belongs to other rules", "use states of this match")
        return state

    def states(self, states: Iterable[State]) -> States:
        """Return these states as arrays, to be stepped together: see States."""
        return States.of(self, states)

    # ------------------------------------------------------------------ making states

    def start(self, seed: int = 0) -> State:  # noqa: ARG002 - promised by the API
        """Return the first state. The seed has no effect: outcomes of chance are options."""
        return self._enter(self.linked.initial)

    def load(self, position: dict[str, Any], begun: Vector | None = None) -> State:
        """Return the state of a position, as `State.position` writes it.

        It is at the start of the turn of `to_move`; a position with a part `step` (from
        `position(whole=True)`) gives the same state in the middle of a turn. begun: for a pool, the
        vector before the first instruction of the flow, which says which cards take part. Raises
        UsageError for an invalid position.
        """
        vector = self.placed(position, begun)
        if STEP not in position:
            return self._enter(vector)
        if not is_state(self.linked, vector):
            raise UsageError("step: no state matches this", "use what `position(whole=True)` gives")
        return State(self, vector)

    def placed(self, position: dict[str, Any], begun: Vector | None = None) -> Vector:
        """Return the vector of a position, before the flow goes on. As `load` otherwise."""
        vector = [*(begun or self.linked.initial)]
        place_position(self.positions, vector, position)
        return tuple(vector)

    def from_json(self, saved: Any) -> State:
        """Return the state that `State.to_json` saved.

        Raises UsageError if it was saved under other rules, or is not a state.
        """
        if not isinstance(saved, dict) or saved.get("rules") != self.rules:
            raise UsageError(
                "this game was saved under other rules",
                "load it with the same game, powers and version of the spec",
            )
        vector = saved.get("vector")
        if not isinstance(vector, list) or not is_state(self.linked, vector):
            raise UsageError("this is not a saved game", "it must be written by `to_json`")
        return State(self, tuple(vector))

    def _enter(self, vector: Vector) -> State:
        return State.after(self, self.backend.after_entering(vector), (vector, ENTERED))


def _compiled(again: Callable[[], Match], backend: str) -> Match:
    """Find or make a match again, with a backend."""
    return again().compile(backend)


def same_match(again: Callable[[], Match], rules: str) -> Match:
    """Unpickle a match. Raises UsageError if its rules are different here."""
    match = again()
    if match.rules != rules:
        raise UsageError(
            "this state belongs to other rules", "use the same version of the spec everywhere"
        )
    return match
