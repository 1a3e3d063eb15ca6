"""The fuzzer: random games on the reference and on adapters, side by side, until time is up.

Each disagreement is made small at once and reported once, since a bug shows in many games.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import cast

from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.match_ups import Seating
from thesmos.play.rng import Rng
from thesmos.record.recorder import setup_of
from thesmos_conform.cases.case import RANDOM, Case, Look, powers_of
from thesmos_conform.fuzz.random_games import MatchUpPool, choices
from thesmos_conform.fuzz.shrink import shrink
from thesmos_conform.protocol.messages import Claim, Json, Place
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.runner.result import GOOD, HARMLESS, CaseResult

TURN = "to_move"

Ask = Callable[[Case], CaseResult]
Progress = Callable[["FuzzRun"], object]


@dataclass(frozen=True)
class Target:
    """An adapter to test. ask: asks and judges a case; never raises, whatever the adapter does."""

    name: str
    claim: Claim
    ask: Ask


@dataclass(frozen=True)
class FuzzFinding:
    """A difference between an adapter and the rules, made small.

    game: the number of the game in which it was found. choices: how many it took in that game.
    """

    adapter: str
    result: CaseResult
    game: int
    choices: int


@dataclass(frozen=True)
class FuzzLimits:
    """When a run ends: seconds, games (None for any number), different findings."""

    seconds: float = 60.0
    games: int | None = None
    enough: int = 10


@dataclass
class FuzzRun:
    """The progress and findings of a run. seen: the kinds of findings so far."""

    games: int = 0
    decisions: int = 0
    found: list[FuzzFinding] = field(default_factory=list)
    seen: set[Hashable] = field(default_factory=set)


class Fuzzer:
    """Plays random games of a game's match-ups and asks every adapter about each."""

    def __init__(
        self,
        oracle: Oracle,
        game: str,
        targets: Sequence[Target],
        pool: MatchUpPool,
        seed: int = 1,
        progress: Progress = lambda run: None,
    ) -> None:
        self.oracle = oracle
        self.game = game
        self.targets = targets
        self.pool = pool
        self.seed = seed
        self.progress = progress

    def run(self, limits: FuzzLimits) -> FuzzRun:
        """Play until a limit is reached. An interrupt ends the run, too, and keeps its findings."""
        run = FuzzRun()
        deadline = monotonic() + limits.seconds
        try:
            while monotonic() < deadline and len(run.found) < limits.enough:
                if limits.games is not None and run.games >= limits.games:
                    break
                self._game(run)
                self.progress(run)
        except KeyboardInterrupt:
            pass
        return run

    def _game(self, run: FuzzRun) -> None:
        """Play one random game and ask every adapter about it."""
        dice = Rng(self.seed * 1_000_003 + run.games)
        seating = self.pool.draw(dice)
        place = self._play(seating, dice)
        run.games += 1
        for one in self.targets:
            case = self._case(self._from_first_turn(place, one.claim), seating, run.games)
            result = one.ask(case)
            run.decisions += result.decisions
            if result.status not in GOOD | HARMLESS:
                self._note(run, one, case, result)

    def _play(self, seating: Seating, dice: Rng) -> Place:
        game = self.oracle.game(self.game)
        extra = dict(seating.setup)
        match = game.match(seating.powers, seating.mode, None, extra, any_match_up=True)
        setup = cast(Json, setup_of(match, seating.mode, None, extra))
        return Place(self.game, setup, None, choices(match, dice))

    def _from_first_turn(self, place: Place, claim: Claim) -> Place:
        """The game from its first turn on, for an adapter that can't play the set-up."""
        if "start" in claim.begins:
            return place
        for at, state in enumerate(self.oracle.path(place).states):
            if at and state.turns_begun and state.turn_of:
                position = {**state.position(), TURN: state.turn_of}
                return replace(place, position=position, choices=place.choices[at:])
        return place

    def _case(self, place: Place, seating: Seating, number: int) -> Case:
        return Case(
            id=f"fuzz:{self.seed}:{number}",
            source=RANDOM,
            game=self.game,
            mode=seating.mode,
            powers=powers_of(self.oracle.game(self.game), self.oracle.match(place)),
            looks=(Look(place),),
            whole=True,
        )

    # ------------------------------------------------------------------ findings

    def _note(self, run: FuzzRun, one: Target, case: Case, result: CaseResult) -> None:
        """Make a disagreement small; keep it if it differs from those so far."""
        assert result.failure is not None
        if (rough := (one.name, *kind(result), *decided(result))) in run.seen:
            return  # most likely the same again, and not worth the questions
        place = result.failure.place
        wanted = kind(result)

        def still(candidate: Place) -> bool:
            looked = self._asked(one, replace(case, looks=(Look(candidate),)))
            return looked is not None and kind(looked) == wanted

        small = shrink(place, still, lambda at: self.oracle.path(at).states)
        last = self._asked(one, replace(case, looks=(Look(small),)))
        shown = last if last is not None and kind(last) == wanted else result
        refined = (one.name, *kind(shown), *decided(shown))
        if refined not in run.seen:
            run.found.append(FuzzFinding(one.name, shown, run.games, len(place.choices)))
        run.seen |= {refined, rough}

    def _asked(self, one: Target, case: Case) -> CaseResult | None:
        """The judged case; None if the rules do not have its place."""
        try:
            path = self.oracle.path(case.looks[0].place)
        except (UsageError, SpecError):
            return None
        return one.ask(case) if path.refused is None else None


def kind(result: CaseResult) -> tuple[Hashable, ...]:
    """How a disagreement shows, which must not change while it is made small."""
    differs = result.failure.differences if result.failure else ()
    return (result.status, *((d.key, bool(d.missing), bool(d.extra)) for d in differs[:1]))


def decided(result: CaseResult) -> Iterator[Hashable]:
    """The deciding clauses, which distinguish two disagreements of a kind."""
    for one in result.failure.differences[:1] if result.failure else ():
        yield tuple(sorted(one.clauses))
