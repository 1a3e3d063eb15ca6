"""The trace of §4 as numbers: what each rule and clause says about an option, or about skipping.

The findings and their order are those of semantics/explain.py. The functions are separate from the
program; a match compiles them only when somebody asks.
"""

from __future__ import annotations

from dataclasses import replace

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.in_force import GuardedClause, everybody, guarded, own, where_holds
from thesmos.compile.lower.options import bind, has_requirements, offer, options_of, step_frame
from thesmos.compile.lower.seen import view_for
from thesmos.compile.lower.values import holds
from thesmos.compile.lower.writer import Writer
from thesmos.program import clauses as c
from thesmos.program.declarations import Action, Step
from thesmos.program.node import Ref


def explaining(w: Writer, step: Step, chooser: int) -> int:
    """Return the function that returns the findings about a code; none if it is of no action."""

    def make(parameters: tuple[ir.Get, ...]) -> None:
        (code,) = parameters
        for action in w.by_action(step.actions, code):
            w.do(ir.Return(ir.Call(_of_action(w, step, action.name, chooser), (code,))))
        w.do(ir.Return(ir.Reasons()))

    key, view = ("explain", step.name, chooser), view_for(w, step, chooser)
    return w.function(key, 1, make, reasons=True, view=view)


def _of_action(w: Writer, step: Step, name: Ref, chooser: int) -> int:
    """Return the function that returns the findings about a code of an action."""
    marked = has_requirements(w, step, chooser)

    def make(parameters: tuple[ir.Get, ...]) -> None:
        (code,) = parameters
        action = w.game.actions[name]
        frame = bind(
            w,
            action,
            w.codes.of[name].roles(ir.Get(code.name)),
            chooser,
            step_frame(step, chooser).active,
        )
        passes = w.local()
        w.do(ir.Set(passes.name, fold.YES))
        _rules(w, action, frame, passes)
        _forbids(w, action, step, frame, passes)
        if marked:
            with w.when(fold.test("=", passes, fold.YES)):
                _requirements(w, action, step, frame, passes)
        w.do(ir.Return(ir.Reasons()))

    key = "explain", step.name, chooser, name
    view = view_for(w, step, chooser)
    return w.function(key, 1, make, emits=marked, marked=marked, reasons=True, view=view)


def _rules(w: Writer, action: Action, frame: Frame, passes: ir.Get) -> None:
    """Report each rule, and the first permit that waives it if it is broken (4.3)."""
    permits = guarded([*own(w, c.Permit, action.name, frame.you)], frame, w)
    for rule in action.rules:
        number = w.game.rule_numbers[action.name, rule.name]
        fine = w.local()
        w.do(ir.Set(fine.name, fold.number(holds(rule.condition, frame, w))))
        broken = fold.test("=", fine, fold.NO)
        with w.when(fold.negated(broken)):
            w.do(ir.Reason("rule", number, frame.you, fold.YES))
        for permit in permits:
            if rule.name in permit.clause.waives:
                with w.when(broken), w.when(where_holds(permit, frame, w)):
                    w.do(ir.Set(fine.name, fold.YES))
                    w.do(ir.Reason("rule", number, frame.you, fold.YES))
                    w.do(_reason("permit", w, permit, fold.YES))
        with w.when(broken):
            w.do(ir.Set(passes.name, fold.NO))
            w.do(ir.Reason("rule", number, frame.you, fold.NO))


def _forbids(w: Writer, action: Action, step: Step, frame: Frame, passes: ir.Get) -> None:
    """Report each `forbid`; only the chooser's own in a step that is not filtered (4.4, 4.5)."""
    clauses_of = everybody if step.filter else own
    for held in guarded([*clauses_of(w, c.Forbid, action.name, frame.you)], frame, w):
        with w.when(held.held):
            refused = w.kept_condition(where_holds(held, frame, w))
            w.do(_reason("clause", w, held, fold.negated(refused)))
            with w.when(refused):
                w.do(ir.Set(passes.name, fold.NO))


def _requirements(w: Writer, action: Action, step: Step, frame: Frame, passes: ir.Get) -> None:
    """Report each requirement (4.5); one that no option meets, or a later one, removes nothing."""
    for held, met in offer(w, step, frame.you).required:
        with w.when(held.held):
            removes = fold.both(fold.test("=", passes, fold.YES), fold.test("=", met, fold.YES))
            if held.clause.about == action.name:
                meets = w.kept_condition(where_holds(held, frame, w))
                removes = fold.both(removes, fold.negated(meets))
            removes = w.kept_condition(removes)
            w.do(_reason("clause", w, held, fold.negated(removes)))
            with w.when(removes):
                w.do(ir.Set(passes.name, fold.NO))


def explaining_skip(w: Writer, step: Step, chooser: int) -> int:
    """Return the function that returns what allows skipping a step, and what forbids it (4.9)."""

    def make(_: tuple[ir.Get, ...]) -> None:
        offered = w.kept(ir.Call(options_of(w, step, chooser), ()))
        frame = replace(step_frame(step, chooser), offered=offered)
        any_reason = w.local()
        w.do(ir.Set(any_reason.name, fold.boolean(step.skip)))
        if step.skip:
            w.do(ir.Reason("step", w.game.step_numbers[step.name], chooser, fold.YES))
        for allowing in guarded([*own(w, c.MaySkip, step.name, chooser)], frame, w):
            with w.when(allowing.held):
                w.do(ir.Set(any_reason.name, fold.YES))
                w.do(_reason("clause", w, allowing, where_holds(allowing, frame, w)))
        for refusing in guarded(everybody(w, c.ForbidSkip, step.name, chooser), frame, w):
            with w.when(refusing.held):
                w.do(ir.Set(any_reason.name, fold.YES))
                allowed = fold.negated(where_holds(refusing, frame, w))
                w.do(_reason("clause", w, refusing, allowed))
        with w.when(fold.test("=", any_reason, fold.NO)):
            w.do(ir.Reason("step", w.game.step_numbers[step.name], chooser, fold.NO))
        w.do(ir.Return(ir.Reasons()))

    key, view = ("explain skip", step.name, chooser), view_for(w, step, chooser)
    return w.function(key, 0, make, reasons=True, view=view)


def _reason(
    kind: ir.ReasonKind, w: Writer, held: GuardedClause[c.Clause], holding: ir.Value
) -> ir.Reason:
    number = w.game.clause_number(held.card, held.clause)
    return ir.Reason(kind, number, held.you, fold.number(holding))
