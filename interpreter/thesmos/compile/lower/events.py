"""§5 One event."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.cancelling import kept_if_cancelled
from thesmos.compile.lower.effects import carry_out, effect
from thesmos.compile.lower.frame import AtMoment, Frame
from thesmos.compile.lower.history import add_event
from thesmos.compile.lower.in_force import (
    GuardedClause,
    applies,
    as_now,
    everybody,
    guarded,
    own,
    still_in_force,
    where_holds,
)
from thesmos.compile.lower.options import bind
from thesmos.compile.lower.tracing import note, note_bound
from thesmos.compile.lower.values import holds, joined, kept
from thesmos.compile.lower.writer import Writer
from thesmos.program import clauses as c
from thesmos.program import effects as e
from thesmos.program.declarations import Action
from thesmos.program.node import Ref


def carry_out_option(
    w: Writer, action: Action, code: ir.Value, player: int, active: int | None, *, chance: bool
) -> Frame:
    """Carry out a chosen option, and return the frame of its event.

    chance: whether chance chose it on the player's behalf.

    The roles keep their values from before anything changes (5.1). Prices come first: the player's
    own `before` clauses, then the effects of the permits that were needed (5.3).
    """
    frame = bind(w, action, w.codes.of[action.name].roles(code), player, active)
    note_bound(w, action, frame, player, None if chance else player, chosen=True)
    permits = _needed_permits(w, action, frame, player)
    for before in guarded([*own(w, c.Before, action.name, player)], frame, w):
        with w.when(where_holds(before, frame, w)):
            carry_out(before.clause.effects, _effects_frame(before, frame), w)
    for permit, needed in permits:
        with w.when(needed):
            carry_out(permit.clause.effects, _effects_frame(permit, frame), w)
    carry_out_event(w, action, frame, player, chosen=True)
    return frame


def _needed_permits(
    w: Writer, action: Action, frame: Frame, player: int
) -> list[tuple[GuardedClause[c.Permit], ir.Value]]:
    """Return the permits that waive the rules that the option breaks on the true state (5.2)."""
    if not any(permit.effects for _, permit in w.game.clauses_for(c.Permit, action.name, player)):
        return []  # nothing is done for them
    permits = guarded([*own(w, c.Permit, action.name, player)], frame, w)
    waivable = {rule for permit in permits for rule in permit.clause.waives}
    broken: dict[str, ir.Get] = {}
    for rule in action.rules:
        if rule.name in waivable:
            broken[rule.name] = w.local()
            condition = fold.number(fold.negated(holds(rule.condition, frame, w)))
            w.do(ir.Set(broken[rule.name].name, condition))
    with_conditions = []
    for permit in permits:
        waived = [broken[name] for name in permit.clause.waives if name in broken]
        some = fold.either(*(fold.test("=", flag, fold.YES) for flag in waived))
        needed = w.kept_condition(_waiving(w, some, permit, frame))
        with w.when(needed):
            for flag in waived:
                w.do(ir.Set(flag.name, fold.NO))
        with_conditions.append((permit, needed))
    return with_conditions


def _waiving(w: Writer, some: ir.Value, permit: GuardedClause[c.Permit], frame: Frame) -> ir.Value:
    return joined("and", [lambda: some, partial(where_holds, permit, frame, w)], w)


def _effects_frame(held: GuardedClause[c.Clause], frame: Frame) -> Frame:
    """Return a frame in which the effects of a clause can bind names of their own."""
    return frame.with_names(dict(frame.names)).of(held.card, held.you)


@effect(e.Do)
def _do(node: e.Do, frame: Frame, w: Writer) -> None:
    """`do A(…)`: an event with `you` as its actor; no rules are evaluated (5.5)."""
    action = w.game.actions[node.action]
    arguments = tuple(kept(argument, frame, w) for argument in node.arguments)
    moment = frame.moment if w.causes.event_may_take(action.name) else None
    place = None if moment is None else (moment.name, moment.sure)
    passed = arguments if moment is None else (*arguments, moment.acted)
    function = w.function_about(_write_event, action.name, frame.you, place, parameters=len(passed))
    if moment is None:
        w.do(ir.Evaluate(ir.Call(function, passed)))
    else:
        w.do(ir.Set(moment.acted.name, ir.Call(function, passed)))


def _write_event(
    w: Writer, parameters: tuple[ir.Get, ...], name: Ref, you: int, place: tuple[str, int] | None
) -> None:
    """place: the moment, and who is known to have acted in it, if that matters (see AtMoment)."""
    action = w.game.actions[name]
    roles = zip((role.name for role in action.open_roles), parameters, strict=False)
    inner = bind(w, action, dict(roles), you, None)
    if place is not None:
        moment, sure = place
        inner = replace(inner, moment=AtMoment(moment, parameters[-1], sure))
    if not action.silent:
        note_bound(w, action, inner, you, None, chosen=False)
    carry_out_event(w, action, inner, you)
    w.do(ir.Return(fold.NO if place is None else parameters[-1]))


def carry_out_event(
    w: Writer, action: Action, frame: Frame, actor: int, *, chosen: bool = False
) -> None:
    """Carry out an event (5.4); for a silent action, only its effects (5.6)."""
    if action.silent and not chosen:
        carry_out(action.effects, frame.with_names(dict(frame.names)), w)
        return
    if action.silent:
        _carry_out_noted(w, action, frame)
        return
    with kept_if_cancelled(w, action, frame, actor):
        _carry_out_noted(w, action, frame)
        w.store("done", fold.YES)
    add_event(w, action, actor, frame)
    for after in as_now(everybody(w, c.After, action.name, actor), w):
        inner = _effects_frame(after, frame)
        with w.when(still_in_force(after, w)), w.when(applies(after, inner, w)):
            carry_out(after.clause.effects, inner, w)


def _carry_out_noted(w: Writer, action: Action, frame: Frame) -> None:
    """Carry out the `do` of an action; in a traced program, note where it begins and ends."""
    note(w, "begins")
    carry_out(action.effects, frame.with_names(dict(frame.names)), w)
    note(w, "ends")
