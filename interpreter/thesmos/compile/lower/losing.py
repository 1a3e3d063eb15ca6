"""§13 Losing."""

from __future__ import annotations

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.effects import effect
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.sets import OWNER, owner_side
from thesmos.compile.lower.tracing import note
from thesmos.compile.lower.values import kept, place_entry
from thesmos.compile.lower.writer import Writer
from thesmos.program import effects as e

CONCEDED = ENDLESS = "stuck"  # the names of these grounds in results and records
STUCK = "blocked"
LAST_STANDING = "last standing"


@effect(e.Lose)
def _loses(node: e.Lose, frame: Frame, w: Writer) -> None:
    """`X loses`: the whole side, with the card's reason (5.8)."""
    who = kept(node.who, frame, w)
    with w.when(fold.known(who)):
        side = who if node.who.type.base == "side" else fold.row(w.game.sides, who)
        lose(w, side, reason_of(w, frame.card))


def reason_of(w: Writer, card: int | None, ground: str = "") -> int:
    """Return the number of the reason that a clause gives."""
    return w.game.reasons.index(w.game.reason_of(card, ground))


def lose(w: Writer, side: ir.Value, reason: int) -> None:
    """Let a side lose. If only one is left, it has won (13.2); else the game goes on (13.3)."""
    function = w.function_about(_lose, parameters=2)
    w.do(ir.Evaluate(ir.Call(function, (side, ir.Const(reason)))))


def players_of(w: Writer, sides: int) -> int:
    """Return the players of some sides; both are sets, as bits."""
    return sum(1 << p for p, side in enumerate(w.game.sides) if sides >> side & 1)


def _lose(w: Writer, parameters: tuple[ir.Get, ...]) -> None:
    side, reason = parameters
    sides = range(max(w.game.sides) + 1)
    everybody = (1 << w.game.players) - 1
    with w.when(fold.test("!=", w.load("winners"), fold.NO)):
        w.do(ir.Return(fold.NO))
    if not w.several_sides:
        note(w, "lost", side, reason)
        others = tuple(everybody & ~players_of(w, 1 << s) or w.game.nobody for s in sides)
        w.store("winners", fold.row(others, side))
        w.store("reason", reason)
        w.do(ir.Return(fold.NO))
        return
    players = fold.row(tuple(players_of(w, 1 << s) for s in sides), side)
    with w.when(fold.test("=", fold.bits_op("minus", players, w.load("out")), fold.NO)):
        w.do(ir.Return(fold.NO))
    note(w, "lost", side, reason)
    w.store("out", fold.bits_op("or", w.load("out"), players))
    remaining = w.kept(fold.bits_op("minus", ir.Const(everybody), w.load("out")))
    one_left = fold.either(
        *(
            fold.test(
                "=", fold.bits_op("minus", remaining, ir.Const(players_of(w, 1 << s))), fold.NO
            )
            for s in sides
        )
    )
    with w.when(one_left):
        w.store("winners", remaining)
        w.store("reason", fold.row(_last_standing(w), reason))
        w.do(ir.Return(fold.NO))
    note(w, "eliminated", side)
    clear_board(w, side)
    w.do(ir.Return(fold.NO))


def _last_standing(w: Writer) -> tuple[int, ...]:
    """Return, for each reason, the reason of the win if it leaves only one side."""
    last = w.game.reasons.index(LAST_STANDING)
    return tuple(
        last if reason.startswith("power:") else number
        for number, reason in enumerate(w.game.reasons)
    )


def clear_board(w: Writer, side: ir.Value) -> None:
    """Move the pieces that a side owns from the board to the last zone."""
    kinds = {kind.name for kind in w.game.game.kinds}
    for attribute in w.game.game.attributes:
        kind = attribute.name.owner
        if attribute.name.name != OWNER or kind not in kinds:
            continue
        entry, cells = place_entry(kind, w)
        box = ir.Const(cells + len(w.game.game.zones) - 1)
        for piece in range(entry.things):
            owner = owner_side(kind, piece, w)
            at = ir.Load(entry, ir.Const(piece), fold.NO)
            with w.when(
                fold.both(
                    fold.test("=", owner, side),
                    fold.test(">=", at, fold.NO),
                    fold.test("<", at, ir.Const(cells)),
                )
            ):
                w.do(ir.Store(entry, ir.Const(piece), fold.NO, box))
