"""Mutants judged by the games of `fuzz`: which one shows it first, and how far that is reduced.

A mutant acts as an implementation that gets one place in the rules wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thesmos.play.game import Game
from thesmos.tools.process_pool import Jobs
from thesmos_conform.cases.case import TO_MOVE
from thesmos_conform.fuzz.fuzzer import Fuzzer, FuzzFinding, FuzzLimits
from thesmos_conform.fuzz.guided_games import RandomGame, cards_in_play
from thesmos_conform.mutation.measure import (
    BY_FUZZ,
    MutantFilter,
    Progress,
    Strength,
    chosen_mutants,
    judged,
)
from thesmos_conform.mutation.mutants import Mutant
from thesmos_conform.mutation.suite import FAILS, HANGS, OutOfTime, within
from thesmos_conform.mutation.timed_games import LONG, Planted, TimedGame
from thesmos_conform.mutation.verdict import KILLED, MutantJudge, MutantVerdict, ReducedGame
from thesmos_conform.protocol.messages import Json
from thesmos_conform.reference.oracle import Oracle

SECONDS = 120.0  # CPU time for one mutant, at most


@dataclass(kw_only=True)
class FuzzJudge(MutantJudge):
    """Judges mutants by games that `fuzz` plays. seed: of these games."""

    games: Sequence[TimedGame]
    seed: int

    def __post_init__(self) -> None:
        self._rules = Oracle(lambda _: self.game)

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_rules"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.__post_init__()

    def killed(self, mutant: Mutant, changed: Game) -> MutantVerdict | None:
        """Return the verdict of the first game that shows a mutant, reduced.

        One with a proof is not asked about: it would be played in all games, and none shows it.
        """
        if mutant.id in self.proofs:
            return None
        played: list[TimedGame] = []
        games = self._with(mutant.card, played)
        try:
            with within(SECONDS), Planted(changed, self._rules) as target:
                fuzzer = Fuzzer(self._rules, self.game.slug, [target], games, self.seed)
                run = fuzzer.run(FuzzLimits(LONG, enough=1, shrinking=LONG))
        except OutOfTime:  # as an engine that hangs; one that breaks answers with an error
            return _verdict(mutant, HANGS, played[-1])
        if run.interrupted:
            raise KeyboardInterrupt
        return next((_verdict(mutant, FAILS, played[-1], one) for one in run.findings), None)

    def _with(self, card: str, played: list[TimedGame]) -> Iterator[RandomGame]:
        """Yield the games in which a card is in play; only these can show that it was changed.

        played: gets those that were yielded.
        """
        for timed in self.games:
            seating = timed.game.seating
            if card in {self.game.slug, seating.mode, *cards_in_play(seating)}:
                played.append(timed)
                yield timed.game


def _verdict(
    mutant: Mutant, how: str, last: TimedGame, finding: FuzzFinding | None = None
) -> MutantVerdict:
    """Return the verdict on a mutant that a game shows. finding: None if it hung there."""
    size, choices = dict[str, int](), 0
    if finding is not None:
        assert finding.result.failure is not None
        place = finding.result.failure.place
        size, choices = size_of(place.position or {}), len(place.choices)
    number = last.game.number
    reduced = ReducedGame(number, round(last.seconds, 1), size, choices)
    return MutantVerdict(mutant, KILLED, f"game {number}", how, reduced=reduced)


def size_of(position: Json) -> dict[str, int]:
    """Return the size of each non-empty part of a position: entries, or the sum of digits."""
    sizes = {key: _amount(value) for key, value in position.items() if key != TO_MOVE}
    return {key: size for key, size in sizes.items() if size}


def _amount(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(_amount, value.values()))
    if isinstance(value, list):
        return len(value)
    return sum(map(int, value)) if isinstance(value, str) and value.isdecimal() else 1


@dataclass(frozen=True)
class FuzzStrength(Strength):
    """What `fuzz` notices. games: how many it plays. seconds: its CPU time for them."""

    games: int
    seconds: float

    @property
    def largest(self) -> dict[str, int]:
        """The largest size of each part of a reduced position."""
        most: Counter[str] = Counter()
        for reduced in self._reduced().values():
            most |= Counter(reduced.size)
        return dict(sorted(most.items()))

    @property
    def slowest(self) -> float:
        """The most CPU time until a mutant was found, in seconds."""
        return max((reduced.seconds for reduced in self._reduced().values()), default=0.0)

    def _reduced(self) -> dict[str, ReducedGame]:
        """Return the reduced games, by the id of the mutant."""
        verdicts = self.verdicts
        return {v.mutant.id: v.reduced for v in verdicts if v.reduced is not None}

    def measured_by(self) -> dict[str, Any]:
        """Return the games, how long they take, and what shows each mutant."""
        return {
            "by": BY_FUZZ,
            "games": self.games,
            "seconds": round(self.seconds, 1),
            "slowest": self.slowest,
            "largest": self.largest,
            "found": [{"id": id, **game.as_json()} for id, game in self._reduced().items()],
        }


def measure_by_fuzz(
    game: Game,
    play_games: Callable[[], Sequence[TimedGame]],
    seed: int,
    wanted: MutantFilter,
    equivalents: Path,
    jobs: Jobs,
    decisions: int,
    progress: Progress = lambda done, of, verdicts: None,
) -> FuzzStrength:
    """Ask the chosen mutants of a game about the same played games.

    play_games: plays the games, after the filter has been read. seed: of these games. decisions: of
    random play for a mutant that none shows, at most. equivalents: the file of equivalent mutants.
    Raises UsageError and SpecError for problems in it or the filter.
    """
    mutants, proofs = chosen_mutants(game, wanted, equivalents)
    games = play_games()
    judge = FuzzJudge(game=game, games=games, seed=seed, proofs=proofs, decisions=decisions)
    verdicts = judged(judge, mutants, jobs, progress)
    return FuzzStrength(game, verdicts, len(games), games[-1].seconds if games else 0.0)
