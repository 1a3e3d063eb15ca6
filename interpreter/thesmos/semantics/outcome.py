"""§7.7, 7.8 The outcome of a game: scores and places."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.program.clauses import Criterion
from thesmos.semantics.frame import frame_for
from thesmos.semantics.state import StructuredState
from thesmos.semantics.values import value

Standing = tuple[int, ...]  # the greater, the better


def score(state: StructuredState, name: str, player: int) -> int:
    """A score of a player."""
    (found,) = (each for each in state.game.scores if each.name == name)
    number: int = value(found.value, frame_for(state, player))
    return number


def scores(state: StructuredState) -> dict[str, tuple[int, ...]]:
    """Each score of all players, by its name."""
    players = range(state.game.players)
    names = (each.name for each in state.game.scores)
    return {name: tuple(score(state, name, player) for player in players) for name in names}


def standing(state: StructuredState, criteria: Sequence[Criterion], side: int) -> Standing:
    """How high a side ranks: as high as the best of its players who are not out (7.7)."""
    mine = [p for p in range(state.game.players) if state.side(p) == side and p not in state.out]
    signs = [(1 if each.word == "most" else -1, each.score) for each in criteria]
    found = [tuple(sign * score(state, name, p) for sign, name in signs) for p in mine]
    return (1, *max(found)) if found else (0,)


def places(state: StructuredState) -> tuple[int, ...]:
    """The place of each player, from 1; none if nobody has won (7.8)."""
    if not state.winners:
        return ()
    criteria = state.game.rankings.get(state.reason, ())
    won = {state.side(player) for player in state.winners}
    standings = {
        side: (side in won, standing(state, criteria, side)) for side in set(state.game.sides)
    }
    return tuple(
        1 + sum(other > standings[state.side(player)] for other in standings.values())
        for player in range(state.game.players)
    )
