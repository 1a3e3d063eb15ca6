"""What a player may do in a turn, choice by choice, with the ten Simple Gods.

Each function of a phase gives the choices there, as text, with what follows each of them. The rules
are those of docs/pages/facts/santorini.md, the powers those of santorini-powers.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from board import NEIGHBOURS, TOP, behind
from state import State

SKIP = "skip"
EARLY, MOVE, BUILD, OVER = "early", "move", "build", "over"
DROP = 2  # levels that Pan has to come down
LOW = 1  # the highest level of a space on which Hephaestus may build a second block


@dataclass(frozen=True)
class Turn:
    """A turn in progress. phase: what comes next. worker: the space of the one that moved last.

    left: the space that the first move left. moves, builds: how many there were, without an early
    build. first: where the first build was. early: the space of the worker that built before it
    moves. rose, risen: whether a move went up, and whether one changed the level. done: whether
    something has been done, so that the player can't lose by being stuck any more.
    """

    state: State
    phase: str
    worker: str = ""
    left: str = ""
    moves: int = 0
    builds: int = 0
    first: str = ""
    early: str = ""
    rose: bool = False
    changed: bool = False
    done: bool = False


Choice = tuple[str, Turn]


def begin(state: State) -> Turn:
    """Begin the player's turn and return it; the player has lost if nothing can be done in it."""
    turn = _entered(Turn(state, EARLY if state.power == "prometheus" else MOVE))
    if turn.phase == OVER or choices(turn) or turn.done:
        return turn
    return replace(turn, state=replace(state, winner=state.opponent), phase=OVER)


def choices(turn: Turn) -> list[Choice]:
    """Return all choices in a turn, with the turn after each."""
    made = [(text, _entered(after)) for text, after in _choices(turn)]
    return [*made, *([(SKIP, _entered(_skipped(turn)))] if _may_skip(turn) else [])]


def _choices(turn: Turn) -> Iterator[Choice]:
    """Yield the choices other than skipping, each with the turn before anything is passed."""
    if turn.phase == EARLY:
        yield from _early(turn)
    elif turn.phase == MOVE:
        yield from _moves(turn)
    elif turn.phase == BUILD:
        yield from _builds(turn)


# --------------------------------------------------------------------------------- skipping


def _may_skip(turn: Turn) -> bool:
    """Return whether what comes next may be skipped."""
    power = turn.state.power
    if turn.phase == MOVE:
        return power == "hermes" or (power == "artemis" and turn.moves == 1)
    return turn.phase == EARLY or (turn.phase == BUILD and turn.builds == 1)


def _skipped(turn: Turn) -> Turn:
    """Return the turn after skipping what comes next."""
    following = {EARLY: MOVE, MOVE: BUILD, BUILD: OVER}[turn.phase]
    return replace(turn, phase=following, done=True)


def _entered(turn: Turn) -> Turn:
    """Return the turn after silently passing optional parts that have no choices."""
    while turn.phase != OVER and _may_skip(turn) and not any(_choices(turn)):
        following = {EARLY: MOVE, MOVE: BUILD, BUILD: OVER}[turn.phase]
        turn = replace(turn, phase=following)
    return turn


# ----------------------------------------------------------------------------------- moving


def _moves(turn: Turn) -> Iterator[Choice]:
    """Yield each worker that may move, to each space that it may enter."""
    state = turn.state
    for origin in _movers(turn):
        for to in NEIGHBOURS[origin]:
            after = _entering(state, origin, to)
            if after is not None and _climbs(turn, origin, to):
                yield f"{origin}-{to}", _moved(turn, after, origin, to)


def _movers(turn: Turn) -> list[str]:
    """Return the spaces of the workers that may move."""
    if turn.early:
        return [turn.early]
    if turn.moves and turn.state.power == "artemis":
        return [turn.worker]
    return turn.state.mine()


def _entering(state: State, origin: str, to: str) -> State | None:
    """Return the state after a worker has gone to a space, if it may be entered; None if not."""
    if state.free(to):
        return state.moved({origin: to})
    there = state.on(to)
    if to in state.domes or there is None or there.player == state.player:
        return None
    if state.power == "apollo":
        return state.moved({origin: to, to: origin})
    beyond = behind(origin, to)
    if state.power == "minotaur" and beyond and state.free(beyond):
        return state.moved({to: beyond}).moved({origin: to})
    return None


def _climbs(turn: Turn, origin: str, to: str) -> bool:
    """Return whether a move is allowed by its levels and by what a power says about the space."""
    state = turn.state
    up = state.height(to) - state.height(origin)
    if up > 1:
        return False
    athena = state.powers[state.opponent - 1] == "athena" and state.opponent in state.rose
    if up > 0 and (athena or turn.early):
        return False
    if turn.moves and state.power == "artemis" and to == turn.left:
        return False
    return not (turn.moves and state.power == "hermes" and up != 0)


def _moved(turn: Turn, after: State, origin: str, to: str) -> Turn:
    """Return the turn after a move: won, or with another move or the build to come."""
    state = turn.state
    up = state.height(to) - state.height(origin)
    wins = up > 0 and state.height(to) == TOP
    if wins or (state.power == "pan" and up <= -DROP):
        return replace(turn, state=replace(after, winner=state.player), phase=OVER)
    again = state.power == "hermes" and not up
    again = again or (state.power == "artemis" and not turn.moves)
    return replace(
        turn,
        state=after,
        phase=MOVE if again else BUILD,
        worker=to,
        left=turn.left or origin,
        moves=turn.moves + 1,
        rose=turn.rose or up > 0,
        changed=turn.changed or up != 0,
        done=True,
    )


# --------------------------------------------------------------------------------- building


def _early(turn: Turn) -> Iterator[Choice]:
    """Yield the build of any worker before it moves."""
    for worker in turn.state.mine():
        for at in NEIGHBOURS[worker]:
            for text, after in _pieces(turn.state, worker, at):
                yield text, replace(turn, state=after, phase=MOVE, early=worker, done=True)


def _builds(turn: Turn) -> Iterator[Choice]:
    """Yield the builds of the worker that moved; with Hermes, of any if no move changed level."""
    state = turn.state
    anyone = state.power == "hermes" and not turn.changed
    for worker in state.mine() if anyone else [turn.worker]:
        for at in NEIGHBOURS[worker]:
            for text, after in _pieces(state, worker, at):
                if turn.builds and not _second(turn, at):
                    continue
                yield text, _built(turn, after, at)


def _pieces(state: State, worker: str, at: str) -> Iterator[tuple[str, State]]:
    """Yield what may be built on a space: the next block or dome, and with Atlas always a dome."""
    if not state.free(at):
        return
    high = state.height(at) == TOP
    yield f"{worker}+{at}", state.built(at, dome=high)
    if state.power == "atlas" and not high:
        yield f"{worker}+{at}^", state.built(at, dome=True)


def _second(turn: Turn, at: str) -> bool:
    """Return whether the second build may be on a space."""
    return (at == turn.first) == (turn.state.power == "hephaestus")


def _built(turn: Turn, after: State, at: str) -> Turn:
    """Return the turn after a build: with another one to come, or over."""
    state = turn.state
    again = state.power == "demeter"
    again = again or (state.power == "hephaestus" and state.height(at) <= LOW)
    more = again and not turn.builds
    return replace(
        turn,
        state=after,
        phase=BUILD if more else OVER,
        builds=turn.builds + 1,
        first=turn.first or at,
        done=True,
    )
