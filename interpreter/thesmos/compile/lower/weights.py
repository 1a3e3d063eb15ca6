"""§10.1: how many outcomes an option represents; and whether the rules suggest it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.hidden import view_of
from thesmos.compile.lower.options import bind
from thesmos.compile.lower.routes import pending_player
from thesmos.compile.lower.seen import through_view
from thesmos.compile.lower.values import holds, kept
from thesmos.compile.lower.writer import ViewFunction, Writer
from thesmos.program import values as p
from thesmos.program.declarations import Action
from thesmos.program.node import Ref


def weight_of(w: Writer, code: ir.Value) -> None:
    """Write a return of how many equally likely outcomes an option represents (10.1)."""

    def weigh(node: p.Value, frame: Frame) -> ir.Value:
        number = kept(node, frame, w)
        return w.lazily(
            fold.known(number), lambda: fold.arithmetic("max", number, fold.NO), lambda: fold.NO
        )

    _of_option(w, "weight", code, weigh)
    w.do(ir.Return(fold.YES))


def suggested_of(w: Writer, code: ir.Value) -> None:
    """Write a return of whether the rules suggest an option."""
    _of_option(w, "suggested", code, lambda node, frame: fold.number(holds(node, frame, w)))
    w.do(ir.Return(fold.NO))


def _of_option(
    w: Writer,
    word: Literal["weight", "suggested"],
    code: ir.Value,
    make: Callable[[p.Value, Frame], ir.Value],
) -> None:
    """Write a return of an action's `weight` or `suggested` for an option, if it has one."""
    player = pending_player(w)
    players = range(w.game.players)
    declared: dict[Ref, p.Value] = {
        action.name: node
        for action in w.game.actions.values()
        if (node := getattr(action, word)) is not None
    }

    def of_player(action: Action, number: int, view: ViewFunction | None) -> int:
        def write(parameters: tuple[ir.Get, ...]) -> None:
            roles = w.codes.of[action.name].roles(parameters[0])
            frame = bind(w, action, roles, number, None)
            w.do(ir.Return(make(declared[action.name], frame)))

        return w.function((word, action.name, number, view), 1, write, view=view)

    def of_seen(action: Action, number: int) -> int:
        return through_view(w, number, of_player(action, number, view_of(w, number)), 1)

    for action in w.by_action(declared, code):
        if w.game.can_hide:  # chance sees the true state (10.2)
            truth = view_of(w, None)
            on_truth = tuple(of_player(action, number, truth) for number in players)
            with w.when(fold.test("<", w.load("chooser"), fold.NO)):
                w.do(ir.Return(ir.CallOne(on_truth, player, (code,))))
        functions = tuple(of_seen(action, number) for number in players)
        w.do(ir.Return(ir.CallOne(functions, player, (code,))))
