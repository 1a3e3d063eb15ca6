"""What a run is asked to do, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from thesmos.check.documents.rulings import RULINGS
from thesmos_conform.judging.result import SuiteRun
from thesmos_conform.runner.known_failures import KnownFailure
from thesmos_conform.runner.selection import Filters
from thesmos_conform.runner.workers import Limits, PoolResult


@dataclass(frozen=True)
class RunRequest:
    """What to ask, and how.

    game: its slug.
    scenarios: files and folders; by default those of `scenario_folders`.
    levels: which of the claimed levels to compare; all if empty.
    count: random games to play; None for as many as `random_cases` chooses.
    turned: whether to ask passing cases in an equivalent form, too.
    follow: RULINGS, or ORIGINAL to leave out what depends on our rulings against the recorded
    original.
    pools: whether match-ups of scenarios may be compiled together.
    words: the command line arguments that name the game and the source of its cases.
    earlier: the report of the run to go on with, if there is one.
    """

    game: str
    scenarios: tuple[Path, ...] = ()
    records: tuple[Path, ...] = ()
    count: int | None = None
    seed: int = 1
    levels: tuple[str, ...] = ()
    profile: str = ""
    filters: Filters = field(default_factory=Filters)
    limits: Limits = field(default_factory=Limits)
    turned: bool = True
    follow: str = RULINGS
    pools: bool = True
    known: tuple[KnownFailure, ...] = ()
    known_file: str = ""
    adapter: str = ""
    words: tuple[str, ...] = ()
    earlier: SuiteRun | None = None


@dataclass(frozen=True)
class RunOutcome:
    """A run, and what else decides its exit code.

    pool_result: why the run ended, and where the reference fails the suite.
    expired: whether a known failure has expired.
    uncovered: whether the claim does not cover the requested profile.
    selected: whether the caller has chosen some of the game's cases.
    """

    run: SuiteRun
    pool_result: PoolResult
    expired: bool = False
    uncovered: bool = False
    selected: bool = False
