"""Turns (semantics §3): run the instructions of the flow until there is a decision."""

from __future__ import annotations

from thesmos.engine.event import Transition
from thesmos.engine.expressions import Vector
from thesmos.engine.functions import next_alive
from thesmos.engine.hidden import rewind
from thesmos.engine.judge import judge_now
from thesmos.engine.moments import from_active, run_moment
from thesmos.engine.pipeline import frame
from thesmos.engine.program import (
    ACTIVE,
    CHOOSER,
    DONE,
    FIRST,
    GRANTED,
    NONE,
    OUT,
    PC,
    SHADOW,
    STEP,
    WINNERS,
)
from thesmos.engine.routing import enter, moment_route, start_route

MAX_INSTRUCTIONS = 10_000  # without a decision; after that the active player is stuck


def advance(work: Transition, v: Vector) -> None:
    """Run instructions until there is a decision or the game is over."""
    program = work.program
    while not v[WINNERS]:
        for _ in range(MAX_INSTRUCTIONS):
            if _perform(work, v, program.flow[v[PC]]):
                return
            if v[WINNERS]:
                break
        else:
            work.lose(v, program.sides[v[ACTIVE]], "stuck")
            if not v[WINNERS]:
                _pass(work, v)
    close(v)


def close(v: Vector) -> None:
    """Clear the pending step of a finished game."""
    v[STEP] = v[CHOOSER] = NONE


def _perform(work: Transition, v: Vector, instruction: list[object]) -> bool:
    """Run one instruction. True if there is a decision. Most advance to the next instruction."""
    word = instruction[0]
    if word == "steps":
        return _steps(work, v, instruction)
    if word == "pass":
        _pass(work, v)
        return False
    v[PC] += 1
    if word == "routes":
        return _routes(work, v, str(instruction[1]), int(str(instruction[2])))
    if word == "begin turn":
        _begin_turn(work, v)
    elif word == "moment":
        run_moment(work, v, str(instruction[1]))
    elif word == "spend":
        _spend(work, v)
    elif word == "judge":
        judge_now(work, v)
    elif word == "rewind":
        rewind(work, v)
    elif word == "grant":
        _grant(work, v)
    elif word == "first":
        named = v[int(str(instruction[1]))]
        v[FIRST] = named if named >= 0 else v[FIRST]
    elif word == "turns":
        v[ACTIVE] = v[FIRST]
        if v[OUT] >> v[FIRST] & 1:
            _pass(work, v)
    return False


def _steps(work: Transition, v: Vector, instruction: list[object]) -> bool:
    """Enter the steps that begin here. Once they have ended, v[STEP] is none again."""
    _, first, player, moment = instruction
    if player is not None:
        v[ACTIVE] = int(str(player))
    if v[OUT] >> v[ACTIVE] & 1:
        if v[PC] < work.program.turn_start - 1:  # during the set-up, the others go on
            v[PC] += 1
        else:
            _pass(work, v)
        return False
    step = start_route(work, v, str(moment)) if moment else None
    v[PC] += 1
    return enter(work, v, int(str(first)) if step is None else step, v[ACTIVE])


def _routes(work: Transition, v: Vector, moment: str, card: int) -> bool:
    """Enter the card's step for the first holder whose route holds at this moment.

    During the set-up, each holder who is asked becomes the active player.
    """
    common = work.program.instances[card]["common"]
    setting_up = v[PC] < work.program.turn_start
    if common:
        alive = (p for p in range(work.program.players) if not v[OUT] >> p & 1)
        holders = [next(alive) if setting_up else v[ACTIVE]]
    else:
        holders = [p for p in from_active(work, v) if work.tables.holding(v, card) >> p & 1]
    for player in holders:
        if setting_up:
            v[ACTIVE] = player
        step = moment_route(work, v, moment, card, player)
        if step is not None:
            return enter(work, v, step, player)
    return False


def _begin_turn(work: Transition, v: Vector) -> None:
    program, active = work.program, v[ACTIVE]
    if v[GRANTED] == NONE:
        work.log.append({"e": "turn", "player": active + 1})
    else:
        slug = program.instances[v[GRANTED]]["slug"]
        work.log.append({"e": "additional turn", "player": active + 1, "power": slug})
    for query in program.queries:
        if query["this_turn"]:
            width = query["width"] * query["windows"]
            v[query["base"] : query["base"] + width] = [query["empty"]] * width
        elif not query["whole"]:
            who = program.sides[active] if query["per"] == "side" else active
            slot = query["base"] + who * query["width"]
            v[slot : slot + query["width"]] = [query["empty"]] * query["width"]
    for base, *first in program.turn_memory:
        v[base : base + len(first)] = first
    v[DONE] = v[SHADOW] = 0
    if work.tables.cancels:
        v[program.size :] = [0] * program.size


def _spend(work: Transition, v: Vector) -> None:
    """Take away each card whose `spent when` holds (semantics §3.6).

    The event gives the card's first tag as its reason, or the card itself if it has no tags.
    """
    spent = work.tables.by_kind.get(("spent", ""), [])
    alive = [player for player in from_active(work, v) if not v[OUT] >> player & 1]
    for player in alive if spent else ():
        for card in work.tables.cards_of(v, player):
            for clause in spent:
                e = frame(work.tables, v[ACTIVE], player)
                if clause.inst == card and clause.guard(v, e) > 0 and clause.where(v, e) > 0:
                    slot = work.tables.holders[card]
                    instance = work.program.instances[card]
                    reason = next(iter(instance["tags"]), instance["slug"])
                    work.move_card(v, card, v[slot] & ~(1 << player), "power lost", reason)


def _grant(work: Transition, v: Vector) -> None:
    """Start an additional turn for the same player if a clause grants one."""
    active = v[ACTIVE]
    if v[OUT] >> active & 1:
        return
    for item in work.tables.own(v, "grant", "", active):
        e = frame(work.tables, active, active)
        if item.compiled.guard(v, e) > 0 and item.compiled.where(v, e) > 0:
            if item.compiled.body is not None:
                item.compiled.body(v, e, work)
            v[GRANTED] = item.compiled.inst if item.compiled.inst is not None else NONE
            v[PC] = work.program.turn_start
            return


def _pass(work: Transition, v: Vector) -> None:
    v[GRANTED] = NONE
    v[STEP] = v[CHOOSER] = NONE
    v[ACTIVE] = next_alive(v, v[ACTIVE], work.program.players)
    v[PC] = work.program.turn_start
