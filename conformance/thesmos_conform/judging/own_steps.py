"""Make an implementation that takes steps in its own way a peer that takes ours.

It may skip steps in which there is only one thing to do (`forced: skipped`), and ask the steps of a
turn in an order of its own (`order: free`): conformance/protocol/README.md, section 5. It is sent
the choices that it asks for, when it asks for them, and its answers are returned where the
reference asks for the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from thesmos.perft.turns import is_end
from thesmos.play.protocols import CONCEDE, SKIP, State
from thesmos_conform.adapters.whole_turns import by_steps
from thesmos_conform.judging.compare import ComparisonScope, answer_differences
from thesmos_conform.judging.dead_ends import LOST, PRUNED, DeadEndPolicy
from thesmos_conform.protocol.messages import (
    FREE,
    POSITIONS,
    SKIPPED,
    Answer,
    Claim,
    Place,
    Refused,
    Reply,
)
from thesmos_conform.protocol.peer import OtherSteps, Peer
from thesmos_conform.reference.oracle import Oracle, dead_end

EARLY = 4  # steps ahead that an implementation may ask for something, where a place ends
TRIED = 12  # ways to such a step that are tried: it must be the same after all of them
MOST = 0.5  # the share of its options in common from which a wrong answer is about a later step
DECISION = ComparisonScope(("legal",), ())

Sent = int | str  # a choice of a place, by its number, or one that the place does not have


class Unasked(Exception):  # noqa: N818 - not an error
    """What a place asks can't be asked of an implementation with its own steps; it says why."""


@dataclass(frozen=True)
class SkippedStep(Answer):
    """The reference's answer at a step that the implementation skips; nothing was asked."""


def in_our_steps(peer: Peer, claim: Claim, oracle: Oracle) -> Peer:
    """Return a peer that answers step by step as the reference asks, whatever a claim says."""
    stepwise = by_steps(peer, claim)
    if claim.granularity == POSITIONS or not takes_own_steps(claim):
        return stepwise
    return OwnSteps(stepwise, claim, oracle)


def takes_own_steps(claim: Claim) -> bool:
    """Return whether a claim says that an implementation skips steps, or has its own order."""
    return claim.forced == SKIPPED or claim.order == FREE


@dataclass(frozen=True)
class _Walk:
    """What the reference asks at a place.

    states: at the beginning and after each choice that is on offer. skipped: which of their steps
    the implementation skips. turns: the number of the turn that each belongs to. refused: the first
    choice that is not on offer.
    """

    place: Place
    states: tuple[State, ...]
    skipped: tuple[bool, ...]
    turns: tuple[int, ...]
    refused: int | None

    @property
    def last(self) -> int:
        """The number of the last state."""
        return len(self.states) - 1

    @property
    def steps(self) -> list[int]:
        """The numbers of the choices that the implementation asks for."""
        return [number for number in range(self.last) if not self.skipped[number]]

    def sent(self, order: Sequence[Sent]) -> Place:
        """Return the place with these choices."""
        texts = (self.place.choices[c] if isinstance(c, int) else c for c in order)
        return replace(self.place, choices=tuple(texts))

    def begins_turn(self, number: int) -> bool:
        """Return whether a state is the first one, begins a turn, or ends the game."""
        return not number or is_end(self.states[number])


