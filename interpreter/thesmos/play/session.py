"""A game in progress: people and programs, undo as far as is known, save and resume."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.dice import MASK, Rng
from thesmos.play.choice import Choice, choose, take
from thesmos.play.history import known_line
from thesmos.play.players import RANDOM, players_named
from thesmos.play.protocols import Json, Match, Setup, State
from thesmos.play.random_play import pick
from thesmos.play.revealing import reveals
from thesmos.play.typed_choice import typed_choice

VERSION = 1


@dataclass(frozen=True)
class PastDecision:
    """A decision that was made.

    state: before the decision.
    turn: its number.
    player: who decided.
    choice: as text.
    """

    state: State
    turn: int
    player: int
    choice: str


class Session:
    """A game in progress: its current `state` and every past decision.

    programs: by player, the name of the program that plays (see players.py).
    dice: the random numbers from which chance and programs draw.
    """

    def __init__(
        self,
        match: Match,
        state: State,
        dice: Rng,
        turn: int = 0,
        programs: Mapping[int, str] | None = None,
    ) -> None:
        self.match = match
        self.state = state
        self.dice = dice
        self.turn = turn
        self.past: list[PastDecision] = []
        self.programs = {**(programs or {})}
        self._players = players_named(self.programs, dice)

    def advance(self) -> list[PastDecision]:
        """Let chance and programs decide until a person has to; return their decisions."""
        before = len(self.past)
        while (decision := self.state.decision) is not None:
            if decision.player == 0:
                self._make(pick(self.state, self.dice))
            elif decision.player in self._players:
                past = [decided.state for decided in self.past]
                self._make(self._players[decision.player].choose(self.state, past))
            else:
                break
        return self.past[before:]

    def find(self, typed: str) -> Choice | None:
        """Return the choice that a user typed, maybe by its number; None if it is not offered."""
        return typed_choice(self.state, typed, numbers=True)

    def choose(self, choice: Choice) -> None:
        """Make a person's choice."""
        self._make(choice)

    def any_choice(self) -> Choice:
        """A random choice."""
        return pick(self.state, self.dice)

    def _make(self, choice: Choice) -> None:
        decision = self.state.decision
        assert decision is not None
        self.past.append(PastDecision(self.state, self.turn, decision.player, choice.text))
        self.state = take(self.state, choice)
        self.turn += self.state.turns_begun

    def remember(self, start: State, choices: Sequence[str]) -> None:
        """Let the game have begun in a state, and come to where it is by choices.

        So programs know what they have seen, and undo goes back over it. Raises UsageError if the
        choices do not lead there.
        """
        states = [start]
        for text in choices:
            states.append(choose(states[-1], text))
        if states[-1] != self.state:
            raise UsageError("the choices of this saved game do not lead to its state")
        turn = self.turn - sum(state.turns_begun for state in states[1:])
        for (before, after), text in zip(pairwise(states), choices, strict=True):
            assert before.decision is not None
            self.past.append(PastDecision(before, turn, before.decision.player, text))
            turn += after.turns_begun
        self.state = states[-1]

    def undo(self) -> None:
        """Go back to the last decision of a person.

        Raises UsageError if there is none, or if a person has learned something since.
        """
        people = [player for player in self._everybody if player not in self.programs]
        after = self.state
        for at in range(len(self.past) - 1, -1, -1):
            past = self.past[at]
            for player in people:
                if reveals(past.state, past.choice, after, player):
                    raise _cannot_be_undone(past, after, player, people)
            if past.player in people:
                self.state, self.turn = past.state, past.turn
                del self.past[at:]
                return
            after = past.state
        raise UsageError("there is nothing to undo", "you have decided nothing yet")

    @property
    def _everybody(self) -> range:
        return range(1, self.match.linked.players + 1)

    def continue_in(self, match: Match, seats: Sequence[int]) -> Session:
        """A session of the match that this draft led to, with the same random numbers.

        seats: for each player of the match, their number in the draft. Programs stay what they are.
        """
        state = match.start()
        programs = {
            player: self.programs[was]
            for player, was in enumerate(seats, 1)
            if was in self.programs
        }
        return Session(match, state, self.dice, state.turns_begun, programs)

    def save(self, game: str, setup: Setup) -> Json:
        """The whole session as one JSON object, with all that is hidden and what chance will draw.

        game: the name by which the game can be loaded again.
        """
        return {
            "thesmos_save": VERSION,
            "game": game,
            "setup": setup,
            "programs": {str(player): name for player, name in sorted(self.programs.items())},
            "turn": self.turn,
            "dice": {"seed": str(self.dice.seed), "state": str(self.dice.state)},
            "start": (self.past[0].state if self.past else self.state).to_json(),
            "choices": [past.choice for past in self.past],
            "state": self.state.to_json(),
        }


