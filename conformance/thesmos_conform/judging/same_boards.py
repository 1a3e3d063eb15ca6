"""Positions that a turn reaches, but where it does not end as an implementation says it does.

For example, the game is not over yet, or something has still to be done in the turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from thesmos.diagnostics import counted
from thesmos.perft.turns import is_end, label, reached
from thesmos.play.state import State
from thesmos_conform.cases.case import MEMORY, TO_MOVE
from thesmos_conform.protocol.canonical import canonical, digest
from thesmos_conform.protocol.messages import Json
from thesmos_conform.reference.oracle import by_player_of

WINNERS = "winners"
TRIED = 5_000  # states to look at, each with every way in which a turn can end there


def same_boards(start: State, wanted: Collection[str]) -> dict[str, str]:
    """Return, by position, where a turn reaches it and what holds there, in words.

    wanted: the positions, as canonical texts or as hashes of them. Those that are not reached, or
    not within TRIED states, are left out.
    """
    by_player = by_player_of(start)
    words_by_position: dict[str, str] = {}
    remaining = {*wanted}
    for number, (_, path, state) in enumerate(reached(start, lambda end: end), 1):
        if number > TRIED or not remaining:
            break
        assert isinstance(state, State)
        for end in _conceivable_ends(state):
            text = canonical(end, by_player)
            for name in remaining & {text, digest(text)}:
                words_by_position[name] = f"after {label(start, path)} {_in_words(state)}"
        remaining -= words_by_position.keys()
    return words_by_position


def in_a_sentence(words_by_position: dict[str, str]) -> str:
    """Return the findings of `same_boards` in a sentence; empty if there are none."""
    if not words_by_position:
        return ""
    are = "is" if len(words_by_position) == 1 else "are"
    count = counted(len(words_by_position), "position")
    return (
        f"{count} that should not be there {are} reached, but the turn does not end like that: "
        f"{next(iter(words_by_position.values()))}"
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
        yield bare | {WINNERS: [number for number, other in enumerate(sides, 1) if other == side]}


def _in_words(state: State) -> str:
    """Return how a turn or the game goes on after a state."""
    if state.result is not None:
        won = ", ".join(map(str, state.result.winners)) or "nobody"
        return f"the game is over, won by {won}"
    if is_end(state):
        return f"the game goes on with the turn of player {state.turn_of}"
    return "the turn goes on"
