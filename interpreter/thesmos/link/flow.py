"""The flow of a linked game: one list of instructions, the set-up and then the turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thesmos.constructs import construct
from thesmos.program.clauses import RouteAt
from thesmos.program.declarations import Card, GameProgram, Mode
from thesmos.program.flow import EachPlayer, Instruction, Moment, Routes


@construct
class FlowPoint:
    """A place in the flow; a state holds its index.

    instruction: None between the set-up and the first turn, where the first player becomes active.
    player: for `each player`, who enters the step.
    card: for `routes`, the card whose routes are tried.
    moment: the last moment before it in the turn; empty if there is none.
    """

    instruction: Instruction | None
    player: int | None = None
    card: int | None = None
    moment: str = ""


def flow_points(
    game: GameProgram, mode: Mode, parts: Sequence[tuple[int | None, Card]]
) -> tuple[FlowPoint, ...]:
    """Return the set-up of the game and of the mode, the point before the first turn, and the turn.

    `each player` becomes a point for each player, `routes` a point for each card with a route at
    that moment.

    parts: the text of the game and of the cards in play, with their numbers.
    """
    points: list[FlowPoint] = []
    for instruction in (*game.setup, *mode.setup):
        points += _points(instruction, "", parts, len(mode.sides))
    points.append(FlowPoint(None))
    moment = ""
    for instruction in game.turn:
        points += _points(instruction, moment, parts, len(mode.sides))
        moment = instruction.moment if isinstance(instruction, Moment) else moment
    return tuple(points)


def _points(
    instruction: Instruction,
    moment: str,
    parts: Sequence[tuple[int | None, Card]],
    players: int,
) -> Iterator[FlowPoint]:
    if isinstance(instruction, EachPlayer):
        for player in range(players):
            yield FlowPoint(instruction, player=player)
    elif isinstance(instruction, Routes):
        for number, card in parts:
            if number is not None and _has_route(card, instruction.moment):
                yield FlowPoint(instruction, card=number)
    else:
        yield FlowPoint(instruction, moment=moment)


def _has_route(card: Card, moment: str) -> bool:
    return any(isinstance(clause, RouteAt) and clause.moment == moment for clause in card.clauses)
