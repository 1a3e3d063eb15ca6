"""The measurement: how many slips in a spec `fuzz` finds, how soon, and how small they get.

A *slip* is a mutant that is not listed as equivalent. It acts as an implementation that gets one
place in the rules wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thesmos.play.game import Game
from thesmos.tools.process_pool import Jobs, run_tasks
from thesmos_conform.mutation.equivalent import read_equivalent
from thesmos_conform.mutation.measure import MutantFilter, spec_hash
from thesmos_conform.mutation.mutants import Mutant, mutants_of
from thesmos_conform.slips.judge import FOUND, MISSED, RARE, SlipJudge, SlipVerdict
from thesmos_conform.slips.timed_games import TimedGame

VERSION = 1

Progress = Callable[[int, int, Sequence[SlipVerdict]], None]


@dataclass(frozen=True)
class SlipsFound:
    """The result. games: how many were played. seconds: the CPU time of `fuzz` for them."""

    game: Game
    games: int
    seconds: float
    verdicts: tuple[SlipVerdict, ...]

    def of(self, status: str) -> list[SlipVerdict]:
        """Return the verdicts with a status."""
        return [verdict for verdict in self.verdicts if verdict.status == status]

    @property
    def score(self) -> float:
        """The percentage of found slips among those found or missed; 100 if there are none."""
        able = len(self.of(FOUND)) + len(self.of(MISSED))
        return round(100 * len(self.of(FOUND)) / able, 1) if able else 100.0

    @property
    def largest(self) -> dict[str, int]:
        """The largest size of each part of a reduced position."""
        most: Counter[str] = Counter()
        for verdict in self.of(FOUND):
            most |= Counter(verdict.size)
        return dict(sorted(most.items()))

    @property
    def slowest(self) -> float:
        """The most CPU time until a slip was found, in seconds."""
        return max((verdict.seconds or 0 for verdict in self.of(FOUND)), default=0.0)

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as data."""
        return {
            "thesmos": "slips",
            "version": VERSION,
            "game": self.game.slug,
            "edition": self.game.program.edition,
            "spec": spec_hash(self.game),
            "games": self.games,
            "seconds": round(self.seconds, 1),
            "slips": len(self.verdicts),
            **{status: len(self.of(status)) for status in (FOUND, MISSED, RARE)},
            "score": self.score,
            "slowest": self.slowest,
            "largest": self.largest,
            "verdicts": [verdict.as_json() for verdict in self.verdicts],
        }


def chosen_slips(game: Game, wanted: MutantFilter, equivalents: Path) -> list[Mutant]:
    """Return the chosen slips of a game. equivalents: the file of equivalent mutants.

    Raises UsageError and SpecError for problems in that file or the filter.
    """
    every = list(mutants_of(game.program))
    proofs = read_equivalent(equivalents, game.slug, every)
    return wanted.chosen(game, [mutant for mutant in every if mutant.id not in proofs])


def slips_found(
    game: Game,
    games: Sequence[TimedGame],
    slips: Sequence[Mutant],
    jobs: Jobs,
    seed: int,
    decisions: int,
    progress: Progress = lambda done, of, verdicts: None,
) -> SlipsFound:
    """Ask every slip of a game about the same played games.

    seed: the seed of these games. decisions: of random play for a slip that none shows, at most.
    """
    judge = SlipJudge(game, games, seed, decisions)
    verdicts: list[SlipVerdict] = []
    for verdict in run_tasks(SlipJudge.verdict, slips, jobs, (judge,)):
        verdicts.append(verdict)
        progress(len(verdicts), len(slips), verdicts)
    seconds = games[-1].seconds if games else 0.0
    return SlipsFound(game, len(games), seconds, tuple(verdicts))
