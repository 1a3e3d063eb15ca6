"""How an implementation may have come to a position that a turn can't lead to.

One choice of the turn, or two, are taken although the rules refuse them, and the turn is completed
by the rules. What forbids those choices explains the position.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from thesmos.perft.turns import is_end, reached, successors
from thesmos.play.state import State
from thesmos_conform.judging.nearness import Nearness
from thesmos_conform.protocol.canonical import digest
from thesmos_conform.reference.clause_trace import ClauseTrace
from thesmos_conform.reference.oracle import rules_of

TRIED = 20_000  # states to look at for ways with one refused choice, and as many for two
EXPLAINED = 40  # refused choices whose clauses are looked up, likewise
MOST = 2  # refused choices on a way

RefusedChoice = tuple[State, int]  # where it was taken, and its code


@dataclass(frozen=True)
class RefusedWay:
    """A way to a position: the choices on it that the rules refuse.

    end: the position as it was asked for, its canonical text or the hash of that.
    """

    refused: tuple[RefusedChoice, ...]
    end: str


@dataclass
class RefusedWays:
    """Looks for ways to positions and for what forbids them.

    text_of: returns an end of a turn as canonical text.
    tried: states to look at.
    looked_up: choices whose clauses may be looked up.
    """

    trace: ClauseTrace
    text_of: Callable[[State], str]
    tried: int = TRIED
    looked_up: int = EXPLAINED
    _left: int = 0
    _explained: dict[RefusedChoice, tuple[str, ...]] = field(default_factory=dict)

    def forbidding(self, start: State, wanted: Collection[str]) -> dict[str, tuple[str, ...]]:
        """Return the ids of the rules and clauses that forbid the ways from a start to positions.

        wanted: the positions, as canonical texts or as hashes of them; the ids are returned by
        position. The way with the fewest refused choices counts. If that is one choice, the way
        that the fewest clauses forbid counts, and among such ways one that a card forbids: engines
        get cards wrong sooner than rules. Positions to which no way is found within the limits are
        left out.
        """
        best: dict[str, tuple[str, ...]] = {}
        rules = rules_of(start)

        def rank(ids: tuple[str, ...]) -> tuple[int, bool]:
            return len(ids), rules.issuperset(ids)

        with self.trace.oracle.lock:
            for way in self.once(start, wanted):
                ids = self.ids(way)
                if ids and (way.end not in best or rank(ids) < rank(best[way.end])):
                    best[way.end] = ids
                if len(best) == len(wanted) and all(
                    rank(ids) == (1, False) for ids in best.values()
                ):
                    break
            remaining = {*wanted} - best.keys()
            for way in self.twice(start, remaining) if remaining else ():
                if way.end not in best and (ids := self.ids(way)):
                    best[way.end] = ids
                if len(best) == len(wanted):
                    break
        return best

    @property
    def exhausted(self) -> bool:
        """Whether the last search ended because as many states were looked at as `tried` says."""
        return self._left <= 0

    def ids(self, way: RefusedWay) -> tuple[str, ...]:
        """Return what forbids the refused choices of a way; empty if unknown for one of them."""
        forbidding = [self._forbid(*choice) for choice in way.refused]
        if not all(forbidding):
            return ()
        return tuple(dict.fromkeys(id for ids in forbidding for id in ids))

    def once(
        self,
        start: State,
        wanted: Collection[str],
        at: Callable[[State], bool] = lambda state: True,
    ) -> Iterator[RefusedWay]:
        """Yield the ways to positions with one refused choice, where `at` holds; early ones first.

        Ends when as many states were looked at as `tried` says.
        """
        self._begin()
        for before in self.within(start):
            for code in refused_codes(before) if at(before) else ():
                if self._left <= 0:
                    return
                yield from self._ways(((before, code),), {*wanted})

    def twice(self, start: State, wanted: Collection[str]) -> Iterator[RefusedWay]:
        """Yield ways to positions with two refused choices, looking at the nearest states first.

        To each state only one way is followed for each number of refused choices on it. Ends as
        `once` does.
        """
        self._begin()
        names, near = {*wanted}, Nearness(wanted)
        order = count()
        # Of states as near as each other, first those with more refused choices behind them.
        heap: list[tuple[int, int, int, State, tuple[RefusedChoice, ...]]] = [(0, 0, 0, start, ())]
        seen = {(start, 0)}
        while heap:
            *_, state, before = heappop(heap)
            for after, choices in self._choices(state, before):
                if self._left <= 0:
                    return
                text = self.text_of(after)
                if is_end(after):
                    if len(choices) == MOST:
                        yield from (RefusedWay(choices, n) for n in names & {text, digest(text)})
                elif (key := (after, len(choices))) not in seen:
                    seen.add(key)
                    far = near.distance(text)
                    heappush(heap, (far, -len(choices), next(order), after, choices))

    def within(self, start: State) -> Iterator[State]:
        """Yield the states of a turn in which the rules let somebody decide; early ones first."""
        seen, level = {start}, [start]
        while level and self._left > 0:
            yield from level
            following = []
            for state in level:
                for _, after in successors(state):
                    self._left -= 1
                    if after not in seen and not is_end(after) and isinstance(after, State):
                        seen.add(after)
                        following.append(after)
            level = following

    def _begin(self) -> None:
        self._left = self.tried
        self._explained.clear()

    def _choices(
        self, state: State, before: tuple[RefusedChoice, ...]
    ) -> Iterator[tuple[State, tuple[RefusedChoice, ...]]]:
        """Yield what follows a state, with the refused choices so far. before: those before it."""
        try:
            for _, after in successors(state):
                self._left -= 1
                if isinstance(after, State):
                    yield after, before
            for code in refused_codes(state) if len(before) < MOST else ():
                if (taken := self._taken(state, code)) is not None:
                    yield taken, (*before, (state, code))
        except Exception:  # noqa: BLE001 - rules need not make sense of what they refused before
            return

    def _ways(self, choices: tuple[RefusedChoice, ...], wanted: set[str]) -> Iterator[RefusedWay]:
        """Yield the ways to wanted positions whose last refused choice is the last of these."""
        for end in self._ends(*choices[-1]):
            text = self.text_of(end)
            for name in wanted & {text, digest(text)}:
                yield RefusedWay(choices, name)

    def _ends(self, before: State, code: int) -> Iterator[State]:
        """Yield where a turn can end after a code that is refused."""
        after = self._taken(before, code)
        if after is None:
            return
        if is_end(after):
            yield after
            return
        try:
            for _, _, state in reached(after, lambda state: state):
                self._left -= 1
                if isinstance(state, State) and is_end(state):
                    yield state
                if self._left <= 0:
                    return
        except Exception:  # noqa: BLE001 - rules need not make sense of an option that they refuse
            return

    def _taken(self, before: State, code: int) -> State | None:
        """Return the state after a code that is refused; None if the rules make no sense of it."""
        self._left -= 1
        try:
            return _allowing(before, code).take(code)
        except Exception:  # noqa: BLE001 - as above
            return None

    def _forbid(self, before: State, code: int) -> tuple[str, ...]:
        """Return what forbids a code; empty if too many were looked up."""
        key = before, code
        if key not in self._explained:
            if len(self._explained) >= self.looked_up:
                return ()
            decision = _allowing(before, code).decision
            texts = [option.text for option in decision.options] if decision is not None else []
            self._explained[key] = self.trace.forbidding(before, texts)
        return self._explained[key]


def _allowing(state: State, code: int) -> State:
    """Return the same state with nothing but one option on offer, whatever the rules say."""
    return State.after(state.match, (state.vector, [code], 0), (state.vector, code))


def refused_codes(state: State) -> Iterator[int]:
    """Yield the codes of the pending step that are not on offer."""
    linked, space = state.match.linked, state.match.backend.codes
    number = state.vector[linked.layout.core("step")]
    offered = {*state.codes}
    for action in linked.steps[number].actions if number != linked.layout.none else ():
        codes = space.of[action]
        yield from (
            code for code in range(codes.first, codes.first + codes.count) if code not in offered
        )
