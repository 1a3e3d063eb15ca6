"""A game: whole turns and what they lead to, and positions from and to the notation of records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from board import SPACES
from state import PLAYERS, State, Worker
from turn import OVER, Turn, begin, choices

POWERS = (
    "apollo", "artemis", "athena", "atlas", "demeter", "hephaestus", "hermes", "minotaur", "pan",
    "prometheus",
)  # fmt: skip
KEYS = {"levels", "domes", "workers", "to_move"}
CONCEDE = "concede"
WORKERS = 2  # workers of each player
Row = tuple[str, ...]
Next = Callable[[], State]


class UnsupportedError(Exception):
    """Something that this engine does not know."""


def load(powers: list[str | None], position: dict[str, Any]) -> State:
    """Return the state at the beginning of a turn. Raises UnsupportedError for unknown parts."""
    unknown = [key for key, value in position.items() if value and key not in KEYS]
    if unknown:
        raise UnsupportedError(f"{min(unknown)} in a position")
    heights = tuple(int(digit) for digit in position["levels"])
    words = [text.split() for text in position["workers"]]
    workers = tuple(Worker(space, int(who[0]), who[1:]) for space, who in words)
    domes = frozenset(position.get("domes", ()))
    state = State(tuple(powers), heights, domes, workers, position["to_move"])
    return begun(state)


def begun(state: State) -> State:
    """Return the state at the beginning of a turn: over if the player can do nothing at all."""
    return begin(state).state


def position(state: State) -> dict[str, Any]:
    """Return the position in the notation of records."""
    made: dict[str, Any] = {"levels": "".join(map(str, state.heights))}
    if state.domes:
        made["domes"] = sorted(state.domes)
    return made | {"workers": [f"{w.space} {w.player}{w.kind}" for w in state.workers]}


# ------------------------------------------------------------------------------- whole turns


def rows(state: State) -> Iterator[tuple[Row, Next]]:
    """Yield the player's possible rows of choices until another one decides.

    Each comes with a function that makes the state after it: there are hundreds of rows, and most
    of these states are never needed.
    """
    if state.placing:
        yield from _placings(state, ())
    else:
        yield from _rows(begin(state), ())


def _placings(state: State, made: Row) -> Iterator[tuple[Row, Next]]:
    if len(made) == WORKERS:
        yield made, partial(_placed, state)
        return
    for space in SPACES:
        if state.free(space):
            yield from _placings(state.placed(space), (*made, f"@{space}"))


def _placed(state: State) -> State:
    """Return the state after a player has placed all workers: the other places, or turns begin."""
    last = state.player == PLAYERS
    after = replace(state, player=state.opponent, placing=not last)
    return begun(after) if last else after


def _rows(turn: Turn, made: Row) -> Iterator[tuple[Row, Next]]:
    """Yield the ways to complete a turn, without those that get stuck."""
    if turn.phase == OVER:
        yield made, partial(ended, turn)
        return
    for text, after in choices(turn):
        yield from _rows(after, (*made, text))


def ended(turn: Turn) -> State:
    """Return the state after a turn: the other player's turn begins, unless the game is won."""
    state = turn.state
    if state.winner:
        return state
    rose = state.rose - {state.player} | ({state.player} if turn.rose else set())
    return begun(replace(state, player=state.opponent, rose=frozenset(rose)))


def ends(state: State) -> set[State]:
    """Everything that a turn can lead to, however many choices it takes."""
    found: set[State] = set()
    seen = {begin(state)}
    waiting = [*seen]
    while waiting:
        turn = waiting.pop()
        if turn.phase == OVER:
            found.add(ended(turn))
            continue
        for _, following in choices(turn):
            after = _without_way(following)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return found


def _without_way(turn: Turn) -> Turn:
    """Return the turn without the parts of its history that do not matter any more.

    Hermes' workers move on their level without limit; which of them moved last, and from where, is
    nothing to what follows.
    """
    if turn.state.power != "hermes" or turn.changed:
        return turn
    return replace(turn, moves=min(turn.moves, 1), worker="", left="")


def conceded(state: State) -> State:
    """Return the state after the player who decides has given up."""
    return replace(state, winner=state.opponent)
