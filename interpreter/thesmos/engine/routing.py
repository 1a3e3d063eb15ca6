"""Enter steps, and follow the routes out of them (semantics §6)."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.diagnostics import UsageError
from thesmos.engine.event import Transition
from thesmos.engine.expressions import Vector
from thesmos.engine.functions import relation
from thesmos.engine.hidden import view
from thesmos.engine.judge import judge_now
from thesmos.engine.pipeline import frame, may_skip, options
from thesmos.engine.program import (
    ACTIVE,
    CHOOSER,
    DONE,
    FIRST_LOCAL,
    NONE,
    OUT,
    RESUME,
    RESUME_AT,
    RESUME_PLAYER,
    STEP,
    UNKNOWN,
    WINNERS,
    YOU,
    person,
)
from thesmos.engine.tables import ActiveClause

MAX_SILENT = 500  # steps that may pass one after the other without a decision
Roles = tuple[int, ...]


def start_route(work: Transition, v: Vector, moment: str) -> int | None:
    """The step that a card of the active player starts the turn with, if one does."""
    for item in work.tables.own(v, "at next", moment, v[ACTIVE]):
        if item.compiled.table["whose"] in ("your", "any"):
            e = frame(work.tables, v[ACTIVE], item.you)
            seen = view(work.tables, v, v[ACTIVE])
            if item.compiled.guard(seen, e) > 0 and item.compiled.where(seen, e) > 0:
                found = _possible(work, v, item, v[ACTIVE])
                if found is not None:
                    return found
    return None


def moment_route(work: Transition, v: Vector, moment: str, card: int, player: int) -> int | None:
    """The step that a card routes its holder to at a moment."""
    whose = relation(work.program.sides, v[ACTIVE], player)
    for clause in work.tables.by_kind.get(("at next", moment), []):
        if clause.inst == card and clause.table["whose"] in (whose, "any"):
            e = frame(work.tables, player, player)
            seen = view(work.tables, v, player)
            if clause.guard(seen, e) > 0 and clause.where(seen, e) > 0:
                return _possible(work, v, ActiveClause(clause, player), player)
    return None


def enter(work: Transition, v: Vector, step: int, chooser: int) -> bool:
    """Enter a step and go on through steps that need no decision. True if one is needed."""
    following: int | None = step
    for _ in range(MAX_SILENT):
        if following is None or v[WINNERS]:
            break
        who = chooser
        chooser = _chooser(work, v, following, who)
        if v[OUT] >> person(chooser) & 1:
            following, chooser = leave(work, v, None, who)
            continue
        table = work.program.steps[following]
        if table["judge"] and judge_now(work, v):
            return False
        v[STEP], v[CHOOSER] = following, chooser
        offered = _required(work, v)
        if v[WINNERS] or v[OUT] >> person(chooser) & 1:  # an `else` made them lose
            following, chooser = leave(work, v, None, who)
            continue
        seen = view(work.tables, v, chooser)
        skippable = may_skip(work.tables, seen, following, chooser, offered)
        verdict = _verdict(work, v, offered, skippable)
        if verdict == "ask":
            work.pending = offered, skippable
            return True
        if verdict == "lose":
            work.lose(v, work.program.sides[person(chooser)], "blocked")
            following, chooser = leave(work, v, None, who)
        elif verdict == "do":
            following, chooser = choose(work, v, offered[0])
        else:
            following, chooser = skipped(work, v)
    else:
        name = work.program.steps[v[STEP]]["name"]
        raise UsageError(
            f"{MAX_SILENT} steps passed without a decision, at {name}",
            "a step leads back to itself without a decision",
        )
    v[STEP] = v[CHOOSER] = NONE
    return False


def _chooser(work: Transition, v: Vector, step: int, chooser: int) -> int:
    table = work.program.steps[step]
    if table["chooser"] == "chance":
        return -1 - (v[ACTIVE] if table["inst"] is None else person(chooser))
    if table["chooser"] == "expr":
        e = frame(work.tables, v[ACTIVE], v[ACTIVE])
        found = work.tables.step_conditions[step][1](v, e)
        return found if found >= 0 else v[ACTIVE]
    return chooser if table["chooser"] == "holder" else v[ACTIVE]


def offer(
    work: Transition, v: Vector, required: list[tuple[ActiveClause, bool]] | None = None
) -> list[Roles]:
    """The options of the pending step, from what its chooser sees."""
    chooser = v[CHOOSER]
    if chooser == NONE:
        return []
    return options(work.tables, view(work.tables, v, chooser), v[STEP], chooser, required)


def _required(work: Transition, v: Vector) -> list[Roles]:
    """The options on entering; a `require` that can't be met does its `else` now (semantics §4)."""
    asked: list[tuple[ActiveClause, bool]] = []
    offered = offer(work, v, asked)
    again = False
    for item, met in asked:
        if met and item.compiled.table["counts"]:
            v[DONE] = 1
        if not met and item.compiled.body is not None:
            e = frame(work.tables, v[CHOOSER], item.you)
            item.compiled.body(v, e, work)
            again = True
    return offer(work, v) if again else offered


def _verdict(work: Transition, v: Vector, offered: Sequence[Roles], skippable: bool) -> str:
    """Ask, do the only option, pass silently, or lose (semantics §12)."""
    table = work.program.steps[v[STEP]]
    if not offered:
        if table["when_empty"] == "ask":
            return "ask"
        if skippable or table["when_empty"] == "pass":
            return "pass"
        return "ask" if v[DONE] else "lose"
    if len(offered) == 1 and table["when_one"] is not None:
        e = frame(work.tables, v[CHOOSER], person(v[CHOOSER]))
        if work.tables.step_conditions[v[STEP]][0](v, e) > 0:
            return "do"
    return "ask"


