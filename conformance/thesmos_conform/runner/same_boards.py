"""Positions that a turn reaches, but where it does not end as an implementation says it does.

Such as a game that is not over yet, or a turn in which something has still to be done.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from thesmos.diagnostics import counted
from thesmos.play.state import State
from thesmos.tools.perft import is_end, label, reached
from thesmos_conform.cases.case import MEMORY, TO_MOVE
from thesmos_conform.protocol.canonical import canonical, digest
from thesmos_conform.protocol.messages import Json
from thesmos_conform.reference.oracle import by_player_of

WINNERS = "winners"
TRIED = 5_000  # states to look at, each with every way in which a turn can end there


def same_boards(start: State, wanted: Collection[str]) -> dict[str, str]:
    """Return for positions what holds where they are reached in a turn, in words.

    wanted: these, as canonical texts or as hashes of them; the answer is by position, without those
    that are not reached, or not within TRIED states.
    """
    by_player = by_player_of(start)
    found: dict[str, str] = {}
    left = {*wanted}
    for number, (_, path, state) in enumerate(reached(start, lambda one: one), 1):
        if number > TRIED or not left:
            break
        assert isinstance(state, State)
        for end in _conceivable_ends(state):
            text = canonical(end, by_player)
            for name in left & {text, digest(text)}:
                found[name] = f"after {label(start, path)} {_in_words(state)}"
        left -= found.keys()
    return found


def in_a_sentence(found: dict[str, str]) -> str:
    """Return what `same_boards` has found, in a sentence; empty if it has found nothing."""
    if not found:
        return ""
    are = "is" if len(found) == 1 else "are"
    count = counted(len(found), "position")
    return (
        f"{count} that should not be there {are} reached, but the turn does not end like that: "
        f"{next(iter(found.values()))}"
    )


def _conceivable_ends(state: State) -> Iterator[Json]:
    """Yield the board of a state as if the turn ended there, in every way in which one can."""
    board = state.position()
    bare = {key: value for key, value in board.items() if key != MEMORY}
    sides = state.match.linked.mode.sides
    for player in range(1, len(sides) + 1):
        yield board | {TO_MOVE: player}
        yield bare | {TO_MOVE: player}
    for side in dict.fromkeys(sides):
        yield bare | {WINNERS: [number for number, one in enumerate(sides, 1) if one == side]}


def _in_words(state: State) -> str:
    """Return how a turn or the game goes on after a state."""
    if state.result is not None:
        won = ", ".join(map(str, state.result.winners)) or "nobody"
        return f"the game is over, won by {won}"
    if is_end(state):
        return f"the game goes on with the turn of player {state.turn_of}"
    return "the turn goes on"
