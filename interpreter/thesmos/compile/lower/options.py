"""§4 How options are offered: a function for each step and chooser, which emits their codes.

As long as no requirement is in play, a candidate is emitted as soon as it has passed everything.
Otherwise candidates are emitted with marks, and the stages filter them one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.candidates import Candidates
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.in_force import (
    GuardedClause,
    applies,
    everybody,
    guarded,
    of_powers,
    own,
    where_holds,
)
from thesmos.compile.lower.seen import view_for, viewer_of
from thesmos.compile.lower.sets import union
from thesmos.compile.lower.values import joined, kept, meaning, offered_name
from thesmos.compile.lower.writer import Writer
from thesmos.program import clauses as c
from thesmos.program import values as p
from thesmos.program.declarations import Action, Step
from thesmos.program.node import Ref, walk


@dataclass
class Filter:
    """How the stages filter the candidates, by mark: they drop them, or require them if possible.

    marked: whether the codes are emitted with marks at all.
    marks: each clause that filters, with its mark.
    required: each requirement, with a local that says whether an option met it.
    """

    marked: bool = False
    marks: list[tuple[GuardedClause[c.Forbid] | GuardedClause[c.Require], int]] = field(
        default_factory=list
    )
    required: list[tuple[GuardedClause[c.Require], ir.Get]] = field(default_factory=list)


# -------------------------------------------------------------------- whole functions


def options_of(w: Writer, step: Step, chooser: int) -> int:
    """Return the function that returns, on a view (see seen), the codes of a step's options."""
    frame, viewer = step_frame(step, chooser), viewer_of(step, chooser)
    key = "options", step.actions, step.filter, chooser, frame.active, viewer
    marked, view = has_requirements(w, step, chooser), view_for(w, step, chooser)
    return w.function_about(
        _write_options, step.name, chooser, key=key, emits=True, marked=marked, view=view
    )


def _write_options(w: Writer, _: tuple[ir.Get, ...], step: Ref, chooser: int) -> None:
    offer(w, w.game.steps[w.game.step_numbers[step]], chooser)
    w.do(ir.Return(ir.Codes()))


def some(codes: ir.Value) -> ir.Value:
    """Return the condition that a list of codes is not empty."""
    return fold.test(">", ir.HowMany(codes), fold.NO)


# ------------------------------------------------------------------------- one offer


def requirements(w: Writer, step: Step, chooser: int) -> Iterator[GuardedClause[c.Require]]:
    """Yield every requirement that may filter the options of a step."""
    for player in stages(w, chooser) if step.filter else ():
        mine = own if player == chooser else of_powers
        for action in step.actions:
            yield from mine(w, c.Require, action, player)


def has_requirements(w: Writer, step: Step, chooser: int) -> bool:
    """Return whether a requirement may filter the options of a step."""
    return any(True for _ in requirements(w, step, chooser))


def offer(w: Writer, step: Step, chooser: int) -> Filter:
    """Emit the options of a step (4.2 to 4.5)."""
    frame = step_frame(step, chooser)
    forbidding: dict[Ref, list[GuardedClause[c.Forbid]]] = {name: [] for name in step.actions}
    step_filter = Filter(has_requirements(w, step, chooser))
    for player in stages(w, chooser) if step.filter else ():
        mine = own if player == chooser else of_powers
        for action in step.actions if player != chooser else ():  # the chooser's own: see _kept
            forbids = guarded([*mine(w, c.Forbid, action, player)], frame, w)
            forbidding[action] += forbids
            step_filter.marks += [
                (held, len(step_filter.marks) + n) for n, held in enumerate(forbids)
            ]
        for action in step.actions:
            requires = guarded([*mine(w, c.Require, action, player)], frame, w)
            step_filter.marks += [
                (held, len(step_filter.marks) + n) for n, held in enumerate(requires)
            ]
    if not step_filter.marked:
        step_filter.marks.clear()
    for name in step.actions:
        action_ = w.game.actions[name]
        of_action = action_frame(w, action_, chooser, frame.active)
        _kept(w, action_, of_action, [] if step_filter.marked else forbidding[name], step_filter)
    for held, mark in step_filter.marks:
        if isinstance(held.clause, c.Forbid):
            w.do(ir.Drop(mark))
        else:
            met = w.local()
            with w.block() as block:
                w.do(ir.KeepMarked(mark, met.name))
            w.do(ir.Set(met.name, fold.YES))
            w.do(ir.If(held.held, tuple(block), ()))
            step_filter.required.append((held, met))
    return step_filter


