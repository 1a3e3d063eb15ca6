"""What Persephone leaves on offer: choices that lead to a move up."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from testing.look_ahead.moment import Moment, any_if_none
from testing.santorini_turns import SKIP, Turn, leads_to, ways


def rises(after: Turn) -> bool:
    """Whether the choice was a move up."""
    return after.rise > 0


def can_rise(turn: Turn) -> bool:
    """Whether a move up is on offer."""
    return turn.step == "move" and any(rises(following) for _, following in ways(turn))


def leads_up(after: Turn) -> bool:
    """Whether a choice was a move up, or one can follow it."""
    return rises(after) or leads_to(after, lambda _, following: rises(following))


def up_exactly(moment: Moment) -> set[str]:
    """The choices that lead to a move up; all if there are none."""
    return any_if_none(moment.where(leads_up), moment)


def up_by_duty(moment: Moment) -> set[str]:
    """If possible at the start, moves up and those that another follows by the rule of the card."""
    if not leads_up(moment.start):
        return {*moment.ways}
    return moment.where(lambda after: rises(after) or after.step == "move") - {SKIP}


def up_with_bellerophon(moment: Moment) -> set[str]:
    """Only a move up by one level obliges him; then one by two will do."""
    if any(after.rise == 1 for after in moment.ways.values()):
        return moment.where(rises)
    return {*moment.ways}


def plainly(turn: Turn) -> Turn:
    """The turn at its move, no power having been used."""
    return dataclasses.replace(turn, step="move")


def up_with_achilles(moment: Moment) -> set[str]:
    """He builds freely, and must rise then if he could at the start, or could move on the level."""
    if moment.turn.step == "early":
        return {*moment.ways}
    first = [following for _, following in ways(plainly(moment.start))]
    level = [
        after
        for after in first
        if after.mover is not None and moment.start.level(after.mover) == after.level(after.mover)
    ]
    if moment.turn.used and (any(map(rises, first)) or level):
        return moment.where(rises)
    return any_if_none(moment.where(rises), moment)


def up_with_odysseus(moment: Moment) -> set[str]:
    """He forces freely, and must rise then if he could before, or stood below one of hers."""
    if moment.turn.step == "exile":
        return {*moment.ways}
    start = moment.start
    below = any(
        start.are_near(own, foe) and start.level(foe) == start.level(own) + 1
        for own in start.own
        for foe in start.foes
    )
    if can_rise(plainly(start)) or (moment.turn.used and below):
        return moment.where(rises)
    return any_if_none(moment.where(rises), moment)


def up_with_charon(moment: Moment) -> set[str]:
    """He carries freely if he can rise now; otherwise he must carry so that he can."""
    if moment.turn.step == "ferry":
        if can_rise(plainly(moment.start)):
            return {*moment.ways}
        return any_if_none(moment.where(leads_up), moment)
    if can_rise(plainly(moment.start)) or leads_up(moment.start):
        return moment.where(rises)
    return {*moment.ways}


def up_with_jason(moment: Moment) -> set[str]:
    """His Worker is placed where it can rise, if anybody can; placing stays optional."""
    if moment.turn.step == "land" and leads_up(moment.start):
        return moment.where(can_rise) - {SKIP} | {SKIP}
    return up_exactly(moment)


UP: dict[str, Callable[[Moment], set[str]]] = {
    "achilles": up_with_achilles,
    "artemis": up_by_duty,
    "bellerophon": up_with_bellerophon,
    "castor-pollux": up_by_duty,
    "charon": up_with_charon,
    "jason": up_with_jason,
    "odysseus": up_with_odysseus,
    "terpsichore": up_by_duty,
    "triton": up_by_duty,
}
