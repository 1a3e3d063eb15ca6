"""Random games of every match-up, checked for invariants.

At some decisions of every game: a saved and restored state is equal and offers the same options;
the options are those that the chooser's own view offers; no option is offered twice; what a player
sees does not depend on what is hidden from them (tools/leak.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.backend import PYTHON, backend_named
from thesmos.play.game import Game, load
from thesmos.play.match_ups import Seating, allowed_match_ups, match_ups_without_powers
from thesmos.play.protocols import Match, State
from thesmos.play.random_play import play
from thesmos.play.rng import Rng
from thesmos.tools.leak import leak
from thesmos.tools.process_pool import run_tasks

LIMIT = 300  # decisions of one game
EVERY = 7  # decisions from one check of a state to the next
EVERY_HIDDEN = 3  # decisions from one check for leaks to the next

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class SoakFailure:
    """An invariant that did not hold: in which match-up, with which seed."""

    match_up: str
    seed: int
    message: str

    def to_json(self) -> dict[str, Any]:
        """The failure as `--json` prints it."""
        return {"seating": self.match_up, "seed": self.seed, "what": self.message}


@dataclass(frozen=True)
class SoakReport:
    """How much was played, and what failed."""

    match_ups: int
    games: int
    decisions: int
    failures: tuple[SoakFailure, ...]

    def as_json(self) -> dict[str, Any]:
        """The report as `--json` prints it."""
        return {
            "matchups": self.match_ups,
            "games": self.games,
            "decisions": self.decisions,
            "faults": [failure.to_json() for failure in self.failures],
        }


def soak(
    name: str,
    games: int,
    jobs: int,
    progress: Progress = lambda done, of: None,
    backend: str = PYTHON,
) -> SoakReport:
    """Play random games of every match-up. backend: what plays the rules.

    Raises SpecError for a spec with errors.
    """
    game = load(name)
    match_ups = [*match_ups_without_powers(game), *allowed_match_ups(game)]
    total = 0
    found: list[SoakFailure] = []
    tasks = [(name, seating, games, backend) for seating in match_ups]
    for done, (decisions, failures) in enumerate(run_tasks(_soak_match_up, tasks, jobs), 1):
        total += decisions
        found += failures
        progress(done, len(match_ups))
    return SoakReport(len(match_ups), len(match_ups) * games, total, tuple(found))


@lru_cache(maxsize=1)
def _loaded(name: str, backend: str) -> Game:
    return load(name).by(backend_named(backend))


def _soak_match_up(task: tuple[str, Seating, int, str]) -> tuple[int, list[SoakFailure]]:
    """Play one match-up; return the number of decisions, and the failures."""
    name, seating, games, backend = task
    game = _loaded(name, backend)
    try:
        match = game.match(list(seating.powers), seating.mode, None, dict(seating.setup))
    except (UsageError, SpecError) as error:
        return 0, [SoakFailure(str(seating), 0, str(error))]
    finally:
        game.forget()
    decisions, failures = 0, []
    for seed in range(1, games + 1):
        dice = Rng(-seed)
        try:
            for number, (state, _) in enumerate(play(match.start(), Rng(seed), LIMIT)):
                decisions += 1
                found = broken_invariant(match, state) if number % EVERY == 0 else None
                if found is None and number % EVERY_HIDDEN == 0:
                    found = leak(match, state, dice)
                if found:
                    failures.append(SoakFailure(str(seating), seed, f"decision {number}: {found}"))
                    break
        except Exception as error:  # noqa: BLE001 - any exception is a failure to report
            failures.append(SoakFailure(str(seating), seed, f"{type(error).__name__}: {error}"))
    return decisions, failures


def broken_invariant(match: Match, state: State) -> str | None:
    """The invariant that a state breaks; None if it breaks none."""
    if len(set(state.codes)) != len(state.codes):
        return "an option is offered twice"
    again = match.from_json(state.to_json())
    if again != state or again.codes != state.codes or again.may_skip != state.may_skip:
        return "a saved and restored state differs"
    decision = state.decision
    if decision is not None and decision.player > 0:
        seen = state.view(decision.player)
        if seen.codes != state.codes or seen.may_skip != state.may_skip:
            return "the chooser's view offers different options"
    return None
