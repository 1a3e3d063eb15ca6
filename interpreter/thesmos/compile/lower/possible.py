"""§15.9: what holds while a game goes on, and the first case in which each of it is broken."""

from __future__ import annotations

from contextlib import ExitStack

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.facts import is_about_holder
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.hidden import MARKED
from thesmos.compile.lower.in_force import holds_card
from thesmos.compile.lower.sets import all_of, for_each
from thesmos.compile.lower.values import holds
from thesmos.compile.lower.writer import Writer
from thesmos.program.declarations import ValidCondition
from thesmos.program.types import Type

PERSONS = ("you", "chooser", "actor")  # all of them are whoever a condition is tested for


def broken_of(w: Writer) -> int:
    """Return the function that returns what is broken in a state.

    For each condition that does not hold, it gives the number of the condition and the values of
    its variables in the first case, in the order of the conditions.
    """

    def make(_: tuple[ir.Get, ...]) -> None:
        with w.when(fold.test("!=", w.load("winners"), fold.NO)):
            w.do(ir.Return(ir.Codes()))
        if w.game.can_cancel:
            with w.when(fold.test("=", w.load("cancellation"), ir.Const(MARKED))):
                w.do(ir.Return(ir.Codes()))
        for number, (card, condition) in enumerate(w.game.valid):
            _condition(number, card, condition, w)
        w.do(ir.Return(ir.Codes()))

    return w.function("broken", 0, make, emits=True)


def _condition(number: int, card: int | None, condition: ValidCondition, w: Writer) -> None:
    """Write the first case in which a condition does not hold."""
    nobody_yet = w.local()
    w.do(ir.Set(nobody_yet.name, _holds_here(condition, w)))
    players = range(w.game.players)
    everybodys = card is None or w.common(card)
    if everybodys and not is_about_holder(condition, w, PERSONS):
        players = range(1)
    for you in players:
        asked = fold.test("=", nobody_yet, fold.YES)
        if not everybodys:
            assert card is not None
            asked = fold.both(asked, holds_card(w, you, card))
        with w.when(asked):
            _cases(number, condition, Frame(card, you, you, you), nobody_yet, w)


def _holds_here(condition: ValidCondition, w: Writer) -> ir.Value:
    """Return whether no card that takes part lifts a condition: a state of a pool says which do."""
    if not (lifting := w.game.lifting(condition)):
        return fold.YES
    cards = ir.Const(sum(1 << card for card in lifting))
    return fold.test("=", fold.bits_op("and", all_of(Type("power"), w), cards), fold.NO)


def _cases(
    number: int, condition: ValidCondition, frame: Frame, nobody_yet: ir.Get, w: Writer
) -> None:
    """Write all cases of a condition for a player, which end with the first that is broken."""
    compared = condition.compared
    with ExitStack() as loops:
        for name, kind in zip(compared.names, compared.over, strict=True):
            member = loops.enter_context(for_each(all_of(kind, w), kind, w))
            frame = frame.with_names({**frame.names, name: member})
            loops.enter_context(w.when(fold.test("=", nobody_yet, fold.YES)))
        with w.when(fold.negated(holds(compared.value, frame, w))):
            w.do(ir.Emit(ir.Const(number), None))
            for name in compared.names:
                w.do(ir.Emit(frame.names[name], None))
            w.do(ir.Set(nobody_yet.name, fold.NO))