def choose(work: Transition, v: Vector, roles: Roles) -> tuple[int | None, int]:
    """Carry out an option of the pending step; the step that follows and its chooser."""
    step, chooser = v[STEP], v[CHOOSER]
    e = work.choose(v, step, chooser, roles)
    return _routes(work, v, step, chooser, e, 0)


def v_event(work: Transition) -> int:
    """The first slot of the roles of an interrupted step's event."""
    return int(work.program.slots["event"][0])


def _routes(
    work: Transition, v: Vector, step: int, chooser: int, e: list[int], seat: int
) -> tuple[int | None, int]:
    """Interrupts of opponents from a seat on, then the chooser's own route, then the step's.

    The steps of an interrupt are not interrupted.
    """
    table = work.program.steps[step]
    action = work.tables.actions[table["action"]]
    who = person(chooser)
    if v[WINNERS] or v[OUT] >> who & 1:
        return leave(work, v, None, who)
    routes = work.tables.everybody(v, "after next", action.name, who)
    sides = work.program.sides
    for player in range(seat, work.program.players) if v[RESUME] == NONE else ():
        theirs = [c for c in routes if c.you == player] if sides[player] != sides[who] else []
        for item in theirs:
            found = _possible(work, v, item, player) if _holds(work, v, item, e) else None
            if found is not None:
                _wait(work, v, step, who, player + 1, e)
                return found, player
    for item in work.tables.own(v, "after next", action.name, who):
        if _holds(work, v, item, e):
            found = _possible(work, v, item, who)
            if found is not None or item.compiled.table["step"] == "end":
                return leave(work, v, found, who)
    return leave(work, v, _number(work, table["then"]), who)


def _wait(work: Transition, v: Vector, step: int, who: int, seat: int, e: list[int]) -> None:
    """Store an interrupted step: its number, who chose, the next seat, its event's roles."""
    v[RESUME], v[RESUME_PLAYER], v[RESUME_AT] = step, who, seat
    event = v_event(work)
    for place, role in enumerate(work.tables.actions[work.program.steps[step]["action"]].roles):
        v[event + place] = e[role.index]


def leave(work: Transition, v: Vector, step: int | None, chooser: int) -> tuple[int | None, int]:
    """Follow a route. At the end of an interrupt, the interrupted step is resumed."""
    if step is None and v[RESUME] != NONE and not v[WINNERS]:
        return resume(work, v)
    return step, chooser


def resume(work: Transition, v: Vector) -> tuple[int | None, int]:
    """Return to the interrupted player, whose own route is evaluated now (semantics §6)."""
    step, player, seat = v[RESUME], v[RESUME_PLAYER], v[RESUME_AT]
    v[RESUME] = v[RESUME_PLAYER] = NONE
    v[RESUME_AT] = 0
    action = work.tables.actions[work.program.steps[step]["action"]]
    event = v_event(work)
    e = frame(work.tables, player, player)
    for place, role in enumerate(action.roles):
        e[role.index] = v[event + place]
        v[event + place] = NONE
    return _routes(work, v, step, player, e, seat)


def skipped(work: Transition, v: Vector, *, by_hand: bool = False) -> tuple[int | None, int]:
    """Leave the pending step without an option; the step that follows and its chooser."""
    step, chooser = v[STEP], v[CHOOSER]
    table = work.program.steps[step]
    who = person(chooser)
    if by_hand:
        v[DONE] = 1
        work.log.append({"e": "skip"})
    e = frame(work.tables, chooser, who)
    for item in work.tables.everybody(v, "after skip", table["name"], who):
        if not work.still_in_force(v, item):
            continue
        fresh = [*e]
        fresh[YOU] = item.you
        if item.compiled.guard(v, fresh) > 0 and item.compiled.where(v, fresh) > 0:
            assert item.compiled.body is not None
            item.compiled.body(v, fresh, work)
    for item in work.tables.own(v, "after skip next", table["name"], who):
        if _holds(work, v, item, e):
            found = _possible(work, v, item, who)
            if found is not None or item.compiled.table["step"] == "end":
                return leave(work, v, found, who)
    return leave(work, v, _number(work, table["after_skip"]), who)


def _holds(work: Transition, v: Vector, item: ActiveClause, e: list[int]) -> bool:
    fresh = [*e]
    fresh[YOU] = item.you
    seen = view(work.tables, v, item.you)
    if item.compiled.kind == "after next" and seen is not v:
        _veil(work, seen, item.compiled.on, fresh)
    return item.compiled.guard(seen, fresh) > 0 and item.compiled.where(seen, fresh) > 0


def _veil(work: Transition, seen: Vector, action: str, e: list[int]) -> None:
    """Make the roles of an event unknown that are pieces hidden in a view."""
    for place, role in enumerate(work.program.actions[action]["roles"], FIRST_LOCAL):
        if role["type"]["base"] == "piece" and e[place] >= 0:
            first = work.program.slots[f"place:{role['type']['name']}"][0]
            if seen[first + e[place]] == UNKNOWN:
                e[place] = UNKNOWN


def _possible(work: Transition, v: Vector, item: ActiveClause, player: int) -> int | None:
    """The step of a route; None if it says `if possible` and the step would have no options."""
    step = _number(work, item.compiled.table["step"])
    if step is None or not item.compiled.table["if_possible"]:
        return step
    chooser = _chooser(work, v, step, player)
    if v[OUT] >> person(chooser) & 1:
        return None
    seen = view(work.tables, v, chooser)
    return step if options(work.tables, seen, step, chooser) else None


def _number(work: Transition, name: str) -> int | None:
    return None if name == "end" else work.program.step_names[name]
