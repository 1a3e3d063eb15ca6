"""§5 One event."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.program import clauses as c
from thesmos.program import effects as e
from thesmos.program.declarations import Action
from thesmos.semantics.effects import carry_out, effect
from thesmos.semantics.frame import Frame
from thesmos.semantics.hidden import keep_if_cancelled
from thesmos.semantics.history import met
from thesmos.semantics.in_force import (
    HeldClause,
    applies,
    everybody,
    guarded,
    own,
    still_in_force,
    where_holds,
)
from thesmos.semantics.options import bind, waiver
from thesmos.semantics.state import BoundAction, PastEvent, StructuredState
from thesmos.semantics.transition import Event, Happening, Transition
from thesmos.semantics.values import holds, value


def carry_out_option(work: Transition, option: BoundAction, player: int) -> Frame:
    """Carry out a chosen option, and return the frame of its event.

    The roles keep their values from before anything changes (5.1). Prices come first: the player's
    own `before` clauses, then the effects of the permits that were needed (5.3).
    """
    state, before_all = work.state, work.present()
    action, chooser = state.game.actions[option.action], state.chooser
    chosen_by = None if chooser is None or chooser.chance else chooser.player
    frame = bind(state, action, option.values, player)
    permits = needed_permits(action, frame, player)
    for before in guarded(own(state, c.Before, action.name, player), frame):
        if where_holds(before, frame):
            carry_out(before.clause.effects, _effects_frame(before, frame), work)
    for permit in permits:
        carry_out(permit.clause.effects, _effects_frame(permit, frame), work)
    carry_out_event(work, action, frame, player, before_all, chosen_by)
    return frame


def needed_permits(action: Action, frame: Frame, player: int) -> list[HeldClause[c.Permit]]:
    """Return the permits that waive the rules that the option breaks on the true state (5.2)."""
    state = frame.state
    broken = [rule for rule in action.rules if not holds(rule.condition, frame)]
    needed: list[HeldClause[c.Permit]] = []
    for permit in guarded(own(state, c.Permit, action.name, player), frame) if broken else ():
        if any(waiver(rule, [permit], frame) for rule in broken):
            needed.append(permit)
            broken = [rule for rule in broken if rule.name not in permit.clause.waives]
    return needed


def _effects_frame(held: HeldClause[c.Clause], frame: Frame) -> Frame:
    """A frame in which the effects of a clause can bind names of their own."""
    return frame.with_names(dict(frame.names)).of(held.card, held.you)


@effect(e.Do)
def _do(node: e.Do, frame: Frame, work: Transition) -> None:
    """`do A(…)`: an event with `you` as its actor; no rules are evaluated (5.5)."""
    action = work.state.game.actions[node.action]
    values = [value(each, frame) for each in node.arguments]
    carry_out_event(work, action, bind(work.state, action, values, frame.you), frame.you)


def carry_out_event(
    work: Transition,
    action: Action,
    frame: Frame,
    actor: int,
    bound_in: StructuredState | None = None,
    chosen_by: int | None = None,
) -> None:
    """Carry out an event (5.4); for a silent action, only its effects (5.6).

    bound_in: the state in which the roles of what was chosen were frozen.
    """
    frame.actor = actor
    roles = {role.name: frame.names[role.name] for role in action.roles}
    event, state = Event(action.name, actor, roles), work.state
    number = None if action.silent else len(work.reports)
    before = None
    if number is not None:
        before = state.copy() if state.game.can_cancel and not state.cancellation else None
        work.reports.append(event)
    if work.watched and (number is not None or bound_in is not None):
        chosen = bound_in is not None
        work.begins(Happening(event, number, chosen, chosen_by, bound_in or state.copy()))
        carry_out(action.effects, frame, work)
        work.ends()
    else:
        carry_out(action.effects, frame, work)
    if number is not None:
        state.done = True
        keep_if_cancelled(work, action, frame, before)
        past = PastEvent(action.name, actor, state.active, roles)
        state.past.add(past, met(past, frame))
        _triggers(work, action, frame, everybody(state, c.After, action.name, actor))


def _triggers(
    work: Transition, action: Action, frame: Frame, clauses: Sequence[HeldClause[c.After]]
) -> None:
    """Carry out `after` clauses: the actor's own, the teammates', the opponents'.

    Just before each clause, it is checked again that its player still holds the power.
    """
    for after in clauses:
        inner = _effects_frame(after, frame)
        if still_in_force(after, work.state) and applies(after, inner):
            carry_out(after.clause.effects, inner, work)
