"""@NAME@: how the adapter asks your implementation. Fill in the functions, from top to bottom.

A state may be anything: your game object, a tuple, a dictionary. Options are texts in the notation
of the game's records, see its page in docs/pages/facts. To look at some:
`thesmos legal @GAME@ --json` shows the first decision, `--position FILE` that of a position;
`thesmos record @GAME@ --games 1` writes a whole game.

None of these functions prints anything: standard output belongs to the adapter.
"""

from __future__ import annotations

from typing import Any

# What works so far. Claim more as you go on: everything that you claim is compared.
IMPLEMENTATION = {"name": "@NAME@", "version": "0.1", "language": "Python"}
CLAIMS = {
    "@GAME@": {  # one entry for each game that your program plays
        "editions": ["@EDITION@"],
        "modes": ["@MODE@"],
        "options": {},  # the values that work, of options that are not always the default
        "powers": [],  # the slugs of the powers that work; games without powers are always tested
        "levels": ["legal"],  # then "apply": positions are compared; then "result": who has won
        "from": ["position"],  # then "start": the game from its set-up
        "memory": False,  # whether `load` understands what positions say under `memory`
        "dead_ends": "shown",  # or "pruned", "lost": what you do when a player can't go on
    }
}
EDITIONS: dict[str, str] = {}  # of the games that are asked about, once the conversation begins
PLAYERS = {"@GAME@": ["@PLAYERS@"]}


class UnsupportedError(Exception):
    """Raise this for anything that your implementation lacks: UnsupportedError("the Ram")."""


def load(setup: dict[str, Any], position: dict[str, Any]) -> Any:
    """Return the state at the beginning of the turn of player `position["to_move"]`.

    setup: {"game": "@GAME@", "players": 2, "teams": [1, 2], "powers": [None, None]}, perhaps with
    "options": {"…": "…"}. position: in the notation of records. Raise UnsupportedError for parts of
    it that you do not know.
    """
    raise NotImplementedError("1. load: a position becomes a state")


def decision(state: Any) -> dict[str, Any]:
    """Return the decision in a state, or the result of the game.

    {"player": 1, "options": ["…", "…"], "may_skip": False}, each option once, in any order,
    without `skip`; or {"result": {"winners": [1]}} when the game is over.
    """
    raise NotImplementedError("2. decision: who decides, and everything on offer")


def take(state: Any, choice: str) -> Any:
    """Return the state after one of the options, or after `skip` or `concede`.

    The adapter checks that the choice is on offer. The old state must stay as it is.
    """
    raise NotImplementedError("3. take: the state after a choice")


def position(state: Any) -> dict[str, Any]:
    """Return the position in the notation of records, without `to_move`; for the level `apply`."""
    raise NotImplementedError("4. position: a state becomes a position")


def begin(setup: dict[str, Any]) -> Any:
    """Return the state at the first decision of the set-up; needed if you claim `start`."""
    raise NotImplementedError("5. begin: the game from its set-up")
