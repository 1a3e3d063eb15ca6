"""Play random games of every match-up, and check invariants.

No state breaks what holds in every position. And at some decisions of every game: a saved and
restored state is equal and offers the same options; a state that is read from its whole position is
equal too; the chooser's own view offers the same options; no option is offered twice; what a player
sees does not depend on what is hidden from them (tools/leak.py), nor what they are shown elsewhere,
such as on a page (tools/alike_pairs.py). The steps, actions and clauses that are never reached are
reported (tools/reached.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from thesmos.diagnostics import SpecError, UsageError, counted
from thesmos.dice import Rng
from thesmos.play.backend import PYTHON, backend_named
from thesmos.play.choice import take
from thesmos.play.game import Game, load
from thesmos.play.match_ups import Seating, allowed_match_ups, match_ups_without_powers
from thesmos.play.protocols import Match, State
from thesmos.play.random_play import pick, pick_action, play
from thesmos.tools.alike_pairs import AlikePairs, Surface
from thesmos.tools.leak import leak
from thesmos.tools.library_surface import LIBRARY
from thesmos.tools.process_pool import Jobs, run_tasks
from thesmos.tools.reached import Follower, ReachedNames, all_names

LIMIT = 600  # most decisions of one game
EVERY = 7  # decisions from one check of a state to the next
EVERY_HIDDEN = 3  # decisions from one check for leaks to the next

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class SoakFailure:
    """An invariant that did not hold, with the match-up and the seed of the game.

    seed: 0 if it is not about one game.
    """

    seating: Seating
    seed: int
    message: str

    @property
    def match_up(self) -> str:
        """The match-up, as text."""
        return str(self.seating)

    def as_json(self) -> dict[str, Any]:
        """Return the failure as `--json` prints it."""
        return {"seating": self.match_up, "seed": self.seed, "what": self.message}


@dataclass(frozen=True)
class SoakReport:
    """How much was played, what failed, and which steps, actions and clauses were never reached.

    chance: how many of the decisions were outcomes of chance.
    runs: the same, but consecutive outcomes in one step count as one, as in a tree search.
    cut_off: how many games were not over after LIMIT decisions.
    alike: for each surface, how many pairs of states that look the same it was given.
    lacking: for each surface that can't be looked at, what is not installed.
    """

    match_ups: int
    games: int
    decisions: int
    failures: tuple[SoakFailure, ...]
    chance: int = 0
    runs: int = 0
    never: dict[str, list[str]] = field(default_factory=dict, hash=False)
    cut_off: int = 0
    alike: dict[str, int] = field(default_factory=dict, hash=False)
    lacking: dict[str, str] = field(default_factory=dict, hash=False)

    def as_json(self) -> dict[str, Any]:
        """Return the report as `--json` prints it."""
        return {
            "matchups": self.match_ups,
            "games": self.games,
            "decisions": self.decisions,
            "chance": self.chance,
            "runs": self.runs,
            "cut_off": self.cut_off,
            "faults": [failure.as_json() for failure in self.failures],
            "never": self.never,
            "alike": self.alike,
            "lacking": self.lacking,
        }


@dataclass(frozen=True)
class Start:
    """Where games begin: a match-up with options, and a position; None for the first state."""

    seating: Seating
    options: tuple[tuple[str, str], ...] = ()
    position: Mapping[str, Any] | None = None
    any_match_up: bool = False
    impossible: bool = False  # whether the position may be one that play can't reach


def soak(
    name: str,
    games: int,
    jobs: Jobs,
    progress: Progress = lambda done, of: None,
    backend: str = PYTHON,
    only: Start | None = None,
    surfaces: Sequence[Surface] = (LIBRARY,),
    seed: int = 1,
) -> SoakReport:
    """Play random games of every match-up, and return the report.

    name: the name or path of the game.
    games: how many of each match-up.
    progress: called with the numbers of match-ups done and of all.
    backend: the name of the backend.
    only: play from here instead.
    surfaces: what shows states that look the same to a player, and must show them alike.
    seed: of the first game; each further one adds 1.

    Raises SpecError for a spec with errors.
    """
    game = load(name)
    seatings = [*match_ups_without_powers(game), *allowed_match_ups(game)]
    match_ups = [Start(seating) for seating in seatings] if only is None else [only]
    total = chance = runs = cut_off = 0
    failures: list[SoakFailure] = []
    names, reached = ReachedNames(), ReachedNames()
    lacking = {surface.name: lack for surface in surfaces if (lack := surface.lacking())}
    present = tuple(surface for surface in surfaces if surface.name not in lacking)
    alike = dict.fromkeys((surface.name for surface in present), 0)
    seeds = range(seed, seed + games)
    tasks = [(name, start, seeds, backend, present) for start in match_ups]
    for done, soaked in enumerate(run_tasks(_soak_match_up, tasks, jobs), 1):
        total += soaked.decisions
        chance += soaked.chance
        runs += soaked.runs
        cut_off += soaked.cut_off
        failures += soaked.failures
        alike = {surface: pairs + soaked.pairs for surface, pairs in alike.items()}
        names.add(soaked.names)
        reached.add(soaked.reached)
        progress(done, len(match_ups))
    never = names.without(reached)
    return SoakReport(
        len(match_ups), len(match_ups) * games, total, tuple(failures), chance, runs, never,
        cut_off, alike, lacking,
    )  # fmt: skip


@dataclass
class _Soaked:
    """The results of one match-up. names: of all that could be reached. pairs: that look alike."""

    decisions: int = 0
    pairs: int = 0
    failures: list[SoakFailure] = field(default_factory=list)
    chance: int = 0
    runs: int = 0
    cut_off: int = 0
    names: ReachedNames = field(default_factory=ReachedNames)
    reached: ReachedNames = field(default_factory=ReachedNames)


@lru_cache(maxsize=1)
def _loaded(name: str, backend: str) -> Game:
    return load(name).by(backend_named(backend))


def _soak_match_up(task: tuple[str, Start, range, str, Sequence[Surface]]) -> _Soaked:
    """Play the games of one match-up."""
    name, wanted, seeds, backend, surfaces = task
    game, seating = _loaded(name, backend), wanted.seating
    try:
        match = game.match(
            list(seating.powers), seating.mode, dict(wanted.options), dict(seating.setup),
            wanted.any_match_up,
        )  # fmt: skip
        begin = None
        if wanted.position is not None:
            begin = match.load(dict(wanted.position), allow_impossible=wanted.impossible)
    except (UsageError, SpecError) as error:
        return _Soaked(failures=[SoakFailure(seating, 0, str(error))])
    finally:
        game.forget()
    soaked = _Soaked(names=all_names(match.linked))
    follower, pairs = Follower(match.linked), AlikePairs(match)
    for seed in seeds:
        dice, pair_dice = Rng(-seed), Rng(~seed)
        try:
            chosen = pick_action if seed % 2 else pick
            moves = play(begin or match.start(), Rng(seed), LIMIT, chosen)
            before = ""  # the step in which chance decided last; empty if a player did
            for number, (state, choice) in enumerate(moves):
                if number == LIMIT - 1:
                    soaked.cut_off += take(state, choice).result is None
                decision = state.decision
                step = decision.step if decision is not None and not decision.player else ""
                soaked.decisions += 1
                soaked.chance += bool(step)
                soaked.runs += bool(step) and step != before
                before = step
                follower.follow(state, choice)
                fault = _impossible(match, state)
                if fault is None and number % EVERY == 0:
                    fault = broken_invariant(match, state)
                if fault is None and number % EVERY_HIDDEN == 0:
                    fault = leak(match, state, dice)
                    pairs.follow(state, f"seed {seed}, {_after(number)}", pair_dice)
                if fault:
                    where = f"{_after(number)}: {fault}"
                    soaked.failures.append(SoakFailure(seating, seed, where))
                    break
        except Exception as error:  # noqa: BLE001 - any exception is a failure to report
            what = f"{type(error).__name__}: {error}"
            soaked.failures.append(SoakFailure(seating, seed, what))
    soaked.reached = follower.reached()
    soaked.pairs = len(pairs.pairs)
    faults = (pairs.told_apart(game, surface) for surface in surfaces)
    soaked.failures += [SoakFailure(seating, 0, fault) for fault in faults if fault]
    return soaked


def _after(decisions: int) -> str:
    """Say where in a game it is: chance decides, too."""
    return f"after {counted(decisions, 'decision')}"


def _impossible(match: Match, state: State) -> str | None:
    """Return a message if no game should reach a state; None otherwise."""
    broken = match.broken(state.vector)
    return f"what always holds is broken: {'; '.join(map(str, broken))}" if broken else None


def broken_invariant(match: Match, state: State) -> str | None:
    """Return a message about the invariant that a state breaks; None if it breaks none."""
    if len(set(state.codes)) != len(state.codes):
        return "an option is offered twice"
    again = match.from_json(state.to_json())
    if again != state or again.codes != state.codes or again.may_skip != state.may_skip:
        return "a saved and restored state differs"
    if match.load(state.position(whole=True)) != state:
        return "a state that is read from its whole position differs"
    decision = state.decision
    if decision is not None and decision.player > 0:
        seen = state.view(decision.player)
        if seen.codes != state.codes or seen.may_skip != state.may_skip:
            return "the chooser's view offers different options"
    return None
