"""The games that OpenSpiel has too, written as `games.py` says.

Where it can begin at a position, an error is answered about one that no game reaches.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from typing import Any

import games
import loop
import pyspiel
from loop import ALIKE, EDITIONS, UnsupportedError

IMPLEMENTATION = {"name": "OpenSpiel", "version": version("open_spiel"), "language": "C++"}
CLAIMS = {
    slug: {
        "editions": list(counterpart.editions),
        **ALIKE,
        "options": counterpart.options,
        "levels": ["legal", "result", *["apply"] * bool(counterpart.positions)],
        "from": ["start", *["position"] * bool(counterpart.positions)],
        "except": [
            {"reason": reason, "clauses": [clause]}
            for clause, reason in counterpart.differs.items()
        ],
    }
    for slug, counterpart in games.COUNTERPARTS.items()
}
PLAYERS = {slug: [2] for slug in CLAIMS}


@dataclass(frozen=True)
class State:
    """A state of OpenSpiel. conceded: the player who has given up, or 0."""

    counterpart: games.Counterpart
    state: Any
    conceded: int = 0

    @cached_property
    def options(self) -> dict[str, tuple[int, ...]]:
        """The actions of each option, by its text; one of ours may be several of theirs."""
        theirs, counterpart = self.state, self.counterpart
        options = {}
        for action in theirs.legal_actions():
            first = _string(theirs, action)
            if counterpart.joins(first):
                after = theirs.child(action)
                for second in after.legal_actions():
                    words = f"{first} {_string(after, second)}"
                    options[counterpart.text(words, theirs)] = (action, second)
            else:
                options[counterpart.text(first, theirs)] = (action,)
        return options


def begin(setup: dict[str, Any]) -> State:
    """Return the first state."""
    counterpart, game = _game(setup)
    return State(counterpart, game.new_initial_state())


def load(setup: dict[str, Any], position: dict[str, Any]) -> State:
    """Return the state of a position. Raises an error if it is impossible."""
    counterpart, game = _game(setup)
    if counterpart.positions is None:
        raise UnsupportedError("positions")
    return State(counterpart, game.new_initial_state(counterpart.positions.given(position)))


def position(state: State) -> dict[str, Any]:
    """Return the position as records have it."""
    if state.counterpart.positions is None:
        raise UnsupportedError("positions")
    return state.counterpart.positions.written(state.state)


def _game(setup: dict[str, Any]) -> tuple[games.Counterpart, Any]:
    """The counterpart of a game, and the game in OpenSpiel with the options of a set-up."""
    counterpart = games.COUNTERPARTS[setup["game"]]
    edition = EDITIONS[setup["game"]]
    options = {name: values[0] for name, values in counterpart.options.items()}
    options |= setup.get("options", {})
    words = {name: games.WORDS.get(value, value) for name, value in options.items()}
    return counterpart, pyspiel.load_game(counterpart.editions[edition].format(**words))


def decision(state: State) -> dict[str, Any]:
    """Return who decides, and the options."""
    theirs = state.state
    if state.conceded:
        return {"result": {"winners": [3 - state.conceded]}}
    if theirs.is_terminal():
        best = max(theirs.returns())
        seats = state.counterpart.seats
        winners = [seat for seat, won in zip(seats, theirs.returns(), strict=True) if won == best]
        if best <= 0:
            winners = [*state.counterpart.drawn]
        return {"result": {"winners": winners}}
    return {"player": _player(state), "options": [*state.options], "may_skip": False}


def take(state: State, choice: str) -> State:
    """Return the state after an option, or after giving up."""
    if choice == "concede":
        return State(state.counterpart, state.state, _player(state))
    theirs = state.state.clone()
    for action in state.options[choice]:
        theirs.apply_action(action)
    actions = theirs.legal_actions() if not theirs.is_terminal() else []
    if len(actions) == 1 and _string(theirs, actions[0]) == state.counterpart.silent:
        theirs.apply_action(actions[0])
    return State(state.counterpart, theirs)


def _player(state: State) -> int:
    return state.counterpart.seats[state.state.current_player()]


def _string(theirs: Any, action: int) -> str:
    return str(theirs.action_to_string(theirs.current_player(), action))


if __name__ == "__main__":
    loop.serve(__name__)
