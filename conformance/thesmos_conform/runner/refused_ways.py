"""How an implementation may have come to a position that a turn can't lead to.

One choice of the turn is taken although the rules refuse it, and the turn is completed by the
rules. What forbids that choice explains the position.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from thesmos.play.state import State
from thesmos.tools.perft import is_end, reached, successors
from thesmos_conform.protocol.canonical import digest
from thesmos_conform.reference.clause_trace import ClauseTrace

TRIED = 20_000  # states to look at for the positions of one answer
EXPLAINED = 40  # refused choices whose clauses are looked up


@dataclass
class RefusedWays:
    """Looks for the clauses that forbid positions. told: an end of a turn as canonical text."""

    trace: ClauseTrace
    told: Callable[[State], str]
    left: int = TRIED
    explained: dict[tuple[State, int], tuple[str, ...]] = field(default_factory=dict)

    def forbidding(self, start: State, wanted: Collection[str]) -> tuple[str, ...]:
        """The ids of the rules and clauses that forbid what leads from a turn's start to positions.

        wanted: these, as canonical texts or as hashes of them. Of several ways to one, the way that
        the fewest forbid counts. Nothing for positions to which no way is found within limits.
        """
        best: dict[str, tuple[str, ...]] = {}
        with self.trace.oracle.lock:
            for before, code, end in self._ways(start, {*wanted}):
                ids = self._ids(before, code)
                if ids and (end not in best or len(ids) < len(best[end])):
                    best[end] = ids
                if len(best) == len(wanted) and all(len(one) == 1 for one in best.values()):
                    break
        return tuple(dict.fromkeys(id for ids in best.values() for id in ids))

    def _ways(self, start: State, wanted: set[str]) -> Iterator[tuple[State, int, str]]:
        """The ways to wanted positions: a state, a code that it refuses, and the position."""
        for before in self._within(start):
            for code in _refused(before):
                if self.left <= 0:
                    return
                for end in self._ends(before, code):
                    text = self.told(end)
                    for name in wanted & {text, digest(text)}:
                        yield before, code, name

    def _within(self, start: State) -> Iterator[State]:
        """The states in which something is decided in a turn, by the rules: the earliest first."""
        seen, level = {start}, [start]
        while level and self.left > 0:
            yield from level
            following = []
            for state in level:
                for _, after in successors(state):
                    self.left -= 1
                    if after not in seen and not is_end(after) and isinstance(after, State):
                        seen.add(after)
                        following.append(after)
            level = following

    def _ends(self, before: State, code: int) -> Iterator[State]:
        """Where a turn can end after a code that is refused."""
        self.left -= 1
        try:
            after = _allowing(before, code).take(code)
            if is_end(after):
                yield after
                return
            for _, _, state in reached(after, lambda one: one):
                self.left -= 1
                if isinstance(state, State) and is_end(state):
                    yield state
                if self.left <= 0:
                    return
        except Exception:  # noqa: BLE001 - rules need not make sense of an option that they refuse
            return

    def _ids(self, before: State, code: int) -> tuple[str, ...]:
        """What forbids a code; empty if too many were looked up."""
        key = before, code
        if key not in self.explained:
            if len(self.explained) >= EXPLAINED:
                return ()
            decision = _allowing(before, code).decision
            texts = [one.text for one in decision.options] if decision is not None else []
            self.explained[key] = self.trace.forbidding(before, texts)
        return self.explained[key]


def _allowing(state: State, code: int) -> State:
    """The same state, in which nothing but one option is on offer, whatever the rules say."""
    return State.after(state.match, (state.vector, [code], 0), (state.vector, code))


def _refused(state: State) -> Iterator[int]:
    """The codes of the pending step that are not on offer."""
    linked, space = state.match.linked, state.match.backend.codes
    number = state.vector[linked.layout.core("step")]
    offered = {*state.codes}
    for action in linked.steps[number].actions if number != linked.layout.none else ():
        codes = space.of[action]
        yield from (
            code for code in range(codes.first, codes.first + codes.count) if code not in offered
        )
