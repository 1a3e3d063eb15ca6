"""§6.1 What comes next: entering steps; §12 stuck and dead end.

`run` takes a *next* (nexts.py) and enters one step after the other, until a decision is needed:

    next ──> is it RESUME? ──yes──> a step that is due, else the interrupted step's next, else END
     ^            │ no                            │
     │            v                               v
     │       is it a step, and the game not over? ──no──> the run ends: return 0
     │            │ yes
     │            v
     └─────── enter the step ──> DECISION: return 1;  OVER: return 0
"""

from __future__ import annotations

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.limits import MAX_SILENT
from thesmos.compile.lower import agenda
from thesmos.compile.lower.effects import carry_out
from thesmos.compile.lower.in_force import count
from thesmos.compile.lower.interrupted import nothing_interrupted
from thesmos.compile.lower.judging import judge
from thesmos.compile.lower.losing import STUCK, lose
from thesmos.compile.lower.nexts import DECISION, END, FIRST, OVER, RESUME, is_next
from thesmos.compile.lower.options import Filter, has_requirements, may_skip, offer, step_frame
from thesmos.compile.lower.routes import (
    computed_chooser,
    next_after_interrupt,
    of_holder,
    options_seen,
    skipping,
    take,
)
from thesmos.compile.lower.seen import seen, through_view, viewer_of
from thesmos.compile.lower.values import holds
from thesmos.compile.lower.writer import Writer
from thesmos.program.declarations import Step
from thesmos.program.node import Ref


def run(w: Writer) -> int:
    """Return the function that enters a next and goes on; it returns 1 if there is a decision."""
    return w.function_about(_run, parameters=1)


def _run(w: Writer, parameters: tuple[ir.Get, ...]) -> None:
    (following,) = parameters
    entering = tuple(
        _entering(w, step, player) for step in w.game.steps for player in range(w.game.players)
    )
    after_interrupt = next_after_interrupt(w)
    with w.loop_body() as body:
        over = fold.test("!=", w.load("winners"), fold.NO)
        _go_on_with_due_step(w, following, over)
        _go_on_after_interrupt(w, following, over, after_interrupt)
        _go_on_with_due_step(w, following, over)  # the interrupted run may have come to its end
        with w.when(fold.either(fold.test("<=", following, ir.Const(RESUME)), over)):
            w.store("step", fold.NOTHING)
            w.store("chooser", fold.NOTHING)
            w.do(ir.Return(fold.NO))
        index = fold.arithmetic("-", following, ir.Const(FIRST))
        w.do(ir.Set(following.name, ir.CallOne(entering, index, ())))
        with w.when(is_next(following, DECISION)):
            w.do(ir.Return(fold.YES))
        with w.when(is_next(following, OVER)):
            w.do(ir.Return(fold.NO))
    w.do(ir.Loop(MAX_SILENT, tuple(body)))
    w.store("step", fold.NOTHING)  # 16.8: the run ends
    w.store("chooser", fold.NOTHING)
    nothing_interrupted(w)
    agenda.clear(w)
    w.do(ir.Return(fold.NO))


def _go_on_with_due_step(w: Writer, following: ir.Get, over: ir.Value) -> None:
    """If no step follows, the next is a step that is due, if there is one (6.8)."""
    if agenda.has_agenda(w):
        with w.when(fold.both(is_next(following, RESUME), fold.negated(over))):
            w.do(ir.Set(following.name, agenda.due_next(w)))


def _go_on_after_interrupt(
    w: Writer, following: ir.Get, over: ir.Value, after_interrupt: int | None
) -> None:
    """If no step follows, the next is that of the interrupted step, or else END (6.2).

    after_interrupt: the function that returns it; None if no step can be interrupted.
    """
    with w.when(is_next(following, RESUME)):
        nobody = fold.test("=", w.load("interrupted"), fold.NOTHING)
        ending = fold.either(nobody, over)
        end = ir.Const(END)
        resumed = end if after_interrupt is None else ir.Call(after_interrupt, ())
        w.do(ir.Set(following.name, fold.choose(ending, end, resumed)))


def _entering(w: Writer, step: Step, player: int) -> int:
    """Return the function that enters a step for a player, and returns a next."""
    if of_holder(step):
        return _enter(w, step, player)
    return w.function_about(_write_entering, step.name)


def _write_entering(w: Writer, _: tuple[ir.Get, ...], name: Ref) -> None:
    step, active = w.game.steps[w.game.step_numbers[name]], w.load("active")
    if isinstance(step.chooser, str):
        functions = tuple(_enter(w, step, player) for player in range(w.game.players))
        w.do(ir.Return(ir.CallOne(functions, active, ())))
    else:
        w.for_player(active, lambda player: _computed(w, step, player))


