"""Measure the speed of uniform random play in one process, and how long match-ups take to compile.

Play covers what a random player needs: all options of each decision, the choice, and the next
state. Linking and compiling the match-up and the texts of options are measured separately.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from time import perf_counter, process_time
from typing import Any, Protocol

from thesmos.dice import Rng
from thesmos.play.playouts import BatchBackend
from thesmos.play.protocols import Json

WARM_UP = 0.2
CALIBRATION = 1_000_000  # rounds of an empty loop


class Player(Protocol):
    """The backend of a match, which plays the games."""

    def start(self) -> Any:
        """Return the first state."""

    def playout(self, vector: Any, seed: int, /) -> tuple[Any, int]:
        """Play at random from a state to the end; return the last state and how many decisions."""


@dataclass(frozen=True)
class Speed:
    """The result of a measurement. seconds: the time measured, without the warm-up."""

    decisions_per_second: float
    games_per_second: float
    decisions: int
    games: int
    seconds: float

    def as_json(self) -> Json:
        """Return the figures as `--json` prints them."""
        return {
            key: round(value, 2) if isinstance(value, float) else value
            for key, value in asdict(self).items()
        }


def bench(
    player: Player,
    seconds: float,
    seed: int = 1,
    warm_up: float = WARM_UP,
    clock: Callable[[], float] = perf_counter,
) -> Speed:
    """Play random games for some seconds, at least one, each to its end.

    warm_up: seconds of play beforehand that are not measured.
    """
    dice = Rng(seed)
    if warm_up > 0:
        _play_until(player, dice, clock() + warm_up, clock)
    start = clock()
    decisions, games = _play_until(player, dice, start + seconds, clock)
    taken = max(clock() - start, 1e-9)
    return Speed(decisions / taken, games / taken, decisions, games, taken)


def _play_until(
    player: Player, dice: Rng, end: float, clock: Callable[[], float]
) -> tuple[int, int]:
    """Play until a time; return the numbers of decisions and of games."""
    if isinstance(player, BatchBackend):
        return _batches_until(player, dice, end, clock)
    decisions = games = 0
    while not games or clock() < end:
        _, of_game = player.playout(player.start(), dice.next())
        decisions += of_game
        games += 1
    return decisions, games


def _batches_until(
    player: BatchBackend, dice: Rng, end: float, clock: Callable[[], float]
) -> tuple[int, int]:
    """As `_play_until`, in batches whose size is what about a tenth of the whole time allows."""
    decisions, games, batch, start = 0, 0, 1, clock()
    while not games or clock() < end:
        begun = clock()
        decisions += int(player.playouts(player.start(), batch, dice.next()).lengths.sum())
        games += batch
        taken = max(clock() - begun, 1e-6)
        batch = max(1, min(batch * 10, int(batch * (end - start) / 10 / taken)))
    return decisions, games


@dataclass(frozen=True)
class CompileTime:
    """How long match-ups took to link and compile, in milliseconds of processor time.

    match_ups: their number.
    slowest: the one that took longest.
    calibration: how long a million rounds of an empty loop took in the same run, to compare
        machines.
    """

    match_ups: int
    mean: float
    worst: float
    slowest: str
    calibration: float

    def as_json(self) -> Json:
        """Return the figures as `--json` prints them."""
        return {
            "match_ups": self.match_ups,
            "mean_ms": round(self.mean, 2),
            "worst_ms": round(self.worst, 2),
            "slowest": self.slowest,
            "calibration_ms": round(self.calibration, 2),
        }


def compile_time(
    match_ups: Iterable[tuple[str, Callable[[], object]]],
    clock: Callable[[], float] = process_time,
) -> CompileTime:
    """Measure how long it takes to compile match-ups, each once, one after the other.

    match_ups: at least one; the name of each, and a function that makes and compiles it. Garbage is
    only collected between them. Functions shared with an earlier match-up are not compiled again.
    """
    times: list[tuple[float, str]] = []
    for name, make in match_ups:
        gc.disable()
        try:
            start = clock()
            make()
            times.append(((clock() - start) * 1000, name))
        finally:
            gc.enable()
    start = clock()
    for _ in range(CALIBRATION):
        pass
    calibration = (clock() - start) * 1000
    worst, slowest = max(times)
    return CompileTime(
        len(times), sum(time for time, _ in times) / len(times), worst, slowest, calibration
    )
