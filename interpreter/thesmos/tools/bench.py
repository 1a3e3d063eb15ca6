"""Measure the speed of uniform random play in one process.

A measurement covers what a random player needs: all options of each decision, the choice, and the
next state. Linking the match-up and creating the texts of options are not included.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import perf_counter

from thesmos.play.protocols import Json, Match
from thesmos.play.random_play import play_bare
from thesmos.play.rng import Rng

WARM_UP = 0.2
LIMIT = 500


@dataclass(frozen=True)
class Speed:
    """The result of a measurement. seconds: the time measured, without the warm-up."""

    decisions_per_second: float
    games_per_second: float
    decisions: int
    games: int
    seconds: float

    def to_json(self) -> Json:
        """The figures as `--json` prints them."""
        return {
            key: round(value, 2) if isinstance(value, float) else value
            for key, value in asdict(self).items()
        }


def bench(
    match: Match,
    seconds: float,
    seed: int = 1,
    warm_up: float = WARM_UP,
    clock: Callable[[], float] = perf_counter,
) -> Speed:
    """Play random games of at most LIMIT decisions for some seconds, at least one decision."""
    dice = Rng(seed)
    if warm_up > 0:
        _play_until(match, dice, clock() + warm_up, clock)
    start = clock()
    decisions, games = _play_until(match, dice, start + seconds, clock)
    taken = max(clock() - start, 1e-9)
    return Speed(decisions / taken, games / taken, decisions, games, taken)


def _play_until(match: Match, dice: Rng, end: float, clock: Callable[[], float]) -> tuple[int, int]:
    """Play until a time; return the numbers of decisions made and of games finished."""
    decisions = games = 0
    while True:
        made = 0
        for _ in play_bare(match.start(1 + dice.below(1 << 30)), dice, LIMIT):
            made += 1
            if clock() >= end:
                return decisions + made, games
        decisions += made
        games += 1
        if made == 0 or clock() >= end:
            return decisions, games
