"""Random games, and match-ups that are allowed."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from pathlib import Path

from thesmos.dice import Rng
from thesmos.play.game import Game, load
from thesmos.play.match import Match
from thesmos.play.state import State

LONGEST = 160  # choices to a state that `reach` finds

GAMES = Path(__file__).parent / "games"


@functools.cache
def made_up(slug: str) -> Game:
    """A made-up game."""
    return load(str(GAMES / slug))


def allowed(game: Game, *powers: str) -> bool:
    """Whether these powers may meet, by their numbers of players and bans, whoever begins."""
    cards = [game.powers[slug] for slug in powers]
    return all(
        len(powers) in (card.players or [len(powers)])
        and not {other for other, _ in card.banned} & {*powers}
        for card in cards
    )


def match_ups(game: Game, *powers: str) -> list[tuple[str, str]]:
    """All pairs that may meet, of these powers or of all; each once."""
    pairs = itertools.combinations(powers or game.powers, 2)
    return [pair for pair in pairs if allowed(game, *pair)]


def step(state: State, dice: Rng) -> State:
    """The state after a uniform choice; a dead end is conceded."""
    codes = state.codes
    count = len(codes) + state.may_skip
    index = dice.below(count) if count else -1
    if index < 0:
        return state.concede()
    return state.take(codes[index]) if index < len(codes) else state.skip()


def game_from(state: State, seed: int, limit: int = 400) -> Iterator[State]:
    """The states of a random game from a state on, which is included, up to the end or a limit."""
    dice = Rng(seed)
    yield state
    for _ in range(limit):
        if state.result is not None:
            return
        state = step(state, dice)
        yield state


def reach(match: Match, seed: int, choices: int) -> State:
    """The state after a number of random choices, or the last one before the end."""
    states = _going_on(match, seed)
    return states[min(choices, len(states) - 1)]


@functools.lru_cache(maxsize=400)
def _going_on(match: Match, seed: int) -> list[State]:
    """The first states of a random game, none of them over; many tests look at the same ones."""
    return [s for s in game_from(match.start(), seed, LONGEST) if s.result is None]
