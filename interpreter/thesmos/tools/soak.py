"""Random games of every match-up, watched for what must hold in all of them.

At decisions of every game: a saved state restored is the same and offers the same; what is offered
is what the chooser's own view offers; no option is offered twice; what a player sees tells nothing
of what is hidden from him (tools/leak.py).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from thesmos.diagnostics import SpecError, UsageError
from thesmos.engine.rng import Rng
from thesmos.play.game import Game, load
from thesmos.play.match_ups import Seating, allowed_match_ups, match_ups_without_powers
from thesmos.play.protocols import Match, State
from thesmos.play.random_play import play
from thesmos.tools.leak import leak

LIMIT = 300  # decisions of one game
EVERY = 7  # decisions between two looks at a game
EVERY_HIDDEN = 3  # the same for looks at what is hidden

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class SoakFailure:
    """What went wrong in which match-up, with which seed."""

    seating: str
    seed: int
    what: str


@dataclass(frozen=True)
class SoakReport:
    """What was played, and what went wrong."""

    match_ups: int
    games: int
    decisions: int
    faults: tuple[SoakFailure, ...]

    def as_json(self) -> dict[str, Any]:
        """The outcome as data."""
        return {
            "matchups": self.match_ups,
            "games": self.games,
            "decisions": self.decisions,
            "faults": [vars(f) for f in self.faults],
        }


def soak(
    name: str, games: int, jobs: int, progress: Progress = lambda done, of: None
) -> SoakReport:
    """Play random games of every match-up. Raises SpecError for a spec with mistakes."""
    game = load(name)
    wanted = [*match_ups_without_powers(game), *allowed_match_ups(game)]
    total = 0
    found: list[SoakFailure] = []
    tasks = [(name, seating, games) for seating in wanted]
    with get_context("spawn").Pool(jobs) as pool:
        results = pool.imap_unordered(_one, tasks)
        for done, (decisions, wrong) in enumerate(results, 1):
            total += decisions
            found += wrong
            progress(done, len(wanted))
    return SoakReport(len(wanted), len(wanted) * games, total, tuple(found))


_GAMES: dict[str, Game] = {}


def _one(task: tuple[str, Seating, int]) -> tuple[int, list[SoakFailure]]:
    """Decisions played in one match-up, and what went wrong there."""
    name, seating, games = task
    if name not in _GAMES:
        _GAMES[name] = load(name)
    game = _GAMES[name]
    try:
        match = game.match(list(seating.powers), seating.mode, None, dict(seating.setup))
    except (UsageError, SpecError) as error:
        return 0, [SoakFailure(str(seating), 0, str(error))]
    finally:
        game.forget()
    decisions, faults = 0, []
    for seed in range(1, games + 1):
        dice = Rng(-seed)
        try:
            for number, (state, _) in enumerate(play(match.start(), Rng(seed), LIMIT)):
                decisions += 1
                wrong = look(match, state) if number % EVERY == 0 else None
                if wrong is None and number % EVERY_HIDDEN == 0:
                    wrong = leak(match, state, dice)
                if wrong:
                    faults.append(SoakFailure(str(seating), seed, f"decision {number}: {wrong}"))
                    break
        except Exception as error:  # noqa: BLE001 - whatever breaks is what we are looking for
            faults.append(SoakFailure(str(seating), seed, f"{type(error).__name__}: {error}"))
    return decisions, faults


def look(match: Match, state: State) -> str | None:
    """What does not hold of a state, None if all does."""
    if len(set(state.roles)) != len(state.roles):
        return "an option is offered twice"
    again = match.from_json(state.to_json())
    if again != state or again.roles != state.roles or again.may_skip != state.may_skip:
        return "a saved state is not the same when restored"
    decision = state.decision
    if decision is not None and decision.player > 0:
        seen = state.view(decision.player)
        if seen.roles != state.roles or seen.may_skip != state.may_skip:
            return "the chooser's view offers something else"
    return None
