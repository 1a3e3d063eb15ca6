"""The measurement counts what was played, by a clock of the test's own."""

from __future__ import annotations

import itertools

from thesmos.testing.toy import ToyMatch
from thesmos.tools.bench import bench


def test_rates_follow_from_counts() -> None:
    ticks = itertools.count()
    speed = bench(ToyMatch(), seconds=100, warm_up=0, clock=lambda: float(next(ticks)))
    assert speed.decisions > speed.games > 0
    assert speed.decisions_per_second == speed.decisions / speed.seconds
    assert set(speed.to_json()) >= {"decisions_per_second", "games_per_second"}


def test_some_games_are_played_even_without_time() -> None:
    assert bench(ToyMatch(), seconds=0, warm_up=0).decisions >= 1
