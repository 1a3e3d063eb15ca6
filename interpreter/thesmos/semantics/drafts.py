"""§14 Drafts: the match-up that a finished draft leads to."""

from __future__ import annotations

from dataclasses import dataclass

from thesmos.program import values as p
from thesmos.semantics.frame import frame_for
from thesmos.semantics.state import StructuredState
from thesmos.semantics.values import value


@dataclass(frozen=True)
class DraftResult:
    """Who plays what: pieces by name, None for none.

    powers: by player of the game. setup: words of the set-up. seats: for each player of the game,
    their number in the draft, from 1.
    """

    powers: tuple[str | None, ...]
    setup: dict[str, str]
    seats: tuple[int, ...]


def match_up(state: StructuredState) -> DraftResult | None:
    """Return the match-up; None if the game is no draft, or not all players have won (14.2)."""
    written = state.game.game.match_up
    players = state.game.players
    if written is None or len(state.winners or ()) < players:
        return None
    frame = frame_for(state, state.active)
    first = None if written.first is None else value(written.first, frame)
    seats = tuple(((first or 0) + n) % players for n in range(players))  # 14.3
    powers = tuple(_named(state, written.power, you) for you in seats)
    words = {one.word: _named(state, one.value, state.active) for one in written.setup}
    setup = {word: name for word, name in words.items() if name}
    return DraftResult(powers, setup, tuple(seat + 1 for seat in seats))


def _named(state: StructuredState, node: p.Value, you: int) -> str | None:
    """Return the name of the piece that represents a power."""
    piece = value(node, frame_for(state, state.active, you))
    return None if piece is None else state.game.pieces[node.type.name][piece].name
