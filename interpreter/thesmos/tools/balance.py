"""Measure how often powers or programs win, in games in which they take every seat in turn.

Game number n is played in order n % k, if the rules allow k orders of the entrants. It is game
n // k of this order, and its seed is output n // k of the generator of the order. So the games of
random players are those of `playouts` (play/playouts.py), which machine code plays.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, NamedTuple

from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.backend import NATIVE, PYTHON
from thesmos.play.choice import take
from thesmos.play.game import Game, load
from thesmos.play.match import Match
from thesmos.play.match_ups import Seating, is_allowed
from thesmos.play.players import RANDOM, has_machine_code, player_named
from thesmos.play.playouts import BatchBackend
from thesmos.play.random_play import pick
from thesmos.play.result import shares
from thesmos.play.state import State
from thesmos.tools.process_pool import Jobs, run_tasks

Progress = Callable[[int, int], None]

CHUNK = 500  # games in a task if all players are random; with a search, each game is a task
FAST_FROM = 2_000  # games of a contest of random players for which compiling machine code pays
FAST_CHUNK = 25_000  # games in a task then
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
        programs play at random or search for a number of rounds, whatever plays it.
    progress: called with the numbers of finished tasks and of all tasks.

    Raises UsageError if the rules allow a contest in no order.
    """
    game = load(name)
    for contest in contests:
        if not _orders(game, contest):
            seating = Seating(tuple(e.power for e in contest.entrants), contest.mode, contest.setup)
            raise UsageError(f"the rules do not allow {seating}", "`thesmos legal` says why")
    chunks = [(contest, _chunk(contest, games)) for contest in contests]
    tasks = [
        _Task(name, contest, range(first, min(first + chunk, games)), seed, chunk == FAST_CHUNK)
        for contest, chunk in chunks
        for first in range(0, games, chunk)
    ]
    tallies = {contest: _Tally() for contest in contests}
    for done, (task, played) in enumerate(
        zip(tasks, run_tasks(_play, tasks, jobs), strict=True), 1
    ):
        tallies[task.contest].add(played)
        progress(done, len(tasks))
    return [_balance(contest, tally) for contest, tally in tallies.items()]


@dataclass(frozen=True)
class _Task:
    """Games of a contest, by their numbers. fast: whether machine code should play them."""

    name: str
    contest: Contest
    games: range
    seed: int
    fast: bool


@dataclass(frozen=True)
class _GameScore:
    """The score of a game.

    points: those of each entrant.
    first: those of the first seat.
    """

    points: tuple[float, ...]
    first: float
    reason: str


@dataclass
class _Tally:
    """How many games had each score, and how many decisions were made in all."""

    scores: Counter[_GameScore] = field(default_factory=Counter)
    decisions: int = 0

    def add(self, other: _Tally) -> None:
        """Add other games."""
        self.scores += other.scores
        self.decisions += other.decisions


def _balance(contest: Contest, tally: _Tally) -> Balance:
    """Return the outcome. Sums are in one order, so that they don't depend on who added first."""
    scores = sorted(tally.scores.items(), key=lambda item: (item[0].points, item[0].reason))
    games, reasons = sum(tally.scores.values()), Counter[str]()
    for score, count in scores:
        reasons[score.reason] += count
    return Balance(
        contest,
        tuple(
            Share(games, sum(score.points[number] * count for score, count in scores))
            for number in range(len(contest.entrants))
        ),
        Share(games, sum(score.first * count for score, count in scores)),
        tally.decisions,
        reasons,
    )


def _at_random(contest: Contest) -> bool:
    """Return whether all entrants play at random."""
    return all(entrant.program == RANDOM for entrant in contest.entrants)


def _chunk(contest: Contest, games: int) -> int:
    """Return how many games make a task."""
    if not _at_random(contest):
        return 1
    return FAST_CHUNK if games >= FAST_FROM and has_machine_code() else CHUNK


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


@lru_cache(maxsize=4)
def _match(name: str, contest: Contest, order: tuple[int, ...], backend: str) -> Match:
    """Return the match in which the entrants have an order, played by a backend."""
    seating = _seating(contest, order)
    options, setup = dict(contest.options), dict(seating.setup)
    match = _loaded(name).match(seating.powers, seating.mode, options, setup)
    return match.compile(backend) if backend != PYTHON else match


def _play(task: _Task) -> _Tally:
    """Play some games of a contest."""
    contest, tally, seeds = task.contest, _Tally(), Rng(task.seed)
    orders = _orders(_loaded(task.name), contest)
    for first, order in enumerate(orders):
        until_start, until_stop = (
            len(range(first, end, len(orders))) for end in (task.games.start, task.games.stop)
        )
        dice = Rng(seeds.next())
        dice.skip(until_start)
        match = _match(task.name, contest, order, NATIVE if task.fast else PYTHON)
        played = _random_games if _at_random(contest) else partial(_one_by_one, contest, order)
        tally.add(_scored(match, order, played(match, until_stop - until_start, dice)))
    return tally


def _scored(match: Match, order: Sequence[int], endings: Iterable[_Ending]) -> _Tally:
    """Return the scores of games. order: of the entrants, by number."""
    tally, sides = _Tally(), match.linked.sides
    for winners, reason, decisions, games in endings:
        by_seat = shares(sides, winners)
        points = dict(zip(order, by_seat, strict=True))
        in_order = tuple(points[index] for index in range(len(order)))
        text = match.linked.reasons[reason] if winners else UNFINISHED
        tally.scores[_GameScore(in_order, by_seat[0], text)] += games
        tally.decisions += decisions
    return tally


class _Ending(NamedTuple):
    """How some games ended, as in Playouts; the decisions of them all, and how many they are."""

    winners: int
    reason: int
    decisions: int
    games: int


def _random_games(match: Match, games: int, seeds: Rng) -> Iterator[_Ending]:
    """Play games between random players, by machine code all together."""
    backend, start = match.backend, match.start().vector
    core = match.linked.layout.core
    if isinstance(backend, BatchBackend):
        results = backend.playouts(start, games, seeds.state)
        kinds = results.winners.astype("int64") * len(match.linked.reasons) + results.reasons
        for kind in sorted(set(kinds.tolist())):
            winners, reason = divmod(kind, len(match.linked.reasons))
            same = kinds == kind
            yield _Ending(winners, reason, int(results.lengths[same].sum()), int(same.sum()))
        return
    for _ in range(games):
        last, decisions = backend.playout(start, seeds.next())
        yield _Ending(last[core("winners")], last[core("reason")], decisions, 1)


def _one_by_one(
    contest: Contest, order: Sequence[int], match: Match, games: int, seeds: Rng
) -> Iterator[_Ending]:
    """Play games between the programs of a contest, choice by choice."""
    core = match.linked.layout.core
    for _ in range(games):
        dice = Rng(seeds.next())
        programs = [player_named(contest.entrants[index].program, dice) for index in order]
        state, past = match.start(), list[State]()
        while (decision := state.decision) is not None and len(past) < MAX_DECISIONS:
            if decision.chance:
                choice = pick(state, dice)
            else:
                choice = programs[decision.player - 1].choose(state, past)
            past.append(state)
            state = take(state, choice)
        last = state.vector
        yield _Ending(last[core("winners")], last[core("reason")], len(past), 1)