def seat_save(session: Session, player: int, game: str, setup: Setup) -> Json:
    """What a player (from 1) knows of a session as one JSON object, to keep but not to play on.

    `known` says for each state what was learned on the way to it, and what was seen.
    Raises UsageError if there is no such player.
    """
    states = [*(past.state for past in session.past), session.state]
    lines = [known_line(state.view(player)) for state in states]
    seats = {key: value for key, value in setup.items() if key != "chance"}  # what it may deal
    return {"thesmos_seat": VERSION, "game": game, "setup": seats, "player": player, "known": lines}


def _cannot_be_undone(
    past: PastDecision, after: State, player: int, people: Sequence[int]
) -> UsageError:
    """The error for a decision that told a player something.

    people: who may read it; it names only what they all know.
    """
    choices = {after.choice_for(reader) for reader in people}
    who = f"player {past.player}" if past.player else "chance"
    choice = choices.pop() if len(choices) == 1 else None
    what = f"a decision of {who}" if choice is None else f"`{choice}` of {who}"
    return UsageError(
        f"{what} can't be undone: player {player} has learned something from it",
        "what was hidden and has been seen, and what chance has decided, stays",
    )


def check_save(value: Any) -> Json:
    """Check the shape of a saved game, except for its state. Raises UsageError."""
    shape = {"game": str, "setup": dict, "turn": int, "state": object}
    if isinstance(value, dict) and "thesmos_seat" in value:
        text = f"this is what player {value.get('player')} knows of a game; it can't be played on"
        raise UsageError(text, "use a file that `save` has written without `for`")
    if not isinstance(value, dict) or "thesmos_save" not in value:
        raise UsageError("this is not a saved game", "use a file that `save` has written")
    if (version := value["thesmos_save"]) != VERSION:
        difference = f"`thesmos_save` is {version!r:.40}, not {VERSION}"
        text = f"this game was saved in another format: {difference}"
        raise UsageError(text, "load it with the version of Thesmos that saved it")
    for key, kind in shape.items():
        if not isinstance(value.get(key), kind):
            raise UsageError(f"`{key}` of this saved game is missing or invalid")
    return value


def saved_programs(value: Json) -> dict[int, str]:
    """The programs of a saved game, by player. Raises UsageError.

    Games saved by version 0.1 list the players who play at `random` instead.
    """
    programs = value.get("programs")
    if programs is None and isinstance(value.get("random"), list):
        programs = {str(player): RANDOM for player in value["random"]}
    if not isinstance(programs, dict) or not all(
        player.isascii() and player.isdigit() and isinstance(name, str)
        for player, name in programs.items()
    ):
        text = "`programs` of this saved game is missing or invalid"
        raise UsageError(text, 'it must be an object such as {"2": "random"}')
    return {int(player): name for player, name in programs.items()}


def saved_choices(value: Json) -> list[str]:
    """The choices of a saved game, from its `start` on; none in older ones. Raises UsageError."""
    choices = value.get("choices", [])
    if not isinstance(choices, list) or not all(isinstance(choice, str) for choice in choices):
        raise UsageError("`choices` of this saved game is invalid", "it must be a list of texts")
    return choices


def saved_dice(value: Json) -> Rng | None:
    """The random numbers of a saved game, which go on; None if it has none. Raises UsageError.

    Games saved by version 0.1 have none.
    """
    saved = value.get("dice")
    if saved is None:
        return None
    fields = saved if isinstance(saved, dict) else {}
    seed, state = _number(fields.get("seed")), _number(fields.get("state"))
    if seed is None or state is None:
        text = "`dice` of this saved game is invalid"
        raise UsageError(text, 'it must be an object such as {"seed": "7", "state": "7"}')
    dice = Rng(seed)
    dice.state = state & MASK
    return dice


def _number(text: Any) -> int | None:
    """Read a number that is saved as text, because JSON elsewhere rounds large ones; or None."""
    valid = isinstance(text, str) and re.fullmatch("[0-9]{1,20}", text)
    return int(text) if valid else None
