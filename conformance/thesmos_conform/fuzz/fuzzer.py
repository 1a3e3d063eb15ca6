"""The fuzzer: random games on the reference and on adapters, side by side, until time is up.

`guided_games` chooses what is played. Each disagreement is reduced at once, and reported only once,
since one bug shows in many games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from thesmos.diagnostics import SpecError, UsageError
from thesmos_conform.cases.case import RANDOM, Case, Look, position_of, powers_of
from thesmos_conform.fuzz.counted_turns import difference_in_turn
from thesmos_conform.fuzz.guided_games import RandomGame
from thesmos_conform.fuzz.shrink import SECONDS as SHRINKING
from thesmos_conform.fuzz.shrink import shrink
from thesmos_conform.fuzz.target import Target
from thesmos_conform.protocol.messages import Claim, Place
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.runner.case_results import result_of
from thesmos_conform.runner.result import GOOD, HARMLESS, UNSUPPORTED, CaseResult
from thesmos_conform.runner.selection import unsupported

Progress = Callable[["FuzzRun"], object]


@dataclass(frozen=True)
class FuzzFinding:
    """A difference between an adapter and the rules, reduced to a small place.

    game: the number of the game in which it was found. choices: how many choices it took there.
    right, wrong: the other adapters that were asked about the reduced place, by whether they answer
    as the rules do.
    """

    adapter: str
    result: CaseResult
    game: int
    choices: int
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True)
class FuzzLimits:
    """When a run ends: after these seconds, games (None for any number) or different findings.

    shrinking: seconds to spend on reducing one disagreement.
    """

    seconds: float = 60.0
    games: int | None = None
    enough: int = 10
    shrinking: float = SHRINKING


@dataclass
class FuzzRun:
    """The progress and findings of a run.

    seen: the kinds of findings so far. interrupted: whether an interrupt ended it. aside: how many
    games, or the rest of them, do not count, by adapter, status and reason. compared: the number of
    answers that were compared, by adapter.
    """

    games: int = 0
    found: list[FuzzFinding] = field(default_factory=list)
    seen: set[Hashable] = field(default_factory=set)
    interrupted: bool = False
    compared: Counter[str] = field(default_factory=Counter)
    aside: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    @property
    def decisions(self) -> int:
        """The number of answers that were compared, of all adapters."""
        return self.compared.total()


class Fuzzer:
    """Asks every adapter about each game. games: a source of games, such as GuidedGames."""

    def __init__(
        self,
        oracle: Oracle,
        game: str,
        targets: Sequence[Target],
        games: Iterable[RandomGame],
        seed: int = 1,
        progress: Progress = lambda run: None,
    ) -> None:
        self.oracle = oracle
        self.game = game
        self.targets = targets
        self.games = games
        self.seed = seed
        self.progress = progress

    def run(self, limits: FuzzLimits) -> FuzzRun:
        """Play until a limit or an interrupt, which keeps the findings so far."""
        run = FuzzRun()
        deadline = monotonic() + limits.seconds
        try:
            for game in self.games:
                self._ask(run, game, limits.shrinking)
                self.progress(run)
                over = monotonic() >= deadline or len(run.found) >= limits.enough
                if over or run.games == limits.games:
                    break
        except KeyboardInterrupt:
            run.interrupted = True
        return run

    def _ask(self, run: FuzzRun, game: RandomGame, shrinking: float) -> None:
        """Ask every adapter about a game. shrinking: seconds to reduce one disagreement."""
        run.games += 1
        for one in self.targets:
            place = self._from_first_turn(game.place, one.claim)
            case = self._case(place, game.seating.mode, game.number)
            lacks = unsupported(case, one.claim, self.oracle.game(self.game))
            result = result_of(case, UNSUPPORTED, lacks) if lacks else one.ask(case)
            run.compared[one.name] += result.decisions
            if result.status in GOOD and game.counted and place.position is not None:
                result = self._counted(one, case) or result
            if result.status in HARMLESS:
                run.aside[one.name, result.status, result.reason] += 1
            elif result.status not in GOOD:
                self._note(run, one, game.number, case, result, shrinking)

    def _counted(self, one: Target, case: Case) -> CaseResult | None:
        """Return a difference in the first turn of a game, found by counting positions."""
        begin = replace(case.looks[0].place, choices=())
        return difference_in_turn(
            self.oracle, begin, one, lambda place: one.ask(replace(case, looks=(Look(place),)))
        )

    def _from_first_turn(self, place: Place, claim: Claim) -> Place:
        """Return the game from its first turn on, if the adapter can't play the set-up."""
        if "start" in claim.begins or place.position is not None:
            return place
        for at, state in enumerate(self.oracle.path(place).states):
            if at and state.turns_begun and state.turn_of:
                position = position_of(state, remembers=claim.memory)
                return replace(place, position=position, choices=place.choices[at:])
        return place

    def _case(self, place: Place, mode: str, number: int) -> Case:
        return Case(
            id=f"fuzz:{self.seed}:{number}",
            source=RANDOM,
            game=self.game,
            mode=mode,
            powers=powers_of(self.oracle.game(self.game), self.oracle.match(place)),
            looks=(Look(place),),
            whole=True,
        )

    # ------------------------------------------------------------------ findings

    def _note(
        self,
        run: FuzzRun,
        one: Target,
        number: int,
        case: Case,
        result: CaseResult,
        shrinking: float,
    ) -> None:
        """Reduce a disagreement; keep it if it differs from those so far."""
        assert result.failure is not None
        if (rough := (one.name, *kind(result), *decided(result))) in run.seen:
            return  # most likely the same bug again, and not worth the questions
        place = result.failure.place

        def still(candidate: Place) -> bool:
            looked = self._asked(one, replace(case, looks=(Look(candidate),)))
            return looked is not None and is_same(looked, result)

        states = lambda at: self.oracle.path(at).states  # noqa: E731 - short
        small = shrink(place, still, states, seconds=shrinking, remembers=one.claim.memory)
        last = self._asked(one, replace(case, looks=(Look(small),)))
        shown = last if last is not None and is_same(last, result) else result
        refined = (one.name, *kind(shown), *decided(shown))
        if refined not in run.seen:
            others = self._others(one, replace(case, looks=(Look(small),)))
            found = FuzzFinding(one.name, shown, number, len(place.choices), *others)
            run.found.append(found)
        run.seen |= {refined, rough}

    def _others(self, one: Target, case: Case) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the other adapters that answer a case as the rules do, and those that do not."""
        asked = {t.name: self._asked(t, case) for t in self.targets if t is not one}
        right = (name for name, got in asked.items() if got is not None and got.status in GOOD)
        wrong = (
            name
            for name, got in asked.items()
            if got is not None and got.status not in GOOD | HARMLESS
        )
        return tuple(right), tuple(wrong)

    def _asked(self, one: Target, case: Case) -> CaseResult | None:
        """Return the judged case; None if its place is impossible by the rules."""
        try:
            path = self.oracle.path(case.looks[0].place)
        except (UsageError, SpecError):
            return None
        return one.ask(case) if path.refused is None else None


def is_same(result: CaseResult, found: CaseResult) -> bool:
    """Return whether a disagreement is most likely the same as `found`, which is being reduced.

    It shows in the same way, the same clauses decide, or the same options are wrong: an option that
    is missing at first because the game is over may be missing in a smaller place because another
    player's turn has begun, and an extra option may be offered there instead of another turn.
    """
    if result.status != found.status:
        return False
    clauses, options = deciding(found), wrong(found)
    return (
        kind(result) == kind(found)
        or (bool(clauses) and clauses <= deciding(result))
        or (bool(options) and options <= wrong(result))
    )


def deciding(result: CaseResult) -> frozenset[str]:
    """Return the deciding clauses of all differences."""
    differs = result.failure.differences if result.failure else ()
    return frozenset(clause for one in differs for clause in one.clauses)


def wrong(result: CaseResult) -> frozenset[tuple[str, bool, str]]:
    """Return what is missing from options or parts of positions, and what is extra there."""
    differs = result.failure.differences if result.failure else ()
    return frozenset(
        (one.key, extra, text)
        for one in differs
        for extra, texts in ((False, one.missing), (True, one.extra))
        for text in texts
    )


def kind(result: CaseResult) -> tuple[Hashable, ...]:
    """Return the kind of a disagreement: its status, and how its first difference shows."""
    differs = result.failure.differences if result.failure else ()
    return (result.status, *((d.key, bool(d.missing), bool(d.extra)) for d in differs[:1]))


def decided(result: CaseResult) -> Iterator[Hashable]:
    """Yield the deciding clauses of the first difference; they distinguish two of one kind."""
    for one in result.failure.differences[:1] if result.failure else ():
        yield tuple(sorted(one.clauses))
