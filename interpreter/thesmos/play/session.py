"""A game being played: people, random opponents, undo within the turn, save and resume."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.engine.rng import Rng
from thesmos.play.protocols import CONCEDE, SKIP, Json, Match, Setup, State
from thesmos.play.random_play import CONCEDED, SKIPPED, Choice, pick, take, turn_starts

VERSION = 1


@dataclass(frozen=True)
class PastDecision:
    """A decision that was made: the state before it, whose it was, in which turn, what it was."""

    state: State
    turn: int
    player: int
    choice: str


class Session:
    """A game on its way. `state` is where it stands; `past` every decision so far.

    random: the players for whom chance plays. Outcomes of chance are drawn from the same dice.
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
        """Lets chance and the random players decide, until a person has to; what they chose."""
        before = len(self.past)
        while (decision := self.state.decision) is not None:
            if decision.player != 0 and decision.player not in self.random:
                break
            self._make(pick(self.state, self._dice))
        return self.past[before:]

    def find(self, typed: str) -> Choice | None:
        """The choice that was typed: an option's notation, its number from 1, `skip`, `concede`.

        None for what is not offered. A notation goes before a number that looks like it.
        """
        decision = self.state.decision
        if decision is None:
            return None
        for option in decision.options:
            if option.text.lower() == typed.lower():
                return Choice(option.text, option)
        if typed == SKIP and decision.may_skip:
            return SKIPPED
        if typed == CONCEDE:
            return CONCEDED
        numbered = {str(number): option for number, option in enumerate(decision.options, 1)}
        if typed in numbered:
            return Choice(numbered[typed].text, numbered[typed])
        return None

    def choose(self, choice: Choice) -> None:
        """Carries out a person's choice."""
        self._make(choice)

    def any_choice(self) -> Choice:
        """A random choice, for a person who does not care."""
        return pick(self.state, self._dice)

    def _make(self, choice: Choice) -> None:
        decision = self.state.decision
        assert decision is not None
        self.past.append(PastDecision(self.state, self.turn, decision.player, choice.text))
        self.state = take(self.state, choice)
        self.turn += turn_starts(self.state)

    def undo(self) -> None:
        """Goes back to the last decision of a person in this turn.

        Raises UsageError if there is none, or if chance has decided since.
        """
        for at in range(len(self.past) - 1, -1, -1):
            past = self.past[at]
            if past.turn != self.turn:
                break
            if past.player == 0:
                raise UsageError("what chance has decided can't be undone")
            if past.player not in self.random:
                self.state = past.state
                del self.past[at:]
                return
        raise UsageError("there is nothing to undo in this turn")

    def go_on(self, match: Match, seats: Sequence[int]) -> Session:
        """A session of the match that this draft led to, from its beginning, with the same dice.

        seats: for each of its players, who that was here; random players stay random.
        """
        state = match.start()
        random = [player for player, was in enumerate(seats, 1) if was in self.random]
        made = Session(match, state, turn_starts(state), random)
        made._dice = self._dice
        return made

    def save(self, game: str, setup: Setup) -> Json:
        """The game as one JSON object. game: the name under which it can be loaded again."""
        return {
            "thesmos_save": VERSION,
            "game": game,
            "setup": setup,
            "random": sorted(self.random),
            "turn": self.turn,
            "state": self.state.to_json(),
        }


def check_save(value: Any) -> Json:
    """A value as a saved game. Raises UsageError for anything else; the state is not looked at."""
    shape = {"game": str, "setup": dict, "random": list, "turn": int, "state": object}
    if not isinstance(value, dict) or value.get("thesmos_save") != VERSION:
        raise UsageError("this is no saved game", f"its `thesmos_save` must be {VERSION}")
    for key, kind in shape.items():
        if not isinstance(value.get(key), kind):
            raise UsageError(f"this saved game has no good `{key}`")
    if not all(isinstance(player, int) for player in value["random"]):
        raise UsageError("this saved game has no good `random`")
    return value