def _kept(
    w: Writer,
    action: Action,
    frame: Frame,
    forbidding: list[GuardedClause[c.Forbid]],
    step_filter: Filter,
) -> None:
    """Emit the candidates that keep the rules, and that nothing forbids."""
    permits = guarded([*own(w, c.Permit, action.name, frame.you)], frame, w)
    forbids = guarded([*own(w, c.Forbid, action.name, frame.you)], frame, w) + forbidding

    def complete(inner: Frame) -> None:
        refused = [partial(where_holds, forbid, inner, w) for forbid in forbids]
        with w.when(fold.negated(joined("or", refused, w))):
            marks = _marks(action, inner, step_filter, w) if step_filter.marked else None
            w.do(ir.Emit(w.codes.of[action.name].code(inner.names), marks))

    Candidates(action, permits, complete, w).each(frame)


def _marks(action: Action, frame: Frame, step_filter: Filter, w: Writer) -> ir.Value:
    """Return the marks of a candidate: those of the filters that are about it and hold."""
    return union(
        fold.bits_if(where_holds(held, frame, w), ir.Const(1 << mark))
        for held, mark in step_filter.marks
        if held.clause.about == action.name
    )


def step_frame(step: Step, chooser: int) -> Frame:
    """Return a frame for questions about a step, in which its chooser is `you`."""
    active = step.chooser == "active" or (step.chooser == "chance" and not step.name.card)
    return Frame(None, chooser, chooser, chooser, chooser if active else None)


def action_frame(w: Writer, action: Action, player: int, active: int | None) -> Frame:
    """Return a frame for the rules of an action of a player."""
    return Frame(w.game.card_numbers[action.name.card], player, player, player, active)


def bind(
    w: Writer, action: Action, roles: dict[str, ir.Value], player: int, active: int | None
) -> Frame:
    """Return a frame with these open roles, and the computed roles as they are now."""
    frame = action_frame(w, action, player, active)
    for role in action.roles:
        number = w.kept(roles[role.name]) if role.value is None else kept(role.value, frame, w)
        frame = frame.with_names({**frame.names, role.name: number})
    return frame


# -------------------------------------------------------------------- 4.5: the stages


def stages(w: Writer, chooser: int) -> list[int]:
    """Return the players whose clauses filter the options, in the order of the game's stages."""
    words = {"own": "your", "teammates": "teammate", "opponents": "opponent"}
    return [
        player
        for stage in w.game.game.stages
        for player in w.players_from(chooser)
        if w.relation(chooser, player) == words[stage]
    ]


# ------------------------------------------------------------------------ 4.9: skipping


def may_skip(w: Writer, step: Step, chooser: int) -> int | None:
    """Return the function that returns, on a view, whether a step may be skipped; None: never."""
    if not step.skip and not w.game.clauses_for(c.MaySkip, step.name, chooser):
        return None
    view = view_for(w, step, chooser)
    return w.function_about(_write_may_skip, step.name, chooser, view=view)


def _write_may_skip(w: Writer, _: tuple[ir.Get, ...], name: Ref, chooser: int) -> None:
    step = w.game.steps[w.game.step_numbers[name]]
    allowing = [*own(w, c.MaySkip, name, chooser)]
    refusing = everybody(w, c.ForbidSkip, name, chooser)
    offered: ir.Value | None = None
    clauses = [held.clause for held in (*allowing, *refusing)]
    if any(isinstance(n, p.Offered) for clause in clauses for n in walk(clause)):
        offered = w.kept(ir.Call(options_of(w, step, chooser), ()))
    frame = replace(step_frame(step, chooser), offered=offered)
    allowed = [partial(applies, held, frame, w) for held in allowing]
    refused = [partial(applies, held, frame, w) for held in refusing]
    may = fold.YES if step.skip else joined("or", allowed, w)
    with w.when(may):
        w.do(ir.Return(fold.number(fold.negated(joined("or", refused, w)))))
    w.do(ir.Return(fold.NO))


@meaning(p.Offered)
def _offered(node: p.Offered, frame: Frame, w: Writer) -> ir.Value:
    """The values that an open role has in the options of the step to be skipped."""
    offered = frame.names.get(offered_name(node.role))
    if offered is not None:
        return offered
    assert frame.offered is not None
    values: ir.Value = fold.NO
    for action in w.codes.in_order:
        for digit in action.digits:
            if digit.name == node.role:
                last = action.first + action.count - 1
                of_action = ir.RoleOfCodes(
                    frame.offered, action.first, last, digit.factor, digit.size
                )
                by = digit.low - w.game.least_of(node.type)
                values = fold.bits_op("or", values, fold.shift(of_action, by))
    return values


@meaning(p.Forbidden)
def _forbidden(node: p.Forbidden, frame: Frame, w: Writer) -> ir.Value:
    """Whether a `forbid` of anybody holds for an action of `you` with these roles."""
    action = w.game.actions[node.action]
    arguments = [kept(argument, frame, w) for argument in node.arguments]
    roles = {
        role.name: argument for role, argument in zip(action.open_roles, arguments, strict=True)
    }
    inner = bind(w, action, roles, frame.you, frame.active)
    forbids = everybody(w, c.Forbid, node.action, frame.you)
    return joined("or", [partial(applies, held, inner, w) for held in forbids], w)
