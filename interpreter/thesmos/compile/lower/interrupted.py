"""§6.2: how the state remembers what was interrupted."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.writer import Writer


def store_roles(w: Writer, values: Sequence[ir.Value]) -> None:
    """Remember the roles of the interrupted event; none for all others."""
    for place, entry in enumerate(w.game.event_roles):
        number = values[place] if place < len(values) else fold.NOTHING
        w.do(ir.Store(entry, fold.NO, fold.NO, number))


def nothing_interrupted(w: Writer) -> None:
    """Forget the interrupted step."""
    w.store("interrupted", fold.NOTHING)
    w.store("interrupted_player", fold.NOTHING)
    w.store("interrupted_action", fold.NO)
    w.store("next_seat", fold.NO)
    store_roles(w, [])
