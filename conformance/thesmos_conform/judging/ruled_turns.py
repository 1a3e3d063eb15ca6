"""Our rulings inside a turn, for implementations that know only what a turn leads to.

The places that rulings name are within turns, where such an implementation can't be asked. So a
ruling is recognized by the ends of the turn: ends that only its place leads to may be missing, and
there may be additional ends to which the choices that it forbids would lead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from thesmos.perft.turns import is_end, reached, successors
from thesmos.play import state as play
from thesmos.play.protocols import State
from thesmos_conform.judging.nearness import Nearness
from thesmos_conform.judging.refused_ways import RefusedWays
from thesmos_conform.judging.ruled_places import RuledPlace, RuledPlaces
from thesmos_conform.judging.turn_ends import EndSets, TurnEnds, end_text
from thesmos_conform.protocol.messages import Claim, Place
from thesmos_conform.reference.rulings import CitedRuling

OTHERS = 200  # positions that are not explained by what a ruling forbids, at most
ALIKE = 12  # parts in which such a position may differ from the ends that the rules lead to
LOOKED_UP = 2_000  # refused choices of one turn whose clauses are looked up


class RuledTurns:
    """Recognizes our rulings behind the ends of turns."""

    def __init__(self, places: RuledPlaces, claim: Claim) -> None:
        self.places = places
        self.claim = claim

    def behind(self, place: Place, expected: TurnEnds, differ: EndSets) -> CitedRuling | None:
        """Return our ruling that explains all that differs in a turn; None if none does.

        place: the beginning of the turn. Where a ruling names what it forbids, it explains only the
        positions to which that leads. Where it does not, the original would be in another state.
        Then positions to which nothing else leads may be missing, and positions like those may be
        additional, unless one refused choice leads to them and they are more like the other ends.
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
            unexplained, ruling = self._not_forbidden(start, every, differ.extra)
            after = expected.by_text.keys() - past
            if unexplained and not (
                after
                and len(unexplained) <= OTHERS
                and self._may_follow(start, unexplained, after, past)
            ):
                return None
            return ruling or next(iter(opened.values()))

    def _opened(self, place: Place, start: State) -> dict[State, CitedRuling]:
        """Return the states of a turn in which a ruling decides without naming what it forbids."""
        opened: dict[State, CitedRuling] = {}
        if not self.places.may_open(place, start):
            return opened
        for _, _, state in reached(start, lambda end: end):
            if (ruling := self.places.opens(place, state)) is not None:
                opened[state] = ruling
        return opened

    def _may_follow(
        self,
        start: play.State,
        unexplained: set[str],
        after: Collection[str],
        past: Collection[str],
    ) -> bool:
        """Return whether positions may be ends of a turn after opened states that were different.

        after, past: the ends of the turn that only the opened states lead to, and the others. If
        there are too many refused choices to try them all, the answer is no.
        """
        near, others = Nearness(after), Nearness(past)
        distances = {text: near.distance(text) for text in unexplained if text.startswith("{")}
        if any(distance > ALIKE for distance in distances.values()):
            return False
        far = {
            text
            for text in unexplained
            if text not in distances or (past and distances[text] > others.distance(text))
        }
        ways = self._ways()
        return not far or not (any(ways.once(start, far)) or ways.exhausted)

    def _past(self, start: State, opened: Collection[State]) -> set[str]:
        """Return the ends of a turn to which a way leads past the opened states."""
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
        """Return the positions that no ruling explains, and one that explains others, if any.

        A ruling explains a position if a choice that only it forbids leads there.
        """
        unexplained, ruling = {*extra}, None
        held = {power for cards in start.held for power in cards}
        ruled = [place for place in every if place.refused and not held.isdisjoint(place.cards)]
        steps = {place.step for place in ruled}

        def at(state: play.State) -> bool:
            return state.decision is not None and state.decision.step in steps

        ways = self._ways()
        for way in ways.once(start, unexplained, at) if ruled and unexplained else ():
            ((before, _),) = way.refused
            ids = {*ways.ids(way)} if way.end in unexplained else set[str]()
            forbidding = self.places.forbidding(before, ids, ruled)
            if forbidding is not None:
                ruling = ruling or forbidding
                unexplained.discard(way.end)
            if not unexplained:
                break
        return unexplained, ruling

    def _ways(self) -> RefusedWays:
        trace, claim = self.places.trace, self.claim
        return RefusedWays(trace, lambda state: end_text(state, claim), looked_up=LOOKED_UP)
