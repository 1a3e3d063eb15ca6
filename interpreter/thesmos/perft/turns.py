"""The ways through one turn: what can be chosen, and which positions it reaches."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator

from thesmos.perft.many_positions import keep_few
from thesmos.play.protocols import SKIP, SomeState, State

Path = tuple[int | None, ...]  # the choices of a turn, as codes; None: skipped


def is_end(state: SomeState) -> bool:
    """Return whether a state that was reached is the end of its turn."""
    return state.result is not None or state.turns_begun > 0


def reached(
    state: SomeState, key_of: Callable[[SomeState], Hashable]
) -> Iterator[tuple[Hashable, Path, SomeState]]:
    """Yield each position that a turn reaches, once: its key, a shortest path to it, its state.

    key_of: returns equal keys for states that are the same position. Raises UsageError if there are
    too many positions.
    """
    seen = {(key_of(state), False)}
    waiting: deque[tuple[Path, SomeState]] = deque([((), state)])
    while waiting:
        path, at = waiting.popleft()
        for choice, after in successors(at):
            key, ended = key_of(after), is_end(after)
            if (key, ended) in seen:  # a turn may end where it began
                continue
            seen.add((key, ended))
            keep_few(len(seen))
            longer = (*path, choice)
            yield key, longer, after
            if not ended:
                waiting.append((longer, after))


def successors(state: SomeState) -> Iterator[tuple[int | None, SomeState]]:
    """Yield every choice except conceding, with the state after it."""
    if state.result is not None:
        return
    for code in state.codes:
        yield code, state.take(code)
    if state.may_skip:
        yield None, state.skip()


def label(state: State, path: Path) -> str:
    """Return the choices of a turn as text."""
    words = []
    for choice in path:
        decision = state.decision
        assert decision is not None
        words += [option.text for option in decision.options if option.code == choice] or [SKIP]
        state = state.skip() if choice is None else state.take(choice)
    return " ".join(words)