class OwnSteps(OtherSteps):
    """A `Peer` that answers where the reference asks, on top of one that takes its own steps."""

    def __init__(self, peer: Peer, claim: Claim, oracle: Oracle) -> None:
        """peer: the implementation, asked step by step. claim: what it says of its steps."""
        super().__init__(peer)
        self.oracle = oracle
        self.free = claim.order == FREE
        self.skips = claim.forced == SKIPPED
        self.policy = DeadEndPolicy(oracle, claim.dead_ends, events=False)

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        """Return the decision at a place.

        viewer, why: as of a `Peer`. Raises Unasked for either where the implementation is at
            another step than the reference.
        """
        walk = self._walk(place)
        if walk.refused is not None or (viewer is None and why is None):
            return self._replies(walk)[-1]
        if walk.skipped[-1]:
            raise Unasked("what is seen in a step that is not asked")
        order, replies = self._asked(walk)
        at = replies[-1]
        if len(replies) <= walk.last or not isinstance(at, Answer) or at.partial:
            raise Unasked("what is seen within a turn whose steps come in another order")
        return self.peer.look(walk.sent(order), viewer=viewer, why=why)

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        """Return the answers at the beginning and after each choice; the last may be a refusal.

        Raises Unasked for a viewer, and where a player concedes in a step that is skipped.
        """
        if viewer is not None:
            raise Unasked("what is seen on the way")
        return self._replies(self._walk(place))

    # ------------------------------------------------------------------ the reference's steps

    def _walk(self, place: Place) -> _Walk:
        with self.oracle.lock:
            states, refused = self._states(place)
            skipped = tuple(self.skips and self._is_forced(state) for state in states)
            begun = [int(number > 0 and s.turns_begun > 0) for number, s in enumerate(states)]
        walk = _Walk(place, states, skipped, tuple(accumulate(begun)), refused)
        if any(skipped[at] and place.choices[at] == CONCEDE for at in range(walk.last)):
            raise Unasked("a player concedes in a step that is not asked")
        return walk

    def _states(self, place: Place) -> tuple[tuple[State, ...], int | None]:
        """Return the states at a place, and the first choice that is not on offer there.

        Where dead ends are losses, the states after these.
        """
        if self.policy.kind != LOST:
            path = self.oracle.path(place)
            return path.states, path.refused
        states: list[State] = []
        taken = replace(place, choices=())
        for choice in (*place.choices, None):
            while dead_end(self.oracle.path(taken).last):
                taken = taken.after(CONCEDE)
            states.append(self.oracle.path(taken).last)
            if choice is not None:
                taken = taken.after(choice)
                if self.oracle.path(taken).refused is not None:
                    return tuple(states), len(states) - 1
        return tuple(states), None

    def _is_forced(self, state: State) -> bool:
        """Return whether there is exactly one thing to do, which is not to concede."""
        decision = state.decision
        if decision is None:
            return False
        texts = [option.text for option in decision.options] + [SKIP] * decision.may_skip
        if len(texts) <= 1 or self.policy.kind != PRUNED:
            return len(texts) == 1
        offered = 0
        for text in texts:
            offered += self.policy.offers(state, text)
            if offered > 1:
                return False
        return offered == 1

    def _skipped(self, state: State) -> SkippedStep:
        answer = self.policy.answers(state)[0]
        return SkippedStep(**(vars(answer) | {"partial": True}))

    # ------------------------------------------------------------------ asking

    def _replies(self, walk: _Walk) -> list[Reply]:
        """Return the replies at the reference's states, as far as they go, and maybe a refusal."""
        order, replies = self._asked(walk)
        if walk.refused is None or len(replies) <= walk.last:
            return replies
        if walk.skipped[-1]:  # it can't be tried
            return [*replies, Refused(walk.refused)]
        reply = self.peer.look(walk.sent(order).after(walk.place.choices[walk.refused]))
        return [*replies, self._numbered(reply, [*order, walk.refused])]

    def _asked(self, walk: _Walk) -> tuple[list[Sent], list[Reply]]:
        """Return the choices in the implementation's order, and its replies in the reference's.

        The choices are those before it asks for the last step. The replies end where nothing of the
        reference agrees with one.
        """
        order: list[Sent] = [*walk.steps]
        if not self.free:
            numbers = (n for n in range(walk.last + 1) if not walk.skipped[n])
            got = dict(zip(numbers, self.peer.path(walk.sent(order)), strict=False))
            return order, [*self._in_our_order(walk, order, got)]
        for _ in range(len(order) + EARLY + 1):  # each finds the place of one more choice
            better, replies = self._compared(walk, order, self.peer.path(walk.sent(order)))
            if better is None:
                break
            order = better
        by_state = {number: reply for number, (_, reply) in replies.items()}
        before_last = order[: replies[walk.last][0]] if walk.last in replies else order
        return before_last, [*self._in_our_order(walk, order, by_state)]

    def _in_our_order(
        self, walk: _Walk, order: Sequence[Sent], replies: dict[int, Reply]
    ) -> Iterator[Reply]:
        for number, state in enumerate(walk.states):
            if walk.skipped[number]:
                yield self._skipped(state)
                continue
            reply = replies.get(number)
            if reply is not None:
                yield self._numbered(reply, order)
            if not isinstance(reply, Answer):
                return

    def _numbered(self, reply: Reply, order: Sequence[Sent]) -> Reply:
        """Return a reply; a refusal with the number of the choice at the place."""
        if not isinstance(reply, Refused) or reply.choice >= len(order):
            return reply
        refused = order[reply.choice]
        return Refused(refused) if isinstance(refused, int) else reply

    def _compared(
        self, walk: _Walk, order: Sequence[Sent], got: Sequence[Reply]
    ) -> tuple[list[Sent] | None, dict[int, tuple[int, Reply]]]:
        """Return a better order of the choices, None if this is the one, and the replies by state.

        With each reply comes the number of choices before it. Of the steps of the turn that are
        still to be asked, a reply is for the first that agrees.
        """
        pending = [*walk.steps, *([] if walk.skipped[-1] else [walk.last])]
        replies: dict[int, tuple[int, Reply]] = {}
        for at, reply in enumerate(got):
            if not pending:
                break
            current = pending[0]
            step = next(
                (
                    n
                    for n in self._to_be_asked(walk, pending, reply)
                    if self._agrees(walk.states[n], reply)
                ),
                None,
            )
            if not isinstance(reply, Answer):
                return None, replies | {current: (at, reply)}
            if step is None and not self._is_early(walk, current, reply, order):
                step = self._nearest(walk, pending, reply)
                if step == current:
                    return None, replies | {current: (at, reply)}
            choice: Sent = SKIP if step is None else step
            if step is not None:
                whole = step == current and walk.begins_turn(step)
                replies[step] = at, replace(reply, partial=None if whole else True)
                pending.remove(step)
            if step is None or (step == walk.last and pending):
                choice = reply.options[0] if reply.options else SKIP
            if choice != walk.last and order[at : at + 1] != [choice]:
                later = [sent for sent in order[at:] if sent != choice]
                return [*order[:at], choice, *later], replies
        return None, replies

    def _to_be_asked(self, walk: _Walk, pending: Sequence[int], reply: Reply) -> Iterator[int]:
        """Yield those of some states that a reply may be about: of the turn of the first.

        The end of a game is never early: only of the first.
        """
        over = isinstance(reply, Answer) and reply.result is not None
        for number in pending[:1] if over else pending:
            if walk.turns[number] != walk.turns[pending[0]]:
                return
            yield number

    def _nearest(self, walk: _Walk, pending: Sequence[int], reply: Answer) -> int:
        """Return which of some states a wrong reply is about: what it offers says so, or the first.

        It is about a later one if it has most of that one's options, and more than of the others.
        """
        offered = {*(reply.options or ())}
        shares: dict[int, float] = {}
        for number in self._to_be_asked(walk, pending, reply):
            with self.oracle.lock:
                right = {*(self.policy.answers(walk.states[number])[0].options or ())}
            shares[number] = len(offered & right) / (len(offered | right) or 1)
        nearest = max(shares, key=lambda number: (shares[number], -number))
        return nearest if shares[nearest] > MOST else pending[0]

    def _agrees(self, state: State, reply: Reply) -> bool:
        """Return whether a reply is about the same decision, or the end of the game."""
        if not isinstance(reply, Answer):
            return False
        with self.oracle.lock:
            return any(
                not answer_differences(answer, reply, DECISION)
                for answer in self.policy.answers(state)
            )

    def _is_early(self, walk: _Walk, current: int, reply: Answer, order: Sequence[Sent]) -> bool:
        """Return whether a reply asks now for what is asked behind the end of a place, in its turn.

        It must be asked there whatever is chosen before.
        """
        extra = sum(isinstance(sent, str) for sent in order)
        if extra >= EARLY or walk.turns[current] != walk.turns[-1]:
            return False
        ahead = [walk.states[-1]]
        for _ in range(EARLY):
            with self.oracle.lock:
                ahead = [after for state in ahead for after in _some_after(state, len(ahead))]
            if not ahead or any(map(is_end, ahead)):
                return False
            if all(self._agrees(state, reply) for state in ahead):
                return True
        return False


def _some_after(state: State, among: int) -> Iterator[State]:
    """Yield states after some of the choices at a state. among: such states of that step."""
    choices = [*state.codes, *([None] if state.may_skip else [])]
    for choice in choices[:: len(choices) * among // TRIED + 1]:
        yield state.skip() if choice is None else state.take(choice)
