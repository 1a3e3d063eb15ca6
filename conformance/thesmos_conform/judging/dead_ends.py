"""The questions and the accepted answers, depending on how an implementation handles dead ends.

Implementations differ in what happens at a dead end (conformance/protocol/README.md, section 5).
The reference plays the same choices; its answers are adapted to each policy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from thesmos.perft.turns import successors
from thesmos.play.protocols import CONCEDE, SKIP, State
from thesmos_conform.protocol.messages import Answer, Place
from thesmos_conform.reference.oracle import Oracle, apply_choice, dead_end
from thesmos_conform.reference.reference import answer

SHOWN, LOST, PRUNED = "shown", "lost", "pruned"
SEARCHED = 20_000  # states of a turn to search for its end
KNOWN = 100_000  # states that are known to have an end or none, after which all are dropped


@dataclass(frozen=True)
class ExpectedPoint:
    """The accepted answers after some choices, and the last choice with the states around it."""

    make_accepted: Callable[[], tuple[Answer, ...]]
    state: State
    before: State | None = None
    choice: str = ""

    @cached_property
    def accepted(self) -> tuple[Answer, ...]:
        """The accepted answers; made on demand, since often only the last point's are used."""
        return self.make_accepted()


@dataclass(frozen=True)
class Expectation:
    """A place as it is sent, and the expected answers.

    points: at the beginning and after each choice that is sent. refused: the first choice that the
    implementation must refuse under its policy; the points end before it.
    """

    place: Place
    points: tuple[ExpectedPoint, ...]
    refused: int | None = None

    @property
    def last(self) -> ExpectedPoint:
        """The last point."""
        return self.points[-1]


class DeadEndPolicy:
    """How an implementation handles dead ends, applied to places.

    alive: states within turns, and whether their turn can be completed; dropped when it is full.
    """

    def __init__(
        self, oracle: Oracle, dead_ends: str, events: bool = True, placed: bool = True
    ) -> None:
        """events, placed: whether answers have events and positions, which take longest to make."""
        self.oracle = oracle
        self.kind = dead_ends
        self.events = events
        self.placed = placed
        self.alive: dict[State, bool] = {}

    def expectation(self, place: Place) -> Expectation:
        """Return what to send for a place, and what to expect. Raises UsageError."""
        with self.oracle.lock:
            path = self.oracle.path(place)
            points, sent = [self._point(path.states[0], None, 0)], list[str]()
            for number, choice in enumerate(place.choices):
                before = path.states[number]
                if self.kind == LOST and choice == CONCEDE and dead_end(before):
                    continue  # under this policy the game was lost already
                if number == path.refused or not self.offers(before, choice):
                    sent += place.choices[number:]
                    return Expectation(_with(place, sent), tuple(points), len(points) - 1)
                sent.append(choice)
                points.append(self._point(path.states[number + 1], before, number + 1, choice))
            return Expectation(_with(place, sent), tuple(points))

    def offers(self, state: State, choice: str) -> bool:
        """Return whether this policy offers a choice that the rules allow."""
        if self.kind != PRUNED or choice == CONCEDE:
            return True
        after = apply_choice(state, choice)
        return after is not None and self._ends(after)

    def _point(
        self, state: State, before: State | None, choices: int, choice: str = ""
    ) -> ExpectedPoint:
        if self.kind == LOST:
            while dead_end(state):
                state = state.concede()
        began = not choices or not self.events

        def accepted() -> tuple[Answer, ...]:
            with self.oracle.lock:
                return self.answers(state, began)

        return ExpectedPoint(accepted, state, before, choice)

    def answers(self, state: State, began: bool = True) -> tuple[Answer, ...]:
        """Return the answers that this policy allows for a state.

        began: whether no choice led there, so that there are no events.
        """
        full = answer(state, began=began, placed=self.placed)
        if self.kind != PRUNED or state.decision is None:
            return (full,)
        options = tuple(o for o in full.options or () if self.offers(state, o))
        may_skip = bool(full.may_skip) and self.offers(state, SKIP)
        pruned = replace(full, options=options, may_skip=may_skip)
        if options or may_skip or not state.decision.player:
            return (pruned,)
        return pruned, answer(state.concede(), placed=self.placed)

    def _ends(self, state: State) -> bool:
        """Return whether the turn can be completed from a state just entered."""
        if state.result is not None or state.turns_begun:
            return True
        if len(self.alive) >= KNOWN:
            self.alive.clear()
        if state in self.alive:
            return self.alive[state]
        seen, waiting = {state}, [state]
        while waiting and len(seen) < SEARCHED:
            for _, after in successors(waiting.pop()):
                over = after.result is not None or after.turns_begun > 0
                if over or self.alive.get(after, False):
                    self.alive[state] = True
                    return True
                if after not in seen and after not in self.alive:
                    seen.add(after)
                    waiting.append(after)
        if waiting:
            return True  # too many states to search; a dead end is not certain
        self.alive |= dict.fromkeys(seen, False)
        return False


def _with(place: Place, choices: list[str]) -> Place:
    return replace(place, choices=tuple(choices))
