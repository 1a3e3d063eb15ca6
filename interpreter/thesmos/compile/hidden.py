"""§9 Hidden information: only whether there can be any; views are not compiled yet."""

from __future__ import annotations

from thesmos.compile import fold, ir
from thesmos.compile.values import holds
from thesmos.compile.writer import Frame, Writer
from thesmos.link.linked import LinkedGame
from thesmos.program import clauses as c


def can_hide(game: LinkedGame) -> bool:
    """Whether anything may ever be hidden from a player.

    A `hide` whose condition can't hold for any piece in play, because of what these are, hides
    nothing.
    """
    if any(entry.seen_by != "everyone" for entry in game.layout.entries):
        return True
    return any(
        _may_hide(game, card, clause, viewer, holder)
        for card, clause in game.clauses_about(c.Hide, None)
        for viewer in range(game.players)
        for holder in range(game.players)
    )


def _may_hide(game: LinkedGame, card: int | None, clause: c.Hide, viewer: int, holder: int) -> bool:
    """Whether a clause of a holder may hide a piece of its kind from a viewer."""
    for piece in range(len(game.pieces[clause.kind])):
        names: dict[str, ir.Value] = {clause.binder.name: ir.Const(piece)}
        frame = Frame(card, holder, viewer, viewer, None, names, viewer=viewer)
        if holds(clause.binder.condition, frame, Writer(game)) != fold.NO:
            return True
    return False