def _computed(w: Writer, step: Step, active: int) -> None:
    """Enter a step whose chooser is computed."""
    functions = tuple(_enter(w, step, player) for player in range(w.game.players))
    w.do(ir.Return(ir.CallOne(functions, computed_chooser(w, step, active), ())))


def _enter(w: Writer, step: Step, chooser: int) -> int:
    """Return the function that enters a step for its chooser, and returns a next."""
    marked = has_requirements(w, step, chooser)
    return w.function_about(_write_enter, step.name, chooser, marked=marked, emits=marked)


def _chooser_code(step: Step, player: int) -> ir.Const:
    """Return the number by which the state stores the chooser."""
    return ir.Const(-1 - player if step.chooser == "chance" else player)


def _unless_out(w: Writer, chooser: int) -> None:
    """End the run if its chooser is out, or the game is over (13.4)."""
    out = fold.has(w.out(), ir.Const(chooser))
    with w.when(fold.either(out, fold.test("!=", w.load("winners"), fold.NO))):
        w.do(ir.Return(ir.Const(RESUME)))


def _write_enter(w: Writer, _: tuple[ir.Get, ...], name: Ref, chooser: int) -> None:
    step = w.game.steps[w.game.step_numbers[name]]
    if w.several_sides:
        _unless_out(w, chooser)
    if step.judge:
        with w.when(judge(w, chooser if step.chooser == "active" else None)):
            w.do(ir.Return(ir.Const(OVER)))
    w.store("step", ir.Const(w.game.step_numbers[step.name]))
    w.store("chooser", _chooser_code(step, chooser))
    if has_requirements(w, step, chooser):
        codes = _offer_with_requirements(w, step, chooser)
        _unless_out(w, chooser)
    else:
        codes = w.kept(options_seen(w, step, chooser))
    if step.when_one is not None:
        card = w.game.card_numbers[step.name.card]
        frame = step_frame(step, chooser).of(card, chooser)
        only = fold.test("=", ir.HowMany(codes), fold.YES)
        with w.when(only), w.when(holds(step.when_one, frame, w)):
            w.do(ir.Return(ir.Call(take(w, step, chooser), (ir.FirstCode(codes),))))
    if step.when_empty != "ask" or step.chooser == "chance":
        with w.when(fold.test("=", ir.HowMany(codes), fold.NO)):
            _empty(w, step, chooser)
    w.do(ir.Pending(codes))
    w.do(ir.Return(ir.Const(DECISION)))


def _empty(w: Writer, step: Step, chooser: int) -> None:
    """Write what follows if a step has no options: it passes, or is a dead end, or stuck (12)."""
    passing = ir.Return(ir.Call(skipping(w, step, chooser, by_choice=False), ()))
    if step.when_empty == "pass" or step.chooser == "chance":
        w.do(passing)
        return
    skippable = may_skip(w, step, chooser)
    if skippable is not None:
        with w.when(fold.test("=", ir.Call(through_view(w, chooser, skippable), ()), fold.YES)):
            w.do(passing)
    with w.when(fold.test("=", w.load("done"), fold.NO)):
        lose(w, ir.Const(w.game.sides[chooser]), w.game.reasons.index(STUCK))
        w.do(ir.Return(ir.Const(RESUME)))


def _offer_with_requirements(w: Writer, step: Step, chooser: int) -> ir.Value:
    """Return the options on entering a step; carry out the requirements' `counts`, `else` (4.6)."""
    step_filter = Filter()

    def ask() -> ir.Value:
        nonlocal step_filter
        step_filter = offer(w, step, chooser)
        return w.kept(ir.Codes())

    codes = seen(w, viewer_of(step, chooser), ask)
    assert isinstance(codes, ir.Get)
    again = w.local()
    w.do(ir.Set(again.name, fold.NO))
    for require, met in step_filter.required:
        clause = require.clause
        if clause.counts:
            with w.when(fold.both(require.held, fold.test("=", met, fold.YES))):
                w.store("done", fold.YES)
        if clause.otherwise is not None:
            with w.when(fold.both(require.held, fold.test("=", met, fold.NO))):
                frame = step_frame(step, chooser).of(require.card, require.you)
                count(require, w)
                carry_out(clause.otherwise, frame, w)
                w.do(ir.Set(again.name, fold.YES))
    if any(require.clause.otherwise is not None for require, _ in step_filter.required):
        with w.when(fold.test("=", again, fold.YES)):
            w.do(ir.Set(codes.name, options_seen(w, step, chooser)))
    return codes
