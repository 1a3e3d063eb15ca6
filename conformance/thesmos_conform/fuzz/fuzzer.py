"""The hunt: random games on the reference and on adapters, side by side, until time is up.

Each disagreement is made small at once, and told once: a bug shows in many games.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import cast

from thesmos.diagnostics import SpecError, UsageError
from thesmos.engine.rng import Rng
from thesmos.play.match_ups import Seating
from thesmos.play.random_play import turn_starts
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
    """An adapter that takes part. ask: one case, judged; never raises for what the adapter does."""

    name: str
    claim: Claim
    ask: Ask


@dataclass(frozen=True)
class FuzzFinding:
    """A difference between an adapter and the rules, made small.

    game: the number of the game in which it came up. choices: how many it took there.
    """

    adapter: str
    result: CaseResult
    game: int
    choices: int


@dataclass(frozen=True)
class FuzzLimits:
    """When a hunt ends: seconds, games (None: no bound), different disagreements."""

    seconds: float = 60.0
    games: int | None = None
    enough: int = 10


@dataclass
class FuzzRun:
    """How far a hunt has come."""

    games: int = 0
    decisions: int = 0
    found: list[FuzzFinding] = field(default_factory=list)
    marks: set[Hashable] = field(default_factory=set)


class Fuzzer:
    """Plays random games of a game's match-ups and asks every adapter about each."""

    def __init__(
        self,
        oracle: Oracle,
        game: str,
        targets: Sequence[Target],
        table: MatchUpPool,
        seed: int = 1,
        progress: Progress = lambda run: None,
    ) -> None:
        self.oracle = oracle
        self.game = game
        self.targets = targets
        self.table = table
        self.seed = seed
        self.progress = progress

    def run(self, bounds: FuzzLimits) -> FuzzRun:
        """Hunt until a bound is reached. An interrupt ends it, too; what was found is kept."""
        run = FuzzRun()
        deadline = monotonic() + bounds.seconds
        try:
            while monotonic() < deadline and len(run.found) < bounds.enough:
                if bounds.games is not None and run.games >= bounds.games:
                    break
                self._game(run)
                self.progress(run)
        except KeyboardInterrupt:
            pass
        return run

    def _game(self, run: FuzzRun) -> None:
        """One random game, and what every adapter has to say about it."""
        dice = Rng(self.seed * 1_000_003 + run.games)
        seating = self.table.draw(dice)
        place = self._play(seating, dice)
        run.games += 1
        for one in self.targets:
            case = self._case(self._begun(place, one.claim), seating, run.games)
            result = one.ask(case)
            run.decisions += result.decisions
            if result.status not in GOOD | HARMLESS:
                self._note(run, one, case, result)

    def _play(self, seating: Seating, dice: Rng) -> Place:
        game = self.oracle.game(self.game)
        extra = dict(seating.setup)
        match = game.match(seating.powers, seating.mode, None, extra)
        setup = cast(Json, setup_of(match, seating.mode, None, extra))
        return Place(self.game, setup, None, choices(match, dice))

    def _begun(self, place: Place, claim: Claim) -> Place:
        """The same game from its first turn on, for those who can't play the set-up."""
        if "start" in claim.begins:
            return place
        for at, state in enumerate(self.oracle.path(place).states):
            if at and turn_starts(state) and state.turn_of:
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

    # ------------------------------------------------------------------ what was found

    def _note(self, run: FuzzRun, one: Target, case: Case, result: CaseResult) -> None:
        """Make a disagreement small; keep it if it is another than those so far."""
        assert result.failure is not None
        if (rough := (one.name, *kind(result), *decided(result))) in run.marks:
            return  # the same again, most likely: not worth the questions
        place = result.failure.place
        wanted = kind(result)

        def still(candidate: Place) -> bool:
            looked = self._asked(one, replace(case, looks=(Look(candidate),)))
            return looked is not None and kind(looked) == wanted

        small = shrink(place, still, lambda at: self.oracle.path(at).states)
        last = self._asked(one, replace(case, looks=(Look(small),)))
        shown = last if last is not None and kind(last) == wanted else result
        mark = (one.name, *kind(shown), *decided(shown))
        if mark not in run.marks:
            run.found.append(FuzzFinding(one.name, shown, run.games, len(place.choices)))
        run.marks |= {mark, rough}

    def _asked(self, one: Target, case: Case) -> CaseResult | None:
        """The case judged; None if the rules know no such place."""
        try:
            way = self.oracle.path(case.looks[0].place)
        except (UsageError, SpecError):
            return None
        return one.ask(case) if way.refused is None else None


def kind(result: CaseResult) -> tuple[Hashable, ...]:
    """What must stay as it is while a disagreement is made small: how it shows."""
    differs = result.failure.differences if result.failure else ()
    return (result.status, *((d.key, bool(d.missing), bool(d.extra)) for d in differs[:1]))


def decided(result: CaseResult) -> Iterator[Hashable]:
    """What tells two disagreements of a kind apart: the clauses that decide them."""
    for one in result.failure.differences[:1] if result.failure else ():
        yield tuple(sorted(one.clauses))
