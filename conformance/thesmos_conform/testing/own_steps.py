"""Implementations that take steps in their own way: the reference, with its steps rearranged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thesmos.perft.turns import is_end
from thesmos.play.protocols import CONCEDE, SKIP, State
from thesmos_conform.protocol.messages import Answer, Claim, Hello, Place, Refused, Reply
from thesmos_conform.reference.oracle import Oracle, apply_choice
from thesmos_conform.reference.reference import answer

At = tuple[State, str]  # a state, and what was chosen for the step after its own
LIMIT = 1000  # forced steps in a row
MANY = 20  # options of a step that is never moved, to save time


class OwnWay:
    """A `Peer` that skips forced steps, or asks a later step first wherever that is the same step.

    wrong: an option that it leaves out. earlier, skipped: how often it asked a later step first,
    and how many steps it skipped.
    """

    def __init__(self, oracle: Oracle, claim: Claim, wrong: str = "", game: str = "pook") -> None:
        self.game = game
        self.oracle = oracle
        self.claim = claim
        self.wrong = wrong
        self.seconds: dict[State, State | None] = {}
        self.earlier = 0
        self.skipped = 0

    def hello(self) -> Hello:
        """The claim for its game."""
        return Hello("own way", games={self.game: self.claim})

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        """The decision after some choices, or the first that it does not ask for."""
        replies = self.path(place, viewer=viewer)
        return replies[-1]

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        """The answers at the beginning and after each choice."""
        begun = self.oracle.path(replace(place, choices=())).last
        at = self.on((begun, ""))
        replies: list[Reply] = [self.told(at, viewer)]
        for number, choice in enumerate(place.choices):
            after = self.after(at, choice)
            if after is None or choice == self.wrong:
                return [*replies, Refused(number)]
            at = self.on(after)
            replies.append(self.told(at, viewer))
        return replies

    def on(self, at: At) -> At:
        """The next place that it asks about."""
        for _ in range(LIMIT):
            state, then = at
            texts = choices(state)
            if self.claim.forced != "skipped" or then or len(texts) != 1:
                return at
            self.skipped += 1
            at = (taken(state, texts[0]), "")
        raise AssertionError(at)

    def after(self, at: At, choice: str) -> At | None:
        """What comes after a choice; None if it is not on offer."""
        state, then = at
        if not then and choice != CONCEDE and (second := self.second(state)) is not None:
            return (state, choice) if choice in choices(second) else None
        after = apply_choice(state, choice)
        return None if after is None else ((taken(after, then) if then else after), "")

    def told(self, at: At, viewer: int | None) -> Answer:
        """The answer at a place."""
        state, then = at
        second = None if then else self.second(state)
        self.earlier += second is not None
        whole = answer(state if second is None else second, viewer, began=True)
        if whole.options is None:
            return whole
        return replace(whole, options=tuple(o for o in whole.options if o != self.wrong))

    def second(self, state: State) -> State | None:
        """A state of the step after this one, if that is the same whatever is chosen here."""
        if state not in self.seconds:
            self.seconds[state] = self.computed_second(state)
        return self.seconds[state]

    def computed_second(self, state: State) -> State | None:
        """As `second`, not kept."""
        if self.claim.order != "free" or state.decision is None or not state.decision.player:
            return None
        texts = choices(state)
        if len(texts) > MANY:
            return None
        following = [taken(state, text) for text in texts]
        if not following or any(is_end(after) for after in following):
            return None
        decision = following[0].decision
        assert decision is not None
        if self.claim.forced == "skipped" and len(choices(following[0])) == 1:
            return None  # a step that it never asks
        first = (decision.player, decision.step, choices(following[0]))
        others = ((s.decision.player, s.decision.step, choices(s)) for s in following if s.decision)
        differs = first != (state.decision.player, state.decision.step, texts)
        return following[0] if differs and all(first == other for other in others) else None

    def perft(self, place: Place, depth: int) -> int | Reply:
        """Never asked."""
        raise AssertionError((place, depth))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def choices(state: State) -> list[str]:
    """All that may be chosen, but for conceding."""
    decision = state.decision
    if decision is None:
        return []
    return [option.text for option in decision.options] + [SKIP] * decision.may_skip


def taken(state: State, text: str) -> State:
    """The state after a choice that is on offer."""
    after = apply_choice(state, text)
    assert after is not None
    return after
