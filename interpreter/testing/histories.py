"""Games that are one game to a player, though what is hidden from them differs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from thesmos.dice import Rng
from thesmos.play.choice import SKIPPED, Choice, take
from thesmos.play.history import History
from thesmos.play.look_alikes import mixed
from thesmos.play.state import State
from thesmos.tools.surfaces import shown

TRIED = 4  # other choices that are tried in place of one that the player does not know
LOOKED_AT = 5  # of so many states, everything that is shown of one is compared


def compare_games(states: list[State], viewer: int, dice: Rng, first: State | None = None) -> int:
    """Compare a game with one that is the same to a player (from 1), as far as there is one.

    first: where the other one begins, if not where the game does.

    The two histories must be equal as values and as text, and all that the player is shown the
    same; another game that they can tell apart must differ as a value and as text. Return in how
    many states the two differ. Raises AssertionError.
    """
    others = [states[0] if first is None else first]
    differing = int(others[0].vector != states[0].vector)
    for before, after in pairwise(states):
        following = next(_alike(before, after, others[-1], viewer, dice), None)
        if following is None:
            break
        differing += following.vector != after.vector
        others.append(following)
    game, other = History(*states[: len(others)]), History(*others)
    known, also = game.known_to(viewer), other.known_to(viewer)
    assert (known, hash(known), known.text) == (also, hash(also), also.text)
    for number, (here, there) in enumerate(zip(states, others, strict=False)):
        if number % LOOKED_AT == 0 or number == len(others) - 1:
            seed = dice.next()
            pairs = zip(
                shown(here, viewer, Rng(seed)), shown(there, viewer, Rng(seed)), strict=True
            )
            for one, two in pairs:
                assert one == two
    _compare_what_follows(game, other, viewer, dice)
    return differing


def _compare_what_follows(game: History, other: History, viewer: int, dice: Rng) -> None:
    """Let both games go on in different ways: they stay equal exactly if they look the same."""
    ends = [[*_followers(history.states[-1], dice)][:TRIED] for history in (game, other)]
    for here in ends[0]:
        for there in ends[1]:
            known = game.then(here).known_to(viewer)
            also = other.then(there).known_to(viewer)
            alike = _sight(here, viewer)[1:] == _sight(there, viewer)[1:]
            assert (known == also) == (known.text == also.text) == alike


def _alike(before: State, after: State, other: State, viewer: int, dice: Rng) -> Iterator[State]:
    """Yield states after `other` that are the same to a player as one after another state.

    First by other choices, if the player does not know it; then by the same one.
    """
    sight = _sight(after, viewer)
    assert after.reached is not None
    _, how = after.reached
    if after.choice_for(viewer) is None:
        different = (state for state in _followers(other, dice) if state.vector != after.vector)
        for _, tried in zip(range(TRIED), different, strict=False):
            if _sight(tried, viewer) == sight:
                yield tried
    following: State | None
    if isinstance(how, int):
        following = other.take(how) if how in other.codes else None
    elif how == "skip":
        following = other.skip() if other.may_skip else None
    else:
        following = other.concede()
    if following is not None and _sight(following, viewer) == sight:
        yield following


def _followers(state: State, dice: Rng) -> Iterator[State]:
    decision = state.decision
    if decision is None:
        return
    choices = [Choice(option.text, option) for option in decision.options]
    choices += [SKIPPED] if decision.may_skip else []
    for number in mixed([*range(len(choices))], dice):
        yield take(state, choices[number])


def _sight(state: State, viewer: int) -> tuple[Any, ...]:
    """What a player sees and learns of a state; last, the same with like pieces exchanged."""
    view = state.view(viewer)
    learned = json.dumps(view.learned, sort_keys=True)
    return view.vector, view.key(), learned
