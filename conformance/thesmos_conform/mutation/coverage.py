"""Which parts of a spec the scenarios reach: clauses cited, fired and asserted, powers that met.

Each clause and each named rule is removed in turn. It *fired* in a scenario if that changes the
game somewhere along the scenario's choices: other options, another board, another result. It is
*asserted* if some scenario fails without it. A clause that fires but is not asserted could say
anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.play.choice import choose
from thesmos.play.game import Game
from thesmos.play.match_ups import allowed_match_ups
from thesmos.play.state import State
from thesmos.scenario.reader import ScenarioStep
from thesmos.tools.process_pool import Jobs, run_tasks
from thesmos_conform.mutation.divergence import difference, start_of
from thesmos_conform.mutation.mutants import Mutant, mutants_of, mutated
from thesmos_conform.mutation.reach import Reach
from thesmos_conform.mutation.suite import (
    PASSES,
    OutOfTime,
    SuiteScenario,
    cases_for,
    run,
    suite_of,
    ways_to_play,
    within,
)
from thesmos_conform.mutation.units import units_of

REMOVAL = "drop-clause"
KINDS = ("clause", "rule", "valid", "lifts")
SECONDS = 10.0  # CPU time for one scenario, at most
PAIR = 2

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class ClauseCoverage:
    """A clause or rule, with the scenarios that cite it, in which it fired, and that need it.

    For the game's own text, fired_in and asserted_in may have only the first ones.
    """

    id: str
    card: str
    place: str
    cited: int
    fired_in: tuple[str, ...]
    asserted_in: tuple[str, ...]

    @property
    def asserted_by(self) -> str | None:
        """The first scenario that needs it."""
        return next(iter(self.asserted_in), None)

    def as_json(self) -> dict[str, Any]:
        """Return the clause as data."""
        return {
            "id": self.id,
            "card": self.card,
            "place": self.place,
            "cited": self.cited,
            "fired": len(self.fired_in),
            "asserted": len(self.asserted_in),
            "asserted_by": self.asserted_by,
        }


@dataclass(frozen=True)
class PowerPair:
    """Two powers: in how many scenarios both are in play, and in how many both fired."""

    powers: tuple[str, str]
    met: int
    fired: int


@dataclass(frozen=True)
class Coverage:
    """What the scenarios reach in a game. possible: the number of pairs that may meet."""

    covers: tuple[ClauseCoverage, ...]
    pairs: tuple[PowerPair, ...]
    possible: int

    @property
    def missed(self) -> list[ClauseCoverage]:
        """Clauses that no scenario needs."""
        return [cover for cover in self.covers if cover.asserted_by is None]

    def by_one(self, base: str) -> dict[str, str]:
        """Return the cards whose clauses are needed by only one scenario, with that scenario.

        base: the game's own slug, which is left out.
        """
        needed: dict[str, set[str]] = {}
        for cover in self.covers:
            needed.setdefault(cover.card, set()).update(cover.asserted_in)
        return {card: min(by) for card, by in needed.items() if card != base and len(by) == 1}

    @property
    def asserted(self) -> int:
        """The number of clauses that some scenario needs."""
        return len(self.covers) - len(self.missed)

    def as_json(self) -> dict[str, Any]:
        """Return the coverage as data."""
        return {
            "clauses": len(self.covers),
            "cited": sum(cover.cited > 0 for cover in self.covers),
            "fired": sum(bool(cover.fired_in) for cover in self.covers),
            "asserted": self.asserted,
            "covers": [cover.as_json() for cover in self.covers],
            "pairs": {
                "possible": self.possible,
                "met": sum(pair.met > 0 for pair in self.pairs),
                "fired": sum(pair.fired > 0 for pair in self.pairs),
                "table": [[*pair.powers, pair.met, pair.fired] for pair in self.pairs],
            },
        }


def coverage(
    game: Game,
    paths: Iterable[Path],
    powers: Sequence[str] = (),
    jobs: Jobs = 1,
    progress: Progress = lambda done, of: None,
) -> Coverage:
    """Remove each clause in turn and play all scenarios in which it may matter.

    powers: the cards whose clauses to remove; all if empty. Raises UsageError for an unknown card,
    SpecError for a scenario with errors.
    """
    wanted = list(_wanted(game, powers))
    cases = suite_of(game, paths, Reach.of(game.program, wanted))
    covers: list[ClauseCoverage] = []
    for cover in run_tasks(_CoverFinder.cover, wanted, jobs, (_CoverFinder(game, cases),)):
        covers.append(cover)
        progress(len(covers), len(wanted))
    return Coverage(tuple(covers), tuple(_pairs(game, cases, covers)), _possible(game))


def _wanted(game: Game, powers: Sequence[str]) -> Iterator[Mutant]:
    """Yield the mutants in which one clause or rule of these cards is removed."""
    kinds = {unit.id: unit.kind for unit in units_of(game.program)}
    mutants = list(mutants_of(game.program, {REMOVAL}))
    cards = sorted({mutant.card for mutant in mutants})
    for slug in powers:
        if slug not in cards:
            raise UsageError(f"unknown card `{slug}`", f"cards: {', '.join(cards)}")
    for mutant in mutants:
        if kinds[mutant.unit] in KINDS and (not powers or mutant.card in powers):
            yield mutant


def _pairs(
    game: Game, cases: Sequence[SuiteScenario], covers: Sequence[ClauseCoverage]
) -> Iterator[PowerPair]:
    """Yield the pairs of powers that are in play together in some scenario."""
    fired: dict[str, set[str]] = {}
    for cover in covers:
        for id in cover.fired_in:
            fired.setdefault(id, set()).add(cover.card)
    met: Counter[tuple[str, str]] = Counter()
    both: Counter[tuple[str, str]] = Counter()
    for case in cases:
        able = sorted(case.cards & game.powers.keys())
        met.update((power, other) for power, other in combinations(able, PAIR))
        acted = sorted(fired.get(case.id, set()) & {*able})
        both.update((power, other) for power, other in combinations(acted, PAIR))
    for powers in sorted(met):
        yield PowerPair(powers, met[powers], both[powers])


def _possible(game: Game) -> int:
    """Return the number of pairs of powers that may meet in a game for two."""
    pairs = {tuple(sorted(filter(None, s.powers))) for s in allowed_match_ups(game)}
    return sum(len(pair) == PAIR for pair in pairs)


@dataclass(frozen=True)
class _CoverFinder:
    """Finds the scenarios that cover a clause of a game."""

    game: Game
    cases: Sequence[SuiteScenario]

    @cached_property
    def _way(self) -> Callable[[bool], Game]:
        return ways_to_play(self.game)

    def cover(self, mutant: Mutant) -> ClauseCoverage:
        """Return the coverage of one clause. For the game's own text, one scenario is enough."""
        game = self.game
        changed = ways_to_play(game.with_program(mutated(game.program, mutant)))
        cited = sum(mutant.unit in case.cited for case in self.cases)
        fired: list[str] = []
        asserted: list[str] = []
        for case in cases_for(mutant, game.slug, self.cases):
            if fired_in(self._way(case.shared), changed(case.shared), case):
                fired.append(case.id)
            if run(changed(case.shared), case) != PASSES:
                asserted.append(case.id)
            if mutant.card == game.slug and fired and asserted:
                break
        place, both = str(mutant.location), (tuple(fired), tuple(asserted))
        return ClauseCoverage(mutant.unit, mutant.card, place, cited, *both)


def fired_in(game: Game, changed: Game, case: SuiteScenario) -> bool:
    """Return whether the two games differ along a scenario's choices."""
    start = start_of(case)
    try:
        with within(SECONDS):
            trunk = _together(start.state(game), start.state(changed), case.scenario.steps)
            if trunk is None:
                return True
            return any(_together(*trunk, branch.steps) is None for branch in case.scenario.branches)
    except OutOfTime:
        return True
    except Exception:  # noqa: BLE001 - any failure of a changed spec is a difference
        return True


def _together(
    state: State, other: State, steps: Iterable[ScenarioStep]
) -> tuple[State, State] | None:
    """Return both states after some steps; None if they differ at any point."""
    if difference(state, other) is not None:
        return None
    for step in steps:
        for text in step.when:
            state, other = choose(state, text.value), choose(other, text.value)
            if difference(state, other) is not None:
                return None
    return state, other
