"""§6.8 The agenda: the steps that are due, which are entered before what follows.

The slots hold a step and a player as one number: a *next* (see nexts.py) less FIRST.
"""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.effects import effect
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.losing import ENDLESS, lose
from thesmos.compile.lower.nexts import FIRST, RESUME
from thesmos.compile.lower.writer import Writer
from thesmos.link.layout import MAX_DUE, AgendaName
from thesmos.program import effects as e


@effect(e.Due)
def _due(node: e.Due, frame: Frame, w: Writer) -> None:
    """`due S`, for the player who is `you`. The last place is kept for the step that follows."""
    full = w.kept_condition(fold.test(">=", part(w, "height"), ir.Const(MAX_DUE - 1)))
    with w.when(fold.negated(full)):
        number = w.game.step_numbers[node.step]
        due = ir.Const(number * w.game.players + frame.you)
        put_down(w, due, last=w.game.steps[number].last)
    with w.when(full):
        lose(w, ir.Const(w.game.sides[frame.you]), w.game.reasons.index(ENDLESS))


def has_agenda(w: Writer) -> bool:
    """Return whether anything in play can become due."""
    return bool(w.game.layout.agenda)


def part(w: Writer, name: AgendaName) -> ir.Value:
    """Return the value of a slot of the agenda."""
    return ir.Load(w.game.layout.agenda[name], fold.NO, fold.NO)


def store(w: Writer, name: AgendaName, number: ir.Value) -> None:
    """Write a slot of the agenda."""
    w.do(ir.Store(w.game.layout.agenda[name], fold.NO, fold.NO, number))


def put_down(w: Writer, due: ir.Value, *, last: bool) -> None:
    """Put a step on the agenda, after those that became due in the present option.

    last: also after those that come last of what is due; others come before these.
    """
    yielding = not last and any(step.last for step in w.game.steps)
    function = w.function_about(_put_before_last if yielding else _put_down, parameters=1)
    w.do(ir.Evaluate(ir.Call(function, (due,))))


def _put_down(w: Writer, parameters: tuple[ir.Get, ...]) -> None:
    _insert(w, parameters, stops=())


def _put_before_last(w: Writer, parameters: tuple[ir.Get, ...]) -> None:
    stops = [number for number, step in enumerate(w.game.steps) if step.last]
    _insert(w, parameters, stops)


def _insert(w: Writer, parameters: tuple[ir.Get, ...], stops: Sequence[int]) -> None:
    """Move the steps that became due in the present option up by one, and write the new one.

    stops: the numbers of the steps that, with all below them, are not moved.
    """
    (due,) = parameters
    steps, players = w.game.layout.agenda["steps"], w.game.players
    height, fresh = w.kept(part(w, "height")), w.kept(part(w, "fresh"))
    place, lowest = w.local(), w.kept(fold.arithmetic("-", height, fresh))
    w.do(ir.Set(place.name, height))
    with w.loop_body() as body:
        with w.when(fold.test("<=", place, lowest)):
            w.do(ir.Break())
        below = fold.arithmetic("-", place, fold.YES)
        moved = w.kept(ir.Load(steps, below, fold.NO))
        for stop in stops:
            least, most = ir.Const(stop * players), ir.Const(stop * players + players - 1)
            with w.when(fold.both(fold.test(">=", moved, least), fold.test("<=", moved, most))):
                w.do(ir.Break())
        w.do(ir.Store(steps, place, fold.NO, moved))
        w.do(ir.Set(place.name, below))
    w.do(ir.Loop(MAX_DUE, tuple(body)))
    w.do(ir.Store(steps, place if stops else lowest, fold.NO, due))
    store(w, "height", fold.arithmetic("+", height, fold.YES))
    store(w, "fresh", fold.arithmetic("+", fresh, fold.YES))
    w.do(ir.Return(fold.NO))


def due_next(w: Writer) -> ir.Value:
    """Take the last step from the agenda; return it as a next.

    Return RESUME if nothing is due in the present run.
    """
    return ir.Call(w.function_about(_write_due_next), ())


def _write_due_next(w: Writer, _: tuple[ir.Get, ...]) -> None:
    steps = w.game.layout.agenda["steps"]
    store(w, "fresh", fold.NO)
    height = w.kept(part(w, "height"))
    with w.when(fold.test("<=", height, part(w, "interrupted_height"))):
        w.do(ir.Return(ir.Const(RESUME)))
    last = w.kept(fold.arithmetic("-", height, fold.YES))
    due = w.kept(fold.arithmetic("+", ir.Load(steps, last, fold.NO), ir.Const(FIRST)))
    w.do(ir.Store(steps, last, fold.NO, fold.NOTHING))
    store(w, "height", last)
    w.do(ir.Return(due))


def interrupt(w: Writer) -> None:
    """Remember what is due when an interrupt begins."""
    if has_agenda(w):
        store(w, "interrupted_height", part(w, "height"))
        store(w, "interrupted_fresh", part(w, "fresh"))
        store(w, "fresh", fold.NO)


def resume(w: Writer) -> None:
    """At the end of an interrupt, restore what was due before it."""
    if has_agenda(w):
        store(w, "fresh", part(w, "interrupted_fresh"))
        store(w, "interrupted_height", fold.NO)
        store(w, "interrupted_fresh", fold.NO)


def clear(w: Writer) -> None:
    """Forget what is due."""
    if has_agenda(w):
        w.do(ir.Fill(w.game.layout.agenda["steps"], 0, MAX_DUE, w.game.layout.none))
        for name in w.game.layout.agenda:
            if name != "steps":
                store(w, name, fold.NO)
