"""Players that are programs, found by name: `random`, `mcts:1s`, `mcts:1000`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Protocol

from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.backend import NATIVE
from thesmos.play.beliefs import Beliefs
from thesmos.play.choice import Choice
from thesmos.play.match_parts import MatchParts
from thesmos.play.mcts import Evaluation, search
from thesmos.play.protocols import State as AnyState
from thesmos.play.random_play import pick
from thesmos.play.state import State
from thesmos.play.view import Learned, View

RANDOM = "random"
NAMES = "`random`, `mcts:1s` (seconds for each choice) or `mcts:1000` (rounds for each choice)"
MAX_SECONDS, MAX_ROUNDS = 3600.0, 10_000_000

_MCTS = re.compile(r"mcts:(?:(?P<seconds>\d{1,4}(?:\.\d{1,3})?)s|(?P<rounds>\d{1,8}))")


class PlayingProgram(Protocol):
    """Chooses at a player's decisions. name: as on the command line."""

    @property
    def name(self) -> str:
        """The name by which `player_named` finds it."""

    def choose(self, state: AnyState, past: Sequence[AnyState] = (), /) -> Choice:
        """Choose at the pending decision, which must be a player's.

        past: the states before, from the beginning of the game on, if it is to be remembered.
        """


@dataclass(frozen=True)
class RandomPlayer:
    """Chooses uniformly; skipping is one more choice."""

    dice: Rng
    name: str = RANDOM

    def choose(self, state: AnyState, _past: Sequence[AnyState] = (), /) -> Choice:
        """A random choice."""
        return pick(state, self.dice)


@dataclass(frozen=True)
class SearchPlayer:
    """Chooses by Monte-Carlo tree search (mcts.py), in machine code if that is installed."""

    name: str
    dice: Rng
    rounds: int | None = None
    seconds: float | None = None
    _beliefs: Beliefs = field(default_factory=Beliefs, init=False, repr=False, compare=False)

    def choose(self, state: AnyState, past: Sequence[AnyState] = ()) -> Choice:
        """Return the choice that most rounds took; a single choice is returned at once."""
        decision = state.decision
        if decision is not None and len(decision.options) + decision.may_skip == 1:
            return pick(state, self.dice)
        return self.evaluations(state, past)[0].choice

    def evaluations(self, state: AnyState, past: Sequence[AnyState] = ()) -> list[Evaluation]:
        """Return what a search finds about the choices of a player's decision, best first.

        past: as in `choose`.
        """
        decision = state.decision
        assert isinstance(state, State)
        assert decision is not None
        match = self._by_machine_code(state.match)
        states = [*past, state]
        seen = State(match, state.vector).view(decision.player)
        if past and match.linked.can_hide:
            game = [_state_of(match, earlier) for earlier in states]
            worlds = self._beliefs.worlds(game, decision.player - 1)
            learned = Learned(None, [])
            seen = View(match, seen.vector, decision.player, learned, seen.numbers, worlds)
        return search(seen, self.rounds, self.seconds, self.dice.next())

    def _by_machine_code(self, match: MatchParts) -> MatchParts:
        return match.compile(NATIVE) if has_machine_code() else match


def _state_of(match: MatchParts, state: AnyState) -> State:
    """Return a state, and how it was reached, for a match with the same rules."""
    assert isinstance(state, State)
    return State(match, state.vector, state.came)


def has_machine_code() -> bool:
    """Return whether what makes machine code is installed, with NumPy."""
    return find_spec("llvmlite") is not None and find_spec("numpy") is not None


def player_named(name: str, dice: Rng) -> PlayingProgram:
    """Return the program with a name; it draws from `dice`. Raises UsageError if there is none."""
    if name == RANDOM:
        return RandomPlayer(dice)
    match = _MCTS.fullmatch(name)
    if match is None:
        raise UsageError(f"there is no player `{name}`", f"use {NAMES}")
    seconds = None if match["seconds"] is None else float(match["seconds"])
    rounds = None if match["rounds"] is None else int(match["rounds"])
    if not 0 < (seconds or rounds or 0) <= (MAX_ROUNDS if seconds is None else MAX_SECONDS):
        hint = f"use at most {MAX_SECONDS:.0f} seconds, or 1 to {MAX_ROUNDS} rounds"
        raise UsageError(f"the player `{name}` is out of range", hint)
    return SearchPlayer(name, dice, rounds, seconds)


def players_named(names: Mapping[int, str], dice: Rng) -> dict[int, PlayingProgram]:
    """By player number, the programs with these names; all draw from the same `dice`."""
    return {number: player_named(name, dice) for number, name in sorted(names.items())}
