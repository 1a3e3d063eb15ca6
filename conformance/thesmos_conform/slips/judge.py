"""The verdict on a slip: which game of `fuzz` shows it first, and how far that is reduced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from thesmos.play.game import Game
from thesmos_conform.cases.case import TO_MOVE
from thesmos_conform.fuzz.fuzzer import Fuzzer, FuzzFinding, FuzzLimits
from thesmos_conform.fuzz.guided_games import RandomGame, cards_in_play
from thesmos_conform.mutation.divergence import search
from thesmos_conform.mutation.mutants import Mutant, mutated
from thesmos_conform.mutation.suite import OutOfTime, within
from thesmos_conform.protocol.messages import Json
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.slips.timed_games import LONG, Planted, TimedGame

SECONDS = 120.0  # CPU time for one slip, at most

FOUND, MISSED, RARE = "found", "missed", "rare"


@dataclass(frozen=True)
class SlipVerdict:
    """The verdict on a slip: found, missed, or rare if random play does not show it either.

    game, seconds: the first game that shows it, and the CPU time until `fuzz` has asked about it.
    size: the size of each part of the reduced position; empty if the slip hung or broke, so that
    nothing was reduced.
    choices: the number of choices after that position.
    decisions: the number in random play, up to the difference if it found one.
    """

    mutant: Mutant
    status: str
    game: int | None = None
    seconds: float | None = None
    size: Mapping[str, int] = field(default_factory=dict)
    choices: int = 0
    decisions: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as data."""
        data = {"id": self.mutant.id, "status": self.status}
        if self.status != FOUND:
            return {**data, "decisions": self.decisions}
        first = {"game": self.game, "seconds": self.seconds}
        return {**data, **first, "size": dict(self.size), "choices": self.choices}


class ReducedSlip(NamedTuple):
    """What shows a slip, reduced: the size and the choices of a SlipVerdict."""

    size: Mapping[str, int]
    choices: int


@dataclass
class SlipJudge:
    """Judges slips of one game. decisions: of random play, for a slip that no game shows."""

    game: Game
    games: Sequence[TimedGame]
    seed: int
    decisions: int

    def __post_init__(self) -> None:
        self._rules = Oracle(lambda _: self.game)

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_rules"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.__post_init__()

    def verdict(self, mutant: Mutant) -> SlipVerdict:
        """Return the verdict on a slip."""
        changed = self.game.with_program(mutated(self.game.program, mutant))
        played: list[TimedGame] = []
        reduced = self._play(changed, self._with(mutant.card, played))
        if reduced is not None:
            last = played[-1]
            seconds = round(last.seconds, 1)
            number = last.game.number
            return SlipVerdict(mutant, FOUND, number, seconds, reduced.size, reduced.choices)
        random_play = search(self.game, changed, mutant.card, (), self.decisions)
        status = RARE if random_play.divergence is None else MISSED
        return SlipVerdict(mutant, status, decisions=random_play.decisions)

    def _with(self, card: str, played: list[TimedGame]) -> Iterator[RandomGame]:
        """Yield the games in which a card is in play; only these can show that it was changed.

        played: gets those that were yielded.
        """
        for timed in self.games:
            seating = timed.game.seating
            if card in {self.game.slug, seating.mode, *cards_in_play(seating)}:
                played.append(timed)
                yield timed.game

    def _play(self, changed: Game, games: Iterator[RandomGame]) -> ReducedSlip | None:
        """Play games until one shows the change, and reduce it; None if none does."""
        try:
            with within(SECONDS), Planted(changed, self._rules) as target:
                fuzzer = Fuzzer(self._rules, self.game.slug, [target], games, self.seed)
                run = fuzzer.run(FuzzLimits(LONG, enough=1, shrinking=LONG))
        except OutOfTime:  # as an engine that hangs; one that breaks answers with an error
            return ReducedSlip({}, 0)
        if run.interrupted:
            raise KeyboardInterrupt
        return next(map(_reduced, run.findings), None)


def _reduced(finding: FuzzFinding) -> ReducedSlip:
    assert finding.result.failure is not None
    place = finding.result.failure.place
    return ReducedSlip(size_of(place.position or {}), len(place.choices))


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
