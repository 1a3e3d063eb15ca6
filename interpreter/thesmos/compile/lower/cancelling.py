"""§9.4 and §9.5: turns that run into something hidden, and are taken back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower import agenda
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.hidden import MARKED
from thesmos.compile.lower.in_force import applies, everybody
from thesmos.compile.lower.interrupted import nothing_interrupted
from thesmos.compile.lower.losing import clear_board, players_of
from thesmos.compile.lower.tracing import note
from thesmos.compile.lower.writer import Writer
from thesmos.program import clauses as c
from thesmos.program.declarations import Action
from thesmos.program.flow import Rewind

REWOUND = 2  # the value of the slot `cancellation` after the turn was cancelled


@contextmanager
def kept_if_cancelled(w: Writer, action: Action, frame: Frame, actor: int) -> Iterator[None]:
    """Write an event; if it runs into something hidden, mark the turn and keep the state before.

    An event inside this one may have marked it already.
    """
    if not w.game.can_cancel:
        yield
        return
    before = w.local()
    with w.block() as event:
        yield
    unmarked = fold.test("=", w.load("cancellation"), fold.NO)
    with w.block() as marking:
        for held in everybody(w, c.Cancel, action.name, actor):
            with w.when(unmarked), w.when(applies(held, frame, w)):
                w.store("cancellation", ir.Const(MARKED))
                w.do(ir.Keep(before.name))
    if marking:
        w.do(ir.Remember(before.name))
    for statement in (*event, *marking):
        w.do(statement)


def rewind(w: Writer) -> ir.Call:
    """Return a call that goes back to the state before the event that ran into something hidden.

    Its result is 1 if there was such an event, else 0.
    """
    return ir.Call(w.function_about(_rewind), ())


def _rewind(w: Writer, _: tuple[ir.Get, ...]) -> None:
    """The rest of the turn is lost; players who are out stay out."""
    with w.when(fold.test("!=", w.load("cancellation"), ir.Const(MARKED))):
        w.do(ir.Return(fold.NO))
    out = w.kept(w.out())
    w.do(ir.Restore())
    w.do(ir.ClearCopy())
    w.store("cancellation", ir.Const(REWOUND))
    w.store("step", fold.NOTHING)
    w.store("chooser", fold.NOTHING)
    nothing_interrupted(w)
    agenda.clear(w)
    for side in sorted(set(w.game.sides)) if w.several_sides else ():
        players = ir.Const(players_of(w, 1 << side))
        gone = fold.bits_op("and", fold.bits_op("minus", out, w.out()), players)
        with w.when(fold.test("!=", gone, fold.NO)):
            w.store("out", fold.bits_op("or", w.out(), players))
            clear_board(w, ir.Const(side))
    instructions = [point.instruction for point in w.game.flow]
    number = next(
        n for n, instruction in enumerate(instructions) if isinstance(instruction, Rewind)
    )
    w.store("instruction", ir.Const(number + 1))
    note(w, "cancelled")
    w.do(ir.Return(fold.YES))
