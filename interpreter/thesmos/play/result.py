"""How a game ended: from the last state, and from the scores in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from thesmos.link.linked import LinkedGame
from thesmos.play.backend import Vector


@dataclass(frozen=True)
class Result:
    """How a game ended. Players are counted from 1.

    winners: may be empty.
    reason: the ground.
    eliminated: who was out before the end and has not won.
    places: of each player, from 1; players may share one; empty if nobody has won.
    scores: of each player, by the name of the score.
    """

    winners: tuple[int, ...]
    reason: str
    eliminated: tuple[int, ...]
    places: tuple[int, ...] = ()
    scores: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)


def result_of(game: LinkedGame, vector: Vector, scores: Sequence[Sequence[int]]) -> Result:
    """The result in the last state of a game. scores: of each player, in the order of the game."""
    winners, out = (vector[game.layout.core(name)] for name in ("winners", "out"))
    reason = game.reasons[vector[game.layout.core("reason")]]
    won, gone = (
        [player for player in range(game.players) if mask >> player & 1] for mask in (winners, out)
    )
    names = [score.name for score in game.scores]
    return Result(
        winners=tuple(player + 1 for player in won),
        reason=reason,
        eliminated=tuple(player + 1 for player in gone if player not in won),
        places=_places(game, won, gone, reason, scores) if won else (),
        scores=dict(zip(names, zip(*scores, strict=True), strict=True)),
    )


def shares(sides: Sequence[int], winners: int) -> list[float]:
    """Return what the result is worth to each player, from 0 (a loss) to 1 (a win).

    sides: of each player.
    winners: a bit for each player, as in a state.

    Sides share a win and, if there are several, a game that nobody has won.
    """
    won = {side for player, side in enumerate(sides) if winners >> player & 1}
    if won:
        return [1 / len(won) if side in won else 0.0 for side in sides]
    several = len({*sides})
    return [1 / several if several > 1 else 0.0] * len(sides)


def rewards(sides: Sequence[int], winners: int) -> list[float]:
    """Return the reward of each player at the end: those of all sides sum to 0.

    Whoever wins alone has 1, and with two sides whoever loses -1; nobody has anything in a draw.
    Where there is only one side, it is 1 for a win and 0 otherwise.
    """
    several, worth = len({*sides}), shares(sides, winners)
    return worth if several == 1 else [(share * several - 1) / (several - 1) for share in worth]


def _places(
    game: LinkedGame,
    won: Sequence[int],
    gone: Sequence[int],
    reason: str,
    scores: Sequence[Sequence[int]],
) -> tuple[int, ...]:
    """The place of each player: winners, then those who are not out, by the ranking if any."""
    numbers = {score.name: number for number, score in enumerate(game.scores)}
    criteria = [
        (1 if criterion.word == "most" else -1, numbers[criterion.score])
        for criterion in game.rankings.get(reason, ())
    ]
    standings: dict[int, tuple[bool, bool, list[int]]] = {}
    for player, side in enumerate(game.sides):
        mine = [sign * scores[player][number] for sign, number in criteria]
        standing = player in won, player not in gone, [] if player in gone else mine
        standings[side] = max(standing, standings.get(side, standing))
    return tuple(
        1 + sum(other > standings[side] for other in standings.values()) for side in game.sides
    )
