"""Steps whose decision is always the last of a turn, so that counting need not play it."""

from __future__ import annotations

from thesmos.link.linked import LinkedGame
from thesmos.program.clauses import MaySkip, RouteAfter, RouteAfterSkip
from thesmos.program.declarations import Step
from thesmos.program.effects import Due
from thesmos.program.flow import BeginTurn, Routes, Steps


def ending_steps(game: LinkedGame) -> frozenset[int]:
    """Return the numbers of the steps whose every option, and skipping, ends turn or game.

    This does not hold in states in which the step interrupts another one, or belongs to the set-up.
    """
    turn = [point.instruction for point in game.flow[game.turn_start :]]
    one_way = sum(isinstance(instruction, Steps) for instruction in turn) == 1
    begins = any(isinstance(instruction, BeginTurn) for instruction in turn)
    routed = any(isinstance(instruction, Routes) for instruction in turn)
    if not one_way or not begins or routed or game.can_cancel or game.has_in_play(Due):
        return frozenset()
    return frozenset(n for n, step in enumerate(game.steps) if _ends(game, step))


def _ends(game: LinkedGame, step: Step) -> bool:
    """Return whether no step follows this one, however it ends."""
    if step.then is not None or any(
        game.clauses_about(RouteAfter, action) for action in step.actions
    ):
        return False
    skips = step.skip or game.clauses_about(MaySkip, step.name)
    onwards = step.after_skip is not None or game.clauses_about(RouteAfterSkip, step.name)
    return not (skips and onwards)
