"""A game in progress: people and random players, undo within a turn, save and resume."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.play.choice import Choice, find_choice, take
from thesmos.play.protocols import Json, Match, Setup, State
from thesmos.play.random_play import pick
from thesmos.play.rng import Rng

VERSION = 1


@dataclass(frozen=True)
class PastDecision:
    """A decision that was made.

    state: before the decision. turn: its number. player: who decided. choice: as text.
    """

    state: State
    turn: int
    player: int
    choice: str


class Session:
    """A game in progress: its current `state` and every past decision.

    random: the players who play at random. They and chance use the same random numbers.
    """

    def __init__(
        self, match: Match, state: State, turn: int = 0, random: Iterable[int] = (), seed: int = 1
    ) -> None:
        self.match = match
        self.state = state
        self.turn = turn
        self.random = frozenset(random)
        self.past: list[PastDecision] = []
        self._dice = Rng(seed)

    def advance(self) -> list[PastDecision]:
        """Let chance and random players decide until a person has to; return their decisions."""
        before = len(self.past)
        while (decision := self.state.decision) is not None:
            if decision.player != 0 and decision.player not in self.random:
                break
            self._make(pick(self.state, self._dice))
        return self.past[before:]

    def find(self, typed: str) -> Choice | None:
        """The choice that a user typed: an option's text, its number from 1, `skip` or `concede`.

        None if it is not offered. Upper and lower case are the same. A text that looks like a
        number is preferred to the number.
        """
        choice = find_choice(self.state, typed)
        decision = self.state.decision
        if choice is not None or decision is None:
            return choice
        for option in decision.options:
            if option.text.lower() == typed.lower():
                return Choice(option.text, option)
        for number, option in enumerate(decision.options, 1):
            if str(number) == typed:
                return Choice(option.text, option)
        return None

    def choose(self, choice: Choice) -> None:
        """Make a person's choice."""
        self._make(choice)

    def any_choice(self) -> Choice:
        """A random choice."""
        return pick(self.state, self._dice)

    def _make(self, choice: Choice) -> None:
        decision = self.state.decision
        assert decision is not None
        self.past.append(PastDecision(self.state, self.turn, decision.player, choice.text))
        self.state = take(self.state, choice)
        self.turn += self.state.turns_begun

    def undo(self) -> None:
        """Go back to the last decision of a person in this turn.

        Raises UsageError if there is none, or if chance has decided since.
        """
        for at in range(len(self.past) - 1, -1, -1):
            past = self.past[at]
            if past.turn != self.turn:
                break
            if past.player == 0:
                raise UsageError("outcomes of chance can't be undone")
            if past.player not in self.random:
                self.state = past.state
                del self.past[at:]
                return
        raise UsageError("there is nothing to undo in this turn")

    def continue_in(self, match: Match, seats: Sequence[int]) -> Session:
        """A session of the match that this draft led to, with the same random numbers.

        seats: for each player of the match, their number in the draft. Random players stay random.
        """
        state = match.start()
        random = [player for player, was in enumerate(seats, 1) if was in self.random]
        made = Session(match, state, state.turns_begun, random)
        made._dice = self._dice
        return made

    def save(self, game: str, setup: Setup) -> Json:
        """The session as one JSON object. game: the name by which the game can be loaded again."""
        return {
            "thesmos_save": VERSION,
            "game": game,
            "setup": setup,
            "random": sorted(self.random),
            "turn": self.turn,
            "state": self.state.to_json(),
        }


def check_save(value: Any) -> Json:
    """Check the shape of a saved game, except for its state. Raises UsageError."""
    shape = {"game": str, "setup": dict, "random": list, "turn": int, "state": object}
    if not isinstance(value, dict) or value.get("thesmos_save") != VERSION:
        raise UsageError("this is not a saved game", f"its `thesmos_save` must be {VERSION}")
    for key, kind in shape.items():
        if not isinstance(value.get(key), kind):
            raise UsageError(f"`{key}` of this saved game is missing or invalid")
    if not all(isinstance(player, int) for player in value["random"]):
        raise UsageError("`random` of this saved game must be a list of player numbers")
    return value
