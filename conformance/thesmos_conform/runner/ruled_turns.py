"""Rulings of ours inside a turn, for implementations that know only what a turn leads to.

The places that rulings name are within turns, where such an implementation can't be asked. So a
ruling is recognized by the ends of the turn: those that only its place leads to may be missing, and
those may be there that what it forbids would lead to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from thesmos.play import state as play
from thesmos.play.protocols import State
from thesmos.tools.perft import is_end, reached, successors
from thesmos_conform.protocol.messages import Claim, Place
from thesmos_conform.reference.rulings import CitedRuling
from thesmos_conform.runner.nearness import Nearness
from thesmos_conform.runner.refused_ways import RefusedWays
from thesmos_conform.runner.ruled_places import RuledPlace, RuledPlaces
from thesmos_conform.runner.turn_ends import EndSets, TurnEnds, end_text

OTHERS = 200  # positions that are not explained by what a ruling forbids, at most
ALIKE = 12  # parts in which such a position may differ from the ends that the rules lead to
LOOKED_UP = 2_000  # refused choices of one turn of which the clauses are looked up


class RuledTurns:
    """Recognizes rulings of ours behind the ends of turns."""

    def __init__(self, places: RuledPlaces, claim: Claim) -> None:
        self.places = places
        self.claim = claim

    def behind(self, place: Place, expected: TurnEnds, differ: EndSets) -> CitedRuling | None:
        """The ruling of ours that explains all that differs in a turn; None if none does.

        place: the beginning of the turn. Where a ruling names what it forbids, only positions that
        this leads to are explained. Where it does not, the state itself would be another one. Then
        positions may be missing that nothing else leads to, and others may be there that are like
        them, unless one refused choice leads to those and they are more like the rest of the ends.
        """
        with self.places.oracle.lock:
            start = expected.start
            every = self.places.of(place.game)
            if not every or not isinstance(start, play.State):
                return None
            opened = self._opened(place, start)
            past = self._past(start, opened) if opened else {*expected.by_text}
            if not past.isdisjoint(differ.missing):
                return None
            left, found = self._not_forbidden(start, every, differ.extra)
            after = expected.by_text.keys() - past
            if left and not (
                after and len(left) <= OTHERS and self._may_follow(start, left, after, past)
            ):
                return None
            return found or next(iter(opened.values()))

    def _opened(self, place: Place, start: State) -> dict[State, CitedRuling]:
        """The states of a turn in which a ruling decides without naming what it forbids."""
        found: dict[State, CitedRuling] = {}
        if not self.places.may_open(place, start):
            return found
        for _, _, state in reached(start, lambda one: one):
            if (ruling := self.places.opens(place, state)) is not None:
                found[state] = ruling
        return found

    def _may_follow(
        self, start: play.State, left: set[str], after: Collection[str], past: Collection[str]
    ) -> bool:
        """Whether positions may be ends of a turn after opened states that were different.

        after, past: the ends of the turn that only the opened states lead to, and the others. If
        there are too many refused choices to try them all, the answer is no.
        """
        near, others = Nearness(after), Nearness(past)
        distances = {one: near.distance(one) for one in left if one.startswith("{")}
        if any(distance > ALIKE for distance in distances.values()):
            return False
        far = {
            one
            for one in left
            if one not in distances or (past and distances[one] > others.distance(one))
        }
        ways = self._ways()
        return not far or not (any(ways.once(start, far)) or ways.exhausted)

    def _past(self, start: State, opened: Collection[State]) -> set[str]:
        """The ends of a turn to which a way leads past the opened states."""
        seen, waiting, ends = {(start, False)}, [start], set[str]()
        while waiting:
            for _, after in successors(waiting.pop()):
                key = after, is_end(after)
                if key in seen or after in opened:
                    continue
                seen.add(key)
                if is_end(after):
                    ends.add(end_text(after, self.claim))
                else:
                    waiting.append(after)
        return ends

    def _not_forbidden(
        self, start: play.State, every: Iterable[RuledPlace], extra: Iterable[str]
    ) -> tuple[set[str], CitedRuling | None]:
        """The positions to which no way leads that only a ruling forbids, and such a ruling."""
        left, found = {*extra}, None
        held = {power for each in start.held for power in each}
        ruled = [one for one in every if one.refused and not held.isdisjoint(one.cards)]
        steps = {one.step for one in ruled}

        def at(state: play.State) -> bool:
            return state.decision is not None and state.decision.step in steps

        ways = self._ways()
        for way in ways.once(start, left, at) if ruled and left else ():
            ((before, _),) = way.refused
            ids = {*ways.ids(way)} if way.end in left else set[str]()
            one = self.places.forbidding(before, ids, ruled)
            if one is not None:
                found = found or one
                left.discard(way.end)
            if not left:
                break
        return left, found

    def _ways(self) -> RefusedWays:
        trace, claim = self.places.trace, self.claim
        return RefusedWays(trace, lambda state: end_text(state, claim), looked_up=LOOKED_UP)
