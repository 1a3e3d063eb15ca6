"""An exact search through what is left of a turn, to compare with rules that look ahead.

It plays a match in which the card that asks for something is not in play, and knows no rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from thesmos.play.state import State

MOST_STATES = 200  # of one search


class TooLongError(Exception):
    """A search has seen more states than `MOST_STATES`."""


def ways_on(state: State) -> Iterator[tuple[str, State]]:
    """Yield every choice of a decision, `skip` included, with the state that follows."""
    decision = state.decision
    assert decision is not None
    for option in decision.options:
        yield option.text, state.take(option.code)
    if decision.may_skip:
        yield "skip", state.skip()


def can_reach(
    start: State,
    fulfilled: Callable[[State, State], bool],
    over: Callable[[State], bool],
) -> bool:
    """Return whether some choices from a state on fulfil something.

    fulfilled: whether the step from one state to the next does. over: whether nothing is looked for
    beyond a state. Raises TooLongError.
    """
    if over(start):
        return False
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        for _, following in ways_on(state):
            if fulfilled(state, following):
                return True
            if following not in seen and not over(following):
                seen.add(following)
                waiting.append(following)
        if len(seen) > MOST_STATES:
            raise TooLongError
    return False
