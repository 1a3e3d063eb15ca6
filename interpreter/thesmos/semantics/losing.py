"""§13 Losing."""

from __future__ import annotations

from thesmos.program import effects as e
from thesmos.semantics.effects import effect
from thesmos.semantics.frame import Frame
from thesmos.semantics.sets import OWNER, on_board, owner_side
from thesmos.semantics.state import ZONE, CellOrZone, StructuredState
from thesmos.semantics.transition import Eliminated, Lost, Transition
from thesmos.semantics.values import known, value

CONCEDED = ENDLESS = "stuck"  # the grounds as results and records name them
STUCK = "blocked"
LAST_STANDING = "last standing"


@effect(e.Lose)
def _loses(node: e.Lose, frame: Frame, work: Transition) -> None:
    """`X loses`: the whole side, with the card's reason (5.8)."""
    who = value(node.who, frame)
    if known(who):
        side = who if node.who.type.base == "side" else work.state.side(who)
        lose(work, side, work.state.game.reason_of(frame.card))


def lose(work: Transition, side: int, reason: str) -> None:
    """A side loses. If at most one is left the game is over (13.2); otherwise it goes on (13.3)."""
    state = work.state
    players = players_of(state, side)
    if state.over or players <= state.out:
        return
    work.reports += [Lost(player, reason) for player in sorted(players)]
    out = state.out | players
    left = {state.side(p) for p in range(state.game.players) if p not in out}
    several = len(set(state.game.sides)) > 2  # noqa: PLR2004 - of two, one's loss is the other's win
    if len(left) > 1:
        work.reports += [Eliminated(player) for player in sorted(players)]
        eliminate(state, side)
        return
    state.winners = frozenset(p for p in range(state.game.players) if state.side(p) in left)
    state.reason = LAST_STANDING if several and reason.startswith("power:") else reason
    if several:
        state.out = out


def players_of(state: StructuredState, side: int) -> frozenset[int]:
    """The players of a side."""
    return frozenset(p for p in range(state.game.players) if state.side(p) == side)


def eliminate(state: StructuredState, side: int) -> None:
    """A side is out, and the pieces that it owns leave the board for the last zone."""
    state.out |= players_of(state, side)
    box = CellOrZone(ZONE, len(state.game.game.zones) - 1)
    for attribute in state.game.game.attributes:
        places = state.places.get(attribute.name.owner, [])
        for piece in range(len(places)) if attribute.name.name == OWNER else ():
            if owner_side(state, attribute.name.owner, piece) == side and on_board(places[piece]):
                places[piece] = box
