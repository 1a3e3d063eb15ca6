"""The measurement counts what was played, by a clock of the test's own."""

from __future__ import annotations

import itertools
from functools import partial

import pytest

from testing.walks import made_up
from thesmos.play.backend import PYTHON, SEMANTICS, backend_named
from thesmos.tools.bench import bench, compile_time


class Counter:
    """Plays games of one decision more each time."""

    def __init__(self) -> None:
        self.games = 0

    def start(self) -> int:
        self.games += 1
        return self.games

    def playout(self, vector: int, seed: int) -> tuple[int, int]:
        assert 0 <= seed < 2**64
        return vector, vector


def test_rates_follow_from_counts() -> None:
    ticks = itertools.count()
    speed = bench(Counter(), seconds=10, warm_up=0, clock=lambda: float(next(ticks)))
    assert (speed.games, speed.decisions) == (10, 55)
    assert speed.decisions_per_second == speed.decisions / speed.seconds
    assert set(speed.as_json()) >= {"decisions_per_second", "games_per_second"}


def test_a_game_is_played_even_without_time() -> None:
    assert bench(Counter(), seconds=0, warm_up=0).games == 1


@pytest.mark.parametrize("backend", [PYTHON, SEMANTICS])
def test_every_backend_plays_to_the_end(backend: str) -> None:
    match = made_up("race").by(backend_named(backend)).match([None, None])
    speed = bench(match.backend, seconds=0, warm_up=0)
    assert speed.decisions > 1


def test_what_compiles_is_measured_one_after_the_other() -> None:
    ticks = itertools.chain.from_iterable((n, n + took) for n, took in enumerate((0.2, 0.4, 0.1)))
    made: list[str] = []
    match_ups = [(name, partial(made.append, name)) for name in ("a,b", "b,c")]
    found = compile_time(match_ups, clock=lambda: next(ticks))
    assert made == ["a,b", "b,c"]
    assert (found.match_ups, found.slowest) == (2, "b,c")
    assert (found.mean, found.worst, found.calibration) == pytest.approx((300, 400, 100))
