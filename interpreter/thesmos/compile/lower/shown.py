"""§4.11: the numbers that an action shows with its options."""

from __future__ import annotations

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.hidden import view_of
from thesmos.compile.lower.options import bind
from thesmos.compile.lower.values import value
from thesmos.compile.lower.writer import Writer
from thesmos.program.declarations import Action


def shown_of(w: Writer, player: int, *, chance: bool) -> int:
    """Return the function that returns what is shown with the option of a code; mostly nothing.

    It is called on the chooser's view.

    chance: whether chance chooses on the player's behalf, which sees the true state.
    """
    view = view_of(w, None if chance else player)

    def of_action(action: Action) -> int:
        def make(parameters: tuple[ir.Get, ...]) -> None:
            frame = bind(w, action, w.codes.of[action.name].roles(parameters[0]), player, None)
            for shown in action.shows:
                w.do(ir.Emit(fold.number(value(shown.value, frame, w)), None))
            w.do(ir.Return(ir.Codes()))

        return w.function(("shown", action.name, player, view), 1, make, emits=True, view=view)

    def make(parameters: tuple[ir.Get, ...]) -> None:
        (code,) = parameters
        showing = [action.name for action in w.game.actions.values() if action.shows]
        for action in w.by_action(showing, code):
            w.do(ir.Return(ir.Call(of_action(action), (code,))))
        w.do(ir.Return(ir.Codes()))

    return w.function(("shown", player, view), 1, make, emits=True, view=view)
