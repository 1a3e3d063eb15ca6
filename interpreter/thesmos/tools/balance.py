"""Measure how often powers or programs win, in games in which they take every seat in turn."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.choice import take
from thesmos.play.game import Game, load
from thesmos.play.match_ups import Seating, is_allowed
from thesmos.play.players import RANDOM, player_named
from thesmos.play.random_play import pick
from thesmos.play.result import shares
from thesmos.tools.process_pool import Jobs, run_tasks

Progress = Callable[[int, int], None]

CHUNK = 25  # games in a task if all players are random; with a search, each game is a task
UNFINISHED = "not over"  # a game that was stopped after MAX_DECISIONS, and counts as a draw
Z = 1.96  # standard deviations within which 95 % of a normal distribution lie


@dataclass(frozen=True)
class Entrant:
    """A participant: a power or none, played by a program (see play/players.py)."""

    power: str | None
    program: str


@dataclass(frozen=True)
class Contest:
    """Entrants who play each other, in each order that the rules allow, in turn."""

    entrants: tuple[Entrant, ...]
    mode: str
    setup: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Share:
    """The points won in a number of games: 1 for a win, 1/n for a draw of n sides."""

    games: int
    points: float

    @property
    def value(self) -> float:
        """The share of the points, from 0 to 1; 0 without games."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval, which contains the true value in 95 of 100 such measurements."""
        n, p = self.games, self.value
        if not n:
            return 0.0, 1.0
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    def as_json(self) -> dict[str, Any]:
        """Return the share as `--json` prints it."""
        return {"games": self.games, "points": self.points, "share": self.value,
                "interval": [*self.interval]}  # fmt: skip


@dataclass(frozen=True)
class Balance:
    """The outcome of a contest.

    shares: that of each entrant, in the order of the contest.
    first: that of the first seat.
    decisions: their number in all games.
    reasons: how many games ended for each reason.
    """

    contest: Contest
    shares: tuple[Share, ...]
    first: Share
    decisions: int
    reasons: Counter[str] = field(default_factory=Counter, hash=False)

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.first.games

    def as_json(self) -> dict[str, Any]:
        """Return the outcome as `--json` prints it."""
        entrants = zip(self.contest.entrants, self.shares, strict=True)
        return {
            "mode": self.contest.mode,
            "entrants": [
                {"power": entrant.power, "program": entrant.program} | share.as_json()
                for entrant, share in entrants
            ],
            "first": self.first.as_json(),
            "decisions": self.decisions,
            "reasons": dict(self.reasons.most_common()),
        }


def against_each(
    game: Game, power: str, program: str, mode: str | None = None
) -> Iterator[Contest]:
    """Yield the contests of a power against every other that it may meet, in a game for two.

    mode: by default, the game's mode for two players. Raises UsageError for an unknown power.
    """
    if power not in game.powers:
        raise UsageError(f"{game.slug} has no power `{power}`", f"`thesmos check {game.slug}`")
    chosen = game.mode(mode, 2)
    for other in sorted(game.powers):
        contest = Contest((Entrant(power, program), Entrant(other, program)), chosen.slug)
        if other != power and _orders(game, contest):
            yield contest


def balance(
    name: str,
    contests: Sequence[Contest],
    games: int,
    seed: int = 1,
    jobs: Jobs = 1,
    progress: Progress = lambda done, of: None,
) -> list[Balance]:
    """Play a number of games of each contest; return the outcomes in the same order.

    name: the name or path of the game. With the same seed, game n of a contest is the same, if its
        programs play at random or search for a number of rounds.
    progress: called with the numbers of finished tasks and of all tasks.

    Raises UsageError if the rules allow a contest in no order.
    """
    game = load(name)
    for contest in contests:
        if not _orders(game, contest):
            seating = Seating(tuple(e.power for e in contest.entrants), contest.mode, contest.setup)
            raise UsageError(f"the rules do not allow {seating}", "`thesmos legal` says why")
    tasks = [
        _Task(name, contest, range(first, min(first + _chunk(contest), games)), seed)
        for contest in contests
        for first in range(0, games, _chunk(contest))
    ]
    scores: dict[Contest, list[_GameScore]] = {contest: [] for contest in contests}
    for done, (task, played) in enumerate(
        zip(tasks, run_tasks(_play, tasks, jobs), strict=True), 1
    ):
        scores[task.contest] += played
        progress(done, len(tasks))
    return [_balance(contest, played) for contest, played in scores.items()]


@dataclass(frozen=True)
class _Task:
    """Games of a contest, by their numbers."""

    name: str
    contest: Contest
    games: range
    seed: int


@dataclass(frozen=True)
class _GameScore:
    """The score of a game.

    points: those of each entrant.
    first: those of the first seat.
    """

    points: tuple[float, ...]
    first: float
    decisions: int
    reason: str


def _balance(contest: Contest, played: Sequence[_GameScore]) -> Balance:
    points = zip(*(game.points for game in played), strict=True)
    return Balance(
        contest,
        tuple(Share(len(played), sum(of_entrant)) for of_entrant in points),
        Share(len(played), sum(game.first for game in played)),
        sum(game.decisions for game in played),
        Counter(game.reason for game in played),
    )


def _chunk(contest: Contest) -> int:
    return CHUNK if all(entrant.program == RANDOM for entrant in contest.entrants) else 1


def _orders(game: Game, contest: Contest) -> list[tuple[int, ...]]:
    """Return the orders of the entrants, by number, that the rules allow: each begins in turn."""
    count = len(contest.entrants)
    turned = [tuple((first + n) % count for n in range(count)) for first in range(count)]
    return [order for order in turned if is_allowed(game, _seating(contest, order))]


def _seating(contest: Contest, order: Sequence[int]) -> Seating:
    powers = tuple(contest.entrants[number].power for number in order)
    return Seating(powers, contest.mode, contest.setup)


@lru_cache(maxsize=1)
def _loaded(name: str) -> Game:
    return load(name)


def _play(task: _Task) -> list[_GameScore]:
    """Play some games of a contest."""
    game, contest, scores = _loaded(task.name), task.contest, []
    orders = _orders(game, contest)
    for number in task.games:
        order = orders[number % len(orders)]
        seating = _seating(contest, order)
        match = game.match(
            seating.powers, seating.mode, dict(contest.options), dict(seating.setup)
        )  # fmt: skip
        dice = Rng(Rng(task.seed + number).next())
        programs = [player_named(contest.entrants[index].program, dice) for index in order]
        state, decisions = match.start(), 0
        while (decision := state.decision) is not None and decisions < MAX_DECISIONS:
            decisions += 1
            if decision.player == 0:
                choice = pick(state, dice)
            else:
                choice = programs[decision.player - 1].choose(state)
            state = take(state, choice)
        result = state.result
        winners = sum(1 << player - 1 for player in result.winners) if result else 0
        by_seat = shares(match.linked.sides, winners)
        points = dict(zip(order, by_seat, strict=True))
        in_order = tuple(points[index] for index in range(len(order)))
        reason = result.reason if result else UNFINISHED
        scores.append(_GameScore(in_order, by_seat[0], decisions, reason))
    return scores
