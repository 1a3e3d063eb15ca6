"""§7 Who has won, and whether the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.program import clauses as c
from thesmos.semantics.frame import Frame, frame_for
from thesmos.semantics.hidden import rewind
from thesmos.semantics.in_force import HeldClause, applies, of_powers, own
from thesmos.semantics.outcome import standing
from thesmos.semantics.state import StructuredState
from thesmos.semantics.transition import Transition
from thesmos.semantics.values import known, value

Verdict = tuple[frozenset[int] | None, str]  # the winners, and the ground
GOES_ON: Verdict = None, ""


def judge(work: Transition) -> bool:
    """Judge now. Return whether this ended the game, or cancelled the turn instead."""
    winners, reason = verdict(work.state)
    if winners is None:
        return False
    if not rewind(work):  # 7.5
        work.state.winners, work.state.reason = winners, reason
    return True


def verdict(state: StructuredState) -> Verdict:
    """Apply the grounds in order, each of which may add, refuse or redirect a win (7.3)."""
    frame = frame_for(state, state.active)
    found = GOES_ON
    for held in grounds(state):
        winners, _ = found
        reason = state.game.reason_of(held.card, getattr(held.clause, "ground", ""))
        match held.clause:
            case c.Win(instead=False) if winners is None and applies(held, frame):
                found = (won(state, held.clause, held, frame) or None), reason
            case c.End() if winners is None and applies(held, frame):
                found = first(state, held.clause), reason
            case c.Veto() if winners and applies(held, frame):
                found = GOES_ON
            case c.Win(instead=True) if winners and applies(held, frame):
                others = won(state, held.clause, held, frame)
                found = (others, reason) if others else found
    return found


def grounds(state: StructuredState) -> Iterator[HeldClause[c.Clause]]:
    """All grounds in order (7.2): the active player's card by card, then each opponent's."""
    active = state.active
    yield from _in_order([h for h in _all_grounds(state, active, own=True) if state.common(h.card)])
    for player in [active, *(p for p in state.opponents(active) if p not in state.out)]:
        mine = _all_grounds(state, player, own=False)
        for card in state.cards_of(player):
            yield from _in_order([held for held in mine if held.card == card])


def _all_grounds(state: StructuredState, player: int, *, own: bool) -> list[HeldClause[c.Clause]]:
    return [
        held
        for kind in (c.Win, c.End, c.Veto)
        for held in (_own if own else of_powers)(state, kind, None, player)
    ]


_own = own


def _in_order(found: list[HeldClause[c.Clause]]) -> list[HeldClause[c.Clause]]:
    """The grounds of one card: its `win`s, its `end`s, its `veto`s, its `win … instead`s."""

    def rank(held: HeldClause[c.Clause]) -> int:
        if isinstance(held.clause, c.Win):
            return 3 if held.clause.instead else 0
        return 1 if isinstance(held.clause, c.End) else 2

    return sorted(found, key=rank)


def won(
    state: StructuredState, clause: c.Win, held: HeldClause[c.Clause], frame: Frame
) -> frozenset[int]:
    """The players that a ground names, with their whole sides (7.4)."""
    named = value(clause.who, frame.of(held.card, held.you))
    players_or_sides = named if isinstance(named, tuple) else [named] if known(named) else []
    sides = {one if clause.who.type.base == "side" else state.side(one) for one in players_or_sides}
    return frozenset(p for p in range(state.game.players) if state.side(p) in sides)


def first(state: StructuredState, clause: c.End) -> frozenset[int]:
    """Those who come first, with their whole sides (7.7); nobody without criteria."""
    if not clause.criteria:
        return frozenset()
    standings = {side: standing(state, clause.criteria, side) for side in set(state.game.sides)}
    best = max(standings.values())
    players = range(state.game.players)
    return frozenset(p for p in players if standings[state.side(p)] == best)
