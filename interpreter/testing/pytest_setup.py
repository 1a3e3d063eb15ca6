"""What every test run has: patient Hypothesis, Ctrl-C, and shipped games that are read once.

Imported by the conftest.py of each root.
"""

from __future__ import annotations

import functools
import gc
import signal
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings

from thesmos.check import reading
from thesmos.cli import SELDOM
from thesmos.play import game, game_diagnostics
from thesmos.resources import scenarios_dir, spec_dir
from thesmos.scenario import reader
from thesmos.syntax.sources import DISK
from thesmos.syntax.versions import AS_WRITTEN

# Tests must not fail because the machine is busy: no deadline, and slow data is fine.
settings.register_profile("thesmos", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("thesmos")

# The games that are kept are looked through at each collection, which took a tenth of the time.
gc.set_threshold(*SELDOM)

# Children inherit it: of a run that is started in the background, they would ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def load_shipped_games_once() -> None:
    """Read, check and link each shipped game once in a process, however many tests load it.

    Loaded games are values; what a test changes is a copy of its files, in a folder of its own.
    """
    read, sound = reading.read_version, game._game_without_errors
    read_once = functools.cache(read)
    shipped = spec_dir()
    games: dict[tuple[int, str | None], game.Game] = {}  # by the checked game: `read_once` keeps it

    def cached(
        path: Path,
        around: Any = None,
        rewrite: Any = None,
        version: Any = None,
        without: Any = (),
        sources: Any = DISK,
        go_on: Any = lambda: True,
    ) -> Any:
        version = version or AS_WRITTEN
        if around is not None or without or sources is not DISK or not path.is_relative_to(shipped):
            return read(path, around, rewrite, version, without, sources, go_on)
        folder, checked, diagnostics = read_once(path, None, rewrite, version)
        return folder, checked, list(diagnostics)  # callers add to the list

    def diagnosed(path: Path, around: Any = None, version: Any = None, sources: Any = DISK) -> Any:
        """The same for `check`, whose sources keep what the versions of a game share."""
        as_shipped = sources == DISK and path.is_relative_to(shipped)
        return cached(path, around, None, version, (), DISK if as_shipped else sources)

    def same(folder: Any, checked: Any, diagnostics: Any, around: str | None) -> Any:
        if not folder.path.is_relative_to(shipped):
            return sound(folder, checked, diagnostics, around)
        key = id(checked), around
        if key not in games:
            games[key] = sound(folder, checked, diagnostics, around)
        return games[key]

    reading.read_version, game._game_without_errors = cached, same
    game_diagnostics.read_version = diagnosed  # type: ignore[attr-defined, assignment]


def read_shipped_scenarios_once() -> None:
    """Read each shipped scenario once in a process, however many tests read it."""
    read = reader._read
    read_once = functools.cache(lambda path, rewrite: read(path, rewrite, DISK))
    shipped = scenarios_dir()

    def cached(path: Path, rewrite: Any, sources: Any) -> Any:
        if sources != DISK or not path.is_relative_to(shipped):
            return read(path, rewrite, sources)
        scenario, faults = read_once(path, rewrite)
        return scenario, list(faults)

    reader._read = cached


def keep_no_games() -> None:
    """Load no game from what was kept, and keep none: a test may have changed what reads it."""
    game._cached = lambda name, path, version, make: make()


# Many tests look at all scenarios of Santorini, which are of more match-ups than a game keeps.
game.CACHED_MATCHES = 400

keep_no_games()
load_shipped_games_once()
read_shipped_scenarios_once()
