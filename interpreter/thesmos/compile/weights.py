"""§10.1: how many outcomes an option stands for; and whether the rules suggest it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from thesmos.compile import fold, ir
from thesmos.compile.options import bind
from thesmos.compile.routes import pending_player
from thesmos.compile.values import holds, kept
from thesmos.compile.writer import Frame, Writer
from thesmos.program import values as p
from thesmos.program.declarations import Action


def weight_of(w: Writer, code: ir.Value) -> None:
    """How many equally likely outcomes an option stands for: 10.1."""

    def weigh(found: p.Value, frame: Frame) -> ir.Value:
        one = kept(found, frame, w)
        return w.lazily(
            fold.known(one), lambda: fold.arithmetic("max", one, fold.NO), lambda: fold.NO
        )

    _of_option(w, "weight", code, weigh)
    w.do(ir.Return(fold.YES))


def suggested_of(w: Writer, code: ir.Value) -> None:
    """Whether the rules suggest an option."""
    _of_option(w, "suggested", code, lambda found, frame: fold.number(holds(found, frame, w)))
    w.do(ir.Return(fold.NO))


def _of_option(
    w: Writer,
    word: Literal["weight", "suggested"],
    code: ir.Value,
    make: Callable[[p.Value, Frame], ir.Value],
) -> None:
    """Return what an action says of its options, if it says it, for the player who chooses."""
    player = pending_player(w)
    for action in w.game.actions.values():
        said: p.Value | None = getattr(action, word)
        if said is not None:

            def of_player(number: int, action: Action = action, said: p.Value = said) -> int:
                def write(given: tuple[ir.Get, ...]) -> None:
                    roles = w.codes.of[action.name].roles(given[0])
                    w.do(ir.Return(make(said, bind(w, action, roles, number))))

                return w.function((word, action.name, number), 1, write)

            functions = tuple(map(of_player, range(w.game.players)))
            with w.when(w.codes.of[action.name].has(code)):
                w.do(ir.Return(ir.CallOne(functions, player, (code,))))
